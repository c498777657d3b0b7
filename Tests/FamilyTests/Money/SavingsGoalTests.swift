import Family
import Testing

/// D5: a share of an allowance goes to what somebody saves for, and nothing of it is lost.
@Suite struct SavingsGoalTests {
    @Test func `a savings goal needs an amount above zero and a share of 0 to 100 percent`() {
        #expect(SavingsGoal(account: account(1).id, amount: .zero, sharePercent: 10) == nil)
        #expect(SavingsGoal(account: account(1).id, amount: Amount(1), sharePercent: -1) == nil)
        #expect(SavingsGoal(account: account(1).id, amount: Amount(1), sharePercent: 101) == nil)
        #expect(SavingsGoal(account: account(1).id, amount: Amount(1), sharePercent: 0)?.sharePercent == 0)
        #expect(SavingsGoal(account: account(1).id, amount: Amount(1), sharePercent: 100)?.sharePercent == 100)
    }

    @Test(
        arguments: [
            // Whole units, rounded down.
            (500, 20, 0, 100), (99, 50, 0, 49), (1, 99, 0, 0), (1, 100, 0, 1), (333, 33, 0, 109), (0, 50, 0, 0),
            (500, 0, 0, 0),
            // No more than is missing of 1 000.
            (500, 50, 900, 100), (500, 50, 1_000, 0), (500, 50, 2_000, 0), (500, 50, 750, 250),
        ] as [(Int, Int, Int, Int)]
    )
    func `a share is whole units and at most the missing amount`(
        allowance: Int,
        percent: Int,
        saved: Int,
        share: Int
    ) throws {
        let goal = try goal(1, 1_000, percent)
        let given = goal.share(of: Amount(UInt128(allowance)), in: account(1, credits: UInt128(saved)))
        #expect(given == Amount(UInt128(share)))
    }

    @Test func `an account in debt gets its share uncapped, and the largest allowance can be shared in full`() throws {
        let owing = account(1, credits: 0, debits: 300)
        #expect(try goal(1, 1_000, 50).share(of: Amount(5_000), in: owing) == Amount(2_500))
        #expect(try !goal(1, 1_000, 50).isReached(by: owing))
        let all = try #require(SavingsGoal(account: account(1).id, amount: .max, sharePercent: 100))
        #expect(all.share(of: .max, in: account(1)) == .max)
    }

    @Test func `a goal is reached with its last unit`() throws {
        #expect(try !goal(1, 1_000, 0).isReached(by: account(1, credits: 999)))
        #expect(try goal(1, 1_000, 0).isReached(by: account(1, credits: 1_000)))
        #expect(try !goal(1, 1_000, 0).isReached(by: account(1, credits: 1_500, debits: 501)))
    }

    @Test(arguments: 1...300)
    func `of any allowance the shares and the rest are all of it`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var left = 100
        var goals: [(goal: SavingsGoal, account: Account)] = []
        for number in 1...4 as ClosedRange<UInt64> {
            let percent = Int.random(in: 0...left, using: &random)
            left -= percent
            let wanted = UInt128(UInt64.random(in: 1...5_000, using: &random))
            let saved = UInt128(UInt64.random(in: 0...5_000, using: &random))
            goals.append((try goal(number, wanted, percent), account(number, credits: saved)))
        }
        let allowance = Amount(UInt128(UInt64.random(in: 0...10_000, using: &random)))
        let shares = SavingsGoal.shares(of: allowance, among: goals)
        let moved = shares.reduce(Amount.zero) { $0.adding($1.amount) ?? .max }
        #expect(moved <= allowance)
        #expect(shares.allSatisfy { $0.amount != .zero })
        for (goal, before) in goals {
            let share = shares.first { $0.account == goal.account }?.amount ?? .zero
            #expect(share == goal.share(of: allowance, in: before))
        }
    }

    @Test func `stored shares of over 100 percent together move at most the whole allowance`() throws {
        let goals: [(goal: SavingsGoal, account: Account)] = [
            (try goal(1, 1_000, 80), account(1)), (try goal(2, 1_000, 80), account(2)),
        ]
        #expect(SavingsGoal.shares(of: Amount(100), among: goals).map(\.amount) == [Amount(80), Amount(20)])
    }

    @Test func `each share of each payment has a message of its own`() {
        let (one, other) = (ID<LedgerCommand>(high: 1, low: 1), ID<LedgerCommand>(high: 1, low: 2))
        let messages = [
            SavingsGoal.shareMessage(of: one, to: account(1).id), SavingsGoal.shareMessage(of: one, to: account(2).id),
            SavingsGoal.shareMessage(of: other, to: account(1).id),
        ]
        #expect(Set(messages).count == 3)
        #expect(messages[0] == SavingsGoal.shareMessage(of: one, to: account(1).id))
    }

    private func goal(_ number: UInt64, _ amount: UInt128, _ percent: Int) throws -> SavingsGoal {
        try #require(SavingsGoal(account: account(number).id, amount: Amount(amount), sharePercent: percent))
    }

    private func account(_ number: UInt64, credits: UInt128 = 0, debits: UInt128 = 0) -> Account {
        Account(
            id: ID(high: 3, low: number),
            asset: .coin,
            kind: .member,
            owner: ID(high: 4, low: 1),
            floor: .zero,
            debitsPosted: Amount(debits),
            creditsPosted: Amount(credits)
        )
    }
}
