package import Family

/// Where Monero's wallet program is, and what it works with.
package struct MoneroPlace: Sendable {
    /// The program, found as a shell would find it.
    package var program = "monero-wallet-rpc"
    package var network: CoinNetwork
    /// The node, such as `http://127.0.0.1:18081`.
    package var node: String
    /// The folder of the wallets' files.
    package var walletFolder: String
    /// A folder that is made again at each start; for one program alone.
    package var workFolder: String

    /// Both folders are from the top, as the program runs elsewhere.
    package init(network: CoinNetwork, node: String, walletFolder: String, workFolder: String) {
        (self.network, self.node) = (network, node)
        (self.walletFolder, self.workFolder) = (walletFolder, workFolder)
    }

    func words(port: UInt16) -> [String] {
        let flags: [String] =
            switch network {
            case .main, .local: []
            case .staging: ["--stagenet"]
            case .test: ["--testnet"]
            }
        let isEncrypted = node.hasPrefix("https://")
        return [
            program, "--wallet-dir", walletFolder,
            "--rpc-bind-ip", "127.0.0.1", "--rpc-bind-port", "\(port)", "--rpc-ssl", "disabled",
            "--daemon-address", node, "--daemon-ssl", isEncrypted ? "enabled" : "disabled", "--untrusted-daemon",
            "--shared-ringdb-dir", workFolder + "/rings", "--no-dns", "--non-interactive",
            // Its log would name wallets and amounts.
            "--log-level", "*:FATAL", "--log-file", workFolder + "/log",
        ] + flags
    }
}
