import Family

/// Makes commands at random, so that most of them are nearly right: few identities, few accounts, small amounts, now and
/// then the largest there are, and repeats of what was asked before.
struct RandomCommands {
    private var random: SeededRandom
    private var asked: [LedgerCommand] = []
    private(set) var now = Timestamp(milliseconds: 1_000)

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Two assets, the outside and three accounts of members in each.
    static let start: [LedgerCommand] =
        [.define(AssetDefinition(id: id(1), asset: .gold)), .define(AssetDefinition(id: id(2), asset: .coin))]
        + (0..<8).map { number in
            .open(
                AccountOpening(
                    id: id(100 + number),
                    asset: number % 2 == 0 ? .gold : .coin,
                    kind: number < 2 ? .cash : .member,
                    owner: number < 2 ? nil : ID(high: 9, low: number),
                    floor: number < 2 ? .none : number == 7 ? .overdraft(Amount(20)) : .zero
                )
            )
        }

    static func id(_ number: UInt64) -> ID<LedgerCommand> { ID(high: 7, low: number) }

    /// What is asked together next: mostly one command, sometimes a chain.
    mutating func next() -> [LedgerCommand] {
        now = now.advanced(byMilliseconds: Int64.random(in: 0...20, using: &random))
        if !asked.isEmpty, chance(12) {
            let start = Int.random(in: asked.indices, using: &random)
            return Array(asked[start..<min(asked.count, start + Int.random(in: 1...3, using: &random))])
        }
        var commands: [LedgerCommand] = []
        let length = chance(5) ? Int.random(in: 2...5, using: &random) : chance(150) ? 33 : 1
        for position in 0..<length { commands.append(command(isLinked: position + 1 < length || chance(60))) }
        asked += commands
        return commands
    }

    private mutating func command(isLinked: Bool) -> LedgerCommand {
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
            let number = Asset.Number(UInt32.random(in: 1...5, using: &random))
            return .define(AssetDefinition(id: freshID(), asset: Asset(number: number, scale: chance(3) ? 39 : 2)))
        case 1:
            let asset = Asset.Number(UInt32.random(in: 1...5, using: &random))
            let floor = Account.Floor.overdraft(Amount(UInt128.random(in: 0...9, using: &random)))
            return .open(AccountOpening(id: freshID(), asset: asset, kind: .member, owner: nil, floor: floor))
        case 2:
            return .rename(AccountRenaming(id: freshID(), account: account(), note: .none))
        case 3...4:
            return .close(AccountClosing(id: freshID(), account: account(), isLinked: isLinked))
        case 5...16:
            return .transfer(ending(isLinked: isLinked) ?? taking(isLinked: isLinked))
        default:
            return .transfer(taking(isLinked: isLinked))
        }
    }

    private mutating func taking(isLinked: Bool) -> Transfer {
        let isHold = chance(3)
        let (debit, credit) = (account(), account())
        return Transfer(
            id: freshID(),
            debit: debit,
            credit: credit,
            asset: chance(9) ? .gold : debit.low % 2 == 0 ? .gold : .coin,
            amount: amount(),
            kind: .transfer,
            phase: isHold ? .hold : .single,
            isLinked: isLinked,
            isAtMost: chance(4),
            validUntil: now.advanced(byMilliseconds: chance(12) ? -1 : 10),
            holdUntil: chance(3) ? nil : now.advanced(byMilliseconds: Int64.random(in: -2...80, using: &random)),
            signer: ID(high: 3, low: 3)
        )
    }

    /// Something that ends a hold which was asked for before, or is taken for one.
    private mutating func ending(isLinked: Bool) -> Transfer? {
        let candidates = asked.suffix(60).compactMap { command -> Transfer? in
            guard case .transfer(let transfer) = command else { return nil }
            return transfer.phase == .hold || transfer.phase == .single && transfer.id.low % 9 == 0 ? transfer : nil
        }
        guard let hold = candidates.randomElement(using: &random) else { return nil }
        let phases: [Transfer.Phase] = [.post, .post, .void, .expire]
        return Transfer(
            id: freshID(),
            debit: chance(20) ? account() : hold.debit,
            credit: hold.credit,
            asset: hold.asset,
            amount: chance(4) ? amount() : hold.amount,
            kind: .transfer,
            phase: phases.randomElement(using: &random) ?? .post,
            reference: chance(20) ? ID(high: 8, low: 8) : chance(40) ? nil : hold.id,
            isLinked: isLinked,
            validUntil: now,
            signer: ID(high: 3, low: 3)
        )
    }

    private mutating func account() -> ID<Account> {
        ID(high: 7, low: UInt64.random(in: 100...(chance(25) ? 109 : 107), using: &random))
    }

    private mutating func amount() -> Amount {
        if chance(60) { return .max }
        return Amount(UInt128.random(in: 0...30, using: &random))
    }

    private mutating func freshID() -> ID<LedgerCommand> {
        chance(120)
            ? ID(high: 0, low: 0) : ID(high: 7, low: UInt64.random(in: 110...(chance(12) ? 400 : .max), using: &random))
    }

    private mutating func chance(_ oneIn: Int) -> Bool {
        Int.random(in: 0..<oneIn, using: &random) == 0
    }
}
