package import Family

/// A program that reads a coin's chain for the wallets of members, and pays out of those that it made.
///
/// One a coin; a second coin is a second folder beside `Monero`.
package protocol CoinWallet: CoinSpender {
    var coin: Coin { get }
    /// The chain that the keeper set.
    var network: CoinNetwork { get }
    /// The node that is asked, as the keeper wrote it.
    var nodeAddress: String { get }

    /// Begins to run; called once, returns at once.
    func start()

    /// Ends within seconds; what was read is kept.
    func close() async

    /// What the node says; nil where it does not answer within seconds.
    func node() async -> CoinNodeReading?

    /// Refuses an address or a view key that is malformed, of another chain, or of another wallet than the other one.
    func check(_ keys: CoinViewKeys) async throws(CoinFailure)

    /// Reads what arrived for a wallet, from where it was read before; answers what is known once `patience` ends.
    ///
    /// `height` is the node's, up to which it is read.
    func read(_ file: CoinFile, upTo height: UInt64, within patience: Duration) async throws(CoinFailure) -> CoinReading

    /// Removes the files of all wallets but these.
    func keep(only files: Set<String>) async throws(CoinFailure)
}

/// What lets a wallet be read and nothing of it be spent.
package struct CoinViewKeys: Hashable, Sendable {
    /// The wallet's primary address.
    package var address: String
    /// The secret view key: 64 hexadecimal digits.
    package var viewKey: String

    /// Both as they were given, unchecked.
    package init(address: String, viewKey: String) {
        (self.address, self.viewKey) = (address, viewKey)
    }
}

/// A wallet's file, which is made of its keys and holds what was read so far.
package struct CoinFile: Hashable, Sendable {
    /// Letters and digits; it tells nothing of its member.
    package var name: String
    /// What its content is encrypted with.
    package var password: String
    package var keys: CoinViewKeys
    /// Where reading begins.
    package var birthHeight: UInt64
    /// What shows which of its outputs are spent; nil for a wallet that is watched.
    package var images: CoinImages?
    /// Accounts that were opened.
    package var accounts: UInt32 = 1

    /// A file that is made where it is missing.
    package init(name: String, password: String, keys: CoinViewKeys, birthHeight: UInt64) {
        (self.name, self.password, self.keys, self.birthHeight) = (name, password, keys, birthHeight)
    }
}

/// The result of reading a wallet.
package struct CoinReading: Hashable, Sendable {
    /// An account of the wallet: a number, and what arrived for it.
    package struct Account: Hashable, Sendable {
        package var index: UInt32
        /// Where coins for this account are sent to.
        package var address: String
        package var received: CoinAmount
        /// Of it, what has enough confirmations to be spent.
        package var unlocked: CoinAmount
        /// Blocks until all of it is unlocked.
        package var blocksToUnlock: UInt64

        /// An account as its chain has it.
        package init(
            index: UInt32,
            address: String,
            received: CoinAmount,
            unlocked: CoinAmount,
            blocksToUnlock: UInt64
        ) {
            (self.index, self.address, self.received) = (index, address, received)
            (self.unlocked, self.blocksToUnlock) = (unlocked, blocksToUnlock)
        }
    }

    /// Coins that arrived.
    package struct Arrival: Hashable, Sendable {
        /// Names the transaction on its chain.
        package var hash: String
        package var account: UInt32
        /// The number of the address within its account; 0 for the account's own.
        package var address: UInt32 = 0
        package var amount: CoinAmount
        package var at: Timestamp
        /// The block that holds it; nil in the pool.
        package var height: UInt64?
        package var sighting: CoinTransferProgress.ChainSighting
        /// Whether another transaction that spends the same was seen, so that this one may never count.
        package var isDoubtful: Bool

        /// An arrival as it is seen now.
        package init(
            hash: String,
            account: UInt32,
            amount: CoinAmount,
            at: Timestamp,
            height: UInt64?,
            sighting: CoinTransferProgress.ChainSighting,
            isDoubtful: Bool
        ) {
            (self.hash, self.account, self.amount, self.at) = (hash, account, amount, at)
            (self.height, self.sighting, self.isDoubtful) = (height, sighting, isDoubtful)
        }
    }

    /// A payment out of the wallet that a block holds.
    package struct Departure: Hashable, Sendable {
        package var hash: String
        package var height: UInt64

        /// A payment as its block has it.
        package init(hash: String, height: UInt64) {
            (self.hash, self.height) = (hash, height)
        }
    }

    /// Blocks that were read.
    package var height: UInt64
    package var accounts: [Account]
    /// Every payment that left, as far as key images show it.
    package var departures: [Departure] = []
    /// Every one, the latest first.
    package var arrivals: [Arrival]

    /// A reading up to a height.
    package init(height: UInt64, accounts: [Account], arrivals: [Arrival]) {
        (self.height, self.accounts, self.arrivals) = (height, accounts, arrivals)
    }
}

/// Why a coin's chain was not read.
package enum CoinFailure: Error, Hashable, Sendable {
    /// The program does not run: it is missing, starts just now, or ended and is started again.
    case notRunning
    /// The program or its node gave no answer in time; it is started again.
    case timedOut
    /// Another program has the wallet's file open.
    case inUse
    /// The text is not an address of this coin.
    case addressInvalid
    /// An address of another chain of this coin.
    case addressElsewhere(CoinNetwork)
    /// An address of the wallet, and not its primary one.
    case addressNotPrimary
    /// The text is not a view key.
    case viewKeyInvalid
    /// The view key is of another wallet.
    case viewKeyElsewhere
    /// The words are of no wallet.
    case wordsInvalid
    /// What can be spent now is less than amount and fee; the rest is locked for some blocks.
    case notEnough(available: CoinAmount, blocksToUnlock: UInt64)
    /// The amount is nothing, or not more than dust.
    case amountTooSmall
    /// The program refused, or said what cannot be read; the words are its own and for the log alone.
    case refused(code: Int)
}
