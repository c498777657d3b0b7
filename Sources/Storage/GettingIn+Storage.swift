package import Family
package import SQL

/// A password about to be set anew by text alone.
package struct RecoveryRow: Sendable {
    package var member: ID<Member>
    package var createdAt: Timestamp
    /// From when on it may be used.
    package var readyAt: Timestamp
    /// From when on it may not.
    package var expiresAt: Timestamp

    package init(member: ID<Member>, createdAt: Timestamp, readyAt: Timestamp, expiresAt: Timestamp) {
        self.member = member
        self.createdAt = createdAt
        self.readyAt = readyAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString = "member, created_at, ready_at, expires_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        member = try row.id(0)
        createdAt = try row.timestamp(1)
        readyAt = try row.timestamp(2)
        expiresAt = try row.timestamp(3)
    }
}

extension Transaction {
    /// Whether a member has logged in before in the browser with this token.
    package func isKnownDevice(_ tokenHash: [UInt8], of member: ID<Member>) throws(StorageError) -> Bool {
        try first(
            "SELECT 1 FROM known_device WHERE token_hash = \(tokenHash) AND member = \(member.bytes)"
        ) != nil
    }

    /// Remembers that a member logged in there, and forgets browsers not seen since a moment.
    package func rememberDevice(
        _ tokenHash: [UInt8],
        of member: ID<Member>,
        now: Timestamp,
        forgetBefore: Timestamp
    ) throws(StorageError) {
        try run(
            "DELETE FROM known_device WHERE member = \(member.bytes) AND seen_at <= \(forgetBefore.milliseconds)"
        )
        try run(
            """
            INSERT INTO known_device (token_hash, member, created_at, seen_at)
            VALUES (\(tokenHash), \(member.bytes), \(now.milliseconds), \(now.milliseconds))
            ON CONFLICT (token_hash, member) DO UPDATE SET seen_at = excluded.seen_at
            """
        )
    }

    /// Forgets every browser of a member but one.
    package func forgetDevices(of member: ID<Member>, except tokenHash: [UInt8]?) throws(StorageError) {
        try run(
            """
            DELETE FROM known_device WHERE member = \(member.bytes) AND token_hash <> \(tokenHash ?? [])
            """
        )
    }

    /// Begins a recovery under the hash of its token, in place of an earlier one.
    package func setRecovery(_ recovery: RecoveryRow, tokenHash: [UInt8]) throws(StorageError) {
        try run("DELETE FROM recovery WHERE member = \(recovery.member.bytes)")
        try run(
            """
            INSERT INTO recovery (\(literal: RecoveryRow.columns), token_hash) VALUES (
                \(recovery.member.bytes), \(recovery.createdAt.milliseconds), \(recovery.readyAt.milliseconds),
                \(recovery.expiresAt.milliseconds), \(tokenHash))
            """
        )
    }

    /// The recovery that a member has begun, or nil.
    package func recovery(of member: ID<Member>) throws(StorageError) -> RecoveryRow? {
        try first("SELECT \(literal: RecoveryRow.columns) FROM recovery WHERE member = \(member.bytes)")
            .map(RecoveryRow.init)
    }

    /// The recovery with this token, or nil.
    package func recovery(tokenHash: [UInt8]) throws(StorageError) -> RecoveryRow? {
        try first("SELECT \(literal: RecoveryRow.columns) FROM recovery WHERE token_hash = \(tokenHash)")
            .map(RecoveryRow.init)
    }

    /// Ends a member's recovery; false where there was none.
    package func removeRecovery(of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM recovery WHERE member = \(member.bytes)") == 1
    }

    /// Who runs the hub.
    package func keepers() throws(StorageError) -> [ID<Member>] {
        try rows("SELECT id FROM member WHERE keeper = 1 AND disabled_at IS NULL LIMIT 100")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// Whether the hub has a keeper who may log in.
    package func hasKeeper() throws(StorageError) -> Bool {
        try first("SELECT 1 FROM member WHERE keeper = 1 AND disabled_at IS NULL LIMIT 1") != nil
    }
}
