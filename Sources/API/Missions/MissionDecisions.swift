/// `POST /missions/{id}/claim`, `approve`, `reject` and `undo`.
public struct DecideMissionBody: Codable, Sendable {
    public var occurrence: UInt32
    /// The version that was seen.
    public var version: UInt32
    /// An adult's word for how much, where the settings ask for one.
    public var gold: String?

    public init(occurrence: UInt32, version: UInt32, gold: String? = nil) {
        self.occurrence = occurrence
        self.version = version
        self.gold = gold
    }
}

/// What became of a decision about an occurrence.
public struct MissionDecisionBody: Codable, Sendable {
    /// Whether the state had moved on, and nothing was changed.
    public var alreadyHandled: Bool
    public var mission: MissionBody

    public init(alreadyHandled: Bool, mission: MissionBody) {
        self.alreadyHandled = alreadyHandled
        self.mission = mission
    }
}
