import Demo
import Family
import Hub

/// The family's store with its pictures, and what the children bought there.
struct DemoStore {
    private let family: DemoFamily
    private let hub: Hub
    private let treat: ID<StoreItem>

    /// Fills the store.
    init(of family: DemoFamily, on hub: Hub) async throws {
        (self.family, self.hub) = (family, hub)
        let offers: [(name: String, price: UInt64, stock: Int64?, thing: Thing)] = [
            ("Sports bottle", 5, 4, .bottle), ("Half an hour later to bed", 40, nil, .lateEvening),
            ("Cinema evening", 120, nil, .cinema), ("Keyboard", 1_000, 1, .keyboard),
        ]
        for offer in offers { _ = try await DemoStore.add(offer, of: family, on: hub) }
        treat = try await DemoStore.add(("Ice cream", 25, nil, .iceCream), of: family, on: hub)
    }

    private static func add(
        _ offer: (name: String, price: UInt64, stock: Int64?, thing: Thing),
        of family: DemoFamily,
        on hub: Hub
    ) async throws -> ID<StoreItem> {
        let (giver, name) = (family.members[0], family.spoken(offer.name))
        let request = StoreItemRequest(name: name, price: Amount(UInt128(offer.price)), stock: offer.stock)
        let item = try await hub.addStoreItem(hub.outside.newID(), by: giver, request).item.id
        return try await hub.setPicture(of: item, by: giver, file: offer.thing.drawing.png).item.id
    }

    /// Every few days one child buys a treat; the last one is still to come.
    func trade(_ daysAgo: Int64) async throws {
        guard [8, 5, 3, 1].contains(daysAgo) else { return }
        let buyer = family.children[Int(daysAgo) % family.children.count]
        let bought = try await hub.buy(treat, hub.outside.newID(), by: buyer).purchase
        guard daysAgo > 1 else { return }
        _ = try await hub.decide(.deliver, on: bought.id, version: bought.version, by: family.members[0])
    }
}
