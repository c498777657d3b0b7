public import Family

/// A deputy that guards a trip, or would.
public struct GuardingDeputyBody: Codable, Hashable, Sendable {
    public var name: String
    /// When it was first known to hold this trip; absent until then.
    public var confirmedAt: Timestamp?
    /// When it was last heard; absent where it never was.
    public var heardAt: Timestamp?
    /// Whether it would notice now that the hub is dead.
    public var heard: Bool

    /// Takes its parts as they are.
    public init(name: String, confirmedAt: Timestamp?, heardAt: Timestamp?, heard: Bool) {
        (self.name, self.confirmedAt, self.heardAt, self.heard) = (name, confirmedAt, heardAt, heard)
    }
}

/// What a deputy is given in words that its operator can read.
public enum DeputyTextsName: String, Codable, Sendable {
    case none
    case needed
    case all
}

/// A deputy as a member decides about it.
public struct DeputyBody: Codable, Hashable, Sendable {
    public var id: ID<DeputyReference>
    public var name: String
    public var texts: DeputyTextsName
    /// What I said; absent where I was not asked.
    public var guards: Bool?
    /// Present and true for a child whose guardians decide; `guards` is then theirs.
    public var guardianDecides: Bool?
    public var heardAt: Timestamp?
    public var heard: Bool

    /// Takes its parts as they are.
    public init(id: ID<DeputyReference>, name: String, texts: DeputyTextsName, heardAt: Timestamp?, heard: Bool) {
        (self.id, self.name, self.texts, self.heardAt, self.heard) = (id, name, texts, heardAt, heard)
    }
}

/// A deputy as the keeper is shown it.
public struct KeeperDeputyBody: Codable, Hashable, Sendable {
    public var id: ID<DeputyReference>
    public var name: String
    public var texts: DeputyTextsName
    public var pairedAt: Timestamp
    public var heardAt: Timestamp?
    public var heard: Bool
    /// How many members are guarded by it.
    public var members: Int

    /// Takes its parts as they are.
    public init(
        id: ID<DeputyReference>,
        name: String,
        texts: DeputyTextsName,
        pairedAt: Timestamp,
        heardAt: Timestamp?,
        heard: Bool,
        members: Int
    ) {
        (self.id, self.name, self.texts, self.pairedAt) = (id, name, texts, pairedAt)
        (self.heardAt, self.heard, self.members) = (heardAt, heard, members)
    }
}
