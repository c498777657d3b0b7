package import Coins
package import Family
import Synchronization

/// A coin's chain in memory, for tests of what is around one: keys are inspected as Monero's, and the rest is as a test
/// says.
package final class CoinsInMemory: CoinWallet {
    struct Payment {
        var hash: String
        var account: UInt32
        /// The number of the address within its account.
        var address: UInt32 = 0
        var units: UInt64
        var at: Timestamp
        /// The block that holds it; nil in the pool.
        var height: UInt64?
    }

    struct State {
        var height: UInt64 = 1
        var isAway = false
        /// Blocks that the node says it lacks.
        var lacking: UInt64 = 0
        /// Where reading ends for now; nil reads all.
        var readsUpTo: UInt64?
        var failure: CoinFailure?
        /// By the addresses of their wallets.
        var payments: [String: [Payment]] = [:]
        var files: Set<String> = []
        var checks = 0
        var sending = Sending()
    }

    /// Confirmations until coins can be spent.
    static let confirmationsNeeded: UInt64 = 10

    package let coin = Coin.monero
    package let network = CoinNetwork.local
    package let nodeAddress = "http://127.0.0.1:18081"
    let state = Mutex(State())

    /// A chain of one block, without payments.
    package init() {}

    package func start() {}

    package func close() async {}

    package func node() async -> CoinNodeReading? {
        state.withLock { state in
            guard !state.isAway else { return nil }
            return CoinNodeReading(
                network: network,
                height: state.height,
                targetHeight: state.lacking > 0 ? state.height + state.lacking : 0,
                isSynchronised: true,
                lastBlockAt: Timestamp(milliseconds: 0)
            )
        }
    }

    package func check(_ keys: CoinViewKeys) async throws(CoinFailure) {
        let failure = state.withLock { state in
            state.checks += 1
            return state.failure
        }
        if let failure { throw failure }
        try MoneroWallet.inspect(keys, on: network)
    }

    package func read(
        _ file: CoinFile,
        upTo height: UInt64,
        within patience: Duration
    ) async throws(CoinFailure) -> CoinReading {
        let (failure, end, payments, sent) = state.withLock { state in
            if state.failure == nil { state.files.insert(file.name) }
            let sent = state.sending.sent.filter { $0.address == file.keys.address }
            return (state.failure, state.readsUpTo, state.payments[file.keys.address] ?? [], sent)
        }
        if let failure { throw failure }
        let height = min(height, end ?? height)
        let arrivals = payments.reversed().map { payment in
            var arrival = CoinReading.Arrival(
                hash: payment.hash,
                account: payment.account,
                amount: CoinAmount(payment.units),
                at: payment.at,
                height: payment.height,
                sighting: payment.height.map { .inBlock(confirmations: height - $0) } ?? .inPool,
                isDoubtful: false
            )
            arrival.address = payment.address
            return arrival
        }
        let accounts = Set((0..<file.accounts) + payments.map(\.account)).sorted()
        var reading = CoinReading(
            height: height,
            accounts: accounts.map { account($0, of: file.keys.address, payments, sent, height) },
            arrivals: arrivals
        )
        reading.departures = sent.compactMap { one in
            one.height.flatMap { $0 < height ? .init(hash: one.hash, height: $0) : nil }
        }
        return reading
    }

    package func keep(only files: Set<String>) async throws(CoinFailure) {
        state.withLock { $0.files.formIntersection(files) }
    }

    func account(
        _ index: UInt32,
        of address: String,
        _ payments: [Payment],
        _ sent: [Sending.Sent],
        _ height: UInt64
    ) -> CoinReading.Account {
        let gone = sent.filter { $0.account == index && $0.height != nil }.reduce(0) { $0 + $1.total }
        let inBlocks = payments.filter { $0.account == index && $0.height != nil }
        let waits = inBlocks.map { payment in
            let confirmations = height - (payment.height ?? height)
            return (
                payment.units, confirmations < Self.confirmationsNeeded ? Self.confirmationsNeeded - confirmations : 0
            )
        }
        return CoinReading.Account(
            index: index,
            address: index == 0 ? address : Self.address(of: address, index),
            received: CoinAmount(waits.map(\.0).reduce(0, +)).less(CoinAmount(gone)),
            unlocked: CoinAmount(waits.filter { $0.1 == 0 }.map(\.0).reduce(0, +)).less(CoinAmount(gone)),
            blocksToUnlock: waits.map(\.1).max() ?? 0
        )
    }

    // MARK: What a test does

    /// The files of wallets that were read and not removed.
    package var files: Set<String> { state.withLock { $0.files } }

    /// How often keys were checked.
    package var checks: Int { state.withLock { $0.checks } }

    /// Sends coins to a wallet, which wait for a block.
    package func pay(
        _ address: String,
        _ units: UInt64,
        hash: String,
        account: UInt32 = 0,
        to index: UInt32 = 0,
        at: Timestamp
    ) {
        let payment = Payment(hash: hash, account: account, address: index, units: units, at: at)
        state.withLock { $0.payments[address, default: []].append(payment) }
    }

    /// Makes blocks; the first holds what waits.
    package func mine(_ blocks: UInt64) {
        state.withLock { state in
            for address in state.payments.keys {
                for index in state.payments[address, default: []].indices {
                    let height = state.payments[address]?[index].height ?? state.height
                    state.payments[address]?[index].height = height
                }
            }
            state.mineSent()
            state.height += blocks
        }
    }

    /// The node says that it lacks this number of blocks; 0 for none.
    package func setLacking(_ blocks: UInt64) { state.withLock { $0.lacking = blocks } }

    /// Reading ends at a block for now; nil reads all.
    package func setReading(upTo height: UInt64?) { state.withLock { $0.readsUpTo = height } }

    /// The node no longer answers, or does again.
    package func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// Every check and reading fails so; nil ends it.
    package func fail(_ failure: CoinFailure?) { state.withLock { $0.failure = failure } }
}
