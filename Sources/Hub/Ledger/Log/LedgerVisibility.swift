import Family
import SQL
import Storage

/// What somebody may see of their family's log.
///
/// Adults audit all. A child sees what it signed, what is about its own accounts, and what is nobody's: people, keys,
/// assets and the family's accounts. Words are for those between whom they were said.
struct LedgerVisibility {
    private let holder: ID<LedgerHolder>
    private let isAdult: Bool
    private let ledger: ID<Ledger>
    private let transaction: Transaction
    private let accounts: Set<ID<Account>>
    private let keys: Set<ID<LedgerKey>>

    init(_ holder: ID<LedgerHolder>, isAdult: Bool, in ledger: ID<Ledger>, _ transaction: Transaction) throws {
        (self.holder, self.isAdult, self.ledger, self.transaction) = (holder, isAdult, ledger, transaction)
        accounts = Set(try transaction.ledgerAccounts(of: holder).map(\.account.id))
        keys = Set(try transaction.ledgerKeys(of: holder).map(\.holding.id))
    }

    /// Whether the entry is theirs to see.
    func shows(_ entry: LedgerEntry) throws -> Bool {
        guard case .command(let command) = entry.event, !isAdult else { return true }
        if entry.signatures.contains(where: { keys.contains($0.key) }) { return true }
        switch command {
        case .define: return true
        case .open(let opening): return opening.owner == nil || opening.owner == holder
        case .close(let closing): return try isTheirsOrNobodys(closing.account)
        case .rename(let renaming): return try isTheirsOrNobodys(renaming.account)
        case .transfer(let transfer): return isBetween(transfer)
        }
    }

    /// Whether the words of an entry that they see are theirs to read.
    func showsWords(of entry: LedgerEntry, _ note: LedgerNoteRow) throws -> Bool {
        guard note.holder != nil, note.holder != holder else { return true }
        guard case .command(.transfer(let transfer)) = entry.event else { return false }
        return isBetween(transfer)
    }

    private func isBetween(_ transfer: Transfer) -> Bool {
        accounts.contains(transfer.debit) || accounts.contains(transfer.credit)
    }

    private func isTheirsOrNobodys(_ account: ID<Account>) throws -> Bool {
        guard !accounts.contains(account) else { return true }
        return try transaction.ledgerAccount(account, in: ledger).map { $0.account.owner == nil } ?? false
    }
}
