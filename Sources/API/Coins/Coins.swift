public import Family

/// `GET /coin-wallets`: my wallets on chains of coins, which no other member is shown.
public struct CoinsBody: Codable, Hashable, Sendable {
    /// What the keeper turned on.
    public struct Service: Codable, Hashable, Sendable {
        /// The coin, such as `monero`.
        public var coin: String
        public var network: CoinNetworkName
        /// The node that is asked.
        public var node: String
        public var state: CoinNodeStateName
        /// How many blocks the node lacks, as it says itself; absent where it does not.
        public var blocksBehind: String?
        /// Blocks of the node; absent before it was asked.
        public var height: String?

        public init(
            coin: String,
            network: CoinNetworkName,
            node: String,
            state: CoinNodeStateName,
            blocksBehind: String?,
            height: String?
        ) {
            self.coin = coin
            self.network = network
            self.node = node
            self.state = state
            self.blocksBehind = blocksBehind
            self.height = height
        }
    }

    /// Absent where the keeper has not turned coins on: what was read before is still shown.
    public var service: Service?
    /// In the order in which they were added.
    public var wallets: [CoinWalletBody]
    /// Whether an adult of my family has to allow it before I add one.
    public var needsConsent: Bool

    public init(service: Service?, wallets: [CoinWalletBody], needsConsent: Bool) {
        self.service = service
        self.wallets = wallets
        self.needsConsent = needsConsent
    }
}

/// A chain of a coin.
public enum CoinNetworkName: String, Codable, Sendable {
    case main
    case staging
    case test
    /// A chain on one machine, for trials.
    case local
}

/// Whether the node of a coin can be believed.
public enum CoinNodeStateName: String, Codable, Sendable {
    case good
    /// Not asked yet.
    case unknown
    case away
    case behind
    case wrongNetwork
    case contradictory
}

/// A wallet of mine: one that I watch, or one that the hub can spend with my spending password.
///
/// Amounts are counts of the coin's smallest unit in decimal digits; of Monero, 10^12 are one coin.
public struct CoinWalletBody: Codable, Hashable, Sendable {
    /// What the hub can do with a wallet.
    public enum Custody: String, Codable, Sendable {
        case watchOnly
        /// Made or restored by the hub, which can spend it while it has the member's spending password.
        case hot
    }

    /// A daily limit that does not count yet.
    public struct RaisedLimit: Codable, Hashable, Sendable {
        public var amount: String
        /// From when it counts.
        public var from: Timestamp

        public init(amount: String, from: Timestamp) {
            self.amount = amount
            self.from = from
        }
    }

    /// Why a wallet was not read the last time.
    public enum Trouble: String, Codable, Sendable {
        /// The program that reads it is missing, or starts.
        case notRunning
        case timedOut
        /// Another program has its file open.
        case inUse
        case failed
    }

    /// An account in it.
    public struct Account: Codable, Hashable, Sendable {
        public var index: UInt32
        /// Absent where it has none.
        public var name: String?
        /// Where coins for it are sent to.
        public var address: String
        /// All that arrived: what was spent since is not seen by a view key.
        public var received: String
        /// Of it, what has ten confirmations.
        public var unlocked: String
        /// Blocks until all of it is unlocked.
        public var blocksToUnlock: String
        /// The amount in it, without what was spent; absent for a wallet that is watched.
        public var balance: String?
        /// Of it, what can be spent now.
        public var available: String?

        public init(
            index: UInt32,
            name: String?,
            address: String,
            received: String,
            unlocked: String,
            blocksToUnlock: String,
            balance: String? = nil,
            available: String? = nil
        ) {
            self.index = index
            self.name = name
            self.address = address
            self.received = received
            self.unlocked = unlocked
            self.blocksToUnlock = blocksToUnlock
            self.balance = balance
            self.available = available
        }
    }

    /// Coins that arrived.
    public struct Arrival: Codable, Hashable, Sendable {
        /// Where they are.
        public enum State: String, Codable, Sendable {
            /// Waits for a block.
            case inPool
            /// 1 to 9 confirmations.
            case confirming
            /// At least ten.
            case confirmed
            /// Gone from the pool without a block.
            case failed
            /// Was in a block that the chain gave up.
            case reorganised
        }

        /// Of the transaction, 64 hexadecimal digits.
        public var hash: String
        public var account: UInt32
        public var amount: String
        public var at: Timestamp
        public var state: State
        public var confirmations: String
        /// Whether another transaction that spends the same was seen.
        public var doubtful: Bool

        public init(
            hash: String,
            account: UInt32,
            amount: String,
            at: Timestamp,
            state: State,
            confirmations: String,
            doubtful: Bool
        ) {
            self.hash = hash
            self.account = account
            self.amount = amount
            self.at = at
            self.state = state
            self.confirmations = confirmations
            self.doubtful = doubtful
        }
    }

    public var id: ID<CoinHolding>
    public var coin: String
    public var custody: Custody
    public var name: String
    /// Empty while the words of a hot wallet are not confirmed, as then it must receive nothing.
    public var address: String
    public var addedAt: Timestamp
    /// When it was last read; absent before the first time.
    public var readAt: Timestamp?
    /// Blocks that were read so far.
    public var height: String?
    /// Whether all blocks were read once; until then amounts grow.
    public var whole: Bool
    public var trouble: Trouble?
    public var accounts: [Account]
    /// The latest 500, the latest first.
    public var arrivals: [Arrival]
    /// The amount in a hot wallet, without what was spent; absent for one that is watched, as the four below.
    public var balance: String?
    /// Of it, what can be spent now.
    public var available: String?
    /// The most that may leave within 24 hours, fees included.
    public var dailyLimit: String?
    /// What left within the last 24 hours.
    public var spentToday: String?
    /// A higher limit that counts later; absent where no such limit waits.
    public var raisedLimit: RaisedLimit?
    /// Whether four of its words were typed; until then it has no address to be shown and sends nothing.
    public var wordsConfirmed: Bool?
    /// Until when it sends nothing, as the hub was put back from a backup; absent where it sends.
    public var pausedUntil: Timestamp?
    /// Whether a backup brought an older spending password, or a higher limit, which counts as 0; absent otherwise.
    public var passwordOld, limitOld: Bool?

    /// A wallet as its member sees it; what only a hot one has is set afterwards.
    public init(
        id: ID<CoinHolding>,
        coin: String,
        custody: Custody = .watchOnly,
        name: String,
        address: String,
        addedAt: Timestamp,
        readAt: Timestamp?,
        height: String?,
        whole: Bool,
        trouble: Trouble?,
        accounts: [Account],
        arrivals: [Arrival]
    ) {
        (self.id, self.coin, self.custody, self.name, self.address) = (id, coin, custody, name, address)
        self.addedAt = addedAt
        self.readAt = readAt
        self.height = height
        self.whole = whole
        self.trouble = trouble
        self.accounts = accounts
        self.arrivals = arrivals
    }
}

/// `POST /coin-wallets`: a wallet to watch.
public struct WatchCoinsBody: Codable, Hashable, Sendable {
    public var id: ID<CoinHolding>
    public var name: String
    /// The wallet's primary address.
    public var address: String
    /// The secret view key: 64 hexadecimal digits.
    ///
    /// It shows what arrives and spends nothing.
    public var viewKey: String
    /// The day on which the wallet was made; absent: the whole chain is read.
    public var madeOn: LocalDay?

    public init(id: ID<CoinHolding>, name: String, address: String, viewKey: String, madeOn: LocalDay? = nil) {
        self.id = id
        self.name = name
        self.address = address
        self.viewKey = viewKey
        self.madeOn = madeOn
    }
}

/// `PATCH /coin-wallets/{id}`: other names.
public struct RenameCoinsBody: Codable, Hashable, Sendable {
    /// An account's new name; an empty one takes it away.
    public struct Account: Codable, Hashable, Sendable {
        public var index: UInt32
        public var name: String

        public init(index: UInt32, name: String) {
            self.index = index
            self.name = name
        }
    }

    public var name: String?
    public var accounts: [Account]?

    public init(name: String? = nil, accounts: [Account]? = nil) {
        self.name = name
        self.accounts = accounts
    }
}

/// `GET` and `PUT /families/{id}/coin-consents`: whether a child may watch a wallet of coins.
public struct CoinConsentBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var allowed: Bool

    public init(member: ID<Member>, allowed: Bool) {
        self.member = member
        self.allowed = allowed
    }
}
