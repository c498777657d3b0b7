/// One thing that a ledger is asked to do.
///
/// Every command has an identity that its client made. The same command again gets the first answer and does nothing;
/// another one with the same identity is refused.
@frozen
public enum LedgerCommand: Hashable, Sendable {
    case define(AssetDefinition)
    case open(AccountOpening)
    case transfer(Transfer)
    case close(AccountClosing)
    case rename(AccountRenaming)

    public var id: ID<LedgerCommand> {
        switch self {
        case .define(let definition): definition.id
        case .open(let opening): opening.id
        case .transfer(let transfer): transfer.id
        case .close(let closing): closing.id
        case .rename(let renaming): renaming.id
        }
    }

    /// It is done together with the next command of the list, or neither is.
    public var isLinked: Bool {
        switch self {
        case .define, .open, .rename: false
        case .transfer(let transfer): transfer.isLinked
        case .close(let closing): closing.isLinked
        }
    }
}

/// Gives a ledger another asset.
public struct AssetDefinition: Hashable, Sendable {
    public let id: ID<LedgerCommand>
    public let asset: Asset
    /// Stands for its name.
    public let note: NoteDigest

    public init(id: ID<LedgerCommand>, asset: Asset, note: NoteDigest = .none) {
        self.id = id
        self.asset = asset
        self.note = note
    }
}

/// Opens an account; its identity is that of the account too.
public struct AccountOpening: Hashable, Sendable {
    public let id: ID<LedgerCommand>
    public let asset: Asset.Number
    public let kind: Account.Kind
    public let owner: ID<LedgerHolder>?
    public let floor: Account.Floor
    /// Stands for its name.
    public let note: NoteDigest

    public init(
        id: ID<LedgerCommand>,
        asset: Asset.Number,
        kind: Account.Kind,
        owner: ID<LedgerHolder>?,
        floor: Account.Floor,
        note: NoteDigest = .none
    ) {
        self.id = id
        self.asset = asset
        self.kind = kind
        self.owner = owner
        self.floor = floor
        self.note = note
    }

    /// The account that it opens.
    public var account: ID<Account> { ID(sharing: id) }
}

/// Closes an account in which nothing is left; a linked transfer before it takes out the rest.
public struct AccountClosing: Hashable, Sendable {
    public let id: ID<LedgerCommand>
    public let account: ID<Account>
    public let isLinked: Bool

    public init(id: ID<LedgerCommand>, account: ID<Account>, isLinked: Bool = false) {
        self.id = id
        self.account = account
        self.isLinked = isLinked
    }
}

/// Gives an account another name.
public struct AccountRenaming: Hashable, Sendable {
    public let id: ID<LedgerCommand>
    public let account: ID<Account>
    /// Stands for its name.
    public let note: NoteDigest

    public init(id: ID<LedgerCommand>, account: ID<Account>, note: NoteDigest) {
        self.id = id
        self.account = account
        self.note = note
    }
}
