import Coins
import Family
import Foundation
import Hub
import LocalChain
import Testing

/// D5 on a real chain of this machine, through the real wallet program.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["HEARTH_CHAIN"] == "1", "make coins"))
struct CoinChainTests {
    @Test func `D5: a hub reads what arrives on a real chain, and keeps it when the node goes`() async throws {
        try await LocalChain.run { chain in
            let place = MoneroPlace(
                network: .local,
                node: chain.address,
                walletFolder: chain.folder + "/hub/wallets",
                workFolder: chain.folder + "/hub/run"
            )
            let wallet = MoneroWallet(place) { _ in }
            wallet.start()
            for _ in 0..<600 where wallet.processID == nil { try await Task.sleep(for: .milliseconds(50)) }
            do {
                try await TestHub.run(coins: wallet) { try await watch($0, chain) }
            } catch {
                await wallet.close()
                throw error
            }
            await wallet.close()
        }
    }

    private func watch(_ home: TestHub, _ chain: LocalChain) async throws {
        let anna = try await home.member(1)
        let keys = WatchedWallet.anna.keys
        let request = CoinWalletRequest(id: home.hub.outside.newID(), name: "Savings", keys: keys, madeAt: nil)
        let added = try await home.hub.watchCoins(request, for: anna)
        let purse = try await Purse(on: chain)
        _ = try await purse.pay(keys.address, 5)
        try await chain.mine(1)
        await home.hub.readCoins()
        let seen = try await home.hub.coins(of: anna)
        #expect(seen.service?.state == .good)
        #expect(seen.wallets[0].record?.accounts.map(\.received) == ["5"])
        #expect(seen.wallets[0].record?.arrivals.map(\.state) == [.confirming])
        await chain.stop()
        home.clock.advance(seconds: 400)
        await home.hub.readCoins()
        let later = try await home.hub.coins(of: anna)
        #expect(later.service?.state == .away)
        #expect(later.wallets[0].record == seen.wallets[0].record)
        await purse.close()
        let wallets = chain.folder + "/hub/wallets"
        #expect(try !FileManager.default.contentsOfDirectory(atPath: wallets).isEmpty)
        try await home.hub.forgetCoins(added.id, of: anna)
        #expect(try FileManager.default.contentsOfDirectory(atPath: wallets).isEmpty)
    }
}
