public import Family

/// Something that was sent to a browser; the API knows no more of it than its identity.
public enum PushMessageReference: Sendable {}

/// `GET /me/push`: where I take push messages.
public struct PushBody: Codable, Sendable {
    /// The hub's public key, in base64url: what a browser is told when it subscribes.
    public var key: String
    /// Each browser, the one that asks first.
    public var items: [PushStandingBody]

    public init(key: String, items: [PushStandingBody]) {
        self.key = key
        self.items = items
    }
}

/// A browser that takes push messages.
public struct PushStandingBody: Codable, Hashable, Sendable {
    public var createdAt: Timestamp
    /// When it last showed one; absent where it never did.
    public var shownAt: Timestamp?
    public var current: Bool

    public init(createdAt: Timestamp, shownAt: Timestamp?, current: Bool) {
        self.createdAt = createdAt
        self.shownAt = shownAt
        self.current = current
    }
}

/// `PUT /me/push`: how the browser that asks is reached.
public struct SetPushBody: Codable, Sendable {
    public var endpoint: String
    /// A point on P-256, 65 bytes in base64url.
    public var publicKey: String
    /// 16 bytes in base64url.
    public var authentication: String

    public init(endpoint: String, publicKey: String, authentication: String) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authentication = authentication
    }
}

/// `POST /me/push/shown`: a message was shown, and perhaps opened.
public struct PushShownBody: Codable, Sendable {
    public var message: ID<PushMessageReference>
    public var opened: Bool

    public init(message: ID<PushMessageReference>, opened: Bool) {
        self.message = message
        self.opened = opened
    }
}
