public import Family

/// Somebody who looked at me, within a quarter of an hour.
public struct LookBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var name: String
    public var colour: Int
    /// Where this person's picture is; absent without one.
    public var picture: String?
    public var firstAt: Timestamp
    public var lastAt: Timestamp
    /// The most that they were shown.
    public var precision: PrecisionName
    /// Where: `home`, `clock`, `day`, `trip`, `page`, `clockLink`, `phoneApp`, `api`.
    public var screens: [String]

    public init(
        member: ID<Member>,
        name: String,
        colour: Int,
        picture: String?,
        firstAt: Timestamp,
        lastAt: Timestamp,
        precision: PrecisionName,
        screens: [String]
    ) {
        self.member = member
        self.name = name
        self.colour = colour
        self.picture = picture
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.precision = precision
        self.screens = screens
    }
}

/// `GET /views`, newest first.
public struct LooksBody: Codable, Sendable {
    public var items: [LookBody]
    /// Where to go on; absent at the end.
    public var next: String?

    public init(items: [LookBody], next: String?) {
        self.items = items
        self.next = next
    }
}
