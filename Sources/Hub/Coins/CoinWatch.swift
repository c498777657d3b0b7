import Bus
import Coins
import Crypto
import Family
import SQL
import Storage
import Synchronization

/// What the hub remembers between readings of coins' chains: the node, who looks, and what failed.
final class CoinWatch: Sendable {
    /// The node as it was last asked.
    struct Node: Sendable {
        var reading: CoinNodeReading?
        var state: CoinNodeState
        var askedAt: Timestamp
    }

    private struct State {
        var node: Node?
        var looks: [ID<Member>: Timestamp] = [:]
        var troubles: [ID<CoinHolding>: CoinFailure] = [:]
        /// The height at which each wallet was last read.
        var heights: [ID<CoinHolding>: UInt64] = [:]
        /// Where the node stopped handing out the blocks that it claims.
        var delivered: UInt64?
        /// Payments that the node is given just now.
        var given: Set<ID<CoinPayment>> = []
    }

    private let state = Mutex(State())

    var node: Node? { state.withLock { $0.node } }

    func noteLook(of member: ID<Member>, now: Timestamp) {
        state.withLock { $0.looks[member] = now }
    }

    func trouble(of wallet: ID<CoinHolding>) -> CoinFailure? { state.withLock { $0.troubles[wallet] } }

    func note(_ trouble: CoinFailure?, of wallet: ID<CoinHolding>) {
        state.withLock { $0.troubles[wallet] = trouble }
    }

    /// Whether the node is to be asked now: at each pass while a member looks or a wallet was never read, else each minute.
    func asksNode(_ wallets: [(id: ID<CoinHolding>, member: ID<Member>)], now: Timestamp) -> Bool {
        state.withLock { state in
            guard let askedAt = state.node?.askedAt else { return true }
            let age = now.milliseconds(since: askedAt)
            guard (0..<Self.nodeMilliseconds).contains(age) else { return true }
            return wallets.contains { state.heights[$0.id] == nil || isLooking($0.member, state, now) }
        }
    }

    private func isLooking(_ member: ID<Member>, _ state: borrowing State, _ now: Timestamp) -> Bool {
        state.looks[member].map { now.milliseconds(since: $0) < Self.lookMilliseconds } ?? false
    }

    /// Keeps what the node says, judged by what is known of it; answers the judgement.
    func note(_ reading: CoinNodeReading?, expecting network: CoinNetwork, now: Timestamp) -> CoinNodeState {
        state.withLock { state in
            let judged = CoinNodeState(
                reading,
                expecting: network,
                known: state.heights.values.max() ?? 0,
                delivered: state.delivered,
                now: now
            )
            state.node = Node(reading: reading, state: judged, askedAt: now)
            return judged
        }
    }

    /// Keeps how far a wallet was read; a node that hands out no further block of those it claims is remembered as such.
    func note(_ height: UInt64, of wallet: ID<CoinHolding>, claimed: UInt64) {
        state.withLock { state in
            let isStuck = state.heights[wallet] == height && height < claimed
            state.heights[wallet] = height
            state.delivered = isStuck ? height : nil
        }
    }

    /// Whether a payment may be given to the node now; one call does so at a time.
    func beginGiving(_ payment: ID<CoinPayment>) -> Bool { state.withLock { $0.given.insert(payment).inserted } }

    func endGiving(_ payment: ID<CoinPayment>) {
        state.withLock { _ = $0.given.remove(payment) }
    }

    /// Forgets wallets that are no longer there.
    func keep(only wallets: Set<ID<CoinHolding>>) {
        state.withLock { state in
            state.troubles = state.troubles.filter { wallets.contains($0.key) }
            state.heights = state.heights.filter { wallets.contains($0.key) }
        }
    }

    /// Whether a wallet is to be read now: every few seconds while its member looks, else every five minutes.
    func isDue(_ wallet: ID<CoinHolding>, of member: ID<Member>, readAt: Timestamp?, now: Timestamp) -> Bool {
        state.withLock { state in
            guard let readAt, let height = state.heights[wallet] else { return true }
            let isBehind = height < state.node?.reading?.height ?? 0
            let isWatched = isLooking(member, state, now)
            let age = now.milliseconds(since: readAt)
            // A clock that was set back waits for nothing.
            guard age >= 0 else { return true }
            if isWatched { return isBehind || age >= Self.watchedMilliseconds }
            return age >= Self.quietMilliseconds
        }
    }

    private static let lookMilliseconds: Int64 = 120_000
    private static let watchedMilliseconds: Int64 = 10_000
    private static let quietMilliseconds: Int64 = 300_000
    private static let nodeMilliseconds: Int64 = 60_000
}

/// Coins' chains, read for the members who watch a wallet there.
extension Hub {
    private static let coinPause = Duration.seconds(2)
    /// In which one wallet is read on; then the next has its turn.
    private static let coinPatience = Duration.seconds(20)

    /// Reads wallets until the task is cancelled; returns at once where the keeper has not turned coins on.
    package func watchCoins() async {
        guard let coins = outside.coins else { return }
        coins.start()
        await sweepCoinFiles()
        while !Task.isCancelled {
            await readCoins()
            try? await Task.sleep(for: Hub.coinPause)
        }
        await coins.close()
    }

    /// Asks the node where that is due, and reads the wallets that are due.
    package func readCoins() async {
        guard let coins = outside.coins else { return }
        do {
            let wallets = try await database.read { try $0.coinWalletTimes() }
            guard coinWatch.asksNode(wallets.map { ($0.id, $0.member) }, now: outside.now()), !wallets.isEmpty else {
                return
            }
            let before = coinWatch.node?.state
            let reading = await coins.node()
            let state = coinWatch.note(reading, expecting: coins.network, now: outside.now())
            if state != before { bus.publish(Set(wallets.map(\.member)).sorted().map { .wallet($0) }) }
            guard let reading, state.isReadable else { return }
            for (id, member, readAt) in wallets where !Task.isCancelled {
                guard coinWatch.isDue(id, of: member, readAt: readAt, now: outside.now()) else { continue }
                try await readCoins(id, of: member, by: coins, upTo: reading.height, isBelieved: state == .good)
            }
        } catch {
            outside.log(LogEntry(.error, "coins could not be read", [("reason", safeWords(error))]))
        }
    }

    private func readCoins(
        _ id: ID<CoinHolding>,
        of member: ID<Member>,
        by coins: any CoinWallet,
        upTo height: UInt64,
        isBelieved: Bool
    ) async throws {
        let found = try await database.read { transaction in
            (try transaction.member(member), try transaction.coinWallet(id), try transaction.hasCoinConsent(member))
        }
        guard let row = found.0, let wallet = found.1, let key = vault.dataKey(of: row) else { return }
        // Without an adult's consent nothing more is read for a child.
        guard found.2 || !row.isChild(now: outside.now()) else { return }
        let card = try card(of: wallet, key)
        let file = try file(of: wallet, card, key)
        let reading: CoinReading
        do throws(CoinFailure) {
            reading = try await coins.read(file, upTo: height, within: Hub.coinPatience)
        } catch {
            // Once for each kind of failure in a row.
            if coinWatch.trouble(of: id) != error {
                outside.log(LogEntry(.warning, "a wallet of coins was not read", [("reason", "\(error)")]))
            }
            coinWatch.note(error, of: id)
            return
        }
        coinWatch.note(nil, of: id)
        coinWatch.note(reading.height, of: id, claimed: height)
        let before = try record(of: wallet, key)
        let isWhole = reading.height >= height
        let record = CoinRecord(reading, isWhole: isWhole, after: before)
        let sealed = try sealing(.coinReading, id, key).seal(record)
        let now = outside.now()
        try await database.transaction { try $0.setCoinReading(of: id, sealed: sealed, at: now) }
        let isLast = isWhole && isBelieved
        let hasMoved = try await followPayments(of: id, member, key, reading, isWhole: isLast, by: coins)
        if record != before || hasMoved { bus.publish([.wallet(member)]) }
    }

    /// Removes the files of wallets that are watched no longer; what fails is tried again at the next start.
    func sweepCoinFiles() async {
        guard let coins = outside.coins else { return }
        do {
            let wallets = try await database.read { try $0.coinWalletIDs() }
            coinWatch.keep(only: Set(wallets))
            try await coins.keep(only: Set(wallets.map { vault.coinFile(of: $0) }))
        } catch {
            outside.log(LogEntry(.error, "files of coins could not be removed", [("reason", safeWords(error))]))
        }
    }
}

extension CoinNodeState {
    /// Whether what such a node hands out is read.
    fileprivate var isReadable: Bool {
        switch self {
        case .good, .behind: true
        case .away, .wrongNetwork, .contradictory: false
        }
    }
}

extension Vault {
    /// The name of a wallet's file, which leads to no member without the hub's keys.
    func coinFile(of wallet: ID<CoinHolding>) -> String {
        keys.tokens.authenticate(Purpose.coinWallet.binding(wallet.bytes)).prefix(16)
            .map { String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
    }
}
