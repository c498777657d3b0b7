public import Family

/// The viewer's clock: `GET /clock`.
public struct ClockBody: Codable, Sendable {
    /// The labels around the face, clockwise from the top.
    public var slots: [String]
    public var hands: [HandBody]

    public init(slots: [String], hands: [HandBody]) {
        self.slots = slots
        self.hands = hands
    }
}

/// One hand; also the data of a `clock` event.
public struct HandBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var name: String
    public var colour: Int
    public var slot: String
    public var since: Timestamp?
    /// How old what the hand says is; absent when nothing was ever heard or the age is not the viewer's to know.
    public var ageSeconds: Int64?
    /// Where this person's picture is; absent without one, and where a link's token asks.
    public var picture: String?

    public init(
        member: ID<Member>,
        name: String,
        colour: Int,
        slot: String,
        since: Timestamp?,
        ageSeconds: Int64?,
        picture: String? = nil
    ) {
        self.member = member
        self.name = name
        self.colour = colour
        self.slot = slot
        self.since = since
        self.ageSeconds = ageSeconds
        self.picture = picture
    }
}

/// `PUT /clock`: the family's own slots and whose hands to show; what is absent stays.
public struct SetClockBody: Codable, Sendable {
    /// 1...12 labels of 1...40 characters, each once; Travelling, Unknown, Lost and In Danger are always added.
    public var slots: [String]?
    /// At most 24, each one I may see or myself.
    public var members: [ID<Member>]?

    public init(slots: [String]? = nil, members: [ID<Member>]? = nil) {
        self.slots = slots
        self.members = members
    }
}

/// A read-only link to my clock, for a wall display.
public struct ClockLinkBody: Codable, Sendable {
    public var id: ID<ClockLink>
    public var createdAt: Timestamp
    /// Whether it shows a map beside the clock.
    public var map: Bool
    /// Whether it shows the missions of the day.
    public var missions: Bool
    /// The page for a wall display; shown only when the link is made.
    public var page: String?
    /// Where the drawing is; shown only when the link is made.
    public var svg: String?
    /// Where the data are; shown only when the link is made.
    public var json: String?

    public init(id: ID<ClockLink>, createdAt: Timestamp, map: Bool, missions: Bool) {
        self.id = id
        self.createdAt = createdAt
        self.map = map
        self.missions = missions
    }
}
