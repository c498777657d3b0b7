/// The accounts of one family and everything that was asked of them: a value that answers commands.
///
/// It reads no clock and draws no chance, so that the same commands at the same times always give the same answers. Who
/// replays the log gets what the hub got. It may hold all of a ledger or, of a large one, just what a command
/// names: the assets, accounts and earlier commands that are not in it count as unknown.
///
/// What always holds: per asset all credits are as much as all debits, posted and pending alike; no account is below its
/// floor but for what was reversed; what was refused changed nothing but the memory of its answer.
public struct Ledger: Sendable {
    /// So many commands may be linked.
    public static let chainMax = 32

    /// A command that was answered.
    public struct Record: Hashable, Sendable {
        public let command: LedgerCommand
        /// What became of a hold, and voided for a payout that was reversed; nil for everything else.
        public internal(set) var hold: HoldState?
        public let outcome: LedgerOutcome

        /// A record as it was stored.
        public init(command: LedgerCommand, outcome: LedgerOutcome, hold: HoldState?) {
            self.command = command
            self.outcome = outcome
            self.hold = hold
        }
    }

    /// What became of a hold.
    public enum HoldState: UInt8, CaseIterable, Hashable, Sendable {
        case held = 0
        case posted = 1
        case voided = 2
        case expired = 3
    }

    public internal(set) var assets: [Asset] = []
    public internal(set) var accounts: ContiguousArray<Account> = []
    /// In the order in which they were answered.
    public internal(set) var records: ContiguousArray<Record> = []
    private var accountTable: IDTable<Account>
    private var recordTable: IDTable<LedgerCommand>

    /// An empty ledger, with room for so many commands.
    public init(capacity: Int = 0) {
        records.reserveCapacity(capacity)
        accountTable = IDTable(capacity: 0)
        recordTable = IDTable(capacity: capacity)
    }

    /// A ledger as it was stored, or the part of it that a command names.
    ///
    /// Each identity occurs once.
    public init(assets: [Asset], accounts: some Sequence<Account>, records: some Sequence<Record>) {
        self.init()
        self.assets = assets
        for account in accounts { add(account) }
        for record in records { add(record) }
    }

    /// The account of this identity.
    public subscript(id: ID<Account>) -> Account? {
        index(of: id).map { accounts[$0] }
    }

    /// What was answered to the command of this identity.
    public subscript(id: ID<LedgerCommand>) -> Record? {
        index(of: id).map { records[$0] }
    }

    /// Where the account of this identity stands among `accounts`.
    // Inlined, so that a look for an account does not copy the ledger first.
    @inline(__always)
    public func index(of account: ID<Account>) -> Int? {
        accountTable.find(account) { accounts[$0].id == account }.position
    }

    /// Where the answer to the command of this identity stands among `records`.
    public func index(of command: ID<LedgerCommand>) -> Int? {
        recordTable.find(command) { records[$0].command.id == command }.position
    }

    /// Where a command's record stands, or the place at which it is to be entered before anything else is.
    @inline(__always)
    mutating func place(of command: ID<LedgerCommand>) -> IDTable<LedgerCommand>.Place {
        recordTable.makeRoom { records[$0].command.id }
        return recordTable.find(command) { records[$0].command.id == command }
    }

    /// Adds an asset as it was stored; its number is not there yet.
    public mutating func add(_ asset: Asset) {
        assets.append(asset)
    }

    /// Adds an account as it was stored; its identity is not there yet.
    public mutating func add(_ account: Account) {
        accountTable.makeRoom { accounts[$0].id }
        accountTable.fill(accountTable.find(account.id) { _ in false }, with: accounts.count)
        accounts.append(account)
    }

    /// Adds an answer as it was stored; the command's identity is not there yet.
    public mutating func add(_ record: Record) {
        recordTable.fill(place(of: record.command.id), with: records.count)
        records.append(record)
    }

    /// Remembers the answer to a command, at the place that was found for it.
    @inline(__always)
    mutating func add(
        _ command: LedgerCommand,
        _ outcome: LedgerOutcome,
        isHold: Bool = false,
        at place: IDTable<LedgerCommand>.Place
    ) {
        recordTable.fill(place, with: records.count)
        records.append(Record(command: command, outcome: outcome, hold: isHold && outcome.isDone ? .held : nil))
    }

    /// Forgets what came last, beyond these counts.
    mutating func truncate(assetsCount: Int, accountsCount: Int, recordsCount: Int) {
        assets.removeLast(assets.count - assetsCount)
        while accounts.count > accountsCount {
            let id = accounts.removeLast().id
            accountTable.remove(id, at: accounts.count)
        }
        while records.count > recordsCount {
            let id = records.removeLast().command.id
            recordTable.remove(id, at: records.count)
        }
    }
}
