public import Family

/// How much there is of one way by which something of me gets out, or was when it was cut.
public struct ShareCountBody: Codable, Hashable, Sendable {
    /// `people`, `connectCode`, `requests`, `invites`, `oneTimeLinks`, `clockLinks`, `wallDisplays`, `liveLinks`, `devices`, `sessions` or
    /// `browsers`.
    public var kind: String
    public var count: Int

    public init(kind: String, count: Int) {
        self.kind = kind
        self.count = count
    }
}

/// `GET /me/sharing`.
public struct SharingBody: Codable, Sendable {
    /// Every kind, also those of which there is nothing.
    public var items: [ShareCountBody]
    /// After how many days I am reminded of who sees me.
    public var reminderDays: Int
    /// Present while I pause.
    public var pause: PauseBody?
    /// Present and true where a guardian sees something of me, which I cannot lower, pause or stop, but ask for.
    public var guardiansSee: Bool?
    /// Whether the wall displays of my family may show me on a map; of a child, whether one does.
    public var onWalls: Bool

    public init(
        items: [ShareCountBody],
        reminderDays: Int,
        pause: PauseBody?,
        guardiansSee: Bool? = nil,
        onWalls: Bool
    ) {
        self.onWalls = onWalls
        self.guardiansSee = guardiansSee
        self.items = items
        self.reminderDays = reminderDays
        self.pause = pause
    }
}

/// `PATCH /me/sharing`: what is absent stays as it is.
public struct ChangeSharingBody: Codable, Sendable {
    /// Everyone who sees more sees this from now on: `place`, `coarse` or `exact`.
    public var precisionAtMost: PrecisionName?
    /// 1 to 30.
    public var reminderDays: Int?

    public init(precisionAtMost: PrecisionName? = nil, reminderDays: Int? = nil) {
        self.precisionAtMost = precisionAtMost
        self.reminderDays = reminderDays
    }
}

/// A pause of my sharing: to others it is as if my phone had lost its signal.
public struct PauseBody: Codable, Hashable, Sendable {
    public var since: Timestamp
    /// Absent while it has no end.
    public var until: Timestamp?

    public init(since: Timestamp, until: Timestamp?) {
        self.since = since
        self.until = until
    }
}

/// `PUT /me/pause`.
public struct PauseRequestBody: Codable, Sendable {
    /// Absent: until I end it.
    public var until: Timestamp?

    public init(until: Timestamp? = nil) {
        self.until = until
    }
}

/// `POST /connection-requests`: the number of somebody whom I ask to show me something.
public struct AskBody: Codable, Sendable {
    public var id: ID<Connection>
    public var phone: String
    /// Two letters of ISO 3166; by default the hub's.
    public var region: String?

    public init(id: ID<Connection>, phone: String, region: String? = nil) {
        self.id = id
        self.phone = phone
        self.region = region
    }
}

/// A request of mine: it waits, whatever became of it, until it is accepted or runs out.
public struct SentRequestBody: Codable, Hashable, Sendable {
    public var id: ID<Connection>
    public var at: Timestamp
    public var expiresAt: Timestamp

    public init(id: ID<Connection>, at: Timestamp, expiresAt: Timestamp) {
        self.id = id
        self.at = at
        self.expiresAt = expiresAt
    }
}

/// Somebody who asks to see me.
public struct ConnectionRequestBody: Codable, Hashable, Sendable {
    public var id: ID<Connection>
    public var member: ID<Member>
    public var name: String
    public var colour: Int
    /// Where this person's picture is; absent without one.
    public var picture: String?
    public var at: Timestamp
    public var expiresAt: Timestamp
    /// True where nobody proved that this person's number is theirs; otherwise absent.
    public var numberUnconfirmed: Bool?

    public init(
        id: ID<Connection>,
        member: ID<Member>,
        name: String,
        colour: Int,
        picture: String?,
        at: Timestamp,
        expiresAt: Timestamp,
        numberUnconfirmed: Bool? = nil
    ) {
        self.numberUnconfirmed = numberUnconfirmed
        self.id = id
        self.member = member
        self.name = name
        self.colour = colour
        self.picture = picture
        self.at = at
        self.expiresAt = expiresAt
    }
}

/// `GET /connection-requests`.
public struct ConnectionRequestsBody: Codable, Sendable {
    /// Who asks to see me.
    public var asked: [ConnectionRequestBody]
    /// Whom I ask.
    public var sent: [SentRequestBody]

    public init(asked: [ConnectionRequestBody], sent: [SentRequestBody]) {
        self.asked = asked
        self.sent = sent
    }
}
