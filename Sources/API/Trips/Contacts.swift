public import Family

/// `POST /me/contacts`.
public struct AddContactBody: Codable, Sendable {
    public var id: ID<Contact>
    public var name: String
    public var phone: String?
    public var region: String?
    public var mail: String?

    public init(id: ID<Contact>, name: String, phone: String? = nil, region: String? = nil, mail: String? = nil) {
        self.id = id
        self.name = name
        self.phone = phone
        self.region = region
        self.mail = mail
    }
}

/// An outside contact as its member reads it.
public struct ContactBody: Codable, Sendable {
    public var id: ID<Contact>
    public var name: String
    /// One of both is there.
    public var phone: String?
    public var mail: String?
    /// `asked`, `agreed`, `declined` or `ended`.
    public var state: String
    public var askedAt: Timestamp

    public init(id: ID<Contact>, name: String, state: String, askedAt: Timestamp) {
        self.id = id
        self.name = name
        self.state = state
        self.askedAt = askedAt
    }
}

/// `POST /contact-views`.
public struct ViewContactBody: Codable, Sendable {
    public var token: String
}

/// `POST /contact-answers`.
public struct AnswerContactBody: Codable, Sendable {
    public var token: String
    /// Whether the contact wants to be called; false declines or ends it.
    public var agree: Bool
}

/// What an outside contact is asked, and what they answered.
public struct ContactQuestionBody: Codable, Sendable {
    /// Who asks.
    public var name: String
    /// `asked`, `agreed`, `declined` or `ended`.
    public var state: String

    public init(name: String, state: String) {
        self.name = name
        self.state = state
    }
}
