package import Family
package import SQL

/// PINs that a member asked for without the present one, as stored.
package struct PINResetRow: Sendable {
    package var member: ID<Member>
    package var pinHash: String
    package var duressHash: String
    package var requestedAt: Timestamp
    /// They apply from then on, or once what runs then has ended.
    package var readyAt: Timestamp
    /// When they are tried next.
    package var dueAt: Timestamp

    package init(
        member: ID<Member>,
        pinHash: String,
        duressHash: String,
        requestedAt: Timestamp,
        readyAt: Timestamp
    ) {
        self.member = member
        self.pinHash = pinHash
        self.duressHash = duressHash
        self.requestedAt = requestedAt
        self.readyAt = readyAt
        dueAt = readyAt
    }

    fileprivate static let columns: StaticString = "member, pin_hash, duress_hash, requested_at, ready_at, due_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        member = try row.id(0)
        pinHash = try row.text(1)
        duressHash = try row.text(2)
        requestedAt = try row.timestamp(3)
        readyAt = try row.timestamp(4)
        dueAt = try row.timestamp(5)
    }
}

extension Transaction {
    /// Adds a request for new PINs under the hash of the token that cancels it.
    package func addPINReset(_ reset: PINResetRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO pin_reset (\(literal: PINResetRow.columns), token_hash) VALUES (
                \(reset.member.bytes), \(reset.pinHash), \(reset.duressHash), \(reset.requestedAt.milliseconds),
                \(reset.readyAt.milliseconds), \(reset.dueAt.milliseconds), \(tokenHash))
            """
        )
    }

    /// A member's request for new PINs; nil without one.
    package func pinReset(of member: ID<Member>) throws(StorageError) -> PINResetRow? {
        try first("SELECT \(literal: PINResetRow.columns) FROM pin_reset WHERE member = \(member.bytes)")
            .map(PINResetRow.init)
    }

    /// The request that this token cancels; nil without one.
    package func pinReset(tokenHash: [UInt8]) throws(StorageError) -> PINResetRow? {
        try first("SELECT \(literal: PINResetRow.columns) FROM pin_reset WHERE token_hash = \(tokenHash)")
            .map(PINResetRow.init)
    }

    /// Members whose new PINs are to be tried now, the oldest first.
    package func pinResetsDue(now: Timestamp, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows("SELECT member FROM pin_reset WHERE due_at <= \(now.milliseconds) ORDER BY due_at LIMIT \(limit)")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// Has a request tried again later.
    package func postponePINReset(of member: ID<Member>, until: Timestamp) throws(StorageError) {
        try run("UPDATE pin_reset SET due_at = \(until.milliseconds) WHERE member = \(member.bytes)")
    }

    /// Removes a member's request for new PINs; false where there was none.
    @discardableResult
    package func removePINReset(of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM pin_reset WHERE member = \(member.bytes)") == 1
    }
}
