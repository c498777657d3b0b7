package import Family
package import SQL

extension Transaction {
    private static let requestColumns: StaticString =
        "id, asker, payer, account, asset, amount, memo, created_at, state, transfer"

    /// One wish to be paid, in this ledger; nil where there is none.
    package func moneyRequest(_ id: ID<MoneyRequest>, in ledger: ID<Ledger>) throws(StorageError) -> MoneyRequest? {
        try first(
            """
            SELECT \(literal: Self.requestColumns) FROM money_request
            WHERE id = \(id.bytes) AND ledger = \(ledger.bytes)
            """
        ).map(MoneyRequest.init)
    }

    /// The wish that a transfer pays, or is held for; nil where it is none's.
    package func moneyRequest(
        paidBy transfer: ID<LedgerCommand>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> MoneyRequest? {
        try first(
            """
            SELECT \(literal: Self.requestColumns) FROM money_request
            WHERE transfer = \(transfer.bytes) AND ledger = \(ledger.bytes)
            """
        ).map(MoneyRequest.init)
    }

    /// Whether a wish of this identity is in any ledger.
    package func isMoneyRequestTaken(_ id: ID<MoneyRequest>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM money_request WHERE id = \(id.bytes)") != nil
    }

    /// What somebody wishes, and what is wished from them, the latest first.
    package func moneyRequests(of member: ID<Member>, in ledger: ID<Ledger>) throws(StorageError) -> [MoneyRequest] {
        try rows(
            """
            SELECT \(literal: Self.requestColumns) FROM money_request
            WHERE ledger = \(ledger.bytes) AND (asker = \(member.bytes) OR payer = \(member.bytes))
            ORDER BY created_at DESC, id DESC
            """
        ).map(MoneyRequest.init)
    }

    /// Adds a wish, or says what became of one.
    package func save(_ request: MoneyRequest, in ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO money_request (
                id, ledger, asker, payer, account, asset, amount, memo, created_at, state, transfer) VALUES (
                \(request.id.bytes), \(ledger.bytes), \(request.asker.bytes), \(request.payer.bytes),
                \(request.account.bytes), \(Int64(request.asset.rawValue)), \(request.amount.storedBytes),
                \(request.memo), \(request.at.milliseconds), \(Int64(request.state.rawValue)),
                \(request.transfer?.bytes))
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, transfer = excluded.transfer
            """
        )
    }

    /// Takes back every wish by or to somebody who leaves a family.
    package func removeMoneyRequests(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM money_request WHERE asker = \(member.bytes) OR payer = \(member.bytes)")
    }
}

extension MoneyRequest {
    fileprivate init(_ row: Row) throws(StorageError) {
        guard let state = State(rawValue: UInt8(truncatingIfNeeded: try row.integer(8))) else {
            throw StorageError(.corrupt, "what became of a request for money cannot be read")
        }
        self.init(
            id: try row.id(0),
            asker: try row.id(1),
            payer: try row.id(2),
            account: try row.id(3),
            asset: Asset.Number(UInt32(truncatingIfNeeded: try row.integer(4))),
            amount: Amount(storedBytes: try row.blob(5)[...]),
            memo: try row.text(6),
            at: try row.timestamp(7),
            state: state,
            transfer: try row.idOrNull(9)
        )
    }
}
