import Coins
import Family
import FoundationEssentials
import LocalChain

/// A reader of a local chain, whose program runs.
struct CoinHome {
    let chain: LocalChain
    let wallet: MoneroWallet
    let folder: String

    /// Runs `body` with a chain and a reader of it.
    static func run(
        node: MoneroNode? = nil,
        answerMilliseconds: Int = 300_000,
        _ body: (CoinHome) async throws -> Void
    ) async throws {
        try await LocalChain.run { chain in
            let folder = chain.folder + "/hub/coins"
            let place = MoneroPlace(
                network: .local,
                node: chain.address,
                walletFolder: folder + "/wallets",
                workFolder: folder + "/run"
            )
            let wallet = MoneroWallet(place, node: node, answerMilliseconds: answerMilliseconds) { _ in }
            wallet.start()
            let home = CoinHome(chain: chain, wallet: wallet, folder: folder)
            do {
                try await home.untilItRuns()
                try await body(home)
            } catch {
                await wallet.close()
                throw error
            }
            await wallet.close()
        }
    }

    /// Waits until the program answers.
    func untilItRuns() async throws {
        for _ in 0..<600 where wallet.processID == nil { try await Task.sleep(for: .milliseconds(50)) }
    }

    /// A wallet's file.
    func file(_ name: String, _ keys: CoinViewKeys, birthHeight: UInt64 = 0) -> CoinFile {
        CoinFile(name: name, password: "password of \(name)", keys: keys, birthHeight: birthHeight)
    }

    /// Reads a wallet up to the chain's end.
    func read(_ file: CoinFile) async throws -> CoinReading {
        try await wallet.read(file, upTo: try await chain.height(), within: .seconds(60))
    }
}
