public import Family

/// One thing that I am told.
public struct NoticeBody: Codable, Sendable {
    public var id: String
    /// What happened, as a camelCase word of openapi.yaml.
    public var kind: String
    /// Whom it is about, where that is somebody else.
    public var member: ID<Member>?
    /// The label of the place it tells of.
    public var place: String?
    /// The family's place whose change I may accept; `version` is what I follow then, and `title` its label.
    public var familyPlace: ID<Place>?
    /// What the mission or the item is called.
    public var title: String?
    /// What a decision about it names (F60): either a mission's occurrence or a purchase, and the version.
    public var mission: ID<Mission>?
    public var occurrence: UInt32?
    public var purchase: ID<Purchase>?
    public var version: UInt32?
    /// What was paid, goes back or was the price, in decimal digits.
    public var gold: String?
    /// The moment that it tells of: when a backup was taken.
    public var moment: Timestamp?
    public var at: Timestamp

    public init(id: String, kind: String, member: ID<Member>?, place: String? = nil, at: Timestamp) {
        self.id = id
        self.kind = kind
        self.member = member
        self.place = place
        self.at = at
    }
}

/// What the keeper reads of the outbox, by `hearth outbox --json`.
public struct OutboxItemBody: Codable, Sendable {
    public var id: String
    /// `text`, `push` or `mail`.
    public var channel: String
    public var to: String
    public var text: String
    public var createdAt: Timestamp

    public init(id: String, channel: String, to: String, text: String, createdAt: Timestamp) {
        self.id = id
        self.channel = channel
        self.to = to
        self.text = text
        self.createdAt = createdAt
    }
}
