import Bus
import Coins
import Family
import Hub
import LocalChain
import SQL
import Storage
import Testing

/// D5: what weakens a hot wallet is told, guesses are counted, and no clock ends a wait.
@Suite struct CoinGuardsTests {
    @Test func `D5, S13: a raised limit, another spending password and a removed wallet are told everywhere`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let (hub, anna, id) = (scene.home.hub, scene.anna, scene.wallet)
            func told() async throws -> [String] {
                try await hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(1) }.map(\.text)
            }
            // Lowering weakens nothing.
            _ = try await hub.setCoinLimit(CoinAmount(40_000), of: id, of: anna)
            #expect(try await told().isEmpty)
            _ = try await scene.home.published()
            // Identities sort by their millisecond.
            let tick = { scene.home.clock.advance(milliseconds: 1) }
            _ = try await hub.setCoinLimit(CoinAmount(90_000), of: id, of: anna)
            #expect(try await scene.home.published().joined().contains(.notice(anna)))
            // The same again is no news.
            _ = try await hub.setCoinLimit(CoinAmount(90_000), of: id, of: anna)
            tick()
            let old = HotCoinsScene.password
            try await hub.changeSpendingPassword(
                of: id,
                of: anna,
                from: old,
                to: "another long phrase",
                origin: RequestOrigin()
            )
            tick()
            try await hub.forgetCoins(id, of: anna)
            let texts = try await told()
            let words = ["higher daily limit", "spending password", "wallet was removed"]
            #expect(texts.count == words.count)
            for (text, word) in zip(texts, words) { #expect(text.contains(word) && text.contains("Not you?")) }
            let notices = try await hub.notices(of: anna).map(\.kind)
            #expect(notices == [.coinWalletRemoved, .coinPasswordChanged, .coinLimitRaised])
        }
    }

    @Test func `S4: guesses at a wallet's password and words go with the account, and count for that member alone`()
        async throws
    {
        try await TestHub.run(coins: CoinsInMemory()) { home in
            let hub = home.hub
            // The first member is the keeper, and stays.
            _ = try await home.member(1)
            let anna = try await home.member(2)
            let made = try await hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            let id = made.wallet.id
            for _ in 0..<4 {
                home.clock.advance(seconds: 10)
                await #expect(throws: CoinSendingRefusal.wrongSpendingPassword) {
                    try await hub.coinWords(of: id, of: anna, by: "not the right phrase", from: RequestOrigin())
                }
                await #expect(throws: CoinSendingRefusal.wordsWrong) {
                    try await hub.confirmCoinWords(["a", "b", "c", "d"], of: id, of: anna, from: RequestOrigin())
                }
            }
            let counted = try await hub.database.read { try $0.logInFailures(limit: 100) }.map(\.account)
            #expect(counted.count == 2 && counted.allSatisfy { $0.starts(with: anna.bytes + id.bytes) })
            try await hub.leave(try await hub.addSession(for: anna).0)
            #expect(try await hub.database.read { try $0.logInFailures(limit: 100) }.isEmpty)
            // Another member who chooses the same identity begins without them.
            let bo = try await home.member(3)
            var wish = HotCoinsScene.wish(home)
            wish.id = id
            let other = try await hub.addHotCoins(wish, for: bo, from: RequestOrigin())
            let typed = other.asked.map { other.words[$0 - 1] }
            _ = try await hub.confirmCoinWords(typed, of: id, of: bo, from: RequestOrigin())
        }
    }

    @Test func `D5, F80: a step of the clock ends no wait of a limit, a payee or a restored wallet`() async throws {
        try await Stepped.run { stepped, scene in
            let hub = scene.home.hub
            _ = try await hub.setCoinLimit(CoinAmount(90_000), of: scene.wallet, of: scene.anna)
            let payee: ID<CoinPayee> = hub.outside.newID()
            _ = try await hub.addCoinPayee(
                payee,
                named: "Bo",
                address: HotCoinsScene.outside,
                to: scene.wallet,
                of: scene.anna
            )
            let now = stepped.time.now
            try await hub.database.transaction { transaction in
                try transaction.run("UPDATE coin_wallet SET restored_at = \(now.milliseconds)")
            }
            try await stepped.step(seconds: 2 * 86_400)
            let seen = try #require(try await scene.seen().hot)
            #expect(seen.limit == CoinAmount(50_000) && seen.raised?.amount == CoinAmount(90_000))
            let left = try #require(seen.raised?.from).milliseconds(since: stepped.time.now)
            #expect((86_200_000...86_400_000).contains(left))
            #expect(seen.pausedUntil != nil)
            let wish = scene.payment(10, to: .payee(payee))
            await #expect(throws: CoinSendingRefusal.self) { try await scene.prepare(wish) }
            // A day later by elapsed time all of them are over.
            stepped.machine.pass(seconds: 86_400)
            await hub.readCoins()
            #expect(try await scene.seen().hot?.limit == CoinAmount(90_000))
            _ = try await scene.prepare(wish)
        }
    }

    @Test func `D5, F80: a payment of a moment before a step of the clock counts for a day all the same`() async throws
    {
        try await Stepped.run { stepped, scene in
            let account = try await scene.home.hub.openCoinAccount(named: "Bike", in: scene.wallet, of: scene.anna)
            #expect(account.accountNames[1] == "Bike")
            stepped.machine.pass(seconds: 301)
            await scene.home.hub.readCoins()
            _ = try await scene.send(try await scene.prepare(scene.payment(10, to: .account(1))).id)
            try await stepped.step(seconds: 2 * 86_400)
            #expect(try await scene.seen().hot?.spentToday == CoinAmount(CoinsInMemory.fee))
        }
    }

    @Test func `D5: while the clock is doubted nothing is paid, and a limit is lowered and not raised`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let prepared = try await scene.prepare(scene.payment(10, to: .payee(payee)))
            _ = try await scene.home.hub.setCoinLimit(CoinAmount(90_000), of: scene.wallet, of: scene.anna)
            let home = try await TestHub(
                database: scene.home.hub.database,
                keys: scene.home.keys,
                settings: scene.home.hub.settings,
                clock: scene.home.clock,
                coins: scene.chain,
                clockDoubt: { .wasAway(milliseconds: 8 * 86_400_000) }
            )
            let doubted = HotCoinsScene(home: home, chain: scene.chain, anna: scene.anna, wallet: scene.wallet)
            await #expect(throws: CoinSendingRefusal.clockDoubted) { try await doubted.send(prepared.id) }
            await #expect(throws: CoinSendingRefusal.clockDoubted) {
                try await doubted.prepare(doubted.payment(20, to: .payee(payee)))
            }
            home.clock.advance(seconds: 9 * 86_400)
            await #expect(throws: CoinSendingRefusal.clockDoubted) {
                try await home.hub.setCoinLimit(CoinAmount(60_000), of: scene.wallet, of: scene.anna)
            }
            let lower = try await home.hub.setCoinLimit(CoinAmount(30_000), of: scene.wallet, of: scene.anna)
            #expect(lower.hot?.limit == CoinAmount(30_000) && lower.hot?.raised == nil)
            #expect(scene.chain.relayed.isEmpty)
        }
    }
}

/// A hot wallet on a hub whose machine's clock is set.
private struct Stepped {
    let machine: SteppedMachine
    let time: TrustedClock
    let home: TestHub

    static func run(_ body: (Stepped, HotCoinsScene) async throws -> Void) async throws {
        let machine = SteppedMachine()
        machine.isKept = true
        let time = machine.started()
        try await HotCoinsScene.run(with: 100_000, clock: machine.wall, time: time) { scene in
            try await body(Stepped(machine: machine, time: time, home: scene.home), scene)
        }
    }

    /// Sets the clock, and has the hub believe it.
    func step(seconds: Int64) async throws {
        machine.wall.advance(seconds: seconds)
        await home.hub.correctClock()
        machine.pass(seconds: 61)
        await home.hub.correctClock()
        #expect(time.now == machine.wall.now)
    }
}
