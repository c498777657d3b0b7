import Coins
import Family
import Hub
import Linux

/// The chain of coins that members may watch, and the node that it is read from.
struct CoinsSetting: Sendable {
    let network: CoinNetwork
    /// Such as `http://127.0.0.1:18081`.
    let node: String

    /// Reads both settings; nil where neither is set.
    init?(_ value: (String) -> String?) throws(UsageError) {
        guard let name = value("coins"), name != "none" else {
            guard value("coins-node") == nil else { throw UsageError(words: "--coins-node goes with --coins monero.") }
            return nil
        }
        let networks: [String: CoinNetwork] = [
            "monero": .main, "monero-stagenet": .staging, "monero-testnet": .test, "monero-regtest": .local,
        ]
        guard let network = networks[name] else {
            throw UsageError(words: "--coins is monero, monero-stagenet, monero-testnet or monero-regtest.")
        }
        guard let node = value("coins-node"), let address = Self.address(node) else {
            throw UsageError(words: "--coins needs --coins-node http://HOST:PORT or https://HOST:PORT.")
        }
        (self.network, self.node) = (network, address)
    }

    /// An address with a port and nothing behind it, without name or password, which every user of the machine could read.
    private static func address(_ text: String) -> String? {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let scheme = ["http://", "https://"].first { text.hasPrefix($0) }
        guard let scheme, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard !rest.contains(where: { "/?#@".contains($0) }), let colon = rest.lastIndex(of: ":"),
            colon != rest.startIndex,
            let port = UInt16(rest[rest.index(after: colon)...]), port > 0
        else { return nil }
        return text
    }
}

extension MoneroWallet {
    /// What reads coins for a hub with this configuration; nil where none are.
    convenience init?(_ configuration: Configuration) {
        guard let coins = configuration.coins else { return nil }
        let folder = Folders.absolute(configuration.dataFolder) + "/coins"
        let place = MoneroPlace(
            network: coins.network,
            node: coins.node,
            walletFolder: folder + "/monero-\(coins.network)",
            workFolder: folder + "/run"
        )
        self.init(place) { HubDependencies.real.log(LogEntry(.warning, $0)) }
    }
}
