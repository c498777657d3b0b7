package import Family
package import SQL

/// A read-only link to a clock, as stored.
package struct ClockLinkRow: Sendable {
    package var id: ID<ClockLink>
    package var member: ID<Member>
    package var createdAt: Timestamp
    /// The parts beside the clock.
    package var parts: WallDisplay.Parts

    package init(id: ID<ClockLink>, member: ID<Member>, createdAt: Timestamp, parts: WallDisplay.Parts = []) {
        self.id = id
        self.member = member
        self.createdAt = createdAt
        self.parts = parts
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        createdAt = try row.timestamp(2)
        parts = WallDisplay.Parts(rawValue: UInt8(truncatingIfNeeded: try row.integer(3)))
    }
}

extension Transaction {
    /// The JSON of a member's clock face; nil until they chose one.
    package func clockFace(of member: ID<Member>) throws(StorageError) -> String? {
        try first("SELECT face FROM clock WHERE member = \(member.bytes)")?.text(0)
    }

    /// Replaces the JSON of a member's clock face.
    package func setClockFace(of member: ID<Member>, _ face: String) throws(StorageError) {
        try run(
            """
            INSERT INTO clock (member, face) VALUES (\(member.bytes), \(face))
            ON CONFLICT (member) DO UPDATE SET face = excluded.face
            """
        )
    }

    /// Adds a link under the hash of its token.
    package func addClockLink(_ link: ClockLinkRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO clock_link (id, member, created_at, parts, token_hash) VALUES (
                \(link.id.bytes), \(link.member.bytes), \(link.createdAt.milliseconds), \(Int64(link.parts.rawValue)),
                \(tokenHash))
            """
        )
    }

    /// The link with this token, while its member may still log in.
    package func clockLink(tokenHash: [UInt8]) throws(StorageError) -> ClockLinkRow? {
        try first(
            """
            SELECT id, member, created_at, parts FROM clock_link
            WHERE token_hash = \(tokenHash)
                AND EXISTS (SELECT 1 FROM member WHERE member.id = clock_link.member AND member.disabled_at IS NULL)
            """
        ).map(ClockLinkRow.init)
    }

    /// A member's links, in the order they were made.
    package func clockLinks(of member: ID<Member>) throws(StorageError) -> [ClockLinkRow] {
        try rows("SELECT id, member, created_at, parts FROM clock_link WHERE member = \(member.bytes) ORDER BY id")
            .map(ClockLinkRow.init)
    }

    /// Removes one of a member's links; false where it is not theirs.
    package func removeClockLink(_ id: ID<ClockLink>, of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM clock_link WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }
}
