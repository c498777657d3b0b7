import Family
import SQL
import Storage

/// As much of a ledger as was read or written: a value that answers commands, and remembers where its answers stand.
struct PartialLedger: Sendable {
    /// A command that was answered, in which leaf that stands, and since when.
    typealias Answered = (record: Ledger.Record, leaf: Int, at: Timestamp)

    /// The accounts and answers that are known, and what has come to them.
    private(set) var ledger = Ledger()
    /// Where the ledger's records stand, in their order.
    private var places: ContiguousArray<(leaf: Int, at: Timestamp)> = []
    /// What there is to say of the ledger's accounts, in their order.
    private var marks: ContiguousArray<AccountMark> = []
    /// Positions of accounts that are not in the database as they are here.
    private var unsaved: [Int] = []
    /// No command after this one was ever asked but those that are known; nil where nobody has looked.
    private(set) var latest: ID<LedgerCommand>?
    var hasAssets = false

    private struct AccountMark: Sendable {
        /// Where its sums stand; nil before it is stored.
        var number: AccountNumber?
        /// The last leaf that changed it.
        var lastLeaf: Int?
        var isUnsaved = false
    }

    mutating func add(_ asset: Asset) { ledger.add(asset) }

    mutating func add(_ row: LedgerAccountRow) {
        ledger.add(row.account)
        marks.append(AccountMark(number: row.number, lastLeaf: row.lastLeaf))
    }

    mutating func add(_ answered: Answered) {
        precondition(places.count == ledger.records.count)
        ledger.add(answered.record)
        places.append((answered.leaf, answered.at))
    }

    /// Learns that no command after this one was asked before the first that is known.
    mutating func learn(latest: ID<LedgerCommand>) { self.latest = latest }

    /// What was answered to a command; nil where that is not known.
    func answered(_ id: ID<LedgerCommand>) -> Answered? {
        guard let position = ledger.index(of: id), position < places.count else { return nil }
        return (ledger.records[position], places[position].leaf, places[position].at)
    }

    /// Whether a command that is not known was certainly never asked.
    func isNew(_ id: ID<LedgerCommand>) -> Bool { latest.map { $0 < id } ?? false }

    /// What came of commands.
    struct Change {
        var outcomes: [LedgerOutcome]
        /// What was not answered before.
        var records: [Ledger.Record]
        /// Those whose sums are others, or that were closed.
        var accounts: [Account] = []
        /// Earlier holds and payouts that came to their end.
        var ended: [Ledger.Record] = []
    }

    /// Asks the ledger for commands; all that they name is known.
    mutating func apply(_ commands: [LedgerCommand], now: Timestamp) -> Change {
        var (accounts, holds): ([Account], [Ledger.Record]) = ([], [])
        for command in commands {
            for id in command.accounts where !accounts.contains(where: { $0.id == id }) {
                if let account = ledger[id] { accounts.append(account) }
            }
            if let id = command.reference, let record = ledger[id] { holds.append(record) }
        }
        let count = ledger.records.count
        let outcomes = ledger.apply(commands, now: now)
        while marks.count < ledger.accounts.count { marks.append(AccountMark()) }
        var change = Change(outcomes: outcomes, records: Array(ledger.records[count...]))
        for account in accounts {
            guard let position = ledger.index(of: account.id), ledger.accounts[position] != account else { continue }
            change.accounts.append(ledger.accounts[position])
            noteUnsaved(position)
        }
        for record in holds {
            guard let ended = ledger[record.command.id], ended.hold != record.hold else { continue }
            change.ended.append(ended)
        }
        return change
    }

    /// Asks for one transfer that is about nothing earlier and stands alone; its accounts are known.
    mutating func move(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        ledger.apply(.transfer(transfer), now: now)
    }

    /// Remembers in which leaf the next of the answers stands, and says what goes beside it.
    mutating func enter(_ record: Ledger.Record, leaf: Int, at: Timestamp) -> AnswerRow {
        var row = AnswerRow(command: record.command.id, hold: record.hold)
        places.append((leaf, at))
        if record.outcome.isDone, case .transfer(let transfer) = record.command {
            row.debitBefore = noteLeaf(leaf, at: transfer.debit)
            row.creditBefore = noteLeaf(leaf, at: transfer.credit)
        }
        return row
    }

    /// Learns where the sums of an account stand that was opened just now.
    mutating func learn(_ number: AccountNumber, of account: ID<Account>) {
        guard let position = ledger.index(of: account) else { return }
        marks[position].number = number
    }

    /// What stores the sums that changed, and whose they are; they count as stored from now on.
    ///
    /// Throws where nobody has learnt under which number an account is stored.
    mutating func takeUnsaved() throws(StorageError) -> (changes: [SQL], owners: Set<ID<LedgerHolder>>) {
        var (changes, owners): ([SQL], Set<ID<LedgerHolder>>) = ([], [])
        changes.reserveCapacity(unsaved.count)
        for position in unsaved {
            guard let number = marks[position].number else {
                throw StorageError(.other, "sums of an account that is not stored")
            }
            let account = ledger.accounts[position]
            changes.append(account.saving(lastLeaf: marks[position].lastLeaf, under: number))
            if let owner = account.owner { owners.insert(owner) }
            marks[position].isUnsaved = false
        }
        unsaved.removeAll(keepingCapacity: true)
        return (changes, owners)
    }

    /// Forgets all answers but so many, the last ones, and remembers until when those before them were asked.
    mutating func forgetAnswers(but count: Int) {
        let forgotten = ledger.records.dropLast(count)
        if let latest { self.latest = forgotten.reduce(latest) { max($0, $1.command.id) } }
        ledger = Ledger(assets: ledger.assets, accounts: ledger.accounts, records: ledger.records.suffix(count))
        places.removeFirst(forgotten.count)
    }

    private mutating func noteLeaf(_ leaf: Int, at account: ID<Account>) -> Int? {
        guard let position = ledger.index(of: account) else { return nil }
        defer { marks[position].lastLeaf = leaf }
        noteUnsaved(position)
        return marks[position].lastLeaf
    }

    private mutating func noteUnsaved(_ position: Int) {
        guard !marks[position].isUnsaved else { return }
        marks[position].isUnsaved = true
        unsaved.append(position)
    }
}

extension LedgerCommand {
    /// The accounts that it is about; one that it opens is not there before.
    var accounts: [ID<Account>] {
        switch self {
        case .define, .open: []
        case .close(let closing): [closing.account]
        case .rename(let renaming): [renaming.account]
        case .transfer(let transfer): [transfer.debit, transfer.credit]
        }
    }

    /// The earlier command that it is about.
    var reference: ID<LedgerCommand>? {
        if case .transfer(let transfer) = self { transfer.reference } else { nil }
    }
}
