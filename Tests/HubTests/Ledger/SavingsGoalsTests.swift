import Family
import Hub
import SQL
import Storage
import Testing

/// D5: savings goals beside the run of allowances.
@Suite struct SavingsGoalsTests {
    @Test func `a share of each allowance goes to the goal, once, and the rest stays where it was paid to`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let bicycle = try await home.open(scene.mira, name: "Bicycle")
            _ = try await home.hub.setSavingsGoal(wish(1_000, 33), of: bicycle.id, by: scene.mira)
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, try scene.weekly(101))
            // Five Saturdays while the hub is away; each of them gives 33 of 101.
            home.clock.advance(seconds: 34 * 86_400)
            let again = try await home.restarted()
            await again.hub.handleMoneyDeadlines()
            await again.hub.handleMoneyDeadlines()
            #expect(try await again.amounts(scene.mira) == [Amount(340), Amount(165)])
            // Even where the hub forgot what it had paid, no day is paid and no share moved twice.
            try await again.hub.database.transaction { transaction in
                try transaction.run("UPDATE standing_order SET next_day = next_day - 21, deadline = 0")
            }
            await again.hub.handleMoneyDeadlines()
            #expect(try await again.amounts(scene.mira) == [Amount(340), Amount(165)])
            #expect(try await again.faults().isEmpty)
            let line = try await again.hub.statement(of: bicycle.id, for: scene.mira, limit: 10).lines[0]
            #expect(line.info.transfer.kind == .transfer && line.info.transfer.debit == scene.miras.id)
        }
    }

    @Test func `a goal takes at most what is missing, and its owner is notified once that it is reached`() async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let bicycle = try await home.open(scene.mira, name: "Bicycle")
            _ = try await home.hub.setSavingsGoal(wish(150, 100), of: bicycle.id, by: scene.mira)
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, try scene.weekly(100))
            await scene.pass(hours: 7 * 24)
            #expect(try await home.amounts(scene.mira) == [.zero, Amount(100)])
            #expect(try await !scene.kinds(scene.mira).contains(.goalReached))
            await scene.pass(hours: 7 * 24)
            #expect(try await home.amounts(scene.mira) == [Amount(50), Amount(150)])
            for _ in 0..<3 { await scene.pass(hours: 7 * 24) }
            #expect(try await home.amounts(scene.mira) == [Amount(350), Amount(150)])
            #expect(try await scene.kinds(scene.mira).count { $0 == .goalReached } == 1)
            #expect(try await !scene.kinds(scene.anna).contains(.goalReached), "it is nobody else's")
            #expect(try await home.hub.wallet(of: scene.mira).goals.first?.reachedAt != nil)
        }
    }

    @Test func `a goal reached by hand is notified in about a minute, and a larger one must be reached again`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            _ = try await home.hub.setSavingsGoal(wish(100, 0), of: scene.annas.id, by: scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 100)
            await scene.pass(hours: 0.02)
            #expect(try await scene.kinds(scene.anna).count { $0 == .goalReached } == 1)
            let larger = try await home.hub.setSavingsGoal(wish(150, 0), of: scene.annas.id, by: scene.anna)
            #expect(larger.reachedAt == nil)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 50)
            for _ in 0..<3 { await scene.pass(hours: 0.02) }
            #expect(try await scene.kinds(scene.anna).count { $0 == .goalReached } == 2)
            // What is there already is no news.
            let smaller = try await home.hub.setSavingsGoal(wish(20, 0), of: scene.annas.id, by: scene.anna)
            await scene.pass(hours: 0.02)
            #expect(smaller.reachedAt != nil)
            #expect(try await scene.kinds(scene.anna).count { $0 == .goalReached } == 2)
        }
    }

    @Test func `an allowance that waited for a second adult is shared when they agree`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let bicycle = try await home.open(scene.mira, name: "Bicycle")
            _ = try await home.hub.setSavingsGoal(wish(1_000, 50), of: bicycle.id, by: scene.mira)
            let limits = FamilyLimits(sums: [FamilyLimits.Sum(asset: .coin, amount: Amount(100))], days: [])
            _ = try await home.hub.setLimits(of: scene.family, by: scene.anna, to: limits)
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, try scene.weekly(500))
            await scene.pass(hours: 7 * 24)
            #expect(try await home.amounts(scene.mira) == [.zero, .zero])
            let waiting = try #require(try await home.hub.decisions(of: scene.family, for: scene.bo).first)
            let hub = home.hub
            try await hub.decide(waiting.id, in: scene.family, by: scene.bo, posting: true, id: scene.newID())
            #expect(try await home.amounts(scene.mira) == [Amount(250), Amount(250)])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `a goal is its owner's alone to set, change and end, and ending it moves nothing`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let (hub, miras) = (home.hub, scene.miras.id)
            for other in [scene.anna, scene.bo] {
                #expect(
                    await home.refusal { _ = try await hub.setSavingsGoal(wish(5, 0), of: miras, by: other) }
                        == .notFound
                )
                #expect(await home.refusal { try await hub.endSavingsGoal(of: miras, by: other) } == .notFound)
            }
            #expect(
                await scene.moneyRefusal { _ = try await hub.setSavingsGoal(wish(0, 0), of: miras, by: scene.mira) }
                    == .amountZero
            )
            let set = try await hub.setSavingsGoal(wish(500, 60), of: miras, by: scene.mira)
            #expect(try await hub.setSavingsGoal(wish(500, 60), of: miras, by: scene.mira) == set)
            let second = try await home.open(scene.mira)
            #expect(
                await scene.moneyRefusal {
                    _ = try await hub.setSavingsGoal(wish(5, 41), of: second.id, by: scene.mira)
                } == .sharesTooLarge
            )
            _ = try await hub.setSavingsGoal(wish(5, 40), of: second.id, by: scene.mira)
            #expect(try await hub.wallet(of: scene.mira).goals.map(\.goal.account) == [miras, second.id])
            for _ in 0..<2 { try await hub.endSavingsGoal(of: miras, by: scene.mira) }
            #expect(try await hub.wallet(of: scene.mira).goals.map(\.goal.account) == [second.id])
            // With its account a goal is gone.
            try await hub.closeAccount(second.id, of: scene.mira)
            #expect(try await hub.wallet(of: scene.mira).goals.isEmpty)
            #expect(
                await home.refusal { _ = try await hub.setSavingsGoal(wish(5, 0), of: second.id, by: scene.mira) }
                    == .notFound
            )
        }
    }

    @Test func `F58: nothing of a goal is left of who leaves`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            _ = try await home.hub.setSavingsGoal(wish(500, 10), of: scene.bos.id, by: scene.bo)
            try await home.hub.leaveFamily(scene.family, scene.bo, by: scene.bo)
            let left = try await home.hub.database.read { transaction in
                try transaction.first("SELECT count(*) FROM savings_goal")?.integer(0)
            }
            #expect(left == 0)
        }
    }

    private func wish(_ amount: Int, _ percent: Int) -> SavingsGoalWish {
        SavingsGoalWish(amount: Amount(UInt128(amount)), sharePercent: percent)
    }
}
