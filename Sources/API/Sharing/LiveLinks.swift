public import Family

/// A link by which anybody who has it sees me for some hours.
public struct LiveLinkBody: Codable, Sendable {
    public var id: ID<LiveLink>
    public var name: String
    public var precision: PrecisionName
    public var beganAt: Timestamp
    public var expiresAt: Timestamp
    /// Present and true while a child's link waits for a guardian.
    public var waits: Bool?
    /// Time of the last look, to the minute; absent if the link was never opened.
    public var lastUsedAt: Timestamp?
    /// The browsers that it let in.
    public var viewers: [TripViewerBody]
    /// The link itself; only when it is made.
    public var link: String?
    /// The link as an SVG to scan; only when it is made.
    public var qrCode: String?

    public init(
        id: ID<LiveLink>,
        name: String,
        precision: PrecisionName,
        beganAt: Timestamp,
        expiresAt: Timestamp,
        waits: Bool?,
        lastUsedAt: Timestamp?,
        viewers: [TripViewerBody]
    ) {
        self.id = id
        self.name = name
        self.precision = precision
        self.beganAt = beganAt
        self.expiresAt = expiresAt
        self.waits = waits
        self.lastUsedAt = lastUsedAt
        self.viewers = viewers
    }
}

/// `POST /me/live-links`.
public struct AddLiveLinkBody: Codable, Sendable {
    public var id: ID<LiveLink>
    /// What I call it, which viewers are not told: one line of 1 to 60 characters.
    public var name: String
    /// 1 to 24.
    public var hours: Int
    /// `place`, `coarse` or `exact`.
    public var precision: PrecisionName

    public init(id: ID<LiveLink>, name: String, hours: Int, precision: PrecisionName) {
        self.id = id
        self.name = name
        self.hours = hours
        self.precision = precision
    }
}

/// `POST /live-views`.
public struct OpenLiveViewBody: Codable, Sendable {
    /// The secret of the link; absent to stay for another hour.
    public var token: String?

    public init(token: String? = nil) {
        self.token = token
    }
}

/// `GET /live-view`: one member as far as the link goes; the level itself is not told, as to no viewer.
public struct LiveViewBody: Codable, Sendable {
    public var name: String
    public var colour: Int
    public var beganAt: Timestamp
    /// When the link ends.
    public var endsAt: Timestamp
    /// When this browser opens its link again, or asks for another hour.
    public var expiresAt: Timestamp
    /// Absent where nothing was heard yet.
    public var presence: PresenceBody?

    public init(
        name: String,
        colour: Int,
        beganAt: Timestamp,
        endsAt: Timestamp,
        expiresAt: Timestamp,
        presence: PresenceBody?
    ) {
        self.name = name
        self.colour = colour
        self.beganAt = beganAt
        self.endsAt = endsAt
        self.expiresAt = expiresAt
        self.presence = presence
    }
}
