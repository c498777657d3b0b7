public import Family

/// That adults want to revoke a key of somebody else, while too few of them have agreed.
public struct KeyRevocationBody: Codable, Hashable, Sendable {
    /// Until when it can be agreed to; whoever signs on a device signs this too.
    public var validUntil: Timestamp
    /// Who has agreed, in that order.
    public var agreed: [ID<Member>]
    /// How many have to.
    public var needed: Int

    public init(validUntil: Timestamp, agreed: [ID<Member>], needed: Int) {
        self.validUntil = validUntil
        self.agreed = agreed
        self.needed = needed
    }
}

/// One item of `GET /ledger/keys`: a device that signs for somebody else of my family.
public struct FamilyKeyBody: Codable, Hashable, Sendable {
    public var id: ID<LedgerKey>
    public var member: ID<Member>
    /// What its holder is called.
    public var name: String
    /// What its device is called.
    public var device: String?
    public var addedAt: Timestamp?
    public var revocation: KeyRevocationBody?

    public init(
        id: ID<LedgerKey>,
        member: ID<Member>,
        name: String,
        device: String?,
        addedAt: Timestamp?,
        revocation: KeyRevocationBody?
    ) {
        self.id = id
        self.member = member
        self.name = name
        self.device = device
        self.addedAt = addedAt
        self.revocation = revocation
    }
}

/// `PUT /ledger/keys/{id}/revocation`.
public struct AgreeToRevokeBody: Codable, Sendable {
    /// What a device signs: that the key counts no more.
    public struct Signature: Codable, Sendable {
        public var key: ID<LedgerKey>
        /// Of Ed25519, 64 bytes in base64.
        public var bytes: String
        /// A week ahead at most; what others agreed to, where somebody has.
        public var validUntil: Timestamp

        public init(key: ID<LedgerKey>, bytes: String, validUntil: Timestamp) {
            self.key = key
            self.bytes = bytes
            self.validUntil = validUntil
        }
    }

    /// Absent: the hub signs with the key that it keeps for me.
    public var signature: Signature?

    public init(signature: Signature?) {
        self.signature = signature
    }
}

/// What came of an agreement.
public struct AgreedBody: Codable, Hashable, Sendable {
    /// Whether the key counts no more.
    public var revoked: Bool
    /// What is still missing.
    public var revocation: KeyRevocationBody?

    public init(revoked: Bool, revocation: KeyRevocationBody?) {
        self.revoked = revoked
        self.revocation = revocation
    }
}
