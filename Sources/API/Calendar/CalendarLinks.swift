public import Family

/// `POST /me/calendar-links`.
public struct AddCalendarLinkBody: Codable, Sendable {
    public var id: ID<CalendarLink>
    /// Whether the calendar shows my missions.
    public var missions: Bool
    /// Whether the calendar shows when I was on a trip.
    public var trips: Bool

    public init(id: ID<CalendarLink>, missions: Bool, trips: Bool) {
        self.id = id
        self.missions = missions
        self.trips = trips
    }
}

/// A link by which a calendar program reads my missions and trips.
public struct CalendarLinkBody: Codable, Sendable {
    public var id: ID<CalendarLink>
    public var missions: Bool
    public var trips: Bool
    public var createdAt: Timestamp
    /// When it was read last, to the hour; absent until it is read first.
    public var usedAt: Timestamp?
    /// The address to give to a calendar program; only when the link is made.
    public var url: String?

    public init(id: ID<CalendarLink>, missions: Bool, trips: Bool, createdAt: Timestamp, usedAt: Timestamp? = nil) {
        self.id = id
        self.missions = missions
        self.trips = trips
        self.createdAt = createdAt
        self.usedAt = usedAt
    }
}
