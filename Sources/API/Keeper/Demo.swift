public import Family

/// `GET /demo`: a made-up person whom a demo lets in with one tap.
public struct DemoPersonBody: Codable, Sendable {
    public var member: ID<Member>
    public var name: String
    /// 0...11, an index into the page's member colours.
    public var colour: Int
    /// What there is to see of them, in a few words.
    public var summary: String
    /// Their safety PIN; absent where none is set.
    public var pin: String?
    /// Their picture as a `data:` URL.
    public var picture: String?

    public init(member: ID<Member>, name: String, colour: Int, summary: String, pin: String?, picture: String?) {
        self.pin = pin
        self.member = member
        self.name = name
        self.colour = colour
        self.summary = summary
        self.picture = picture
    }
}

/// `POST /demo`: as whom.
public struct EnterDemoBody: Codable, Sendable {
    public var member: ID<Member>

    public init(member: ID<Member>) {
        self.member = member
    }
}
