import Family
import Hub
import SQL
import Storage
import Testing

/// S32: what a family lets nobody move alone waits for somebody else's word, and is given back without it.
@Suite struct SpendingLimitsTests {
    private func limits(_ scene: MoneyScene, above: Int? = nil, perDay: Int? = nil) async throws {
        let sums = above.map { [FamilyLimits.Sum(asset: .coin, amount: Amount(UInt128($0)))] } ?? []
        let days =
            perDay.map { [FamilyLimits.Day(member: scene.mira, asset: .coin, amount: Amount(UInt128($0)))] } ?? []
        let limits = FamilyLimits(sums: sums, days: days)
        let set = try await scene.home.hub.setLimits(of: scene.family, by: scene.anna, to: limits)
        #expect(set == limits)
    }

    @Test func `a hold is no purchase because another family bought something under its id`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.fund(scene, 500)
            try await limits(scene, perDay: 50)
            let held = try await home.move(scene.mira, .account(scene.miras.id), .cash, 60)
            #expect(held.hold == .held)
            let stranger = try await home.member(8)
            _ = try await home.hub.family(of: stranger)
            let request = StoreItemRequest(name: "A kite", price: Amount(1), stock: 1)
            let item = try await home.hub.addStoreItem(home.hub.outside.newID(), by: stranger, request).item.id
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    """
                    INSERT INTO purchase (id, item, buyer, price, placed_at, phase, version) VALUES (
                        \(held.transfer.id.bytes), \(item.bytes), \(scene.mira.bytes), 1, 1, 0, 1)
                    """
                )
            }
            #expect(try await home.hub.decisions(of: scene.family, for: scene.bo).map(\.id) == [held.transfer.id])
            try await home.hub.decide(
                held.transfer.id,
                in: scene.family,
                by: scene.bo,
                posting: true,
                id: scene.newID()
            )
        }
    }

    @Test func `S32: a child's payment beyond its daily limit waits for an adult`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.fund(scene, 500)
            try await limits(scene, perDay: 50)
            #expect(try await scene.kinds(scene.mira).contains(.limitsChanged))
            let first = try await home.move(scene.mira, .account(scene.miras.id), .member(scene.bo), 30)
            #expect(first.hold == nil)
            let second = try await home.move(scene.mira, .account(scene.miras.id), .cash, 21)
            #expect(second.hold == .held && second.transfer.holdUntil != nil)
            #expect(try await home.amounts(scene.mira) == [Amount(470)])
            #expect(try await home.hub.wallet(of: scene.mira).accounts[0].available == Amount(449))
            for adult in [scene.anna, scene.bo] {
                #expect(try await scene.kinds(adult).contains(.approvalNeeded))
                let waiting = try await home.hub.decisions(of: scene.family, for: adult)
                #expect(waiting.map(\.id) == [second.transfer.id] && waiting[0].mayPost && waiting[0].mayVoid)
            }
            let own = try await home.hub.decisions(of: scene.family, for: scene.mira)
            #expect(own.count == 1 && !own[0].mayPost && own[0].mayVoid)
            let (hub, post) = (home.hub, scene.newID() as ID<LedgerCommand>)
            await #expect(throws: FamilyRefusal.adultsOnly) {
                try await hub.decide(second.transfer.id, in: scene.family, by: scene.mira, posting: true, id: post)
            }
            try await hub.decide(second.transfer.id, in: scene.family, by: scene.bo, posting: true, id: post)
            try await hub.decide(second.transfer.id, in: scene.family, by: scene.bo, posting: true, id: post)
            #expect(try await home.amounts(scene.mira) == [Amount(449)])
            #expect(try await scene.kinds(scene.mira).contains(.approved))
            let late = await scene.moneyRefusal {
                try await hub.decide(
                    second.transfer.id,
                    in: scene.family,
                    by: scene.anna,
                    posting: false,
                    id: scene.newID()
                )
            }
            #expect(late == .alreadyDecided(.posted), "who comes second is told, and changes nothing")
            #expect(try await home.amounts(scene.mira) == [Amount(449)])
            // Another day is another limit.
            home.clock.advance(seconds: 86_400)
            #expect(try await home.move(scene.mira, .account(scene.miras.id), .cash, 50).hold == nil)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: above the family's sum an adult waits for another one, and not for themselves`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.fund(scene, 1_000)
            try await limits(scene, above: 100)
            let second = try await home.open(scene.anna)
            let own = try await home.move(scene.anna, .account(scene.annas.id), .account(second.id), 500)
            #expect(own.hold == nil, "between one's own accounts one moves what one likes")
            #expect(try await home.move(scene.anna, .account(scene.annas.id), .cash, 100).hold == nil)
            let large = try await home.move(scene.anna, .account(scene.annas.id), .cash, 101)
            #expect(large.hold == .held)
            let hub = home.hub
            let alone = await scene.moneyRefusal {
                try await hub.decide(
                    large.transfer.id,
                    in: scene.family,
                    by: scene.anna,
                    posting: true,
                    id: scene.newID()
                )
            }
            #expect(alone == .secondAdultNeeded)
            try await hub.decide(large.transfer.id, in: scene.family, by: scene.bo, posting: false, id: scene.newID())
            #expect(try await scene.kinds(scene.anna).contains(.approvalRefused))
            #expect(try await home.amounts(scene.anna) == [Amount(400), Amount(500)])
            let minted = try await hub.mint(
                scene.newID(),
                in: scene.family,
                by: scene.anna,
                MintRequest(payee: scene.mira, asset: .gold, amount: Amount(1_000))
            )
            #expect(minted.hold == nil, "another asset has another limit")
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: a held payment that no adult decides on is given back after a week`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.fund(scene, 500)
            try await limits(scene, perDay: 0)
            let held = try await home.move(scene.mira, .account(scene.miras.id), .cash, 500)
            #expect(held.hold == .held)
            #expect(
                await home.result { try await home.move(scene.mira, .account(scene.miras.id), .cash, 1) }
                    == .insufficient
            )
            await scene.pass(hours: 7 * 24 - 1)
            #expect(try await home.hub.wallet(of: scene.mira).accounts[0].available == .zero)
            await scene.pass(hours: 1.1)
            #expect(try await home.hub.wallet(of: scene.mira).accounts[0].available == Amount(500))
            #expect(try await home.hub.decisions(of: scene.family, for: scene.anna).isEmpty)
            #expect(try await scene.kinds(scene.mira).contains(.approvalExpired))
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: fifty who decide at once decide once, and fifty copies of one held transfer hold once`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.fund(scene, 500)
            try await limits(scene, perDay: 0)
            let (hub, id) = (home.hub, scene.newID() as ID<LedgerCommand>)
            let request = TransferRequest(
                from: .account(scene.miras.id),
                to: .member(scene.bo),
                asset: .coin,
                amount: Amount(200)
            )
            let infos = try await withThrowingTaskGroup(of: TransferInfo.self) { group in
                for _ in 0..<50 { group.addTask { try await hub.transfer(id, by: scene.mira, request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(infos.map(\.leaf)).count == 1)
            #expect(try await hub.wallet(of: scene.mira).accounts[0].available == Amount(300))
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        await scene.moneyRefusal {
                            try await hub.decide(
                                id,
                                in: scene.family,
                                by: number % 2 == 0 ? scene.anna : scene.bo,
                                posting: number % 3 != 0,
                                id: scene.newID()
                            )
                        } == nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `limits are of children of the family and of assets that there are`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let hub = home.hub
            func refusal(_ limits: FamilyLimits) async -> MoneyRefusal? {
                await scene.moneyRefusal { try await hub.setLimits(of: scene.family, by: scene.anna, to: limits) }
            }
            let day = FamilyLimits.Day(member: scene.mira, asset: .coin, amount: .zero)
            let adults = FamilyLimits.Day(member: scene.bo, asset: .coin, amount: .zero)
            #expect(await refusal(FamilyLimits(sums: [], days: [adults])) == .limitsInvalid)
            #expect(await refusal(FamilyLimits(sums: [], days: [day, day])) == .limitsInvalid)
            let unknown = FamilyLimits.Sum(asset: Asset.Number(99), amount: .zero)
            #expect(await refusal(FamilyLimits(sums: [unknown], days: [])) == .assetUnknown)
            await #expect(throws: FamilyRefusal.adultsOnly) {
                _ = try await hub.setLimits(of: scene.family, by: scene.mira, to: FamilyLimits(sums: [], days: []))
            }
            let other = try await home.member(5)
            await #expect(throws: FamilyRefusal.notFound) { _ = try await hub.limits(of: scene.family, for: other) }
        }
    }
}

/// D5: what a family counts besides gold and coin.
@Suite struct FamilyAssetsTests {
    @Test func `an adult adds an asset and makes some of it, and everybody in the family sees who`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let (hub, id) = (home.hub, scene.newID() as ID<LedgerCommand>)
            let made = try await hub.addAsset(id, to: scene.family, by: scene.anna, name: " Screen minutes ", scale: 0)
            #expect(made.name == "Screen minutes" && made.number == .firstOwn && made.hasMint)
            #expect(
                try await hub.addAsset(id, to: scene.family, by: scene.anna, name: "Screen minutes", scale: 0) == made
            )
            let taken = await scene.moneyRefusal {
                try await hub.addAsset(scene.newID(), to: scene.family, by: scene.bo, name: "screen minutes", scale: 2)
            }
            #expect(taken == .assetNameTaken)
            await #expect(throws: FamilyRefusal.adultsOnly) {
                _ = try await hub.addAsset(scene.newID(), to: scene.family, by: scene.mira, name: "Sweets", scale: 0)
            }
            let mint = scene.newID() as ID<LedgerCommand>
            for _ in 0..<2 {
                let info = try await hub.mint(
                    mint,
                    in: scene.family,
                    by: scene.anna,
                    MintRequest(payee: scene.mira, asset: made.number, amount: Amount(30), memo: "tidied up")
                )
                #expect(info.outcome.amount == Amount(30))
            }
            let wallet = try await hub.wallet(of: scene.mira)
            #expect(wallet.accounts.first { $0.asset == made.number }?.amount == Amount(30))
            #expect(try await hub.familyAssets(scene.family, for: scene.mira).last?.minted == Amount(30))
            #expect(try await scene.kinds(scene.mira).count { $0 == .minted } == 1)
            #expect(try await scene.kinds(scene.bo).contains(.minted))
            let coin = await scene.moneyRefusal {
                try await hub.mint(
                    scene.newID(),
                    in: scene.family,
                    by: scene.anna,
                    MintRequest(payee: scene.mira, asset: .coin, amount: Amount(1))
                )
            }
            #expect(coin == .noMint, "coin comes from cash, where everybody sees it")
            let gold = try await hub.mint(
                scene.newID(),
                in: scene.family,
                by: scene.anna,
                MintRequest(payee: scene.mira, asset: .gold, amount: Amount(7))
            )
            #expect(gold.transfer.kind == .mint)
            #expect(try await home.faults().isEmpty)
        }
    }
}

extension TestHub {
    /// Gives Anna and Mira so much each out of the family's cash.
    fileprivate func fund(_ scene: MoneyScene, _ amount: Int) async throws {
        try await move(scene.anna, .cash, .account(scene.annas.id), 2 * amount)
        try await move(scene.anna, .account(scene.annas.id), .member(scene.mira), amount)
    }
}
