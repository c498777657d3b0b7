extension Ledger {
    /// Does one command that is linked to no other.
    public mutating func apply(_ command: LedgerCommand, now: Timestamp) -> LedgerOutcome {
        // Nearly every command is a transfer, and to copy one costs as much as to do it: it is unwrapped once.
        guard case .transfer(let transfer) = command, !transfer.isLinked else { return applyOther(command, now: now) }
        guard transfer.id != Ledger.reserved else { return LedgerOutcome(.idReserved) }
        let place = place(of: transfer.id)
        if let position = place.position { return answer(to: command, at: position) }
        let outcome = move(transfer, now: now)
        add(command, outcome, isHold: transfer.phase == .hold, at: place)
        return outcome
    }

    private mutating func applyOther(_ command: LedgerCommand, now: Timestamp) -> LedgerOutcome {
        guard !command.isLinked else { return apply([command], now: now)[0] }
        if let answer = answered(command) { return answer }
        let outcome = perform(command, now: now)
        add(command, outcome, at: place(of: command.id))
        return outcome
    }

    /// Does commands in their order; those that are linked succeed together or change nothing.
    ///
    /// There is one answer for each. A chain that is sent again as a whole gets its first answers.
    public mutating func apply(_ commands: [LedgerCommand], now: Timestamp) -> [LedgerOutcome] {
        var outcomes: [LedgerOutcome] = []
        outcomes.reserveCapacity(commands.count)
        var start = 0
        while start < commands.count {
            let end = commands[start...].firstIndex { !$0.isLinked }.map { $0 + 1 } ?? commands.count
            if end == start + 1, !commands[start].isLinked {
                outcomes.append(apply(commands[start], now: now))
            } else {
                outcomes += applyChain(commands[start..<end], now: now)
            }
            start = end
        }
        return outcomes
    }

    private static let reserved = ID<LedgerCommand>(high: 0, low: 0)

    /// The answer where the identity was used before, or cannot be; nil for a new one.
    private func answered(_ command: LedgerCommand) -> LedgerOutcome? {
        guard command.id != Ledger.reserved else { return LedgerOutcome(.idReserved) }
        return index(of: command.id).map { answer(to: command, at: $0) }
    }

    private func answer(to command: LedgerCommand, at position: Int) -> LedgerOutcome {
        records[position].command == command ? records[position].outcome.again : LedgerOutcome(.idTaken)
    }

    private mutating func applyChain(_ chain: ArraySlice<LedgerCommand>, now: Timestamp) -> [LedgerOutcome] {
        guard chain.count <= Ledger.chainMax else {
            return Array(repeating: LedgerOutcome(.chainTooLong), count: chain.count)
        }
        if let answers = answeredChain(chain) { return answers }
        if let last = chain.last, last.isLinked {
            return refuse(chain, at: chain.endIndex - 1, LedgerOutcome(.chainOpen))
        }
        var marks: [Mark] = []
        var outcomes: [LedgerOutcome] = []
        for position in chain.indices {
            marks.append(Mark(self, before: chain[position]))
            let outcome = perform(chain[position], now: now)
            guard outcome.isDone else {
                for mark in marks.reversed() { mark.restore(&self) }
                return refuse(chain, at: position, outcome)
            }
            add(chain[position], outcome, isHold: chain[position].isHold, at: place(of: chain[position].id))
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// The first answers of a chain that was sent before, or its refusal where an identity in it was used elsewhere; nil
    /// for a new chain.
    private func answeredChain(_ chain: ArraySlice<LedgerCommand>) -> [LedgerOutcome]? {
        var outcomes = chain.map(answered)
        for position in chain.indices.dropFirst()
        where chain[..<position].contains(where: { $0.id == chain[position].id }) {
            outcomes[position - chain.startIndex] = LedgerOutcome(.idTaken)
        }
        if outcomes.allSatisfy({ $0 == nil }) { return nil }
        let isWhole = outcomes.allSatisfy { $0?.isRepeat ?? false }
        return outcomes.map { outcome in
            guard let outcome else { return LedgerOutcome(.linkedRefused) }
            return isWhole || !outcome.isRepeat ? outcome : LedgerOutcome(.idTaken)
        }
    }

    /// One command of a chain is refused for its own reason, the others because of it; all are remembered.
    private mutating func refuse(
        _ chain: ArraySlice<LedgerCommand>,
        at position: Int,
        _ outcome: LedgerOutcome
    ) -> [LedgerOutcome] {
        chain.indices.map { index in
            let answer = index == position ? outcome : LedgerOutcome(.linkedRefused)
            add(chain[index], answer, at: place(of: chain[index].id))
            return answer
        }
    }

    private mutating func perform(_ command: LedgerCommand, now: Timestamp) -> LedgerOutcome {
        switch command {
        case .define(let definition): define(definition.asset)
        case .open(let opening): open(opening)
        case .transfer(let transfer): move(transfer, now: now)
        case .close(let closing): close(closing.account)
        case .rename(let renaming): rename(renaming.account)
        }
    }
}

extension LedgerCommand {
    /// Whether it asks for an amount to be held.
    fileprivate var isHold: Bool {
        if case .transfer(let transfer) = self { transfer.phase == .hold } else { false }
    }
}

/// What one command of a chain may change, as it was before.
private struct Mark {
    private let assetsCount: Int
    private let accountsCount: Int
    private let recordsCount: Int
    private var accounts: [(index: Int, before: Account)] = []
    private var record: (index: Int, before: Ledger.HoldState?)?

    init(_ ledger: Ledger, before command: LedgerCommand) {
        assetsCount = ledger.assets.count
        accountsCount = ledger.accounts.count
        recordsCount = ledger.records.count
        switch command {
        case .define, .open, .rename:
            break
        case .close(let closing):
            keep(closing.account, of: ledger)
        case .transfer(let transfer):
            keep(transfer.debit, of: ledger)
            keep(transfer.credit, of: ledger)
            guard let index = transfer.reference.flatMap(ledger.index) else { break }
            record = (index, ledger.records[index].hold)
        }
    }

    private mutating func keep(_ account: ID<Account>, of ledger: Ledger) {
        guard let index = ledger.index(of: account) else { return }
        accounts.append((index, ledger.accounts[index]))
    }

    func restore(_ ledger: inout Ledger) {
        for (index, before) in accounts { ledger.accounts[index] = before }
        if let record { ledger.records[record.index].hold = record.before }
        ledger.truncate(assetsCount: assetsCount, accountsCount: accountsCount, recordsCount: recordsCount)
    }
}
