import Family
import Testing

@Suite struct StoreTests {
    private let adult = MissionPermissions.Requester(member: MissionScene.adult, isAdult: true)
    private let child = MissionPermissions.Requester(member: MissionScene.child, isAdult: false)
    private let now = moment("2026-11-16T15:00:00Z")

    @Test func `a purchase without enough gold is refused with the missing amount, debt included`() throws {
        var keyboard = try item(price: 1_000)
        #expect(throws: PurchaseRefusal.notEnoughGold(missing: Amount(995))) { try buy(&keyboard, having: 5) }
        #expect(throws: PurchaseRefusal.notEnoughGold(missing: Amount(1_003))) {
            try keyboard.sell(ID(high: 8, low: 1), to: child, available: .zero, debt: Amount(3), now: now)
        }
        #expect(keyboard.stock == 1)
        #expect(try buy(&keyboard, having: 1_000).price == Amount(1_000))
    }

    @Test func `F61: of two who want the last one, one gets it`() throws {
        var bottle = try item(price: 5)
        _ = try buy(&bottle, having: 5)
        let before = bottle
        #expect(throws: PurchaseRefusal.soldOut) { try buy(&bottle, having: 5) }
        #expect(bottle == before)
        #expect(bottle.stock == 0)
    }

    @Test(arguments: [PurchaseEvent.refuse(version: 1), .withdraw(version: 1)])
    func `F61: a refused or withdrawn purchase returns the item to the shelf and the gold to the buyer`(
        event: PurchaseEvent
    ) throws {
        var bottle = try item(price: 5)
        var purchase = try buy(&bottle, having: 5)
        guard case .taken(let effects) = purchase.apply(event, item: &bottle, now: now) else { return }
        #expect(effects.first == .giveBack)
        #expect(bottle.stock == 1)
        #expect(take(event, &purchase, &bottle, at: now) == .alreadyHandled)
        #expect(bottle.stock == 1)
    }

    @Test func `F61: after seven days a purchase has expired, whatever is asked`() throws {
        for event: PurchaseEvent in [.deadline, .deliver(version: 1), .refuse(version: 1), .withdraw(version: 7)] {
            var bottle = try item(price: 5)
            var purchase = try buy(&bottle, having: 5)
            let end = now.advanced(bySeconds: 7 * 86_400)
            #expect(purchase.deadline == end)
            if event == .deadline {
                let early = end.advanced(byMilliseconds: -1)
                #expect(take(.deadline, &purchase, &bottle, at: early) == .taken([]))
            }
            #expect(take(event, &purchase, &bottle, at: end) == .taken([.release, .tell(.expired)]))
            #expect(purchase.phase == .expired(at: end))
            #expect(purchase.deadline == nil)
            #expect(bottle.stock == 1)
        }
    }

    @Test func `F60: a purchase that was decided is handled already`() throws {
        var bottle = try item(price: 5)
        var purchase = try buy(&bottle, having: 5)
        #expect(take(.deliver(version: 2), &purchase, &bottle, at: now) == .alreadyHandled)
        #expect(take(.deliver(version: 1), &purchase, &bottle, at: now) == .taken([.post, .tell(.delivered)]))
        let before = purchase
        for event: PurchaseEvent in [
            .deliver(version: 1), .deliver(version: 2), .refuse(version: 2), .withdraw(version: 2), .deadline,
        ] {
            let late = now.advanced(bySeconds: 8 * 86_400)
            #expect(take(event, &purchase, &bottle, at: late) == .alreadyHandled)
        }
        #expect(purchase == before)
        #expect(bottle.stock == 0)
    }

    @Test func `an item retired or for other buyers is not sold, and is shown only to its buyers`() throws {
        var bottle = try item(price: 5, buyers: .adults)
        #expect(throws: PurchaseRefusal.notForYou) { try buy(&bottle, having: 5) }
        #expect(!bottle.isOffered(to: child))
        #expect(bottle.isOffered(to: adult))
        bottle.buyers = .only([child.member])
        #expect(bottle.isOffered(to: child) && !bottle.isOffered(to: adult))
        bottle.buyers = .children
        #expect(bottle.isOffered(to: child) && !bottle.isOffered(to: adult))
        var purchase = try buy(&bottle, having: 5)
        bottle.retiredAt = now
        #expect(throws: PurchaseRefusal.retired) { try buy(&bottle, having: 5) }
        #expect(take(.deliver(version: 1), &purchase, &bottle, at: now) == .taken([.post, .tell(.delivered)]))
    }

    @Test func `prices and stocks have their limits, and as many as one likes is no number`() throws {
        var bottle = try item(price: 5)
        #expect(!setPrice(.zero, of: &bottle))
        #expect(!setPrice(Amount(1_000_000_001), of: &bottle))
        #expect(!setStock(-1, of: &bottle))
        #expect(bottle.price == Amount(5) && bottle.stock == 1)
        #expect(setStock(nil, of: &bottle))
        for _ in 0..<9 { _ = try buy(&bottle, having: 5) }
        #expect(bottle.stock == nil)
        #expect(setPrice(Amount(7), of: &bottle))
        #expect(throws: PurchaseRefusal.notEnoughGold(missing: Amount(2))) { try buy(&bottle, having: 5) }
        #expect(StoreItem(id: bottle.id, name: bottle.name, price: .zero, stock: nil) == nil)
    }

    private func item(price: UInt128, buyers: StoreItem.Buyers = .everybody) throws -> StoreItem {
        let name = try #require(MissionName("Sports bottle"))
        return try #require(
            StoreItem(id: ID(high: 7, low: 7), name: name, price: Amount(price), stock: 1, buyers: buyers)
        )
    }

    private func setPrice(_ price: Amount, of item: inout StoreItem) -> Bool { item.setPrice(price) }

    private func setStock(_ stock: Int64?, of item: inout StoreItem) -> Bool { item.setStock(stock) }

    private func take(
        _ event: PurchaseEvent,
        _ purchase: inout Purchase,
        _ item: inout StoreItem,
        at time: Timestamp
    ) -> PurchaseAnswer {
        purchase.apply(event, item: &item, now: time)
    }

    private func buy(_ item: inout StoreItem, having gold: UInt128) throws -> Purchase {
        try item.sell(ID(high: 8, low: 8), to: child, available: Amount(gold), now: now)
    }
}
