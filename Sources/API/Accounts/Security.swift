public import Family

/// `GET /me/security`: what proves that I am me.
public struct SecurityBody: Codable, Sendable {
    public var hasPassword: Bool
    /// Oldest first.
    public var passkeys: [PasskeyBody]
    /// Since when an authenticator app is in use; absent without one.
    public var authenticatorSince: Timestamp?
    public var recoveryCodesLeft: Int
    /// The last change of my number, while the old one can undo it.
    public var phoneChange: PhoneChangeBody?

    public init(
        hasPassword: Bool,
        passkeys: [PasskeyBody],
        authenticatorSince: Timestamp?,
        recoveryCodesLeft: Int,
        phoneChange: PhoneChangeBody? = nil
    ) {
        self.phoneChange = phoneChange
        self.hasPassword = hasPassword
        self.passkeys = passkeys
        self.authenticatorSince = authenticatorSince
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// A change of my number.
public struct PhoneChangeBody: Codable, Sendable {
    /// The number before, in E.164.
    public var oldPhone: String?
    public var changedAt: Timestamp
    /// From then on it stands.
    public var undoUntil: Timestamp

    public init(oldPhone: String?, changedAt: Timestamp, undoUntil: Timestamp) {
        self.oldPhone = oldPhone
        self.changedAt = changedAt
        self.undoUntil = undoUntil
    }
}

/// One of my passkeys.
public struct PasskeyBody: Codable, Sendable {
    public var id: String
    public var name: String
    public var createdAt: Timestamp
    /// Absent until it was used.
    public var usedAt: Timestamp?

    public init(id: String, name: String, createdAt: Timestamp, usedAt: Timestamp?) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.usedAt = usedAt
    }
}

/// The answer to `POST /challenges`: what an authenticator is to sign.
public struct ChallengeBody: Codable, Sendable {
    /// In base64url.
    public var challenge: String
    /// The host that passkeys of this hub are made for.
    public var relyingParty: String
    public var expiresAt: Timestamp

    public init(challenge: String, relyingParty: String, expiresAt: Timestamp) {
        self.challenge = challenge
        self.relyingParty = relyingParty
        self.expiresAt = expiresAt
    }
}

/// `POST /me/passkeys`: what a browser answers when a passkey is made; bytes in base64url.
public struct AddPasskeyBody: Codable, Sendable {
    public var name: String
    public var clientData: String
    public var attestation: String

    public init(name: String, clientData: String, attestation: String) {
        self.name = name
        self.clientData = clientData
        self.attestation = attestation
    }
}

/// What a browser answers when a passkey signs; bytes in base64url.
public struct PasskeyProofBody: Codable, Sendable {
    public var credential: String
    public var clientData: String
    public var authenticatorData: String
    public var signature: String

    public init(credential: String, clientData: String, authenticatorData: String, signature: String) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
    }
}

/// `PATCH /me/passkeys/{id}`.
public struct RenamePasskeyBody: Codable, Sendable {
    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// The answer to `POST /me/authenticator`; shown this once.
public struct AuthenticatorSetUpBody: Codable, Sendable {
    /// In base32, for typing.
    public var secret: String
    /// Opens an authenticator app on this device.
    public var link: String
    /// The link as a drawing to scan, in SVG.
    public var qrCode: String?

    public init(secret: String, link: String, qrCode: String?) {
        self.secret = secret
        self.link = link
        self.qrCode = qrCode
    }
}

/// `PUT /me/authenticator`.
public struct ConfirmAuthenticatorBody: Codable, Sendable {
    /// What the app shows.
    public var code: String

    public init(code: String) {
        self.code = code
    }
}

/// The answer to `POST /me/recovery-codes`; shown this once.
public struct RecoveryCodesBody: Codable, Sendable {
    public var codes: [String]

    public init(codes: [String]) {
        self.codes = codes
    }
}
