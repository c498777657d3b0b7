import Coins
import Family
import Hub
import LocalChain
import SQL
import SQLite
import Storage
import Testing

/// D5: payments that no node can have are discarded, and wallets are removed.
@Suite struct CoinDiscardTests {
    @Test func `D5: a payment that was sent while no node was reached is discarded, and another one takes its place`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            scene.chain.setNode(.isUnreached)
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            #expect(sent.isDiscardable && sent.payment.sentAt != nil)
            #expect(try await scene.kept(sent.id)?.state == "ungiven")
            // Tried again, and still without a node.
            await scene.read()
            #expect(scene.chain.relayed.isEmpty)
            #expect(try await scene.kept(sent.id)?.state == "ungiven")
            try await scene.home.hub.dropCoinPayment(sent.id, out: scene.wallet, of: scene.anna)
            #expect(try await scene.seen().hot?.spentToday == .zero)
            scene.chain.setNode(.takes)
            await scene.read()
            #expect(scene.chain.relayed.isEmpty)
            let next = try await scene.send(try await scene.prepare(scene.payment(2_000, to: .payee(payee))).id)
            #expect(scene.chain.sent == [next.hash])
        }
    }

    @Test func `D5: a payment that a node may have is not discarded, and its member is told so`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            scene.chain.setNode(.isUnreached)
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            // Once its answer was lost, a node may have it for good.
            scene.chain.setNode(.isCutOff)
            await scene.read()
            scene.chain.setNode(.isUnreached)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "begun")
            scene.home.clock.advance(seconds: 86_400)
            #expect(try await scene.home.hub.coinPayments(of: scene.wallet, of: scene.anna)[0].waitsForWord)
            await #expect(throws: CoinSendingRefusal.mayBeOnChain) {
                try await scene.home.hub.dropCoinPayment(sent.id, out: scene.wallet, of: scene.anna)
            }
            scene.chain.setNode(.takes)
            _ = try await scene.send(sent.id)
            #expect(scene.chain.sent == [sent.hash])
            await #expect(throws: CoinSendingRefusal.alreadySent) {
                try await scene.home.hub.dropCoinPayment(sent.id, out: scene.wallet, of: scene.anna)
            }
        }
    }

    @Test func `D5: a payment that waits a day for its node is discarded, and sent where its member wants it`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            scene.chain.setNode(.isUnreached)
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            scene.home.clock.advance(seconds: 86_400)
            scene.chain.setNode(.takes)
            await scene.read()
            #expect(scene.chain.sent.isEmpty, "its member has to say so")
            let seen = try await scene.home.hub.coinPayments(of: scene.wallet, of: scene.anna)[0]
            #expect(seen.waitsForWord && seen.isDiscardable)
            try await scene.home.hub.dropCoinPayment(sent.id, out: scene.wallet, of: scene.anna)
            #expect(try await scene.home.hub.coinPayments(of: scene.wallet, of: scene.anna).isEmpty)
        }
    }

    @Test func `D5: a wallet is not removed while a payment is under way, and is once a block has it`() async throws {
        try await HotCoinsScene.run { scene in
            let hub = scene.home.hub
            let payee = try await scene.payee()
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            await #expect(throws: CoinSendingRefusal.paymentUnderWay) {
                try await hub.forgetCoins(scene.wallet, of: scene.anna)
            }
            await scene.mine(1)
            #expect(try await scene.kept(sent.id)?.state == "confirming")
            try await hub.forgetCoins(scene.wallet, of: scene.anna)
            #expect(try await hub.coins(of: scene.anna).wallets.isEmpty)
        }
    }

    @Test func `D5: a payment that waits for its member's word keeps no wallet from being removed`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            scene.chain.setNode(.isCutOff)
            _ = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            scene.home.clock.advance(seconds: 86_400)
            try await scene.home.hub.forgetCoins(scene.wallet, of: scene.anna)
            #expect(try await scene.home.hub.coins(of: scene.anna).wallets.isEmpty)
        }
    }

    @Test func `D5: a wallet whose words were never confirmed is removed without its spending password`() async throws {
        try await TestHub.run(coins: CoinsInMemory()) { home in
            let anna = try await home.member(1)
            let made = try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            try await home.hub.forgetCoins(made.wallet.id, of: anna)
            #expect(try await home.hub.coins(of: anna).wallets.isEmpty)
        }
    }

    @Test func `D5: the bytes of a payment are dropped once its block is deeper than any reorganisation`() async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            await scene.mine(CoinNodeState.depthMax)
            let before = try #require(try await scene.kept(sent.id)?.item.sealed.count)
            await scene.mine(1)
            let after = try #require(try await scene.kept(sent.id)?.item.sealed.count)
            #expect(after == before - "bytes of \(sent.hash)".utf8.count)
            // It is known, and proved, all the same.
            let proof = try await scene.home.hub.coinProof(of: sent.id, out: scene.wallet, of: scene.anna)
            #expect(proof.hash == sent.hash)
            #expect(try await scene.send(sent.id).payment.progress.confirmations == CoinNodeState.depthMax + 1)
            #expect(scene.chain.relayed.count == 1)
        }
    }
}
