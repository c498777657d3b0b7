import Coins
import Family
import Hub
import LocalChain
import Testing

/// D5: requests to be paid, on a chain in memory.
@Suite struct CoinRequestsTests {
    @Test func `D5: a request has an address of its own, and counts what arrives there in blocks`() async throws {
        try await HotCoinsScene.run { scene in
            let hub = scene.home.hub
            let ids: [ID<CoinRequest>] = [hub.outside.newID(), hub.outside.newID()]
            var made: [CoinRequestInfo] = []
            for id in ids {
                made.append(
                    try await hub.askForCoins(
                        id,
                        account: 0,
                        amount: CoinAmount(500_000_000_000),
                        memo: "Bike & helmet",
                        in: scene.wallet,
                        of: scene.anna
                    )
                )
            }
            #expect(Set(made.map(\.address)).count == 2)
            #expect(made[0].uri == "monero:\(made[0].address)?tx_amount=0.5&tx_description=Bike%20%26%20helmet")
            let address = try await scene.seen().address
            scene.chain.pay(address, 70, hash: "in", to: 1, at: scene.home.clock.now)
            scene.home.clock.advance(seconds: 301)
            await hub.readCoins()
            #expect(try await hub.coinRequests(of: scene.wallet, of: scene.anna).map(\.received.units) == [0, 0])
            await scene.mine(1)
            let seen = try await hub.coinRequests(of: scene.wallet, of: scene.anna)
            #expect(seen.first { $0.id == ids[0] }?.received.units == 70)
            #expect(seen.first { $0.id == ids[1] }?.received.units == 0)
            try await hub.removeCoinRequest(ids[0], in: scene.wallet, of: scene.anna)
            #expect(try await hub.coinRequests(of: scene.wallet, of: scene.anna).map(\.id) == [ids[1]])
        }
    }
}
