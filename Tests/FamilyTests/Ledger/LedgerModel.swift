import Family

/// A ledger written as plainly as it can be, to hold the real one against: it remembers what was answered, and works
/// everything out anew from the beginning whenever it is asked.
struct LedgerModel {
    private(set) var answered: [(command: LedgerCommand, outcome: LedgerOutcome)] = []

    mutating func apply(_ commands: [LedgerCommand], now: Timestamp) -> [LedgerOutcome] {
        var rest = commands[...]
        var outcomes: [LedgerOutcome] = []
        while let first = rest.first {
            var chain = [first]
            rest.removeFirst()
            while chain[chain.count - 1].isLinked, let next = rest.popFirst() { chain.append(next) }
            outcomes += chain.count == 1 && !first.isLinked ? [alone(first, now: now)] : together(chain, now: now)
        }
        return outcomes
    }

    private mutating func alone(_ command: LedgerCommand, now: Timestamp) -> LedgerOutcome {
        if let outcome = known(command) { return outcome }
        let outcome = judge(command, now: now)
        answered.append((command, outcome))
        return outcome
    }

    private mutating func together(_ chain: [LedgerCommand], now: Timestamp) -> [LedgerOutcome] {
        if chain.count > 32 { return chain.map { _ in LedgerOutcome(.chainTooLong) } }
        var first: [LedgerOutcome?] = chain.map(known)
        for later in chain.indices {
            for earlier in 0..<later where chain[earlier].id == chain[later].id {
                first[later] = LedgerOutcome(.idTaken)
            }
        }
        if first.contains(where: { $0 != nil }) {
            if first.allSatisfy({ $0?.isRepeat == true }) { return first.compactMap { $0 } }
            return first.map { outcome in
                guard let outcome else { return LedgerOutcome(.linkedRefused) }
                return outcome.isRepeat ? LedgerOutcome(.idTaken) : outcome
            }
        }
        if chain[chain.count - 1].isLinked { return reject(chain, at: chain.count - 1, LedgerOutcome(.chainOpen)) }
        var attempt = self
        var outcomes: [LedgerOutcome] = []
        for position in chain.indices {
            outcomes.append(attempt.alone(chain[position], now: now))
            if outcomes[position].result != .done { return reject(chain, at: position, outcomes[position]) }
        }
        self = attempt
        return outcomes
    }

    private mutating func reject(_ chain: [LedgerCommand], at bad: Int, _ outcome: LedgerOutcome) -> [LedgerOutcome] {
        let outcomes = chain.indices.map { $0 == bad ? outcome : LedgerOutcome(.linkedRefused) }
        answered += zip(chain, outcomes).map { ($0, $1) }
        return outcomes
    }

    private func known(_ command: LedgerCommand) -> LedgerOutcome? {
        if command.id == ID(high: 0, low: 0) { return LedgerOutcome(.idReserved) }
        guard let earlier = answered.first(where: { $0.command.id == command.id }) else { return nil }
        guard earlier.command == command else { return LedgerOutcome(.idTaken) }
        return LedgerOutcome(earlier.outcome.result, amount: earlier.outcome.amount, isRepeat: true)
    }
}

extension LedgerModel {
    /// Everything that was done, in its order.
    private var done: [(command: LedgerCommand, amount: Amount)] {
        answered.filter { $0.outcome.result == .done }.map { ($0.command, $0.outcome.amount) }
    }

    var assets: [Asset] {
        done.compactMap { if case .define(let definition) = $0.command { definition.asset } else { nil } }
    }

    func opening(_ id: ID<Account>) -> AccountOpening? {
        for case (.open(let opening), _) in done where opening.account == id { return opening }
        return nil
    }

    func isClosed(_ id: ID<Account>) -> Bool {
        done.contains { if case .close(let closing) = $0.command { closing.account == id } else { false } }
    }

    /// How the hold of this identity ended; nil while it is held.
    private func end(of hold: ID<LedgerCommand>) -> Transfer.Phase? {
        for case (.transfer(let transfer), _) in done
        where [.post, .void, .expire].contains(transfer.phase) && transfer.reference == hold {
            return transfer.phase
        }
        return nil
    }

    /// The four sums of an account, each added up from the beginning.
    func sums(_ id: ID<Account>) -> (debits: Wide, credits: Wide, debitsHeld: Wide, creditsHeld: Wide) {
        var sums = (debits: Wide(), credits: Wide(), debitsHeld: Wide(), creditsHeld: Wide())
        for case (.transfer(let transfer), let amount) in done {
            switch transfer.phase {
            case .single, .post:
                if transfer.debit == id { sums.debits.add(amount) }
                if transfer.credit == id { sums.credits.add(amount) }
            case .hold where end(of: transfer.id) == nil:
                if transfer.debit == id { sums.debitsHeld.add(amount) }
                if transfer.credit == id { sums.creditsHeld.add(amount) }
            case .hold, .void, .expire:
                break
            }
        }
        return sums
    }

    /// How much may still be taken out, as a number that may be beyond any amount.
    func available(_ opening: AccountOpening) -> Wide {
        let sums = sums(opening.account)
        var available = Wide()
        switch opening.floor {
        case .none:
            available.add(.max)
        case .overdraft(let most):
            available = sums.credits
            available.add(most)
            // No account has more to give than an amount can say.
            if Wide(.max) < available { available = Wide(.max) }
        }
        available.subtract(sums.debits)
        available.subtract(sums.debitsHeld)
        return available
    }
}

extension LedgerModel {
    private func judge(_ command: LedgerCommand, now: Timestamp) -> LedgerOutcome {
        switch command {
        case .define(let definition):
            if assets.contains(where: { $0.number == definition.asset.number }) { return LedgerOutcome(.assetTaken) }
            return LedgerOutcome(definition.asset.scale > 38 ? .scaleTooLarge : .done)
        case .open(let opening):
            return LedgerOutcome(assets.contains { $0.number == opening.asset } ? .done : .assetUnknown)
        case .close(let closing):
            return LedgerOutcome(judge(closing.account))
        case .rename(let renaming):
            if opening(renaming.account) == nil { return LedgerOutcome(.accountUnknown) }
            return LedgerOutcome(isClosed(renaming.account) ? .accountClosed : .done)
        case .transfer(let transfer):
            return judge(transfer, now: now)
        }
    }

    private func judge(_ closing: ID<Account>) -> LedgerResult {
        if opening(closing) == nil { return .accountUnknown }
        if isClosed(closing) { return .accountClosed }
        let sums = sums(closing)
        if sums.debitsHeld != Wide() || sums.creditsHeld != Wide() { return .accountHasHolds }
        return sums.debits == sums.credits ? .done : .accountNotEmpty
    }

    private func judge(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        if transfer.validUntil < now { return LedgerOutcome(.tooLate) }
        if transfer.amount == .zero { return LedgerOutcome(.amountZero) }
        if transfer.debit == transfer.credit { return LedgerOutcome(.sameAccount) }
        if [.post, .void, .expire].contains(transfer.phase) { return judge(ending: transfer, now: now) }
        if transfer.phase == .hold, let end = transfer.holdUntil, end <= now { return LedgerOutcome(.holdEndsPast) }
        guard let debit = opening(transfer.debit) else { return LedgerOutcome(.debitUnknown) }
        guard let credit = opening(transfer.credit) else { return LedgerOutcome(.creditUnknown) }
        if debit.asset != transfer.asset || credit.asset != transfer.asset { return LedgerOutcome(.assetDiffers) }
        if isClosed(debit.account) { return LedgerOutcome(.debitClosed) }
        if isClosed(credit.account) { return LedgerOutcome(.creditClosed) }
        let available = available(debit)
        var amount = Wide(transfer.amount)
        if transfer.isAtMost, available < amount { amount = available }
        if hasOverflow(transfer, amount) { return LedgerOutcome(.overflow) }
        guard amount != Wide(), !(available < amount), let moved = amount.amount else {
            var missing = Wide(transfer.amount)
            missing.subtract(available)
            return LedgerOutcome(.insufficient, amount: missing.amount ?? .zero)
        }
        return LedgerOutcome(.done, amount: moved)
    }

    private func hasOverflow(_ transfer: Transfer, _ amount: Wide) -> Bool {
        let (debit, credit) = (sums(transfer.debit), sums(transfer.credit))
        var (out, into) = (amount, amount)
        out.add(debit.debits)
        out.add(debit.debitsHeld)
        into.add(credit.credits)
        into.add(credit.creditsHeld)
        return Wide(.max) < out || Wide(.max) < into
    }

    private func judge(ending transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        guard let reference = transfer.reference,
            let earlier = answered.first(where: { $0.command.id == reference })
        else { return LedgerOutcome(.holdUnknown) }
        guard case .transfer(let hold) = earlier.command, hold.phase == .hold, earlier.outcome.result == .done else {
            return LedgerOutcome(.holdIsNone)
        }
        let held = earlier.outcome.amount
        if transfer.debit != hold.debit || transfer.credit != hold.credit || transfer.asset != hold.asset
            || transfer.phase != .post && transfer.amount != held
        {
            return LedgerOutcome(.holdDiffers)
        }
        switch end(of: hold.id) {
        case .post: return LedgerOutcome(.holdPosted)
        case .void: return LedgerOutcome(.holdVoided)
        case .expire: return LedgerOutcome(.holdExpired)
        case nil, .single, .hold: break
        }
        let isOver = (hold.holdUntil ?? Timestamp(milliseconds: .max)) <= now
        if transfer.phase == .expire, !isOver { return LedgerOutcome(.holdStillRuns) }
        if transfer.phase != .expire, isOver { return LedgerOutcome(.holdExpired) }
        if transfer.amount > held { return LedgerOutcome(.aboveHold) }
        return LedgerOutcome(.done, amount: transfer.amount)
    }
}

/// A whole number of 256 bits with a sign, which no sum in a test leaves.
struct Wide: Hashable, Comparable {
    private var high: Int128 = 0
    private var low: UInt128 = 0

    init(_ amount: Amount = .zero) {
        low = amount.units
    }

    /// The number as an amount; nil where it is none.
    var amount: Amount? { high == 0 ? Amount(low) : nil }

    mutating func add(_ amount: Amount) {
        add(Wide(amount))
    }

    mutating func add(_ other: Wide) {
        let (sum, carry) = low.addingReportingOverflow(other.low)
        low = sum
        high += other.high + (carry ? 1 : 0)
    }

    mutating func subtract(_ other: Wide) {
        let (difference, borrow) = low.subtractingReportingOverflow(other.low)
        low = difference
        high -= other.high + (borrow ? 1 : 0)
    }

    static func < (left: Wide, right: Wide) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
