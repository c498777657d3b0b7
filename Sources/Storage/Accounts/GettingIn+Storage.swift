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
    /// The one of these hashes by which a member is known in a browser; nil where they are not.
    package func knownDevice(among hashes: [[UInt8]], of member: ID<Member>) throws(StorageError) -> [UInt8]? {
        for hash in hashes where try owner(ofKnownDevice: hash) == member { return hash }
        return nil
    }

    /// The member to whom a browser's secret belongs; nil where nobody is known by it.
    package func owner(ofKnownDevice tokenHash: [UInt8]) throws(StorageError) -> ID<Member>? {
        let row = try first("SELECT member FROM known_device WHERE token_hash = \(tokenHash) AND made_here = 1")
        guard let row else { return nil }
        return try row.id(0)
    }

    /// When a member last did anything that leaves a trace: a log-in, a request of a session, a report of a phone.
    package func lastSign(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first(
            """
            SELECT max(at) FROM (
                SELECT max(seen_at) AS at FROM known_device WHERE member = \(member.bytes)
                UNION ALL SELECT max(seen_at) FROM session WHERE member = \(member.bytes)
                UNION ALL SELECT max(heard_at) FROM device WHERE member = \(member.bytes) AND follows = 1
                UNION ALL SELECT created_at FROM member WHERE id = \(member.bytes)) AS sign
            """
        )?.timestampOrNull(0)
    }

    /// Remembers that a member logged in there, and forgets browsers not seen since a moment, and beyond the `most` of
    /// them that were used last.
    package func rememberDevice(
        _ tokenHash: [UInt8],
        of member: ID<Member>,
        session: ID<Session>?,
        now: Timestamp,
        forgetBefore: Timestamp,
        most: Int
    ) throws(StorageError) {
        try run(
            "DELETE FROM known_device WHERE member = \(member.bytes) AND seen_at <= \(forgetBefore.milliseconds)"
        )
        try run(
            """
            INSERT INTO known_device (token_hash, member, session, made_here, created_at, seen_at) VALUES (
                \(tokenHash), \(member.bytes), \(session?.bytes), 1, \(now.milliseconds), \(now.milliseconds))
            """
        )
        try run(
            """
            DELETE FROM known_device WHERE member = \(member.bytes) AND token_hash NOT IN (
                SELECT token_hash FROM known_device WHERE member = \(member.bytes)
                ORDER BY seen_at DESC, token_hash LIMIT \(most))
            """
        )
    }

    /// Forgets every browser of a member, but for one.
    package func forgetDevices(of member: ID<Member>, except tokenHash: [UInt8]? = nil) throws(StorageError) {
        try run(
            """
            DELETE FROM known_device WHERE member = \(member.bytes) AND token_hash <> \(tokenHash ?? [])
            """
        )
    }

    /// Forgets one browser, whosever it is.
    package func forgetDevice(_ tokenHash: [UInt8]) throws(StorageError) {
        try run("DELETE FROM known_device WHERE token_hash = \(tokenHash)")
    }

    /// Forgets the browser in which a member's session was opened.
    package func forgetDevice(ofSession session: ID<Session>, of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM known_device WHERE session = \(session.bytes) AND member = \(member.bytes)")
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

    /// Who runs the hub, the first who joined first.
    package func keepers() throws(StorageError) -> [ID<Member>] {
        try rows("SELECT id FROM member WHERE keeper = 1 AND disabled_at IS NULL ORDER BY id LIMIT 100")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// Whether the hub has a keeper who may log in.
    package func hasKeeper() throws(StorageError) -> Bool {
        try first("SELECT 1 FROM member WHERE keeper = 1 AND disabled_at IS NULL LIMIT 1") != nil
    }
}
