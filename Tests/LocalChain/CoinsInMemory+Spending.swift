package import Coins
package import Family
import Synchronization

extension CoinsInMemory {
    /// What a node does with a transaction that it is given.
    package enum Node: Sendable {
        case takes
        /// It takes it, and its answer is lost.
        case takesInSilence
        /// Whether it gets it cannot be told; it does not.
        case isCutOff
        /// There is no connection to it.
        case isUnreached
        case refuses(feeTooLow: Bool)
    }

    /// The wallets that were made, and their payments.
    struct Sending {
        struct Sent {
            var hash: String
            /// Of the wallet that pays.
            var address: String
            var account: UInt32
            var total: UInt64
            var height: UInt64?
        }

        var node = Node.takes
        /// By their words.
        var wallets: [String: CoinViewKeys] = [:]
        var prepared: [Sent] = []
        /// What a node has: in its pool, or in a block.
        var sent: [Sent] = []
        /// Every transaction that was given to a node, as often as it was.
        var relayed: [String] = []
        var addresses: UInt32 = 0
        var whenRelayed: @Sendable () async -> Void = {}
    }

    /// What every transaction costs.
    package static let fee: UInt64 = 100

    package func make() async throws(CoinFailure) -> CoinWords {
        try failIfTold()
        return state.withLock { state in
            let number = state.sending.wallets.count + 1
            let words = (1...25).map { "word\(number)x\($0)" }.joined(separator: " ")
            let made = CoinWords(words: words, keys: CoinViewKeys(address: "hot\(number)", viewKey: "view\(number)"))
            state.sending.wallets[words] = made.keys
            return made
        }
    }

    package func restore(_ words: String) async throws(CoinFailure) -> CoinWords {
        try failIfTold()
        guard let keys = state.withLock({ $0.sending.wallets[words] }) else { throw .wordsInvalid }
        return CoinWords(words: words, keys: keys)
    }

    package func prepare(
        _ order: CoinOrder,
        from file: CoinFile,
        upTo height: UInt64
    ) async throws(CoinFailure) -> CoinPreparation {
        try failIfTold()
        // As long as it takes for others to come in between.
        try? await Task.sleep(for: .milliseconds(2))
        return state.withLock { state in
            let images = CoinImages([CoinImages.Image(image: "image", signature: "signature")])
            guard state.sending.wallets[order.words] == file.keys else {
                return CoinPreparation(images: images, payment: .failure(.wordsInvalid))
            }
            let address = file.keys.address
            let sent = state.sending.sent.filter { $0.address == address }
            let account = account(order.account, of: address, state.payments[address] ?? [], sent, height)
            let total = order.amount.units + Self.fee
            guard account.unlocked.units >= total else {
                let failure = CoinFailure.notEnough(
                    available: account.unlocked,
                    blocksToUnlock: account.blocksToUnlock
                )
                return CoinPreparation(images: images, payment: .failure(failure))
            }
            let hash = "hash\(state.sending.prepared.count + 1)"
            state.sending.prepared.append(
                Sending.Sent(hash: hash, address: address, account: order.account, total: total)
            )
            let payment = PreparedCoins(
                hash: hash,
                key: "key of \(hash)",
                transaction: "bytes of \(hash)",
                fee: CoinAmount(Self.fee)
            )
            return CoinPreparation(images: images, payment: .success(payment))
        }
    }

    package func relay(_ transaction: String, hash: String) async -> CoinRelay {
        await state.withLock { $0.sending.whenRelayed }()
        return state.withLock { state in
            if case .isUnreached = state.sending.node { return .unreached }
            state.sending.relayed.append(transaction)
            guard let one = state.sending.prepared.first(where: { "bytes of \($0.hash)" == transaction }) else {
                return .refused(feeTooLow: false)
            }
            switch state.sending.node {
            case .isCutOff: return .unknown
            case .isUnreached: return .unreached
            case .refuses(let feeTooLow): return .refused(feeTooLow: feeTooLow)
            case .takes, .takesInSilence:
                if !state.sending.sent.contains(where: { $0.hash == hash }) { state.sending.sent.append(one) }
                if case .takesInSilence = state.sending.node { return .unknown }
                return .taken
            }
        }
    }

    package func find(_ hash: String) async -> CoinFinding? {
        state.withLock { state in
            guard !state.isAway else { return nil }
            return state.sending.sent.first { $0.hash == hash }.map { $0.height == nil ? .pool : .block } ?? .nowhere
        }
    }

    package func openAccount(in file: CoinFile) async throws(CoinFailure) -> CoinPlace {
        try failIfTold()
        return CoinPlace(index: file.accounts, address: Self.address(of: file.keys.address, file.accounts))
    }

    package func openAddress(
        in file: CoinFile,
        account: UInt32,
        after last: UInt32
    ) async throws(CoinFailure) -> CoinPlace {
        try failIfTold()
        let index = last + 1
        return CoinPlace(index: index, address: "\(file.keys.address)-\(account)-\(index)")
    }

    package func check(address: String) async throws(CoinFailure) {
        try failIfTold()
        guard let read = MoneroAddress(address) else { throw .addressInvalid }
        guard read.network == .main else { throw .addressElsewhere(read.network) }
    }

    package func paid(_ hash: String, key: String, to address: String) async throws(CoinFailure) -> CoinAmount {
        try failIfTold()
        let sent = state.withLock { $0.sending.sent.first { $0.hash == hash } }
        guard let sent, key == "key of \(hash)" else { throw .refused(code: 0) }
        return CoinAmount(sent.total - Self.fee)
    }

    static func address(of wallet: String, _ account: UInt32) -> String { "\(wallet)/\(account)" }

    private func failIfTold() throws(CoinFailure) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    // MARK: What a test does

    /// How a node takes what it is given from now on.
    package func setNode(_ node: Node) { state.withLock { $0.sending.node = node } }

    /// What happens once a transaction is given to a node, before that has it.
    package func whenRelayed(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.sending.whenRelayed = work }
    }

    /// Every transaction that was given to a node, as often as it was.
    package var relayed: [String] { state.withLock { $0.sending.relayed } }

    /// The transactions that a node has.
    package var sent: [String] { state.withLock { $0.sending.sent.map(\.hash) } }

    /// The words of the wallets that were made.
    package var words: [String] { state.withLock { Array($0.sending.wallets.keys) } }

    /// How many transactions were signed.
    package var signed: Int { state.withLock { $0.sending.prepared.count } }

    /// The node forgets what waits for a block, or takes the last block of what was sent back.
    package func undoSent() {
        state.withLock { $0.sending.sent = [] }
    }

    /// The blocks of what was sent are given up, and it waits again.
    package func reorganise() {
        state.withLock { state in
            for index in state.sending.sent.indices { state.sending.sent[index].height = nil }
        }
    }
}

extension CoinsInMemory.State {
    /// Puts what waits into the next block.
    mutating func mineSent() {
        for index in sending.sent.indices where sending.sent[index].height == nil {
            sending.sent[index].height = height
        }
    }
}
