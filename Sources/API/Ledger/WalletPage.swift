public import Family

/// `GET /wallet`: all that a member's own pages show of their money.
public struct WalletBody: Codable, Hashable, Sendable {
    public var ledger: ID<Ledger>
    /// What I am called in the ledger, as keys name their holder.
    public var holder: ID<LedgerHolder>
    public var role: FamilyRoleName
    /// My own name.
    public var name: String
    /// Open ones, in the order in which they were opened.
    public var accounts: [AccountBody]
    /// Closed ones, which can still be read.
    public var closedAccounts: [AccountBody]
    /// One for each asset of which I have an account.
    public var totals: [AssetTotalBody]
    public var assets: [AssetBody]
    /// What my open accounts are saved for.
    public var goals: [SavingsGoalBody]
    /// Whom I can pay: the others of my family.
    public var payees: [PayeeBody]
    /// Mine, revoked ones left out.
    public var keys: [LedgerKeyBody]
    /// Whether there is a page of coins: the keeper turned them on, or I have a wallet from before.
    public var coins: Bool

    public init(
        ledger: ID<Ledger>,
        holder: ID<LedgerHolder>,
        role: FamilyRoleName,
        name: String,
        accounts: [AccountBody],
        closedAccounts: [AccountBody],
        totals: [AssetTotalBody],
        assets: [AssetBody],
        goals: [SavingsGoalBody],
        payees: [PayeeBody],
        keys: [LedgerKeyBody],
        coins: Bool
    ) {
        self.ledger = ledger
        self.holder = holder
        self.role = role
        self.name = name
        self.accounts = accounts
        self.closedAccounts = closedAccounts
        self.totals = totals
        self.assets = assets
        self.goals = goals
        self.payees = payees
        self.keys = keys
        self.coins = coins
    }
}

/// One account of mine.
///
/// Amounts are counts of the asset's smallest unit in decimal digits.
public struct AccountBody: Codable, Hashable, Sendable {
    public var id: ID<Account>
    public var name: String
    public var asset: UInt32
    /// What is posted.
    public var amount: String
    /// What can be taken out: less what is held.
    public var available: String

    public init(id: ID<Account>, name: String, asset: UInt32, amount: String, available: String) {
        self.id = id
        self.name = name
        self.asset = asset
        self.amount = amount
        self.available = available
    }
}

/// All that I have of one asset.
public struct AssetTotalBody: Codable, Hashable, Sendable {
    public var asset: UInt32
    public var amount: String
    public var available: String

    public init(asset: UInt32, amount: String, available: String) {
        self.asset = asset
        self.amount = amount
        self.available = available
    }
}

/// Something that a family counts.
public struct AssetBody: Codable, Hashable, Sendable {
    public var number: UInt32
    public var name: String
    /// Decimals that people see.
    public var scale: Int
    /// The family's cash of it, which a signed deposit or withdrawal names; absent where there is none.
    public var cash: ID<Account>?

    public init(number: UInt32, name: String, scale: Int, cash: ID<Account>?) {
        self.number = number
        self.name = name
        self.scale = scale
        self.cash = cash
    }
}

/// Somebody whom I can pay.
public struct PayeeBody: Codable, Hashable, Sendable {
    /// Where what is paid to them arrives: their first open account of an asset, which a signed payment names.
    public struct Receiving: Codable, Hashable, Sendable {
        public var asset: UInt32
        public var account: ID<Account>

        public init(asset: UInt32, account: ID<Account>) {
            self.asset = asset
            self.account = account
        }
    }

    public var member: ID<Member>
    public var name: String
    /// Empty for who has no account yet.
    public var accounts: [Receiving]

    public init(member: ID<Member>, name: String, accounts: [Receiving]) {
        self.member = member
        self.name = name
        self.accounts = accounts
    }
}

/// `POST /accounts`.
public struct OpenAccountBody: Codable, Sendable {
    public var id: ID<Account>
    public var asset: UInt32
    /// Absent or blank: the next free number.
    public var name: String?

    public init(id: ID<Account>, asset: UInt32, name: String? = nil) {
        self.id = id
        self.asset = asset
        self.name = name
    }
}

/// `POST /payees/{member}/accounts`.
public struct PayeeAccountBody: Codable, Sendable {
    public var asset: UInt32

    public init(asset: UInt32) {
        self.asset = asset
    }
}

/// `PATCH /accounts/{id}`.
public struct RenameAccountBody: Codable, Sendable {
    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// `DELETE /accounts/{id}`.
public struct CloseAccountBody: Codable, Sendable {
    /// Another account of mine that takes what is left.
    public var sweepTo: ID<Account>?

    public init(sweepTo: ID<Account>?) {
        self.sweepTo = sweepTo
    }
}

/// A key by which entries are signed for me.
public struct LedgerKeyBody: Codable, Hashable, Sendable {
    /// Where the private half is.
    public enum KeyCustody: String, Codable, Sendable {
        case hub
        case device
    }

    public var id: ID<LedgerKey>
    public var keeping: KeyCustody
    /// Of Ed25519, 32 bytes in base64.
    public var publicKey: String
    /// What its device is called; absent for the hub's.
    public var name: String?
    public var addedAt: Timestamp?
    public var revoked: Bool
    /// What other adults of my family want, while too few of them have agreed.
    public var revocation: KeyRevocationBody?

    public init(
        id: ID<LedgerKey>,
        keeping: KeyCustody,
        publicKey: String,
        name: String?,
        addedAt: Timestamp?,
        revoked: Bool,
        revocation: KeyRevocationBody?
    ) {
        self.id = id
        self.keeping = keeping
        self.publicKey = publicKey
        self.name = name
        self.addedAt = addedAt
        self.revoked = revoked
        self.revocation = revocation
    }
}

/// `POST /me/ledger-keys`.
public struct AddLedgerKeyBody: Codable, Sendable {
    public var id: ID<LedgerKey>
    public var publicKey: String
    /// The key's own signature over the entry that adds it, in base64.
    public var proof: String
    /// What the device is called.
    public var name: String?

    public init(id: ID<LedgerKey>, publicKey: String, proof: String, name: String? = nil) {
        self.id = id
        self.publicKey = publicKey
        self.proof = proof
        self.name = name
    }
}
