import Coins
import Family
import Hub
import LocalChain
import SQL
import SQLite
import Storage
import Testing

/// D5, S35: hot wallets once a backup is put back, which knows neither what was paid nor what was decided since.
@Suite struct CoinRestoreTests {
    @Test func `D5, S35: a backup brings back neither an old password, nor a higher limit, nor a prepared payment`()
        async throws
    {
        try await HotCoinsScene.runRestored { scene in
            let payee = try await scene.payee()
            return (payee, try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
        } since: { scene, _ in
            let hub = scene.home.hub
            _ = try await hub.setCoinLimit(CoinAmount(2_000), of: scene.wallet, of: scene.anna)
            try await hub.changeSpendingPassword(
                of: scene.wallet,
                of: scene.anna,
                from: HotCoinsScene.password,
                to: "another spending phrase",
                origin: RequestOrigin()
            )
        } then: { again, known in
            let (payee, prepared) = known
            #expect(try await again.kept(prepared) == nil)
            let hot = try #require(try await again.seen().hot)
            #expect(hot.isPasswordOld && hot.isLimitOld && hot.limit == .zero)
            again.home.clock.advance(seconds: 2 * 86_400)
            await again.read()
            await #expect(throws: CoinSendingRefusal.spendingPasswordOld) {
                try await again.prepare(again.payment(1_000, to: .payee(payee)))
            }
        }
    }

    @Test func `D5, S35: a wallet of which nothing was changed since pays nothing for a day, and then as before`()
        async throws
    {
        try await HotCoinsScene.runRestored { scene in
            try await scene.payee()
        } since: { _, _ in
        } then: { again, payee in
            let until = try #require(try await again.seen().hot?.pausedUntil)
            #expect(until.milliseconds(since: again.home.clock.now) == 86_400_000)
            await #expect(throws: CoinSendingRefusal.restoredLately(until: until)) {
                try await again.prepare(again.payment(1_000, to: .payee(payee)))
            }
            again.home.clock.advance(seconds: 86_400)
            await again.read()
            let hot = try #require(try await again.seen().hot)
            #expect(!hot.isPasswordOld && hot.limit == CoinAmount(50_000) && hot.pausedUntil == nil)
            let sent = try await again.send(try await again.prepare(again.payment(1_000, to: .payee(payee))).id)
            #expect(again.chain.sent == [sent.hash])
        }
    }

    @Test func `D5, S35: a payment that no node had waits for its member's word once a backup is put back`()
        async throws
    {
        try await HotCoinsScene.runRestored { scene in
            let payee = try await scene.payee()
            let payment = try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id
            scene.chain.setNode(.isCutOff)
            _ = try? await scene.send(payment)  // the node is away: that it was begun is what counts
            return payment
        } since: { scene, _ in
            scene.chain.setNode(.takes)
        } then: { again, payment in
            await again.read()
            #expect(again.chain.sent.isEmpty)
            await #expect(throws: (any Error).self) { try await again.send(payment) }
            again.home.clock.advance(seconds: 86_400)
            await again.read()
            #expect(again.chain.sent.isEmpty)
            let sent = try await again.send(payment)
            #expect(again.chain.sent == [sent.hash])
            #expect(try await again.seen().hot?.spentToday == CoinAmount(1_100))
        }
    }

    @Test
    func `D5, S35: a payment that no node had before a backup may be had by one since, so that it is not discarded`()
        async throws
    {
        try await HotCoinsScene.runRestored { scene in
            let payee = try await scene.payee()
            scene.chain.setNode(.isUnreached)
            let payment = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            #expect(payment.isDiscardable)
            return payment.id
        } since: { scene, _ in
            scene.chain.setNode(.takes)
            await scene.read()
        } then: { again, payment in
            await #expect(throws: CoinSendingRefusal.mayBeOnChain) {
                try await again.home.hub.dropCoinPayment(payment, out: again.wallet, of: again.anna)
            }
            await again.read()
            let state = try await again.kept(payment)?.state
            #expect(state == "inPool")
        }
    }

    @Test func `D5, S35: however often a limit is lowered or a password changed, one line of each is kept`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let (hub, id) = (scene.home.hub, scene.wallet)
            for units in [40_000, 30_000, 20_000] as [UInt64] {
                _ = try await hub.setCoinLimit(CoinAmount(units), of: id, of: scene.anna)
            }
            let words = [HotCoinsScene.password, "another spending phrase", "a third spending phrase"]
            for (old, new) in zip(words, words.dropFirst()) {
                try await hub.changeSpendingPassword(
                    of: id,
                    of: scene.anna,
                    from: old,
                    to: new,
                    origin: RequestOrigin()
                )
            }
            let kept = try await scene.home.journal().revocations
            #expect(kept.filter { $0.what == [5] + id.bytes }.map(\.precision) == [2])
            #expect(kept.filter { $0.what == [6] + id.bytes }.map(\.precision) == [3])
            #expect(kept.count == 2)
            try await hub.forgetCoins(id, of: scene.anna)
            #expect(try await scene.home.journal().revocations.map(\.what) == [[1] + id.bytes])
        }
    }

    @Test func `D5, S35: a journal of before these were counted is understood`() async throws {
        try await HotCoinsScene.run { scene in
            let mark = [UInt8](repeating: 7, count: 16)
            try await scene.home.hub.database.transaction { transaction in
                try transaction.run("UPDATE coin_wallet SET limit_mark = \(mark), password_mark = \(mark)")
            }
            let lines = [3, 4].map { RevocationRow(id: Int64($0), kind: .clockLink, what: [UInt8($0)] + mark) }
            let journal = BackupJournal(tombstones: [], revocations: lines)
            _ = try await scene.home.hub.settleRestored(journal, takenAt: scene.home.clock.now)
            let hot = try #require(try await scene.seen().hot)
            #expect(hot.isPasswordOld && hot.isLimitOld)
        }
    }

    @Test func `S35: the identity of a payee or wallet, which its member chose, takes back nothing else`() async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            try await scene.home.hub.removeCoinPayee(payee, of: scene.wallet, of: scene.anna)
            try await scene.home.hub.forgetCoins(scene.wallet, of: scene.anna)
            let taken = try await scene.home.journal().revocations.map(\.what)
            #expect(taken.contains([2] + payee.bytes) && taken.contains([1] + scene.wallet.bytes))
            #expect(!taken.contains(payee.bytes) && !taken.contains(scene.wallet.bytes))
        }
    }
}

extension HotCoinsScene {
    /// Runs `before` on a hub, copies its database, runs `since`, and runs `then` on the copy, put back, with what `before`
    /// answered.
    fileprivate static func runRestored<Known: Sendable>(
        _ before: (HotCoinsScene) async throws -> Known,
        since: (HotCoinsScene, Known) async throws -> Void,
        then: (HotCoinsScene, Known) async throws -> Void
    ) async throws {
        try await withFile { path in
            try await run(on: SQLite(path: path)) { scene in
                let known = try await before(scene)
                try SQLite(path: path).copy(to: path + ".backup")
                try await since(scene, known)
                let database = try Database(SQLite(path: path + ".backup"))
                let home = try await scene.restarted(on: database)
                let journal = try await scene.home.journal()
                _ = try await home.hub.settleRestored(journal, takenAt: home.clock.now)
                let again = HotCoinsScene(home: home, chain: scene.chain, anna: scene.anna, wallet: scene.wallet)
                do {
                    try await then(again, known)
                } catch {
                    await database.close()
                    throw error
                }
                await database.close()
            }
        }
    }
}
