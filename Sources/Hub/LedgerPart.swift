import Family
import SQL
import Storage

/// What a turn has read of its ledger: each thing once, and as the turn has left it.
///
/// It lives as long as its turn, inside the writer's transaction, while nobody else changes the ledger; or beside a read,
/// and then nothing is changed in it.
final class LedgerPart {
    /// A command that was answered, in which leaf that stands, and since when.
    typealias Answered = (record: Ledger.Record, leaf: Int, at: Timestamp)

    /// The accounts and answers that were read, and what has come to them.
    private(set) var ledger = Ledger()
    private let id: ID<Ledger>
    private let transaction: Transaction
    /// Where the answers stand; nil for what was never asked.
    private var places: [ID<LedgerCommand>: (leaf: Int, at: Timestamp)?] = [:]
    private var keys: [ID<LedgerKey>: LedgerKeyRow] = [:]
    private var holders: [ID<LedgerHolder>: LedgerHolderRow] = [:]
    private var hasAssets = false
    /// The last leaves that changed the accounts.
    private var lastLeaves: [ID<Account>: Int] = [:]
    /// Accounts that are not in the database as they are here.
    private var unsaved: Set<ID<Account>> = []

    init(of id: ID<Ledger>, in transaction: Transaction) {
        (self.id, self.transaction) = (id, transaction)
    }

    /// One account, or nil.
    func account(_ id: ID<Account>) throws -> Account? {
        if let known = ledger[id] { return known }
        guard let row = try transaction.ledgerAccount(id, in: self.id) else { return nil }
        ledger.add(row.account)
        lastLeaves[id] = row.lastLeaf
        return row.account
    }

    /// What was answered to a command; nil for one that was never asked.
    func answered(_ id: ID<LedgerCommand>) throws -> Answered? {
        if let known = places[id] {
            guard let place = known, let record = ledger[id] else { return nil }
            return (record, place.leaf, place.at)
        }
        let answered = try transaction.answered(id, in: self.id)
        if let answered { ledger.add(answered.record) }
        places.updateValue(answered.map { ($0.leaf, $0.at) }, forKey: id)
        return answered
    }

    /// Whether the ledger has an asset.
    func hasAsset(_ number: Asset.Number) throws -> Bool {
        try readAssets()
        return ledger.assets.contains { $0.number == number }
    }

    /// One key, or nil; who revokes one in this turn does not ask again.
    func key(_ id: ID<LedgerKey>) throws -> LedgerKeyRow? {
        if let known = keys[id] { return known }
        let key = try transaction.ledgerKey(id, in: self.id)
        keys[id] = key
        return key
    }

    /// The member whom somebody of the ledger is, or nil.
    func member(_ id: ID<LedgerHolder>) throws -> ID<Member>? {
        if let known = holders[id] { return known.member }
        let holder = try transaction.ledgerHolder(id)
        holders[id] = holder
        return holder?.member
    }

    /// Reads all that commands name, so that the ledger answers them as the whole one would.
    func read(for commands: [LedgerCommand]) throws {
        try readAssets()
        for command in commands {
            _ = try answered(command.id)
            for id in command.accounts { _ = try account(id) }
            if let reference = command.reference { _ = try answered(reference) }
        }
    }

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

    /// Asks the ledger for commands that it was read for.
    func apply(_ commands: [LedgerCommand], now: Timestamp) -> Change {
        var (accounts, holds): ([Account], [Ledger.Record]) = ([], [])
        for command in commands {
            for id in command.accounts where !accounts.contains(where: { $0.id == id }) {
                if let account = ledger[id] { accounts.append(account) }
            }
            if let id = command.reference, let record = ledger[id] { holds.append(record) }
        }
        let count = ledger.records.count
        let outcomes = ledger.apply(commands, now: now)
        var change = Change(outcomes: outcomes, records: Array(ledger.records[count...]))
        for account in accounts {
            guard let changed = ledger[account.id], changed != account else { continue }
            change.accounts.append(changed)
            unsaved.insert(account.id)
        }
        for record in holds {
            guard let ended = ledger[record.command.id], ended.hold != record.hold else { continue }
            change.ended.append(ended)
        }
        return change
    }

    /// Remembers in which leaf an answer stands, and says what goes beside it.
    func enter(_ record: Ledger.Record, leaf: Int, at: Timestamp) -> AnswerRow {
        var row = AnswerRow(command: record.command.id, hold: record.hold)
        places.updateValue((leaf, at), forKey: row.command)
        if case .transfer(let transfer) = record.command, record.outcome.isDone {
            row.debitBefore = lastLeaves.updateValue(leaf, forKey: transfer.debit)
            row.creditBefore = lastLeaves.updateValue(leaf, forKey: transfer.credit)
            unsaved.formUnion([transfer.debit, transfer.credit])
        }
        return row
    }

    /// Writes the accounts that have changed.
    func saveAccounts() throws {
        for account in unsaved.compactMap({ ledger[$0] }) {
            try transaction.saveSums(of: account, lastLeaf: lastLeaves[account.id], in: id)
        }
        unsaved = []
    }

    private func readAssets() throws {
        guard !hasAssets else { return }
        hasAssets = true
        for row in try transaction.ledgerAssets(of: id) { ledger.add(row.asset) }
    }
}

extension LedgerCommand {
    /// The accounts that it is about; one that it opens is not there before.
    fileprivate var accounts: [ID<Account>] {
        switch self {
        case .define, .open: []
        case .close(let closing): [closing.account]
        case .rename(let renaming): [renaming.account]
        case .transfer(let transfer): [transfer.debit, transfer.credit]
        }
    }

    /// The earlier command that it is about.
    fileprivate var reference: ID<LedgerCommand>? {
        if case .transfer(let transfer) = self { transfer.reference } else { nil }
    }
}
