public import Family

/// `POST /verifications`: a code by text.
public struct VerificationBody: Codable, Sendable {
    /// What the code is to open.
    public enum Purpose: String, Codable, Sendable {
        case register
        case login
        case recover
    }

    public var phone: String
    /// The region that a number without country code is read in, such as `CH`.
    public var region: String?
    public var purpose: Purpose
    public var invite: String?
    /// The code that the console shows while a hub has no keeper.
    public var claim: String?

    public init(
        phone: String,
        region: String? = nil,
        purpose: Purpose,
        invite: String? = nil,
        claim: String? = nil
    ) {
        self.phone = phone
        self.region = region
        self.purpose = purpose
        self.invite = invite
        self.claim = claim
    }
}

/// The answer to whoever asked for a code, whether or not one was sent.
public struct VerificationTicketBody: Codable, Sendable {
    /// A secret of the asker: it goes with the code when that is used.
    public var id: String
    public var expiresAt: Timestamp
    public var resendAfterSeconds: Int
    /// False on a hub that sends no texts: the keeper reads the code in its outbox.
    public var isTexted: Bool

    public init(id: String, expiresAt: Timestamp, resendAfterSeconds: Int, isTexted: Bool) {
        self.id = id
        self.expiresAt = expiresAt
        self.resendAfterSeconds = resendAfterSeconds
        self.isTexted = isTexted
    }
}

/// `POST /members`: with a code, or with an invite and the number that it is for where the hub sends no texts.
public struct RegisterBody: Codable, Sendable {
    public var verification: String?
    public var code: String?
    /// The secret of an invite whose `needsCode` is false.
    public var invite: String?
    /// The number that it is for.
    public var phone: String?
    /// The region that a number without country code is read in, such as `CH`.
    public var region: String?
    public var name: String
    /// Without one the account opens by code alone; where there are no codes, it takes one.
    public var password: String?
    /// With an invite: what I show the inviter; absent: what they asked for.
    public var sharing: PrecisionName?
    /// With an invite as a child.
    public var birthYear: Int?
    /// As the time zone database calls it, such as `Europe/Zurich`.
    public var timeZone: String?

    public init(
        verification: String,
        code: String,
        name: String,
        password: String? = nil,
        sharing: PrecisionName? = nil,
        birthYear: Int? = nil,
        timeZone: String? = nil
    ) {
        self.timeZone = timeZone
        self.verification = verification
        self.code = code
        self.name = name
        self.password = password
        self.sharing = sharing
        self.birthYear = birthYear
    }

    public init(
        invite: String,
        phone: String,
        region: String? = nil,
        name: String,
        password: String,
        sharing: PrecisionName? = nil,
        birthYear: Int? = nil,
        timeZone: String? = nil
    ) {
        self.invite = invite
        self.phone = phone
        self.region = region
        self.timeZone = timeZone
        self.name = name
        self.password = password
        self.sharing = sharing
        self.birthYear = birthYear
    }
}

/// `POST /sessions/current/proof`: one of what `proofs` of the refusal named.
public struct ProveBody: Codable, Sendable {
    public var passkey: PasskeyProofBody?
    public var password: String?
    /// What my authenticator app shows.
    public var totp: String?
    public var recoveryCode: String?
    /// A code of purpose `login` to my own number.
    public var verification: String?
    public var code: String?

    public init(
        passkey: PasskeyProofBody? = nil,
        password: String? = nil,
        totp: String? = nil,
        recoveryCode: String? = nil,
        verification: String? = nil,
        code: String? = nil
    ) {
        self.passkey = passkey
        self.password = password
        self.totp = totp
        self.recoveryCode = recoveryCode
        self.verification = verification
        self.code = code
    }
}

/// `PUT /me/password`: the new one, and what proves that I may set it.
public struct ChangePasswordBody: Codable, Sendable {
    public var new: String?
    /// My password until now.
    public var old: String?
    /// For an account without a password: a code of purpose `login` to my own number.
    public var verification: String?
    public var code: String?
    /// The token of a recovery that has waited long enough; no session is needed with it.
    public var recovery: String?
    /// The token of a link that the keeper made; no session is needed with it either.
    public var link: String?
    /// Whether my other sessions end, and other browsers are new again.
    public var endOtherSessions: Bool?

    public init(
        new: String?,
        old: String? = nil,
        verification: String? = nil,
        code: String? = nil,
        recovery: String? = nil,
        link: String? = nil,
        endOtherSessions: Bool? = nil
    ) {
        self.new = new
        self.old = old
        self.verification = verification
        self.code = code
        self.recovery = recovery
        self.link = link
        self.endOtherSessions = endOtherSessions
    }
}

/// `POST /me/phone`: a code to the number that I want to have.
public struct VerifyPhoneBody: Codable, Sendable {
    public var phone: String
    /// The region that a number without country code is read in, such as `CH`.
    public var region: String?

    public init(phone: String, region: String? = nil) {
        self.phone = phone
        self.region = region
    }
}

/// `PUT /me/phone`: the code that came there.
public struct SetPhoneBody: Codable, Sendable {
    public var verification: String
    public var code: String
    /// Whether my other sessions end, and other browsers are new again.
    public var endOtherSessions: Bool?

    public init(verification: String, code: String, endOtherSessions: Bool? = nil) {
        self.verification = verification
        self.code = code
        self.endOtherSessions = endOtherSessions
    }
}

/// `DELETE /me/phone-change`: the token of the link that the old number got.
public struct UndoPhoneChangeBody: Codable, Sendable {
    public var link: String

    public init(link: String) {
        self.link = link
    }
}

/// `POST /me/mail`: a code to the address that security notices are to go to as well.
public struct VerifyMailBody: Codable, Sendable {
    public var mail: String

    public init(mail: String) {
        self.mail = mail
    }
}

/// The answer to it.
public struct MailTicketBody: Codable, Sendable {
    public var expiresAt: Timestamp
    public var resendAfterSeconds: Int

    public init(expiresAt: Timestamp, resendAfterSeconds: Int) {
        self.expiresAt = expiresAt
        self.resendAfterSeconds = resendAfterSeconds
    }
}

/// `PUT /me/mail`: the code that came there.
public struct SetMailBody: Codable, Sendable {
    public var code: String

    public init(code: String) {
        self.code = code
    }
}

/// `POST /recoveries`.
public struct StartRecoveryBody: Codable, Sendable {
    public var verification: String
    public var code: String

    public init(verification: String, code: String) {
        self.verification = verification
        self.code = code
    }
}

/// The answer to it; the token is shown this once.
public struct RecoveryStartedBody: Codable, Sendable {
    public var token: String
    /// From when on the token sets a new password, unless somebody objects.
    public var readyAt: Timestamp
    public var expiresAt: Timestamp

    public init(token: String, readyAt: Timestamp, expiresAt: Timestamp) {
        self.token = token
        self.readyAt = readyAt
        self.expiresAt = expiresAt
    }
}

/// `GET /me/recovery`: a recovery of my account that is under way.
public struct RecoveryBody: Codable, Sendable {
    public var startedAt: Timestamp
    public var readyAt: Timestamp

    public init(startedAt: Timestamp, readyAt: Timestamp) {
        self.startedAt = startedAt
        self.readyAt = readyAt
    }
}
