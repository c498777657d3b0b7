import Family
import SQL
import Storage

/// What a turn has read of its ledger: each thing once, and as the turn has left it.
///
/// It lives as long as its turn, inside the writer's transaction, while nobody else changes the ledger; or beside a read,
/// and then nothing is changed in it.
final class LedgerPart {
    private(set) var known: PartialLedger
    private let id: ID<Ledger>
    private let transaction: Transaction
    private var keys: [ID<LedgerKey>: LedgerKeyRow] = [:]
    private var holders: [ID<LedgerHolder>: LedgerHolderRow] = [:]

    /// `known` is what turns before this one knew of the ledger as it is now.
    init(of id: ID<Ledger>, in transaction: Transaction, known: PartialLedger = PartialLedger()) {
        (self.id, self.transaction, self.known) = (id, transaction, known)
    }

    /// The accounts and answers that were read, and what has come to them.
    var ledger: Ledger { known.ledger }

    /// One account, or nil.
    func account(_ id: ID<Account>) throws -> Account? {
        if let known = known.ledger[id] { return known }
        guard let row = try transaction.ledgerAccount(id, in: self.id) else { return nil }
        known.add(row)
        return row.account
    }

    /// What was answered to a command; nil for one that was never asked.
    func answered(_ id: ID<LedgerCommand>) throws -> PartialLedger.Answered? {
        if let answered = known.answered(id) { return answered }
        if known.latest == nil { known.learn(latest: try transaction.latestCommand(in: self.id)) }
        guard !known.isNew(id), let answered = try transaction.answered(id, in: self.id) else { return nil }
        known.add(answered)
        return answered
    }

    /// Whether the ledger has an asset.
    func hasAsset(_ number: Asset.Number) throws -> Bool {
        try readAssets()
        return known.ledger.assets.contains { $0.number == number }
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

    /// Asks the ledger for commands that it was read for.
    func apply(_ commands: [LedgerCommand], now: Timestamp) -> PartialLedger.Change {
        known.apply(commands, now: now)
    }

    /// Remembers in which leaf an answer stands, and says what goes beside it.
    func enter(_ record: Ledger.Record, leaf: Int, at: Timestamp) -> AnswerRow {
        known.enter(record, leaf: leaf, at: at)
    }

    /// Writes the accounts that have changed.
    func saveAccounts() throws {
        try transaction.run(try known.takeUnsaved().changes)
    }

    /// Stores an account that was opened just now.
    func add(_ account: Account, name: String) throws {
        let number = try transaction.addAccount(LedgerAccountRow(account: account, name: name), to: id)
        known.learn(number, of: account.id)
    }

    private func readAssets() throws {
        guard !known.hasAssets else { return }
        known.hasAssets = true
        for row in try transaction.ledgerAssets(of: id) { known.add(row.asset) }
    }
}
