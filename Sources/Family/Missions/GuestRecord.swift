/// What somebody did, bought or wished for before they had an account, as the device says that kept it.
///
/// It is a memory and no money: no hub measured it, it stands in no ledger, and nothing is bought with it (F62).
public struct GuestRecord: Hashable, Sendable {
    /// What it was.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        /// A mission that was done; its gold is what it earned.
        case done = 1
        /// Something from the guest's own store; its gold is what it cost.
        case bought = 2
        /// Something that still stood in that store; its gold is what it would cost.
        case wished = 3
    }

    /// Made by the device, so that a repeat is known.
    public let id: ID<GuestRecord>
    public let kind: Kind
    public let name: MissionName
    /// At most what an item of a store can cost.
    public let gold: Amount
    public let at: Timestamp

    /// A record; nil where there is more gold than anything costs.
    public init?(id: ID<GuestRecord>, kind: Kind, name: MissionName, gold: Amount, at: Timestamp) {
        guard gold <= StoreItem.priceMax else { return nil }
        (self.id, self.kind, self.name, self.gold, self.at) = (id, kind, name, gold, at)
    }
}
