package import Family

/// A Monero node, asked for what it says of itself.
package struct MoneroNode: Sendable {
    private struct Information: Decodable {
        var nettype: String
        var height: UInt64
        var target_height: UInt64
        var synchronized: Bool
    }

    private struct LastBlock: Decodable {
        struct Header: Decodable {
            var timestamp: Int64
        }

        var block_header: Header
    }

    private let address: String

    /// The node at an address such as `http://127.0.0.1:18081`.
    package init(_ address: String) {
        self.address = address
    }

    /// Asks it; nil where it does not answer within five seconds, or is not a node.
    package func reading() async -> CoinNodeReading? {
        guard let rpc = MoneroRPC(address, milliseconds: 5_000, bytesMax: 1 << 20) else { return nil }
        do {
            let information = try await rpc.call("get_info", as: Information.self)
            let last = try await rpc.call("get_last_block_header", as: LastBlock.self).block_header
            // A time out of range counts as the oldest.
            let seconds = (0..<1 << 40).contains(last.timestamp) ? last.timestamp : 0
            return CoinNodeReading(
                network: CoinNetwork(name: information.nettype),
                height: information.height,
                targetHeight: information.target_height,
                isSynchronised: information.synchronized,
                lastBlockAt: Timestamp(milliseconds: seconds * 1_000)
            )
        } catch {
            return nil
        }
    }
}

extension MoneroNode {
    /// Gives it a transaction; the same one again changes nothing.
    ///
    /// A refusal counts only where the node itself says that it does not have it.
    func relay(_ transaction: String, hash: String) async -> CoinRelay {
        guard let rpc = MoneroRPC(address, milliseconds: 30_000, bytesMax: 1 << 20) else { return .unknown }
        do {
            let sending = TransactionToSend(tx_as_hex: transaction)
            let answer = try await rpc.ask("/send_raw_transaction", sending, as: SentTransaction.self)
            if answer.status == "OK" { return .taken }
            // It has to make its chain whole first.
            guard answer.status == "Failed" else { return .unknown }
            return await find(hash) == .nowhere ? .refused(feeTooLow: answer.fee_too_low) : .unknown
        } catch {
            if case .unreachable = error { return .unreached }
            return .unknown
        }
    }

    /// Where it has a transaction; nil where it does not answer.
    func find(_ hash: String) async -> CoinFinding? {
        guard let rpc = MoneroRPC(address, milliseconds: 5_000, bytesMax: 16 << 20) else { return nil }
        let asked = TransactionsToFind(txs_hashes: [hash])
        do {
            let found = try await rpc.ask("/get_transactions", asked, as: FoundTransactions.self)
            guard found.status == "OK" else { return nil }
            guard let entry = found.txs?.first(where: { $0.tx_hash == hash }) else { return .nowhere }
            return entry.in_pool ? .pool : .block
        } catch {
            return nil
        }
    }
}

extension CoinNetwork {
    /// The network that a node calls so.
    fileprivate init?(name: String) {
        switch name {
        case "mainnet": self = .main
        case "stagenet": self = .staging
        case "testnet": self = .test
        case "fakechain": self = .local
        default: return nil
        }
    }
}
