public import Family

/// `PUT /me/connect-code`: the precision that the code grants.
public struct ConnectCodeRequestBody: Codable, Sendable {
    public var precision: PrecisionName
    /// When the sharing ends by itself; absent: until one side ends it.
    public var shareExpiresAt: Timestamp?

    public init(precision: PrecisionName, shareExpiresAt: Timestamp? = nil) {
        self.precision = precision
        self.shareExpiresAt = shareExpiresAt
    }
}

/// My new connect code, shown this once; it replaces any earlier one and works once.
public struct ConnectCodeBody: Codable, Sendable {
    /// Eight characters of Crockford's base 32.
    public var code: String
    public var expiresAt: Timestamp

    public init(code: String, expiresAt: Timestamp) {
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// `POST /connections`: the other person's number and the code they gave.
public struct ConnectBody: Codable, Sendable {
    public var id: ID<Connection>
    public var phone: String
    public var code: String

    public init(id: ID<Connection>, phone: String, code: String) {
        self.id = id
        self.phone = phone
        self.code = code
    }
}

/// Somebody I see, or somebody who sees me.
public struct ConnectionBody: Codable, Hashable, Sendable {
    public var id: ID<Connection>
    /// The person at the other end.
    public var member: ID<Member>
    public var name: String
    /// Only in `seen`: what they call themselves, where `name` is one that I gave them.
    public var theirName: String?
    public var colour: Int
    /// Where this person's picture is; absent without one.
    public var picture: String?
    /// Only in `seers`: a viewer never learns the level that was set for them.
    public var precision: PrecisionName?
    public var expiresAt: Timestamp?
    /// What a child is to show, and who has still to agree; only in `seers`.
    public var asked: AskedSharingBody?
    /// True where this person left the hub; otherwise absent.
    public var gone: Bool?
    /// True where nobody proved that this person's number is theirs; otherwise absent.
    public var numberUnconfirmed: Bool?

    public init(
        id: ID<Connection>,
        member: ID<Member>,
        name: String,
        theirName: String? = nil,
        colour: Int,
        picture: String? = nil,
        precision: PrecisionName? = nil,
        expiresAt: Timestamp? = nil,
        asked: AskedSharingBody? = nil,
        gone: Bool? = nil,
        numberUnconfirmed: Bool? = nil
    ) {
        self.numberUnconfirmed = numberUnconfirmed
        self.asked = asked
        self.id = id
        self.member = member
        self.name = name
        self.theirName = theirName
        self.colour = colour
        self.picture = picture
        self.precision = precision
        self.expiresAt = expiresAt
        self.gone = gone
    }
}

/// What a child is to show somebody, which holds once guardian and child have agreed.
public struct AskedSharingBody: Codable, Hashable, Sendable {
    public var precision: PrecisionName
    public var expiresAt: Timestamp?
    public var guardianAgreed: Bool
    public var childAgreed: Bool

    public init(precision: PrecisionName, expiresAt: Timestamp?, guardianAgreed: Bool, childAgreed: Bool) {
        self.precision = precision
        self.expiresAt = expiresAt
        self.guardianAgreed = guardianAgreed
        self.childAgreed = childAgreed
    }
}

/// The answer to a new connection: what the code granted.
public struct ConnectedBody: Codable, Hashable, Sendable {
    public var id: ID<Connection>
    public var member: ID<Member>
    public var precision: PrecisionName
    public var expiresAt: Timestamp?

    public init(id: ID<Connection>, member: ID<Member>, precision: PrecisionName, expiresAt: Timestamp? = nil) {
        self.id = id
        self.member = member
        self.precision = precision
        self.expiresAt = expiresAt
    }
}

/// `GET /connections`.
public struct ConnectionsBody: Codable, Sendable {
    public var seen: [ConnectionBody]
    public var seers: [ConnectionBody]

    public init(seen: [ConnectionBody], seers: [ConnectionBody]) {
        self.seen = seen
        self.seers = seers
    }
}

/// `PUT /connections/{id}/name` by the viewer: what I call somebody I see.
public struct OwnNameBody: Codable, Sendable {
    /// One line of 1 to 60 characters; absent: the name they gave themselves.
    public var name: String?

    public init(name: String?) {
        self.name = name
    }
}

/// `PATCH /connections/{id}` by the subject.
public struct ChangeConnectionBody: Codable, Sendable {
    public var precision: PrecisionName
    public var expiresAt: Timestamp?

    public init(precision: PrecisionName, expiresAt: Timestamp? = nil) {
        self.precision = precision
        self.expiresAt = expiresAt
    }
}
