import Coins
import Family
import Hub
import LocalChain
import Testing

/// D5: what one member asks about wallets of coins delays no other member.
@Suite struct CoinTurnsTests {
    @Test func `D5: one call of a member waits for the one under way, a third is refused, and others go on`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let (hub, anna, wallet) = (scene.home.hub, scene.anna, scene.wallet)
            let payee = try await scene.payee()
            let payment = try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id
            let gate = Gate()
            scene.chain.whenRelayed { await gate.pass() }
            async let sent = scene.send(payment)
            await gate.untilReached()
            let id: ID<CoinRequest> = hub.outside.newID()
            let refused = Kept(0)
            let further = (0..<4).map { _ in
                Task {
                    let asked = try await orNil {
                        try await hub.askForCoins(id, account: 0, amount: nil, memo: nil, in: wallet, of: anna)
                    }
                    if asked == nil { refused.withLock { $0 += 1 } }
                    return asked?.id
                }
            }
            // Of four calls one waits, whichever came first; the others are answered at once.
            while refused.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(2)) }
            let bo = try await scene.home.member(2)
            let made = try await hub.addHotCoins(HotCoinsScene.wish(scene.home), for: bo, from: RequestOrigin())
            #expect(made.words.count == 25)
            #expect(try await hub.coinRequests(of: wallet, of: anna).isEmpty, "it waits still")
            await gate.open()
            #expect(try await sent.payment.sentAt != nil)
            var answered: [ID<CoinRequest>] = []
            for task in further { if let id = try await task.value { answered.append(id) } }
            #expect(answered == [id] && refused.withLock { $0 } == 3)
        }
    }

    @Test func `D5: a member has thirty calls at once and one each half minute, and uses up none of another's`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let hub = scene.home.hub
            let id: ID<CoinRequest> = hub.outside.newID()
            func ask() async throws {
                _ = try await hub.askForCoins(id, account: 0, amount: nil, memo: nil, in: scene.wallet, of: scene.anna)
            }
            scene.home.clock.advance(seconds: 900)
            for _ in 0..<30 { try await ask() }
            await #expect(throws: CoinSendingRefusal.tooManyCalls(retryAfterSeconds: 30)) { try await ask() }
            let bo = try await scene.home.member(2)
            _ = try await hub.addHotCoins(HotCoinsScene.wish(scene.home), for: bo, from: RequestOrigin())
            scene.home.clock.advance(seconds: 30)
            try await ask()
        }
    }

    @Test func `D5: a sixth wallet is refused before the program is asked`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            for _ in 0..<5 {
                _ = try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            }
            await #expect(throws: CoinRefusal.tooMany) {
                try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            }
            #expect(chain.words.count == 5)
            let watched = CoinWalletRequest(
                id: home.hub.outside.newID(),
                name: "Savings",
                keys: WatchedWallet.anna.keys,
                madeAt: nil
            )
            await #expect(throws: CoinRefusal.tooMany) { try await home.hub.watchCoins(watched, for: anna) }
            #expect(chain.checks == 0)
        }
    }

    @Test func `D5: a wallet that was never read to the end pays nothing`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            let made = try await home.hub.addHotCoins(HotCoinsScene.wish(home), for: anna, from: RequestOrigin())
            let typed = made.asked.map { made.words[$0 - 1] }
            _ = try await home.hub.confirmCoinWords(typed, of: made.wallet.id, of: anna, from: RequestOrigin())
            let scene = HotCoinsScene(home: home, chain: chain, anna: anna, wallet: made.wallet.id)
            let payee = try await scene.payee()
            chain.pay(made.wallet.address, 100_000, hash: "first", at: home.clock.now)
            chain.mine(12)
            let wish = scene.payment(1_000, to: .payee(payee))
            await #expect(throws: CoinSendingRefusal.notReadYet) { try await scene.prepare(wish) }
            chain.setReading(upTo: 5)
            await scene.read()
            await #expect(throws: CoinSendingRefusal.notReadYet) { try await scene.prepare(wish) }
            #expect(chain.signed == 0)
            chain.setReading(upTo: nil)
            await scene.read()
            _ = try await scene.prepare(wish)
        }
    }
}

/// What a call answers; nil where its member has two calls there already, or used up their budget.
func orNil<Answer: Sendable>(_ work: () async throws -> Answer) async throws -> Answer? {
    do {
        return try await work()
    } catch CoinSendingRefusal.tooManyCalls {
        return nil
    }
}

/// Work that goes on once it may.
private actor Gate {
    private var isReached = false
    private var isOpen = false

    func pass() async {
        isReached = true
        // The test's own deadline ends a gate that stays shut.
        while !isOpen { try? await Task.sleep(for: .milliseconds(2)) }
    }

    func untilReached() async {
        while !isReached { try? await Task.sleep(for: .milliseconds(2)) }
    }

    func open() { isOpen = true }
}
