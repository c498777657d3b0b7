import Family
import Testing

/// The ledger against the plain model, over long runs of commands at random.
@Suite struct LedgerModelTests {
    @Test(arguments: 1...6)
    func `random commands get the model's answers, and every sum is the model's`(seed: Int) {
        var run = Run(seed: UInt64(seed))
        for _ in 0..<250 where run.step() {}
        #expect(run.failure == nil, "seed \(seed)")
    }

    @Test func `the runs reach every result`() {
        var reached: Set<LedgerResult> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var commands = RandomCommands(seed: seed)
            var ledger = Ledger()
            reached.formUnion(ledger.apply(RandomCommands.start, now: commands.now).map(\.result))
            for _ in 0..<1_000 {
                let asked = commands.next()
                reached.formUnion(ledger.apply(asked, now: commands.now).map(\.result))
            }
        }
        #expect(Set(LedgerResult.allCases).subtracting(reached) == [])
    }

    @Test(arguments: 100...103)
    func `the same commands at the same times give the same ledger`(seed: Int) {
        func run() -> Ledger {
            var commands = RandomCommands(seed: UInt64(seed))
            var ledger = Ledger()
            _ = ledger.apply(RandomCommands.start, now: commands.now)
            for _ in 0..<1_000 {
                let asked = commands.next()
                _ = ledger.apply(asked, now: commands.now)
            }
            return ledger
        }
        let (first, second) = (run(), run())
        #expect(first.accounts == second.accounts)
        #expect(first.records == second.records)
        #expect(first.assets == second.assets)
    }

    @Test(arguments: 200...203)
    func `a ledger that holds only what a command names answers as the whole one`(seed: Int) {
        var commands = RandomCommands(seed: UInt64(seed))
        var whole = Ledger()
        _ = whole.apply(RandomCommands.start, now: commands.now)
        for _ in 0..<600 {
            let asked = commands.next()
            var part = whole.part(named: asked)
            let outcomes = whole.apply(asked, now: commands.now)
            #expect(part.apply(asked, now: commands.now) == outcomes)
            for account in part.accounts { #expect(whole[account.id] == account) }
            for record in part.records { #expect(whole[record.command.id] == record) }
        }
    }
}

/// One run: the ledger and the model side by side.
private struct Run {
    private var commands: RandomCommands
    private var ledger = Ledger()
    private var model = LedgerModel()
    private(set) var failure: String?

    init(seed: UInt64) {
        commands = RandomCommands(seed: seed)
        ask(RandomCommands.start)
    }

    /// Asks for something; false once anything was not as it must be.
    mutating func step() -> Bool {
        ask(commands.next())
        return failure == nil
    }

    private mutating func ask(_ asked: [LedgerCommand]) {
        let before = ledger
        let outcomes = ledger.apply(asked, now: commands.now)
        let expected = model.apply(asked, now: commands.now)
        if outcomes != expected { return failure = "\(asked) got \(outcomes), not \(expected)" }
        if !outcomes.contains(where: { $0.isDone && !$0.isRepeat }), before.accounts != ledger.accounts {
            return failure = "\(asked) was refused and changed something"
        }
        checkSums()
        checkTotals()
    }

    private mutating func checkSums() {
        for account in ledger.accounts {
            let sums = model.sums(account.id)
            let isSame =
                sums.debits == Wide(account.debitsPosted) && sums.credits == Wide(account.creditsPosted)
                && sums.debitsHeld == Wide(account.debitsPending) && sums.creditsHeld == Wide(account.creditsPending)
            guard isSame, account.isClosed == model.isClosed(account.id), let opening = model.opening(account.id) else {
                return failure = "\(account) is not the model's"
            }
            if Wide(account.available) != model.available(opening) { return failure = "\(account) has other room" }
            guard case .overdraft(let most) = account.floor else { continue }
            var room = Wide(account.creditsPosted)
            room.add(most)
            var taken = Wide(account.debitsPosted)
            taken.add(account.debitsPending)
            if room < taken { return failure = "\(account) is below its floor" }
        }
    }

    private mutating func checkTotals() {
        for asset in ledger.assets {
            var (debits, credits, debitsHeld, creditsHeld) = (Wide(), Wide(), Wide(), Wide())
            for account in ledger.accounts where account.asset == asset.number {
                debits.add(account.debitsPosted)
                credits.add(account.creditsPosted)
                debitsHeld.add(account.debitsPending)
                creditsHeld.add(account.creditsPending)
            }
            if debits != credits || debitsHeld != creditsHeld { return failure = "sums of \(asset) differ" }
        }
    }
}

extension Ledger {
    /// A ledger with no more of this one than the commands name.
    fileprivate func part(named commands: [LedgerCommand]) -> Ledger {
        var (accounts, records): (Set<ID<Account>>, Set<ID<LedgerCommand>>) = ([], [])
        for command in commands { command.named(accounts: &accounts, records: &records) }
        return Ledger(
            assets: assets,
            accounts: accounts.compactMap { self[$0] },
            records: records.compactMap { self[$0] }
        )
    }
}

extension LedgerCommand {
    fileprivate func named(accounts: inout Set<ID<Account>>, records: inout Set<ID<LedgerCommand>>) {
        records.insert(id)
        switch self {
        case .define, .open:
            break
        case .close(let closing):
            accounts.insert(closing.account)
        case .rename(let renaming):
            accounts.insert(renaming.account)
        case .transfer(let transfer):
            accounts.formUnion([transfer.debit, transfer.credit])
            if let reference = transfer.reference { records.insert(reference) }
        }
    }
}
