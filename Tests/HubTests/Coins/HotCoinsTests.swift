import Coins
import Family
import Hub
import LocalChain
import SQL
import Storage
import Testing

/// D5: hot wallets of coins, on a chain in memory.
@Suite struct HotCoinsTests {
    @Test func `D5: a wallet is made once, and pays once four of its words were typed back`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let wish = HotCoinsScene.wish(home)
            let made = try await home.hub.addHotCoins(wish, for: anna, from: RequestOrigin())
            #expect(made.words.count == 25 && Set(made.asked).count == 4)
            #expect(made.asked == made.asked.sorted() && made.asked.allSatisfy { (1...25).contains($0) })
            let again = try await home.hub.addHotCoins(wish, for: anna, from: RequestOrigin())
            #expect(again.words == made.words && again.asked == made.asked)
            #expect(try await home.hub.coins(of: anna).wallets.count == 1)
            let id = made.wallet.id
            await #expect(throws: CoinSendingRefusal.notConfirmed) {
                try await home.hub.askForCoins(
                    home.hub.outside.newID(),
                    account: 0,
                    amount: nil,
                    memo: nil,
                    in: id,
                    of: anna
                )
            }
            let wrong = made.asked.map { made.words[$0 % 25] }
            await #expect(throws: CoinSendingRefusal.wordsWrong) {
                try await home.hub.confirmCoinWords(wrong, of: id, of: anna, from: RequestOrigin())
            }
            let shown = try await home.hub.coinWords(
                of: id,
                of: anna,
                by: HotCoinsScene.password,
                from: RequestOrigin()
            )
            #expect(shown.words == made.words)
            let right = made.asked.map { made.words[$0 - 1].uppercased() }
            await #expect(throws: CoinRefusal.notFound) {
                try await home.hub.confirmCoinWords(right, of: id, of: bo, from: RequestOrigin())
            }
            let confirmed = try await home.hub.confirmCoinWords(right, of: id, of: anna, from: RequestOrigin())
            #expect(confirmed.hot?.isConfirmed == true)
            await #expect(throws: CoinSendingRefusal.alreadyConfirmed) {
                try await home.hub.coinWords(of: id, of: anna, by: HotCoinsScene.password, from: RequestOrigin())
            }
            try await home.hub.forgetCoins(id, of: anna)
            #expect(try await home.hub.coins(of: anna).wallets.isEmpty)
        }
    }

    @Test func `D5: copies of one making make one wallet`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            let wish = HotCoinsScene.wish(home)
            let words = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        try await orNil { try await home.hub.addHotCoins(wish, for: anna, from: RequestOrigin()).words }
                            ?? []
                    }
                }
                return try await group.reduce(into: Set<[String]>()) { if !$1.isEmpty { $0.insert($1) } }
            }
            #expect(words.count == 1)
            #expect(try await home.hub.coins(of: anna).wallets.count == 1)
        }
    }

    @Test func `D5: a wallet is restored from its words, and says what is in it once its outputs are known`()
        async throws
    {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let made = try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            var wish = HotCoinsScene.wish(home)
            wish.words = " " + made.words.joined(separator: "\n").uppercased()
            let restored = try await home.hub.addHotCoins(wish, for: bo, from: RequestOrigin()).wallet
            #expect(restored.address == made.wallet.address && restored.hot?.isConfirmed == true)
            chain.pay(restored.address, 9_000, hash: "a", at: home.clock.now)
            chain.mine(12)
            await home.hub.readCoins()
            // A view key does not show what its owner spent elsewhere.
            #expect(try await home.hub.coins(of: bo).wallets[0].hot?.balance == nil)
            #expect(try await home.hub.coins(of: anna).wallets[0].hot?.balance == CoinAmount(9_000))
            wish.words = made.words.dropLast().joined(separator: " ")
            wish.id = home.hub.outside.newID()
            let short = wish
            await #expect(throws: CoinSendingRefusal.wordsInvalid) {
                try await home.hub.addHotCoins(short, for: bo, from: RequestOrigin())
            }
        }
    }

    @Test func `D5: a wrong spending password is refused, limited, and not helped by another one`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let wish = scene.payment(10, to: .payee(payee), password: "not the right phrase")
            for _ in 0..<3 {
                await #expect(throws: CoinSendingRefusal.wrongSpendingPassword) { try await scene.prepare(wish) }
            }
            await #expect(throws: CoinSendingRefusal.tooManyGuesses(retryAfterSeconds: 1)) {
                try await scene.prepare(scene.payment(10, to: .payee(payee)))
            }
            #expect(scene.chain.signed == 0)
            scene.home.clock.advance(seconds: 2)
            _ = try await scene.prepare(scene.payment(10, to: .payee(payee)))
            #expect(scene.chain.signed == 1)
        }
    }

    @Test func `D5: another spending password takes the old one, and the old one opens nothing afterwards`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let (hub, anna, id) = (scene.home.hub, scene.anna, scene.wallet)
            await #expect(throws: CoinSendingRefusal.wrongSpendingPassword) {
                try await hub.changeSpendingPassword(
                    of: id,
                    of: anna,
                    from: "x",
                    to: "another long phrase",
                    origin: RequestOrigin()
                )
            }
            await #expect(throws: MemberRefusal.self) {
                try await hub.changeSpendingPassword(
                    of: id,
                    of: anna,
                    from: HotCoinsScene.password,
                    to: "short",
                    origin: RequestOrigin()
                )
            }
            try await hub.changeSpendingPassword(
                of: id,
                of: anna,
                from: HotCoinsScene.password,
                to: "another long phrase",
                origin: RequestOrigin()
            )
            let payee = try await scene.payee()
            await #expect(throws: CoinSendingRefusal.wrongSpendingPassword) {
                try await scene.prepare(scene.payment(10, to: .payee(payee)))
            }
            _ = try await scene.prepare(scene.payment(10, to: .payee(payee), password: "another long phrase"))
        }
    }

    @Test func `D5: a child has no hot wallet, and one whose account became a child's is used for nothing`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let home = scene.home
            let family = try await home.hub.family(of: scene.anna).id
            let mira = try await home.child(of: family, by: scene.anna).id
            await #expect(throws: CoinSendingRefusal.childNeedsWatchOnly) {
                try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: mira, from: RequestOrigin())
            }
            let payee = try await scene.payee()
            let prepared = try await scene.prepare(scene.payment(10, to: .payee(payee)))
            try await home.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET role = 'child' WHERE id = \(scene.anna.bytes)")
            }
            await #expect(throws: CoinSendingRefusal.childNeedsWatchOnly) { try await scene.send(prepared.id) }
            #expect(scene.chain.relayed.isEmpty)
        }
    }

    @Test func `S34: neither the words, the password nor the payees of a hot wallet are in the database or the log`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let wish = scene.payment(10, to: .payee(payee))
            let prepared = try await scene.prepare(wish)
            let words = try #require(scene.chain.words.first)
            let sealed = try await scene.home.hub.database.read { transaction in
                try transaction.coinWallets(of: scene.anna).flatMap { $0.sealed + ($0.imagesSealed ?? []) }
                    + transaction.coinPayees(of: scene.wallet).flatMap(\.sealed)
                    + (transaction.coinPayment(prepared.id)?.item.sealed ?? [])
            }
            let text = String(decoding: sealed, as: UTF8.self)
            #expect(sealed.count > 1_000)
            let secrets =
                words.split(separator: " ").map(String.init)
                + [HotCoinsScene.password, HotCoinsScene.outside, prepared.hash, "signature", "Pocket money"]
            for secret in secrets {
                #expect(!text.contains(secret), "\(secret)")
                #expect(!scene.home.log.text.contains(secret), "\(secret)")
            }
        }
    }
}
