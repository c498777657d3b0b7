public import Family

/// What somebody is in their family.
public enum FamilyRoleName: String, Codable, Sendable {
    case adult
    case child
}

/// One of a family, as the others see them.
public struct FamilyMemberBody: Codable, Hashable, Sendable {
    public var id: ID<Member>
    public var name: String
    public var colour: Int
    /// Where this person's picture is; absent without one.
    public var picture: String?
    public var role: FamilyRoleName
    /// Of children, where it is known.
    public var birthYear: Int?
    /// Whether they log in with a number of their own.
    public var hasPhone: Bool
    /// True where nobody proved that the number is theirs; otherwise absent.
    public var numberUnconfirmed: Bool?

    public init(
        id: ID<Member>,
        name: String,
        colour: Int,
        picture: String? = nil,
        role: FamilyRoleName,
        birthYear: Int? = nil,
        hasPhone: Bool,
        numberUnconfirmed: Bool? = nil
    ) {
        self.numberUnconfirmed = numberUnconfirmed
        self.id = id
        self.name = name
        self.colour = colour
        self.picture = picture
        self.role = role
        self.birthYear = birthYear
        self.hasPhone = hasPhone
    }
}

/// A live invite, as adults of its family see it.
public struct InviteBody: Codable, Hashable, Sendable {
    public var id: ID<Invite>
    public var inviter: ID<Member>
    public var role: FamilyRoleName
    /// What I offered and asked for, and whose number it is for: only of my own.
    public var mySharing: PrecisionName?
    public var askedSharing: PrecisionName?
    public var phone: String?
    public var createdAt: Timestamp
    public var expiresAt: Timestamp

    public init(
        id: ID<Invite>,
        inviter: ID<Member>,
        role: FamilyRoleName,
        mySharing: PrecisionName?,
        askedSharing: PrecisionName?,
        phone: String?,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.inviter = inviter
        self.role = role
        self.mySharing = mySharing
        self.askedSharing = askedSharing
        self.phone = phone
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// My family.
public struct FamilyBody: Codable, Hashable, Sendable {
    public var id: ID<FamilyGroup>
    public var name: String?
    public var members: [FamilyMemberBody]
    /// Empty for children.
    public var invites: [InviteBody]

    public init(id: ID<FamilyGroup>, name: String?, members: [FamilyMemberBody], invites: [InviteBody]) {
        self.id = id
        self.name = name
        self.members = members
        self.invites = invites
    }
}

/// `PATCH /families/{id}`; an empty name takes it away.
public struct ChangeFamilyBody: Codable, Sendable {
    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// `POST /families/{id}/members`: a child's account without a number.
public struct AddChildBody: Codable, Sendable {
    public var name: String
    public var birthYear: Int
    public var colour: Int?

    public init(name: String, birthYear: Int, colour: Int? = nil) {
        self.name = name
        self.birthYear = birthYear
        self.colour = colour
    }
}

/// `PATCH /families/{id}/members/{member}`; what is absent stays.
public struct ChangeFamilyMemberBody: Codable, Sendable {
    public var role: FamilyRoleName?
    public var birthYear: Int?

    public init(role: FamilyRoleName? = nil, birthYear: Int? = nil) {
        self.role = role
        self.birthYear = birthYear
    }
}

/// A new link, shown this once.
public struct LinkIssuedBody: Codable, Sendable {
    /// Its secret stands behind the number sign, which browsers keep to themselves.
    public var link: String
    /// The link as a drawing in SVG.
    public var qrCode: String?
    public var expiresAt: Timestamp

    public init(link: String, qrCode: String?, expiresAt: Timestamp) {
        self.link = link
        self.qrCode = qrCode
        self.expiresAt = expiresAt
    }
}

/// `POST /families/{id}/invites`.
public struct AddInviteBody: Codable, Sendable {
    public var id: ID<Invite>
    /// Whose invite it is; with it comes a code to read out, and nobody else can use either.
    public var phone: String?
    /// The region that a number without country code is read in, such as `CH`.
    public var region: String?
    public var role: FamilyRoleName
    /// What I show whoever joins.
    public var mySharing: PrecisionName
    /// What I ask them to show me.
    public var askedSharing: PrecisionName

    public init(
        id: ID<Invite>,
        phone: String? = nil,
        region: String? = nil,
        role: FamilyRoleName,
        mySharing: PrecisionName,
        askedSharing: PrecisionName
    ) {
        self.id = id
        self.phone = phone
        self.region = region
        self.role = role
        self.mySharing = mySharing
        self.askedSharing = askedSharing
    }
}

/// A new invite; link and code are shown this once.
public struct InviteIssuedBody: Codable, Sendable {
    public var id: ID<Invite>
    /// Its secret stands behind the number sign, which browsers keep to themselves.
    public var link: String
    /// The link as a drawing in SVG.
    public var qrCode: String?
    /// Eight characters of Crockford's base 32, for the number that it is for.
    public var code: String?
    public var expiresAt: Timestamp

    public init(id: ID<Invite>, link: String, qrCode: String?, code: String?, expiresAt: Timestamp) {
        self.id = id
        self.link = link
        self.qrCode = qrCode
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// `POST /invite-views`: the token of a link, or a code with the number that it is for.
public struct ViewInviteBody: Codable, Sendable {
    public var invite: String
    public var phone: String?
    public var region: String?

    public init(invite: String, phone: String? = nil, region: String? = nil) {
        self.invite = invite
        self.phone = phone
        self.region = region
    }
}

/// What an invite offers.
public struct InviteViewBody: Codable, Hashable, Sendable {
    /// The inviter's name.
    public var inviter: String
    public var family: String?
    /// What I would be in the family.
    public var role: FamilyRoleName
    /// What the inviter would show me.
    public var theirSharing: PrecisionName
    /// What they ask me to show them.
    public var askedSharing: PrecisionName
    public var expiresAt: Timestamp
    /// Whether somebody new needs a code by text; otherwise the invite and the number that it is for are enough.
    public var needsCode: Bool
    /// True where nobody proved that the inviter's number is theirs; otherwise absent.
    public var inviterUnconfirmed: Bool?

    public init(
        inviter: String,
        family: String?,
        role: FamilyRoleName,
        theirSharing: PrecisionName,
        askedSharing: PrecisionName,
        expiresAt: Timestamp,
        needsCode: Bool,
        inviterUnconfirmed: Bool? = nil
    ) {
        self.needsCode = needsCode
        self.inviterUnconfirmed = inviterUnconfirmed
        self.inviter = inviter
        self.family = family
        self.role = role
        self.theirSharing = theirSharing
        self.askedSharing = askedSharing
        self.expiresAt = expiresAt
    }
}

/// `PUT /me/family`: join another family by an invite, or hand a child in my care over to one.
public struct JoinFamilyBody: Codable, Sendable {
    public var invite: String
    /// What I show the inviter; absent: what they asked for.
    public var sharing: PrecisionName?
    /// Of whoever joins as a child.
    public var birthYear: Int?
    /// The child that is handed over; absent: I myself.
    public var member: ID<Member>?

    public init(
        invite: String,
        sharing: PrecisionName? = nil,
        birthYear: Int? = nil,
        member: ID<Member>? = nil
    ) {
        self.invite = invite
        self.sharing = sharing
        self.birthYear = birthYear
        self.member = member
    }
}
