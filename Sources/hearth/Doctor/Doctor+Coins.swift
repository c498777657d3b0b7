import Coins
import Family
import Glibc
import Languages

extension Doctor {
    /// What reads coins, and its node; nil where coins are off.
    func coins() async -> Finding? {
        guard let coins = configuration.coins else { return nil }
        guard hasProgram("monero-wallet-rpc") else {
            return .weak(
                "coins",
                "monero-wallet-rpc is missing: no coins are read.",
                mend: "Install it: `apt install monero`."
            )
        }
        let reading = await MoneroNode(coins.node).reading()
        switch CoinNodeState(reading, expecting: coins.network, known: 0, now: realTime()) {
        case .good:
            guard coins.node.hasPrefix("http://"), !isOnThisMachine(coins.node) else {
                return .good("coins", "The node of coins answers and has all blocks.")
            }
            return .advice(
                "coins",
                "The node of coins answers over plain HTTP: whoever is on the way sees that the hub asks, and when.",
                mend: "Run a node on this machine, or give --coins-node an https address."
            )
        case .away:
            return .weak(
                "coins",
                "The node of coins does not answer: amounts stay as they were last read.",
                mend: "Start it, or give --coins-node another address."
            )
        case .behind:
            return .advice(
                "coins",
                "The node of coins lacks blocks: what arrived lately is not seen yet.",
                mend: "Wait until it has them; its log says how far it is."
            )
        case .wrongNetwork:
            return .weak(
                "coins",
                "The node of coins is on another chain than --coins says: nothing is read.",
                mend: "Set --coins to its chain, or give --coins-node another address."
            )
        case .contradictory:
            return .weak(
                "coins",
                "The node of coins claims heights that cannot be: nothing is read.",
                mend: "Check this machine's clock, and give --coins-node a node that you trust."
            )
        }
    }

    private func isOnThisMachine(_ address: String) -> Bool {
        ["http://127.", "http://localhost:", "http://[::1]:"].contains { address.hasPrefix($0) }
    }

    private func hasProgram(_ name: String) -> Bool {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin"
        return path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }
}
