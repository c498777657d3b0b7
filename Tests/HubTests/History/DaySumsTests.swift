import Family
import Hub
import SQL
import Storage
import Testing

/// S32: a sum that needs another adult is that of a day, and what is held for a wish does not settle it.
@Suite struct DaySumsTests {
    @Test func `S32: small pieces of a day come to the sum like one, and what was agreed on does not count`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await scene.fund(1_000)
            try await scene.limit(100)
            func pay(_ amount: Int, to end: TransferRequest.End = .cash) async throws -> TransferInfo {
                home.clock.advance(seconds: 1)
                return try await home.move(scene.anna, .account(scene.annas.id), end, amount)
            }
            #expect(try await pay(60).hold == nil)
            #expect(try await pay(30, to: .member(scene.mira)).hold == nil)
            let third = try await pay(11)
            #expect(third.hold == .held, "60 and 30 and 11 are more than 100")
            let hub = home.hub
            try await hub.decide(third.transfer.id, in: scene.family, by: scene.bo, posting: true, id: scene.newID())
            #expect(try await pay(10).hold == nil, "what Bo agreed to counts no more")
            #expect(try await pay(1).hold == .held)
            // What comes in is counted by itself, each adult for themselves.
            let brought = try await home.move(scene.anna, .cash, .account(scene.annas.id), 100)
            #expect(brought.hold == nil)
            #expect(try await home.move(scene.anna, .cash, .account(scene.annas.id), 1).hold == .held)
            #expect(try await home.move(scene.bo, .cash, .account(scene.bos.id), 100).hold == nil)
            // The same sum again changes nothing; another one counts from now on.
            try await scene.limit(100)
            #expect(try await pay(1).hold == .held)
            try await scene.limit(101)
            #expect(try await pay(101).hold == nil)
            #expect(try await pay(1).hold == .held)
            home.clock.advance(seconds: 86_400)
            #expect(try await pay(101).hold == nil)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test(
        arguments: [
            "debit_before = place & 1099511627775", "record = x'01'",
            "record = CAST(substr(record, 1, 8) || x'00' || substr(record, 10) AS BLOB)",
        ] as [StaticString]
    )
    func `S32: where what was spent today cannot be read, the next move waits for another adult`(
        _ harm: StaticString
    ) async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await scene.fund(1_000)
            try await scene.limit(100)
            func pay(_ amount: Int) async throws -> TransferInfo {
                home.clock.advance(seconds: 1)
                return try await home.move(scene.anna, .account(scene.annas.id), .cash, amount)
            }
            let leaf = try await pay(1).leaf
            #expect(try await pay(1).hold == nil)
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    "UPDATE ledger_entry SET \(literal: harm) WHERE place & 1099511627775 = \(leaf)"
                )
            }
            #expect(try await pay(1).hold == .held)
            home.clock.advance(seconds: 86_400)
            #expect(try await pay(1).hold == nil, "it is not read any more")
        }
    }

    @Test func `S32: a wish waits while what was paid for it is held, and is settled when that is posted`() async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await scene.fund(1_000)
            try await scene.limit(100)
            let (hub, wish) = (home.hub, scene.newID() as ID<MoneyRequest>)
            let asked = MoneyWish(id: wish, payer: scene.anna, account: scene.bos.id, amount: Amount(200))
            _ = try await hub.askForMoney(asked, by: scene.bo)
            let (anna, account) = (scene.anna, scene.annas.id)
            @Sendable func pay(_ id: ID<LedgerCommand>) async throws -> TransferInfo {
                try await hub.pay(wish, by: anna, from: account, as: id, signature: nil)
            }
            func state(of id: ID<MoneyRequest>? = nil) async throws -> (MoneyRequest.State, ID<LedgerCommand>?) {
                let requests = try await hub.moneyRequests(of: scene.bo).map(\.request)
                let request = try #require(requests.first { $0.id == id ?? wish })
                return (request.state, request.transfer)
            }
            let (first, second) = (scene.newID() as ID<LedgerCommand>, scene.newID() as ID<LedgerCommand>)
            for _ in 1...2 { #expect(try await pay(first).hold == .held) }
            #expect(try await state() == (.waiting, first))
            #expect(await home.refusal { try await pay(second) } == .requestHeld)
            try await hub.decide(first, in: scene.family, by: scene.bo, posting: false, id: scene.newID())
            #expect(try await state() == (.waiting, nil), "open again")
            #expect(try await pay(second).hold == .held)
            try await hub.decide(second, in: scene.family, by: scene.bo, posting: true, id: scene.newID())
            #expect(try await state() == (.paid, second))
            #expect(try await home.amounts(scene.bo) == [Amount(200)])
            let other = scene.newID() as ID<LedgerCommand>
            #expect(await home.refusal { try await pay(other) } == .requestEnded)

            let late = scene.newID() as ID<MoneyRequest>
            let more = MoneyWish(id: late, payer: scene.anna, account: scene.bos.id, amount: Amount(300))
            _ = try await hub.askForMoney(more, by: scene.bo)
            let third = scene.newID() as ID<LedgerCommand>
            _ = try await hub.pay(late, by: scene.anna, from: scene.annas.id, as: third, signature: nil)
            await scene.pass(hours: 7 * 24 + 1)
            #expect(try await state(of: late) == (.waiting, nil), "nobody said anything")
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: the hub shows the child and an adult how much the child has spent of today's limit`() async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await scene.fund(500)
            let day = FamilyLimits.Day(member: scene.mira, asset: .coin, amount: Amount(50))
            let hub = home.hub
            _ = try await hub.setLimits(of: scene.family, by: scene.anna, to: FamilyLimits(sums: [], days: [day]))
            func spent(_ member: ID<Member>) async throws -> Amount? {
                try await hub.limits(of: scene.family, for: member).days.first?.spent
            }
            #expect(try await spent(scene.mira) == .zero)
            try await home.move(scene.mira, .account(scene.miras.id), .member(scene.bo), 30)
            let held = try await home.move(scene.mira, .account(scene.miras.id), .cash, 21)
            #expect(held.hold == .held)
            #expect(try await spent(scene.mira) == Amount(51))
            #expect(try await spent(scene.anna) == Amount(51))
            try await hub.decide(held.transfer.id, in: scene.family, by: scene.bo, posting: false, id: scene.newID())
            #expect(try await spent(scene.mira) == Amount(30))
            home.clock.advance(seconds: 86_400)
            #expect(try await spent(scene.mira) == .zero)
        }
    }
}

extension MoneyScene {
    /// Gives Anna and Mira so much each out of the family's cash.
    fileprivate func fund(_ amount: Int) async throws {
        try await home.move(anna, .cash, .account(annas.id), 2 * amount)
        try await home.move(anna, .account(annas.id), .member(mira), amount)
    }

    /// Sets from what sum of coin on another adult has to agree.
    fileprivate func limit(_ amount: Int) async throws {
        let sum = FamilyLimits.Sum(asset: .coin, amount: Amount(UInt128(amount)))
        _ = try await home.hub.setLimits(of: family, by: anna, to: FamilyLimits(sums: [sum], days: []))
    }
}
