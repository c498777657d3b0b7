public import Family

/// Somebody who looked at me, within a quarter of an hour.
public struct LookBody: Codable, Hashable, Sendable {
    /// The member, or the browser that a live link let in.
    public var viewer: ID<Looker>
    /// Absent for a browser without an account.
    public var member: ID<Member>?
    /// Of a browser, what I call the live link that let it in.
    public var name: String
    /// Absent for a browser without an account.
    public var colour: Int?
    /// Where this person's picture is; absent without one.
    public var picture: String?
    /// What the browser without an account is called; absent for a member.
    public var browser: String?
    public var firstAt: Timestamp
    public var lastAt: Timestamp
    /// The most that they were shown.
    public var precision: PrecisionName
    /// Where: `home`, `clock`, `day`, `trip`, `page`, `clockLink`, `liveLink`, `phoneApp`, `api`.
    public var screens: [String]

    public init(
        viewer: ID<Looker>,
        member: ID<Member>?,
        name: String,
        colour: Int?,
        picture: String?,
        browser: String?,
        firstAt: Timestamp,
        lastAt: Timestamp,
        precision: PrecisionName,
        screens: [String]
    ) {
        self.viewer = viewer
        self.member = member
        self.name = name
        self.colour = colour
        self.picture = picture
        self.browser = browser
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
