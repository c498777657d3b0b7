import Family
import Testing
import WireClient

/// Long lives of a family at random, against the plain model and what must always hold.
@Suite struct MissionSimulationTests {
    private static let seeds = isSweep ? Array(1...2_000 as ClosedRange<UInt64>) : Array(1...8 as ClosedRange<UInt64>)
    private static let steps = isSweep ? 1_000 : 300

    @Test(arguments: seeds)
    func `F59, F61, F62, F63: gold comes once, for minutes that passed, and nothing is ever sold twice`(seed: UInt64) {
        var life = RandomHome(seed: seed)
        for step in 0..<MissionSimulationTests.steps {
            life.step()
            // What takes long to add up is added up now and then.
            guard let fault = step % 10 == 9 ? life.fault : life.quickFault else { continue }
            Issue.record("seed \(seed), step \(step): \(life.request) \(life.refusal as Any): \(fault)")
            return
        }
    }

    @Test func `the lives reach everything that can happen`() {
        var (phases, endings, purchases): (Set<Int>, Set<FocusSession.Ending>, Set<Int>) = ([], [], [])
        var refusals: Set<SimulatedHome.Refusal> = []
        var (handled, negative) = (0, 0)
        for seed in 1...9 as ClosedRange<UInt64> {
            var life = RandomHome(seed: seed)
            for _ in 0..<400 {
                life.step()
                if let refusal = life.refusal { refusals.insert(refusal.kind) }
                if life.home.ledger.accounts.contains(where: { $0.shortfall != .zero }) { negative += 1 }
            }
            handled += life.home.handledCount
            for case .ended(let ending, _) in life.home.sessions.map(\.phase) { endings.insert(ending) }
            phases.formUnion(life.home.occurrences.values.joined().map(\.phase.number))
            purchases.formUnion(life.home.purchases.map(\.phase.number))
        }
        #expect(phases == [0, 1, 2, 3, 4])
        #expect(purchases == [0, 1, 2, 3, 4])
        #expect(endings == Set(FocusSession.Ending.allCases))
        #expect(handled > 50)
        #expect(negative > 0)
        let missing = SimulatedHome.Refusal.kinds.subtracting(refusals)
        #expect(missing == [])
    }
}

extension RandomHome {
    /// What is not as it must be.
    fileprivate var fault: String? {
        quickFault ?? focusFault ?? occurrenceFault ?? ledgerFault
    }

    /// The same, of what can be seen at a glance.
    fileprivate var quickFault: String? {
        refusalFault ?? storeFault
    }

    private var refusalFault: String? {
        guard refusal != nil else { return nil }
        let isSame =
            before.occurrences == home.occurrences && before.focus == home.focus && before.items == home.items
            && before.purchases == home.purchases && before.ledger.accounts == home.ledger.accounts
        return isSame ? nil : "it was refused and changed something"
    }

    /// Each countdown is the stopwatch's, at most one runs, none overlaps another, and a day pays four hours at most.
    private var focusFault: String? {
        for watch in model.watches {
            let session = home.focus[watch.member]?.session
            if session?.id == watch.id {
                if session?.elapsedMilliseconds(now: home.now) != watch.worked * 1_000 { return "\(watch) runs apart" }
            } else if let ended = home.sessions.first(where: { $0.id == watch.id }) {
                guard let ending = watch.ending, let at = watch.endedAt, ended.phase == .ended(ending, at: at) else {
                    return "\(ended) is not \(watch)"
                }
                if ended.countedMilliseconds != watch.counted * 1_000
                    || ended.rewardedMilliseconds != watch.rewarded * 1_000
                {
                    return "\(ended) counts \(ended.rewardedMilliseconds), not \(watch.rewarded)"
                }
            } else {
                return "\(watch) is lost"
            }
        }
        for member in SimulatedHome.members {
            let ended = home.sessions.filter { $0.member == member }
            for (one, next) in zip(ended, ended.dropFirst()) where (one.endedAt ?? home.now) > next.startedAt {
                return "\(one) and \(next) overlap"
            }
            for (_, day) in Dictionary(grouping: ended, by: \.day) {
                if day.reduce(0, { $0 + $1.rewardedMilliseconds }) > 4 * 3_600_000 { return "a day pays too much" }
            }
        }
        return nil
    }

    /// What pays without an adult pays what was measured, and what an adult approves no more than all of it.
    private var occurrenceFault: String? {
        for mission in home.missions {
            let lines = home.occurrences[mission.id] ?? []
            if lines.map(\.number) != Array(0..<UInt32(lines.count)) { return "\(mission.id) has wrong numbers" }
            for line in lines {
                let measured = model.watches.filter { $0.mission == mission.id && $0.number == line.number }
                    .filter { $0.ending != nil && home.focus[$0.member]?.session?.id != $0.id }
                let seconds = measured.reduce(0) { $0 + $1.rewarded }
                if line.rewardedMilliseconds != seconds * 1_000 { return "\(line) has other minutes than \(seconds)" }
                let weights = home.settings.weights
                let whole = weights.gold(minutes: mission.minutes.count, priority: mission.priority)
                switch line.phase {
                case .done(_, let paid):
                    let minutes = min(seconds / 60, mission.minutes.count)
                    if paid != weights.gold(minutes: minutes, priority: mission.priority) { return "\(line) paid" }
                case .approved(_, let paid):
                    if paid > whole { return "\(line) paid too much" }
                case .open, .claimed, .lapsed:
                    break
                }
            }
        }
        return nil
    }

    /// Everybody has what was paid to them and still counts, less what they bought; all accounts together sum to nothing.
    private var ledgerFault: String? {
        let accounts = home.ledger.accounts
        let sums = accounts.reduce(into: (posted: Int128(0), held: Int128(0))) { sums, account in
            sums.posted += Int128(account.creditsPosted.units) - Int128(account.debitsPosted.units)
            sums.held += Int128(account.creditsPending.units) - Int128(account.debitsPending.units)
        }
        if sums.posted != 0 || sums.held != 0 { return "the accounts sum to \(sums)" }
        for member in SimulatedHome.members {
            guard let account = home.ledger[SimulatedHome.account(of: member)] else { return "no account" }
            var earned: Int128 = 0
            for case let line in home.occurrences.values.joined() where line.doer == member {
                switch line.phase {
                case .approved(_, let paid), .done(_, let paid): earned += Int128(paid.units)
                case .open, .claimed, .lapsed: break
                }
            }
            var (spent, held): (Int128, Int128) = (0, 0)
            for purchase in home.purchases where purchase.buyer == member {
                if case .delivered = purchase.phase { spent += Int128(purchase.price.units) }
                if case .held = purchase.phase { held += Int128(purchase.price.units) }
            }
            let balance = Int128(account.creditsPosted.units) - Int128(account.debitsPosted.units)
            if balance != earned - spent { return "\(member) has \(balance), not \(earned) - \(spent)" }
            if Int128(account.debitsPending.units) != held { return "\(member) holds \(account.debitsPending)" }
        }
        return nil
    }

    /// What was on the shelf is there, held or delivered.
    private var storeFault: String? {
        for (index, item) in home.items.enumerated() {
            guard let stock = item.stock, let was = before.items[index].stock else { return "no stock" }
            if stock < 0 { return "\(item) was sold twice" }
            if case .restock = request { continue }
            let (out, outBefore) = (home.taken(item.id), before.taken(item.id))
            if stock + out != was + outBefore { return "\(item) has gone astray" }
        }
        return nil
    }
}

extension SimulatedHome {
    /// How many of an item are held or delivered.
    fileprivate func taken(_ item: ID<StoreItem>) -> Int64 {
        purchases.reduce(0) { sum, purchase in
            guard purchase.item == item else { return sum }
            switch purchase.phase {
            case .held, .delivered: return sum + 1
            case .refused, .withdrawn, .expired: return sum
            }
        }
    }
}

extension SimulatedHome.Refusal {
    /// One of each kind, without its numbers.
    fileprivate static let kinds: Set<SimulatedHome.Refusal> = [
        .mission(.isRemoved), .mission(.notYetDue), .mission(.takenByOther), .mission(.isRunning), .mission(.isOver),
        .mission(.isClaimed), .mission(.notClaimed), .mission(.notApproved), .mission(.tooLateToUndo),
        .mission(.wrongGold), .mission(.goldNeeded), .focus(.alreadyRunning(ID(high: 0, low: 0))), .focus(.notRunning),
        .focus(.stopNotAllowed), .purchase(.soldOut), .purchase(.notEnoughGold(missing: .zero)), .unknown,
    ]

    fileprivate var kind: SimulatedHome.Refusal {
        switch self {
        case .focus(.alreadyRunning): .focus(.alreadyRunning(ID(high: 0, low: 0)))
        case .purchase(.notEnoughGold): .purchase(.notEnoughGold(missing: .zero))
        default: self
        }
    }
}

extension Occurrence.Phase {
    fileprivate var number: Int {
        switch self {
        case .open: 0
        case .claimed: 1
        case .approved: 2
        case .done: 3
        case .lapsed: 4
        }
    }
}

extension Purchase.Phase {
    fileprivate var number: Int {
        switch self {
        case .held: 0
        case .delivered: 1
        case .refused: 2
        case .withdrawn: 3
        case .expired: 4
        }
    }
}
