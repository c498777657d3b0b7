import Coins
import Family
import Hub
import LocalChain
import SQL
import Storage

/// A member with a hot wallet on a chain in memory.
struct HotCoinsScene {
    /// An address of another wallet.
    static let outside = WatchedWallet.bo.keys.address
    static let password = "a long spending phrase"

    let home: TestHub
    let chain: CoinsInMemory
    let anna: ID<Member>
    let wallet: ID<CoinHolding>

    /// Runs `body` with a wallet whose words were confirmed, and in which so much can be spent.
    static func run(
        with units: UInt64 = 100_000,
        limit: UInt64 = 50_000,
        on driver: (any DatabaseDriver)? = nil,
        clock: TestClock = TestClock(),
        time: TrustedClock? = nil,
        _ body: (HotCoinsScene) async throws -> Void
    ) async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(on: driver, clock: clock, senders: [:], coins: chain, time: time) { home in
            let anna = try await home.member(1)
            let made = try await home.hub.addHotCoins(wish(home, limit: limit), for: anna, from: RequestOrigin())
            let typed = made.asked.map { made.words[$0 - 1] }
            let id = made.wallet.id
            _ = try await home.hub.confirmCoinWords(typed, of: id, of: anna, from: RequestOrigin())
            chain.pay(made.wallet.address, units, hash: "first", at: home.clock.now)
            chain.mine(12)
            await home.hub.readCoins()
            try await body(HotCoinsScene(home: home, chain: chain, anna: anna, wallet: id))
        }
    }

    static func wish(_ home: TestHub, limit: UInt64 = 50_000, password: String = password) -> HotCoinsWish {
        HotCoinsWish(
            id: home.hub.outside.newID(),
            name: "Pocket money",
            spendingPassword: password,
            dailyLimit: CoinAmount(limit)
        )
    }

    /// Another program on the same database, as after a kill, or on another one.
    func restarted(on database: Database? = nil) async throws -> TestHub {
        try await TestHub(
            database: database ?? home.hub.database,
            keys: home.keys,
            settings: home.hub.settings,
            clock: home.clock,
            coins: chain
        )
    }

    /// A payee that can be paid already.
    func payee(_ address: String = outside) async throws -> ID<CoinPayee> {
        let id: ID<CoinPayee> = home.hub.outside.newID()
        _ = try await home.hub.addCoinPayee(id, named: "Bo", address: address, to: wallet, of: anna)
        home.clock.advance(seconds: 86_400)
        return id
    }

    func payment(
        _ units: UInt64,
        to destination: CoinPaymentWish.Destination,
        id: ID<CoinPayment>? = nil,
        password: String = password
    ) -> CoinPaymentWish {
        CoinPaymentWish(
            id: id ?? home.hub.outside.newID(),
            from: 0,
            to: destination,
            amount: CoinAmount(units),
            note: nil,
            spendingPassword: password
        )
    }

    func prepare(_ wish: CoinPaymentWish) async throws -> CoinPaymentInfo {
        try await home.hub.prepareCoins(wish, out: wallet, of: anna, from: RequestOrigin())
    }

    func send(_ id: ID<CoinPayment>) async throws -> CoinPaymentInfo {
        try await home.hub.sendCoins(id, out: wallet, of: anna)
    }

    /// The state that was kept of a payment.
    func kept(_ id: ID<CoinPayment>) async throws -> CoinPaymentRow? {
        try await home.hub.database.read { try $0.coinPayment(id) }
    }

    func seen() async throws -> CoinWalletInfo { try await home.hub.coins(of: anna).wallets[0] }

    /// Makes blocks, and reads them.
    func mine(_ blocks: UInt64) async {
        chain.mine(blocks)
        await read()
    }

    /// Reads the wallet once that is due.
    func read() async {
        home.clock.advance(seconds: 301)
        await home.hub.readCoins()
    }
}
