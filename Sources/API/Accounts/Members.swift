public import Family

/// `POST /sessions`: number and password, or a code with the password where that is needed as well, and beside them what
/// else is needed; or a passkey alone, or a child's link.
public struct LogInBody: Codable, Sendable {
    public var phone: String?
    /// The region that a number without country code is read in, such as `CH`.
    public var region: String?
    public var password: String?
    public var verification: String?
    public var code: String?
    /// What my authenticator app shows.
    public var totp: String?
    public var recoveryCode: String?
    public var passkey: PasskeyProofBody?
    /// Whether others use this device too: then the session is short, and the browser is not remembered.
    public var sharedDevice: Bool?
    /// The token of a link that a guardian made, alone.
    public var link: String?

    public init(
        phone: String? = nil,
        region: String? = nil,
        password: String? = nil,
        verification: String? = nil,
        code: String? = nil,
        totp: String? = nil,
        recoveryCode: String? = nil,
        passkey: PasskeyProofBody? = nil,
        sharedDevice: Bool? = nil,
        link: String? = nil
    ) {
        self.link = link
        self.totp = totp
        self.recoveryCode = recoveryCode
        self.passkey = passkey
        self.sharedDevice = sharedDevice
        self.phone = phone
        self.region = region
        self.password = password
        self.verification = verification
        self.code = code
    }
}

/// The answer to a log-in; the token is shown this once.
public struct LoggedInBody: Codable, Sendable {
    public var member: ID<Member>
    public var token: String
    public var expiresAt: Timestamp

    public init(member: ID<Member>, token: String, expiresAt: Timestamp) {
        self.member = member
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// `GET /session`: whether the cookie or token that asks opens a session, and what its member's page begins with where that
/// is asked for.
public struct SessionStateBody: Codable, Sendable {
    /// A page that a link let this browser see without an account.
    public enum View: String, Codable, Sendable {
        /// A trip or an alarm.
        case trip
        case live
        case wall
    }

    public var isLoggedIn: Bool
    public var views: [View]
    /// With `?family=true` and a session alone.
    public var family: FamilyViewBody?
    /// Of a session that waits for a guardian's agreement: the names of those who can agree.
    public var heldFor: [String]?
    /// Of such a session alone: the member.
    public var heldAs: HeldMemberBody?

    /// What a browser is told.
    public init(
        isLoggedIn: Bool,
        views: [View],
        family: FamilyViewBody? = nil,
        heldFor: [String]? = nil,
        heldAs: HeldMemberBody? = nil
    ) {
        (self.heldFor, self.heldAs) = (heldFor, heldAs)
        self.isLoggedIn = isLoggedIn
        self.views = views
        self.family = family
    }
}

/// The member of a session that waits for a guardian's agreement, and what its page shows beside a call for help.
public struct HeldMemberBody: Codable, Sendable {
    public var member: ID<Member>
    public var name: String
    /// Without a PIN the page asks for none: such a session cannot set it.
    public var pinsSet: Bool
    /// Whether no message about an alarm could leave the hub now.
    public var reachesNobody: Bool
    /// By the member's number or the hub's region, and no position.
    public var emergency: EmergencyBody

    public init(member: ID<Member>, name: String, pinsSet: Bool, reachesNobody: Bool, emergency: EmergencyBody) {
        self.member = member
        self.name = name
        self.pinsSet = pinsSet
        self.reachesNobody = reachesNobody
        self.emergency = emergency
    }
}

/// Everything that a member's page begins with, in one answer.
public struct FamilyViewBody: Codable, Sendable {
    public var me: MeBody
    public var connections: ConnectionsBody
    public var presence: [PresenceBody]
    public var clock: ClockBody
    public var shown: ShownBody
    public var liveLinks: [LiveLinkBody]

    public init(
        me: MeBody,
        connections: ConnectionsBody,
        presence: [PresenceBody],
        clock: ClockBody,
        shown: ShownBody,
        liveLinks: [LiveLinkBody]
    ) {
        self.me = me
        self.connections = connections
        self.presence = presence
        self.clock = clock
        self.shown = shown
        self.liveLinks = liveLinks
    }
}

/// One of my sessions.
public struct SessionBody: Codable, Sendable {
    public var id: ID<Session>
    public var createdAt: Timestamp
    public var lastSeenAt: Timestamp
    public var expiresAt: Timestamp
    /// Whether this is the session that asks.
    public var current: Bool

    public init(id: ID<Session>, createdAt: Timestamp, lastSeenAt: Timestamp, expiresAt: Timestamp, current: Bool) {
        self.id = id
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
        self.current = current
    }
}

/// `GET /me`.
public struct MeBody: Codable, Sendable {
    public var id: ID<Member>
    public var name: String
    /// 0...11, an index into the page's member colours.
    public var colour: Int
    /// E.164; only its owner ever reads it.
    public var phone: String?
    /// True where no code proved that the number is mine; otherwise absent.
    public var numberUnconfirmed: Bool?
    /// True where the hub sends texts; otherwise absent, and there are no codes that reach a phone.
    public var hubSendsTexts: Bool?
    /// `adult` or `child`.
    public var role: String
    /// Whether this member runs the hub.
    public var keeper: Bool
    /// Where my picture is: a path on this hub, another for each picture.
    public var picture: String?
    /// Where security notices go as well; only its owner ever reads it.
    public var mail: String?
    /// As the time zone database calls it, such as `Europe/Zurich`.
    public var timeZone: String?
    /// The tag of the language in which the hub writes to me, such as `de`; absent before any was chosen.
    public var language: String?

    public init(
        id: ID<Member>,
        name: String,
        colour: Int,
        phone: String?,
        role: String,
        keeper: Bool,
        picture: String? = nil,
        mail: String? = nil,
        timeZone: String? = nil,
        language: String? = nil,
        numberUnconfirmed: Bool? = nil,
        hubSendsTexts: Bool? = nil
    ) {
        self.numberUnconfirmed = numberUnconfirmed
        self.hubSendsTexts = hubSendsTexts
        self.mail = mail
        self.timeZone = timeZone
        self.language = language
        self.id = id
        self.name = name
        self.colour = colour
        self.phone = phone
        self.role = role
        self.keeper = keeper
        self.picture = picture
    }
}

/// `PATCH /me`; what is absent stays.
public struct ChangeMeBody: Codable, Sendable {
    public var name: String?
    public var colour: Int?
    /// As the time zone database calls it, such as `Europe/Zurich`.
    public var timeZone: String?
    /// The tag of the language in which the hub writes to me: `en`, `de`, `es`, `fr` or `zh-Hans`.
    public var language: String?

    public init(name: String? = nil, colour: Int? = nil, timeZone: String? = nil, language: String? = nil) {
        self.timeZone = timeZone
        self.language = language
        self.name = name
        self.colour = colour
    }
}

/// `GET` and `PUT /me/shown`: whom my Home page shows.
public struct ShownBody: Codable, Hashable, Sendable {
    /// Oneself, everyone together, or one person.
    public enum Kind: String, Codable, Sendable {
        case me = "self"
        case all
        case member
    }

    public var kind: Kind
    /// Present exactly when `kind` is `member`.
    public var member: ID<Member>?

    public init(kind: Kind, member: ID<Member>? = nil) {
        self.kind = kind
        self.member = member
    }
}
