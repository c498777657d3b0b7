package import Family
package import SQL

/// A payee, a payment or a request of a wallet of coins, as stored: which is what its identity says.
package struct CoinItemRow<Subject: ~Copyable>: Sendable {
    package var id: ID<Subject>
    package var member: ID<Member>
    package var wallet: ID<CoinHolding>
    package var sealed: [UInt8]
    package var requestHash: [UInt8]
    package var at: Timestamp

    /// A row of now.
    package init(
        id: ID<Subject>,
        member: ID<Member>,
        wallet: ID<CoinHolding>,
        sealed: [UInt8],
        requestHash: [UInt8],
        at: Timestamp
    ) {
        (self.id, self.member, self.wallet) = (id, member, wallet)
        (self.sealed, self.requestHash, self.at) = (sealed, requestHash, at)
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        (id, member, wallet) = (try row.id(0), try row.id(1), try row.id(2))
        (sealed, requestHash, at) = (try row.blob(3), try row.blob(4), try row.timestamp(5))
    }
}

/// A payment with its progress, as stored.
package struct CoinPaymentRow: Sendable {
    package var item: CoinItemRow<CoinPayment>
    /// A state of `CoinTransferProgress` in a word; of what a member sent also ``ungiven``, and `begun` from when a node may have
    /// it.
    package var state: String
    package var confirmations: UInt64
    package var sentAt: Timestamp?
    /// Whether it was in a backup that was put back, and waits for its member's word.
    package var isHeld = false

    /// The state of a payment that its member sent, while no node can have it.
    package static let ungiven = "ungiven"

    /// A payment that is prepared.
    package init(_ item: CoinItemRow<CoinPayment>, state: String) {
        (self.item, self.state, confirmations) = (item, state, 0)
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        item = try CoinItemRow(row)
        (state, confirmations) = (try row.text(6), UInt64(clamping: try row.integer(7)))
        (sentAt, isHeld) = (try row.timestampOrNull(8), try row.bool(9))
    }
}

extension Transaction {
    // MARK: Payees

    /// Adds a payee.
    package func add(payee row: CoinItemRow<CoinPayee>) throws(StorageError) {
        try run(
            """
            INSERT INTO coin_payee (id, member, wallet, sealed, request_hash, added_at)
            VALUES (\(row.id.bytes), \(row.member.bytes), \(row.wallet.bytes), \(row.sealed), \(row.requestHash),
                \(row.at.milliseconds))
            """
        )
    }

    /// One payee, or nil.
    package func coinPayee(_ id: ID<CoinPayee>) throws(StorageError) -> CoinItemRow<CoinPayee>? {
        try first(
            "SELECT id, member, wallet, sealed, request_hash, added_at FROM coin_payee WHERE id = \(id.bytes)"
        ).map(CoinItemRow.init)
    }

    /// The payees of a wallet, in the order in which they were added.
    package func coinPayees(of wallet: ID<CoinHolding>) throws(StorageError) -> [CoinItemRow<CoinPayee>] {
        try rows(
            """
            SELECT id, member, wallet, sealed, request_hash, added_at FROM coin_payee
            WHERE wallet = \(wallet.bytes) ORDER BY added_at, id
            """
        ).map(CoinItemRow.init)
    }

    /// Removes a payee.
    package func removeCoinPayee(_ id: ID<CoinPayee>) throws(StorageError) {
        try run("DELETE FROM coin_payee WHERE id = \(id.bytes)")
    }

    // MARK: Payments

    /// Adds a payment that is prepared.
    package func add(payment row: CoinPaymentRow) throws(StorageError) {
        let item = row.item
        try run(
            """
            INSERT INTO coin_payment (id, member, wallet, sealed, request_hash, prepared_at, state, confirmations, sent_at)
            VALUES (\(item.id.bytes), \(item.member.bytes), \(item.wallet.bytes), \(item.sealed),
                \(item.requestHash), \(item.at.milliseconds), \(row.state), \(Int64(clamping: row.confirmations)),
                \(row.sentAt?.milliseconds))
            """
        )
    }

    /// One payment, or nil.
    package func coinPayment(_ id: ID<CoinPayment>) throws(StorageError) -> CoinPaymentRow? {
        try first(
            """
            SELECT id, member, wallet, sealed, request_hash, prepared_at, state, confirmations, sent_at, is_held
            FROM coin_payment WHERE id = \(id.bytes)
            """
        ).map(CoinPaymentRow.init)
    }

    /// The latest payments of a wallet, the latest first.
    package func coinPayments(of wallet: ID<CoinHolding>, limit: Int) throws(StorageError) -> [CoinPaymentRow] {
        try rows(
            """
            SELECT id, member, wallet, sealed, request_hash, prepared_at, state, confirmations, sent_at, is_held
            FROM coin_payment WHERE wallet = \(wallet.bytes) ORDER BY prepared_at DESC, id DESC LIMIT \(limit)
            """
        ).map(CoinPaymentRow.init)
    }

    /// Keeps the progress of a payment.
    package func setCoinPayment(_ row: CoinPaymentRow) throws(StorageError) {
        try run(
            """
            UPDATE coin_payment SET state = \(row.state), confirmations = \(Int64(clamping: row.confirmations)),
                sent_at = \(row.sentAt?.milliseconds), is_held = \(row.isHeld ? 1 : 0), sealed = \(row.item.sealed)
            WHERE id = \(row.item.id.bytes)
            """
        )
    }

    /// Records that a node may have a payment from now on.
    ///
    /// Answers whether none could before; nil for a payment that is not there.
    package func giveCoinPayment(_ id: ID<CoinPayment>) throws(StorageError) -> Bool? {
        guard let row = try coinPayment(id) else { return nil }
        guard row.state == CoinPaymentRow.ungiven else { return false }
        try run("UPDATE coin_payment SET state = 'begun' WHERE id = \(id.bytes)")
        return true
    }

    /// Removes a payment that was never given to a node; one that was stays.
    package func removeCoinPayment(_ id: ID<CoinPayment>) throws(StorageError) {
        try run(
            "DELETE FROM coin_payment WHERE id = \(id.bytes) AND (sent_at IS NULL OR state = \(CoinPaymentRow.ungiven))"
        )
    }

    // MARK: Requests

    /// Adds a request to be paid.
    package func add(request row: CoinItemRow<CoinRequest>) throws(StorageError) {
        try run(
            """
            INSERT INTO coin_request (id, member, wallet, sealed, request_hash, created_at)
            VALUES (\(row.id.bytes), \(row.member.bytes), \(row.wallet.bytes), \(row.sealed), \(row.requestHash),
                \(row.at.milliseconds))
            """
        )
    }

    /// One request, or nil.
    package func coinRequest(_ id: ID<CoinRequest>) throws(StorageError) -> CoinItemRow<CoinRequest>? {
        try first(
            "SELECT id, member, wallet, sealed, request_hash, created_at FROM coin_request WHERE id = \(id.bytes)"
        ).map(CoinItemRow.init)
    }

    /// The requests of a wallet, the latest first.
    package func coinRequests(of wallet: ID<CoinHolding>) throws(StorageError) -> [CoinItemRow<CoinRequest>] {
        try rows(
            """
            SELECT id, member, wallet, sealed, request_hash, created_at FROM coin_request
            WHERE wallet = \(wallet.bytes) ORDER BY created_at DESC, id DESC
            """
        ).map(CoinItemRow.init)
    }

    /// Removes a request.
    package func removeCoinRequest(_ id: ID<CoinRequest>) throws(StorageError) {
        try run("DELETE FROM coin_request WHERE id = \(id.bytes)")
    }
}
