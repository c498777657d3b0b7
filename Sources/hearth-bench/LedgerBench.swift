import HearthProgram
import Family

/// P7: what a transfer costs before it is signed, hashed and written: the ledger alone, from memory on one core.
enum LedgerBench {
    private static let reach = "3 million transfers/s on one core"
    private static let accounts: UInt64 = 1_000
    private static let transfers = 100_000
    private static let now = Timestamp(milliseconds: 1_767_225_600_000)

    static func run(_ options: BenchOptions) async throws {
        let commands = payments()
        let beginning = beginning()
        var rates: [Double] = []
        for number in 1...options.runs {
            let rate = try rate(of: commands, after: beginning, seconds: options.seconds)
            say("run \(number): \(rate.text(0)) transfers/s")
            rates.append(rate)
        }
        let samples = Samples(rates)
        var figure = BenchFigure("P7", "the ledger from memory on one core, \(accounts) accounts", reach: reach)
        figure.add("transfers a second of processor time", samples.median, "/s", decimals: 0)
        figure.add("the slowest run", samples.quantile(0), "/s", decimals: 0)
        figure.add("the fastest run", samples.quantile(1), "/s", decimals: 0)
        figure.add("transfers in the ledger at the end of a round", Double(transfers), "", decimals: 0)
        try figure.publish()
    }

    /// Transfers a second of processor time: what a neighbour on the machine takes away does not count.
    private static func rate(of commands: [LedgerCommand], after beginning: [LedgerCommand], seconds: Double) throws
        -> Double
    {
        var (taken, used) = (0, 0.0)
        while used < seconds {
            var ledger = Ledger(capacity: transfers + beginning.count)
            for command in beginning { _ = ledger.apply(command, now: now) }
            let before = ownProcessorSeconds()
            var done = 0
            for command in commands where ledger.apply(command, now: now).isDone { done += 1 }
            used += ownProcessorSeconds() - before
            guard done == commands.count else { throw CommandFailure(words: "the ledger refused what it has to do") }
            taken += done
        }
        return Double(taken) / used
    }

    /// A thousand accounts with plenty in each.
    private static func beginning() -> [LedgerCommand] {
        let asset = LedgerCommand.define(AssetDefinition(id: ID(high: 1, low: 1), asset: .coin))
        let openings = (0...accounts).map { number in
            LedgerCommand.open(
                AccountOpening(
                    id: ID(high: 2, low: number),
                    asset: .coin,
                    kind: number == 0 ? .cash : .member,
                    owner: nil,
                    floor: number == 0 ? .none : .zero
                )
            )
        }
        let deposits = (1...accounts).map { transfer(ID(high: 3, low: $0), from: 0, to: $0, 1_000_000_000) }
        return [asset] + openings + deposits
    }

    /// Payments between accounts at random, with the identities that clients make.
    private static func payments() -> [LedgerCommand] {
        var random = SystemRandomNumberGenerator()
        return (0..<transfers).map { number in
            let debit = UInt64.random(in: 1...accounts, using: &random)
            let credit = (debit + UInt64.random(in: 0..<accounts - 1, using: &random)) % accounts + 1
            let at = now.advanced(byMilliseconds: Int64(number) / 4)
            let id = ID<LedgerCommand>(now: at, random: (UInt16(truncatingIfNeeded: random.next()), random.next()))
            return transfer(id, from: debit, to: credit, UInt128(1 + number % 500))
        }
    }

    private static func transfer(
        _ id: ID<LedgerCommand>,
        from debit: UInt64,
        to credit: UInt64,
        _ amount: UInt128
    ) -> LedgerCommand {
        .transfer(
            Transfer(
                id: id,
                debit: ID(high: 2, low: debit),
                credit: ID(high: 2, low: credit),
                asset: .coin,
                amount: Amount(amount),
                kind: .payment,
                validUntil: now.advanced(bySeconds: 600),
                signer: ID(high: 4, low: debit)
            )
        )
    }
}
