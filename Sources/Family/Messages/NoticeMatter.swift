/// What of missions or the store somebody is told of, and in which version.
public struct NoticeMatter: Hashable, Sendable {
    public let mission: ID<Mission>?
    /// Which of the mission's occurrences.
    public let occurrence: UInt32?
    public let purchase: ID<Purchase>?
    /// What a decision about it names, so that one that comes late is known (F60).
    public let version: UInt32?
    /// What was paid, goes back or was the price.
    public let gold: Amount?

    /// A matter as it was stored.
    public init(mission: ID<Mission>?, occurrence: UInt32?, purchase: ID<Purchase>?, version: UInt32?, gold: Amount?) {
        self.mission = mission
        self.occurrence = occurrence
        self.purchase = purchase
        self.version = version
        self.gold = gold
    }

    /// One occurrence of a mission.
    public init(_ occurrence: Occurrence, gold: Amount? = nil) {
        mission = occurrence.mission
        self.occurrence = occurrence.number
        purchase = nil
        version = occurrence.version
        self.gold = gold
    }

    /// Something bought.
    public init(_ purchase: Purchase) {
        mission = nil
        occurrence = nil
        self.purchase = purchase.id
        version = purchase.version
        gold = purchase.price
    }
}
