package import Family
package import SQL

/// A log-in as stored.
package struct SessionRow: Sendable {
    package var id: ID<Session>
    package var member: ID<Member>
    package var createdAt: Timestamp
    package var seenAt: Timestamp
    package var expiresAt: Timestamp
    /// When whoever holds it last proved who they are.
    package var provedAt: Timestamp
    /// Whether others use the device too.
    package var isShared: Bool
    /// The guardian by whose login link it came, until another or the child itself agrees (F87).
    package var heldBy: ID<Member>?

    package init(
        id: ID<Session>,
        member: ID<Member>,
        createdAt: Timestamp,
        seenAt: Timestamp,
        expiresAt: Timestamp,
        provedAt: Timestamp,
        isShared: Bool = false,
        heldBy: ID<Member>? = nil
    ) {
        self.id = id
        self.member = member
        self.createdAt = createdAt
        self.seenAt = seenAt
        self.expiresAt = expiresAt
        self.provedAt = provedAt
        self.isShared = isShared
        self.heldBy = heldBy
    }

    fileprivate static let columns: StaticString =
        "id, member, created_at, seen_at, expires_at, proved_at, shared, held_by"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        createdAt = try row.timestamp(2)
        seenAt = try row.timestamp(3)
        expiresAt = try row.timestamp(4)
        provedAt = try row.timestamp(5)
        isShared = try row.integer(6) != 0
        heldBy = try row.idOrNull(7)
    }
}

extension Transaction {
    /// Adds a session under the hash of its token.
    package func addSession(_ session: SessionRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO session (\(literal: SessionRow.columns), token_hash) VALUES (
                \(session.id.bytes), \(session.member.bytes), \(session.createdAt.milliseconds),
                \(session.seenAt.milliseconds), \(session.expiresAt.milliseconds),
                \(session.provedAt.milliseconds), \(session.isShared ? 1 : 0), \(session.heldBy?.bytes),
                \(tokenHash))
            """
        )
    }

    /// The session with this token, if its member may still log in.
    package func session(tokenHash: [UInt8]) throws(StorageError) -> SessionRow? {
        try first(
            """
            SELECT session.id, session.member, session.created_at, session.seen_at, session.expires_at,
                session.proved_at, session.shared, session.held_by
            FROM session JOIN member ON member.id = session.member
            WHERE session.token_hash = \(tokenHash) AND member.disabled_at IS NULL
            """
        ).map(SessionRow.init)
    }

    /// The session with this identity, or nil.
    package func session(_ id: ID<Session>) throws(StorageError) -> SessionRow? {
        try first("SELECT \(literal: SessionRow.columns) FROM session WHERE id = \(id.bytes)").map(SessionRow.init)
    }

    /// Gives one of a member's sessions another token, because its holder proved who they are; false where it ended.
    package func renewSession(
        _ id: ID<Session>,
        of member: ID<Member>,
        tokenHash: [UInt8],
        provedAt: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE session SET token_hash = \(tokenHash), proved_at = \(provedAt.milliseconds)
            WHERE id = \(id.bytes) AND member = \(member.bytes)
            """
        ) == 1
    }

    /// A member's sessions, newest first.
    package func sessions(of member: ID<Member>) throws(StorageError) -> [SessionRow] {
        try rows("SELECT \(literal: SessionRow.columns) FROM session WHERE member = \(member.bytes) ORDER BY id DESC")
            .map(SessionRow.init)
    }

    /// Lets a session go on that came by a guardian's link.
    package func admitSession(_ id: ID<Session>) throws(StorageError) {
        try run("UPDATE session SET held_by = NULL WHERE id = \(id.bytes)")
    }

    /// Notes the call for help that a session made last.
    package func setCall(_ call: ID<HelpCountdown>, of session: ID<Session>) throws(StorageError) {
        try run("UPDATE session SET help_call = \(call.bytes) WHERE id = \(session.bytes)")
    }

    /// The call for help that a session made last, as far as it was noted.
    package func call(of session: ID<Session>) throws(StorageError) -> ID<HelpCountdown>? {
        try first("SELECT help_call FROM session WHERE id = \(session.bytes)")?.idOrNull(0)
    }

    /// Records that a session was used.
    package func touchSession(_ id: ID<Session>, seenAt: Timestamp) throws(StorageError) {
        try run("UPDATE session SET seen_at = \(seenAt.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Ends one of a member's sessions; false where it is not theirs.
    package func endSession(_ id: ID<Session>, of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM session WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }

    /// Removes sessions that ran out.
    package func removeExpiredSessions(now: Timestamp) throws(StorageError) {
        try run("DELETE FROM session WHERE expires_at <= \(now.milliseconds)")
    }
}
