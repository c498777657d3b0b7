import Bus
import Coins
import Family
import Hub
import LocalChain
import SQL
import SQLite
import Storage
import Testing

/// D5: wallets of coins that members watch, on a chain in memory.
@Suite struct CoinWalletsTests {
    private func wish(_ home: TestHub, _ keys: CoinViewKeys, name: String = "Savings") -> CoinWalletRequest {
        CoinWalletRequest(id: home.hub.outside.newID(), name: name, keys: keys, madeAt: nil)
    }

    @Test func `D5: a watched wallet shows what arrives, by account, to its member alone`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let wallet = try await home.hub.watchCoins(wish(home, WatchedWallet.anna.keys), for: anna)
            _ = try await home.hub.renameCoins(wallet.id, of: anna, to: nil, accounts: [(0, "Holidays")])
            chain.pay(WatchedWallet.anna.keys.address, 5, hash: "a", at: home.clock.now)
            await home.hub.readCoins()
            #expect(try await home.hub.coins(of: anna).wallets[0].record?.arrivals.map(\.state) == [.inPool])
            chain.mine(1)
            home.clock.advance(seconds: 10)
            await home.hub.readCoins()
            let seen = try await home.hub.coins(of: anna)
            #expect(seen.service?.state == .good)
            #expect(seen.wallets.map(\.name) == ["Savings"])
            #expect(seen.wallets[0].accountNames == [0: "Holidays"])
            #expect(seen.wallets[0].record?.accounts.map(\.received) == ["5"])
            #expect(seen.wallets[0].record?.accounts.map(\.unlocked) == ["0"])
            #expect(seen.wallets[0].record?.arrivals.map(\.state) == [.confirming])
            #expect(try await home.hub.coins(of: bo).wallets.isEmpty)
            await #expect(throws: CoinRefusal.notFound) { try await home.hub.forgetCoins(wallet.id, of: bo) }
            await #expect(throws: CoinRefusal.notFound) {
                try await home.hub.renameCoins(wallet.id, of: bo, to: "Mine", accounts: [])
            }
            await #expect(throws: CoinRefusal.accountUnknown) {
                try await home.hub.renameCoins(wallet.id, of: anna, to: nil, accounts: [(7, "Boat")])
            }
            let told = try await home.published().joined()
            #expect(told.contains(.wallet(anna)) && !told.contains(.wallet(bo)))
        }
    }

    @Test func `D5: a node that is away leaves what was read, and a reading that fails says why`() async throws {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            _ = try await home.hub.watchCoins(wish(home, WatchedWallet.anna.keys), for: anna)
            chain.pay(WatchedWallet.anna.keys.address, 5, hash: "a", at: home.clock.now)
            chain.mine(10)
            await home.hub.readCoins()
            let seen = try await home.hub.coins(of: anna)
            #expect(seen.wallets[0].record?.accounts.map(\.unlocked) == ["5"])
            chain.setAway(true)
            home.clock.advance(seconds: 400)
            await home.hub.readCoins()
            let away = try await home.hub.coins(of: anna)
            #expect(away.service?.state == .away)
            #expect(away.wallets[0].record == seen.wallets[0].record)
            chain.setAway(false)
            chain.fail(.timedOut)
            await home.hub.readCoins()
            let failed = try await home.hub.coins(of: anna).wallets[0]
            #expect(failed.trouble == .timedOut && failed.record == seen.wallets[0].record)
            chain.fail(nil)
            await home.hub.readCoins()
            #expect(try await home.hub.coins(of: anna).wallets[0].trouble == nil)
        }
    }

    @Test func `D5: a refused wallet request changes nothing, and a repeated one answers as the first time`()
        async throws
    {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            let keys = WatchedWallet.anna.keys
            let wrong = CoinViewKeys(address: keys.address, viewKey: WatchedWallet.bo.keys.viewKey)
            await #expect(throws: CoinRefusal.failed(.viewKeyElsewhere)) {
                try await home.hub.watchCoins(wish(home, wrong), for: anna)
            }
            await #expect(throws: CoinRefusal.nameEmptyOrTooLong) {
                try await home.hub.watchCoins(wish(home, keys, name: " "), for: anna)
            }
            #expect(try await home.hub.coins(of: anna).wallets.isEmpty)
            let request = wish(home, keys)
            let first = try await home.hub.watchCoins(request, for: anna)
            let checks = chain.checks
            // The program need not run for a repeat.
            chain.fail(.notRunning)
            #expect(try await home.hub.watchCoins(request, for: anna).id == first.id)
            #expect(chain.checks == checks)
            chain.fail(nil)
            #expect(try await home.hub.coins(of: anna).wallets.count == 1)
            var other = request
            other.name = "Boat"
            await #expect(throws: CoinRefusal.idUsedOtherwise) { try await home.hub.watchCoins(other, for: anna) }
            await #expect(throws: CoinRefusal.alreadyWatched) {
                try await home.hub.watchCoins(wish(home, keys), for: anna)
            }
        }
    }

    @Test func `D5: a child watches with an adult's consent, and nothing more is read once that is taken back`()
        async throws
    {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna).id
            let request = wish(home, WatchedWallet.bo.keys)
            #expect(try await home.hub.coins(of: mira).needsConsent)
            await #expect(throws: CoinRefusal.consentNeeded) { try await home.hub.watchCoins(request, for: mira) }
            #expect(chain.checks == 0)
            try await home.hub.setCoinConsent(true, for: mira, of: family, by: anna)
            _ = try await home.hub.watchCoins(request, for: mira)
            try await home.hub.setCoinConsent(false, for: mira, of: family, by: anna)
            chain.pay(WatchedWallet.bo.keys.address, 7, hash: "a", at: home.clock.now)
            await home.hub.readCoins()
            #expect(try await home.hub.coins(of: mira).wallets.first?.record == nil)
            try await home.hub.setCoinConsent(true, for: mira, of: family, by: anna)
            await home.hub.readCoins()
            #expect(try await home.hub.coins(of: mira).wallets.first?.record?.arrivals.count == 1)
            // Once who consented is in another family, it counts no longer.
            let other = try await home.hub.family(of: try await home.member(5)).id
            try await home.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET family = \(other.bytes) WHERE id = \(anna.bytes)")
            }
            #expect(try await home.hub.coins(of: mira).needsConsent)
        }
    }

    @Test func `D5: a consent is an adult's of the family to give, to its children alone`() async throws {
        try await TestHub.run(coins: CoinsInMemory()) { home in
            let (anna, stranger) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna).id
            for (asker, child) in [(stranger, mira), (mira, mira), (anna, stranger), (anna, anna)] {
                await #expect(throws: FamilyRefusal.self) {
                    try await home.hub.setCoinConsent(true, for: child, of: family, by: asker)
                }
            }
            #expect(try await home.hub.coinConsents(of: family, for: anna) == [mira: false])
            await #expect(throws: FamilyRefusal.self) { try await home.hub.coinConsents(of: family, for: mira) }
        }
    }

    @Test func `S34: neither address, view key nor amount is in the database, and what is removed leaves no file`()
        async throws
    {
        let chain = CoinsInMemory()
        try await TestHub.run(coins: chain) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let keys = WatchedWallet.anna.keys
            let gone = try await home.hub.watchCoins(wish(home, keys, name: "Seychelles"), for: anna)
            let kept = try await home.hub.watchCoins(wish(home, WatchedWallet.bo.keys), for: bo)
            chain.pay(keys.address, 123_456_789_123, hash: "a", at: home.clock.now)
            await home.hub.readCoins()
            let sealed = try await home.hub.database.read { transaction in
                try transaction.coinWallets(of: anna).flatMap { $0.sealed + ($0.readingSealed ?? []) }
            }
            let text = String(decoding: sealed, as: UTF8.self)
            for secret in [keys.address, keys.viewKey, "123456789123", "Seychelles"] { #expect(!text.contains(secret)) }
            #expect(!sealed.isEmpty && !home.log.text.contains(keys.address) && chain.files.count == 2)
            #expect(chain.files.allSatisfy { !$0.contains(gone.id.text) })
            try await home.hub.forgetCoins(gone.id, of: anna)
            #expect(chain.files.count == 1)
            #expect(try await home.hub.coins(of: bo).wallets.map(\.id) == [kept.id])
            try await home.hub.leave(try await home.hub.addSession(for: bo).0)
            #expect(chain.files.isEmpty)
        }
    }

    @Test func `S35: a wallet that was removed and a consent that was withdrawn stay so once a backup is put back`()
        async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { plain in
                let home = try await TestHub(
                    database: plain.hub.database,
                    keys: plain.keys,
                    settings: plain.hub.settings,
                    clock: plain.clock,
                    coins: CoinsInMemory()
                )
                let anna = try await home.member(1)
                let family = try await home.hub.family(of: anna).id
                let mira = try await home.child(of: family, by: anna).id
                try await home.hub.setCoinConsent(true, for: mira, of: family, by: anna)
                let gone = try await home.hub.watchCoins(wish(home, WatchedWallet.anna.keys), for: anna)
                let kept = try await home.hub.watchCoins(wish(home, WatchedWallet.bo.keys), for: anna)
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.forgetCoins(gone.id, of: anna)
                try await home.hub.setCoinConsent(false, for: mira, of: family, by: anna)
                try await home.withBackup(path + ".backup") { again in
                    #expect(try await again.hub.coins(of: anna).wallets.count == 2)
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(try await again.hub.coins(of: anna).wallets.map(\.id) == [kept.id])
                    #expect(try await again.hub.coins(of: mira).needsConsent)
                    // One that is given afterwards counts.
                    try await again.hub.setCoinConsent(true, for: mira, of: family, by: anna)
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(try await !again.hub.coins(of: mira).needsConsent)
                }
            }
        }
    }
}
