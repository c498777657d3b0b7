package import Coins
import Family

/// What a member's wallet of coins is, as it is sealed.
struct CoinCard: Codable, Hashable, Sendable {
    /// A member's own name of an account.
    struct AccountName: Codable, Hashable, Sendable {
        var index: UInt32
        var name: String
    }

    var name: String
    var address: String
    var viewKey: String
    var birthHeight: UInt64
    /// What the wallet's file is encrypted with.
    var filePassword: String
    var accountNames: [AccountName] = []
    /// Nil for a wallet that is watched.
    var hot: HotCoins?
}

/// What lets a hot wallet be spent from, which its spending password alone opens.
struct HotCoins: Codable, Hashable, Sendable {
    var salt: [UInt8]
    /// The place of the hub's pepper among its own.
    var pepper: Int
    /// The 25 words, sealed under the spending password.
    var words: [UInt8]
    /// The numbers of the words that are asked back, from 1.
    var asked: [Int]
    /// Of those words, slow as that of a password; nil once they were typed back.
    var askedHash: String?
    var isConfirmed: Bool
    /// Counts of the smallest unit in decimal digits.
    var limit: String
    var raised: String?
    var raisedFrom: Int64?
    /// Whether nothing was spent before the hub knew the wallet, or its key images are known.
    var isSpendKnown: Bool
    var accounts: UInt32 = 1
}

/// The result of all readings of a member's wallet of coins so far.
package struct CoinRecord: Codable, Hashable, Sendable {
    /// An account, and what arrived for it.
    package struct Account: Codable, Hashable, Sendable {
        package var index: UInt32
        package var address: String
        /// Counts of the smallest unit in decimal digits.
        package var received: String
        package var unlocked: String
        package var blocksToUnlock: UInt64
    }

    /// Coins that arrived, with their progress.
    package struct Arrival: Codable, Hashable, Sendable {
        /// A state of `CoinTransferProgress`, as it is kept.
        package enum State: String, Codable, Sendable {
            case inPool
            case confirming
            case confirmed
            case failed
            case reorganised
        }

        package var hash: String
        package var account: UInt32
        /// The number of the address within the account; nil where it was not kept.
        package var address: UInt32?
        /// A count of the smallest unit in decimal digits.
        package var amount: String
        /// By the sender's clock or the block's, in milliseconds since 1970.
        package var milliseconds: Int64
        package var state: State
        package var confirmations: UInt64
        package var isDoubtful: Bool
    }

    /// The latest that are kept of one wallet.
    package static let arrivalsMax = 500

    /// Blocks that were read.
    package var height: UInt64
    /// Whether all blocks that the node has were read once, so that nothing is missing from it.
    package var isWhole: Bool
    package var accounts: [Account]
    /// The latest first.
    package var arrivals: [Arrival]
    /// Whether older arrivals were left out.
    package var isCut: Bool

    /// What a reading makes of what was known before.
    ///
    /// One that is still on its way to the node's last block changes nothing that was known once, but how far it is. What
    /// a whole reading no longer has is kept, as failed or reorganised.
    package init(_ reading: CoinReading, isWhole: Bool, after before: CoinRecord?) {
        if let before, before.isWhole, !isWhole {
            self = before
            height = reading.height
            self.isWhole = true
            return
        }
        height = reading.height
        self.isWhole = isWhole
        accounts = reading.accounts.map(Account.init)
        let known = Dictionary(before?.arrivals.map { ($0.key, $0) } ?? []) { first, _ in first }
        var arrivals = reading.arrivals.compactMap { Arrival($0, after: known[$0.key]) }
        let seen = Set(arrivals.map(\.key))
        // The change of a payment looked like an arrival until key images showed whose it is.
        let change = Set(reading.departures.map(\.hash))
        for var gone in before?.arrivals ?? [] where !seen.contains(gone.key) && !change.contains(gone.hash) {
            gone.observe(.missing)
            arrivals.append(gone)
        }
        arrivals.sort { ($0.milliseconds, $0.hash) > ($1.milliseconds, $1.hash) }
        isCut = arrivals.count > Self.arrivalsMax || before?.isCut == true
        self.arrivals = Array(arrivals.prefix(Self.arrivalsMax))
    }
}

extension CoinReading.Arrival {
    fileprivate var key: CoinRecord.Arrival.Key { CoinRecord.Arrival.Key(hash: hash, account: account) }
}

extension CoinRecord.Arrival {
    /// One transaction may pay several accounts.
    fileprivate struct Key: Hashable {
        var hash: String
        var account: UInt32
    }

    fileprivate var key: Key { Key(hash: hash, account: account) }

    /// Its progress, as the rules of a transfer take it.
    private var progress: CoinTransferProgress {
        switch state {
        case .inPool: CoinTransferProgress(state: .inPool)
        case .confirming: CoinTransferProgress(state: .confirming(confirmations))
        case .confirmed: CoinTransferProgress(state: .confirmed(confirmations))
        case .failed: CoinTransferProgress(state: .failed)
        case .reorganised: CoinTransferProgress(state: .reorganised)
        }
    }

    fileprivate init?(_ arrival: CoinReading.Arrival, after before: CoinRecord.Arrival?) {
        guard let first = CoinTransferProgress(firstSeen: arrival.sighting) else { return nil }
        self.init(
            hash: arrival.hash,
            account: arrival.account,
            address: arrival.address,
            amount: arrival.amount.text,
            milliseconds: arrival.at.milliseconds,
            state: .inPool,
            confirmations: 0,
            isDoubtful: arrival.isDoubtful
        )
        keep(first)
        guard let before else { return }
        (state, confirmations) = (before.state, before.confirmations)
        observe(arrival.sighting)
    }

    fileprivate mutating func observe(_ sighting: CoinTransferProgress.ChainSighting) {
        var progress = progress
        progress.observe(sighting)
        keep(progress)
    }

    private mutating func keep(_ progress: CoinTransferProgress) {
        confirmations = progress.confirmations
        state =
            switch progress.state {
            // What arrives was given to a node by its sender.
            case .prepared, .relayed, .inPool: .inPool
            case .confirming: .confirming
            case .confirmed: .confirmed
            case .failed: .failed
            case .reorganised: .reorganised
            }
    }
}

extension CoinRecord.Account {
    fileprivate init(_ account: CoinReading.Account) {
        (index, address, blocksToUnlock) = (account.index, account.address, account.blocksToUnlock)
        (received, unlocked) = (account.received.text, account.unlocked.text)
    }
}
