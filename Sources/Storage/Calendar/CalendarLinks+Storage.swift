package import Family
package import SQL

/// A link by which a calendar program reads, as stored.
package struct CalendarLinkRow: Sendable {
    package var id: ID<CalendarLink>
    package var member: ID<Member>
    /// Whether it tells of missions.
    package var missions: Bool
    /// Whether it tells of trips.
    package var trips: Bool
    package var createdAt: Timestamp
    /// When it was read last, to the hour; nil until then.
    package var usedAt: Timestamp?

    package init(id: ID<CalendarLink>, member: ID<Member>, missions: Bool, trips: Bool, createdAt: Timestamp) {
        self.id = id
        self.member = member
        self.missions = missions
        self.trips = trips
        self.createdAt = createdAt
    }

    fileprivate static let columns: StaticString = "id, member, missions, trips, created_at, used_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        missions = try row.bool(2)
        trips = try row.bool(3)
        createdAt = try row.timestamp(4)
        usedAt = try row.timestampOrNull(5)
    }
}

extension Transaction {
    /// Adds a link under the hash of its secret.
    package func addCalendarLink(_ link: CalendarLinkRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO calendar_link (\(literal: CalendarLinkRow.columns), token_hash) VALUES (
                \(link.id.bytes), \(link.member.bytes), \(link.missions), \(link.trips),
                \(link.createdAt.milliseconds), \(link.usedAt?.milliseconds), \(tokenHash))
            """
        )
    }

    /// One link; nil if absent.
    package func calendarLink(_ id: ID<CalendarLink>) throws(StorageError) -> CalendarLinkRow? {
        try first("SELECT \(literal: CalendarLinkRow.columns) FROM calendar_link WHERE id = \(id.bytes)")
            .map(CalendarLinkRow.init)
    }

    /// The link with this secret, while its member may still log in.
    package func calendarLink(tokenHash: [UInt8]) throws(StorageError) -> CalendarLinkRow? {
        try first(
            """
            SELECT \(literal: CalendarLinkRow.columns) FROM calendar_link
            WHERE token_hash = \(tokenHash)
                AND EXISTS (SELECT 1 FROM member WHERE member.id = calendar_link.member AND member.disabled_at IS NULL)
            """
        ).map(CalendarLinkRow.init)
    }

    /// A member's links, in the order they were made.
    package func calendarLinks(of member: ID<Member>) throws(StorageError) -> [CalendarLinkRow] {
        try rows(
            "SELECT \(literal: CalendarLinkRow.columns) FROM calendar_link WHERE member = \(member.bytes) ORDER BY id"
        ).map(CalendarLinkRow.init)
    }

    /// Records that a link was read.
    package func touchCalendarLink(_ id: ID<CalendarLink>, usedAt: Timestamp) throws(StorageError) {
        try run("UPDATE calendar_link SET used_at = \(usedAt.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Removes one of a member's links; false where it is not theirs.
    package func removeCalendarLink(_ id: ID<CalendarLink>, of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM calendar_link WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }

    /// Removes all links of a member.
    package func removeCalendarLinks(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM calendar_link WHERE member = \(member.bytes)")
    }
}
