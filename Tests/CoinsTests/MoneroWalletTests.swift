import Coins
import Family
import FoundationEssentials
import Glibc
import Linux
import LocalChain
import Testing

/// Whether a chain is there to be read: `make coins` makes one.
private let hasChain = ProcessInfo.processInfo.environment["HEARTH_CHAIN"] == "1"

/// Against a real node and a real wallet program.
@Suite(.serialized, .enabled(if: hasChain, "make coins")) struct MoneroWalletTests {
    @Test func `coins are seen in the pool, in a block, and unlocked after ten, in the account they were sent to`()
        async throws
    {
        try await CoinHome.run { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            #expect(try await home.read(anna).accounts.map(\.received) == [.zero])
            let purse = try await Purse(on: home.chain)
            let first = try await purse.pay(WatchedWallet.anna.keys.address, 1_000_000_000_001)
            let second = try await purse.pay(WatchedWallet.anna.second, 7)
            let waiting = try await home.read(anna)
            #expect(Set(waiting.arrivals.map(\.hash)) == [first, second])
            #expect(waiting.arrivals.allSatisfy { $0.sighting == .inPool && $0.height == nil && !$0.isDoubtful })
            try await home.chain.mine(1)
            let fresh = try await home.read(anna)
            #expect(fresh.height == 452)
            #expect(fresh.accounts.map(\.received.units) == [1_000_000_000_001, 7])
            #expect(fresh.accounts.map(\.unlocked) == [.zero, .zero])
            #expect(fresh.accounts.map(\.blocksToUnlock) == [9, 9])
            #expect(fresh.accounts.map(\.address) == [WatchedWallet.anna.keys.address, WatchedWallet.anna.second])
            #expect(fresh.arrivals.allSatisfy { $0.sighting == .inBlock(confirmations: 1) })
            #expect(fresh.arrivals.first { $0.hash == second }?.account == 1)
            try await home.chain.mine(9)
            let unlocked = try await home.read(anna)
            #expect(unlocked.accounts.map(\.unlocked.units) == [1_000_000_000_001, 7])
            #expect(unlocked.accounts.map(\.blocksToUnlock) == [0, 0])
            #expect(unlocked.arrivals.allSatisfy { $0.sighting == .inBlock(confirmations: 10) })
            await purse.close()
        }
    }

    @Test func `wallets take turns, and none shows what another has`() async throws {
        try await CoinHome.run { home in
            let (anna, bo) = (home.file("anna", WatchedWallet.anna.keys), home.file("bo", WatchedWallet.bo.keys))
            try await home.chain.mine(2, to: WatchedWallet.anna.keys.address)
            try await home.chain.mine(1, to: WatchedWallet.bo.keys.address)
            let readings = try await withThrowingTaskGroup(of: (String, CoinReading).self) { group in
                for file in [anna, bo, anna, bo] { group.addTask { (file.name, try await home.read(file)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (name, reading) in readings {
                #expect(reading.arrivals.count == (name == "anna" ? 2 : 1), "\(name)")
                #expect(reading.height == 454)
            }
            try await home.wallet.keep(only: ["anna"])
            let left = try FileManager.default.contentsOfDirectory(atPath: home.folder + "/wallets")
            #expect(Set(left.map { $0.prefix { $0 != "." } }) == ["anna"])
        }
    }

    @Test func `after a reorganisation a payment shows its new block, and one left out of the chain is gone`()
        async throws
    {
        try await CoinHome.run { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            let purse = try await Purse(on: home.chain)
            _ = try await purse.pay(WatchedWallet.anna.keys.address, 5)
            try await home.chain.mine(2)
            #expect(try await home.read(anna).arrivals.map(\.sighting) == [.inBlock(confirmations: 2)])
            // Its block is given up, and another one holds it.
            try await home.chain.pop(2)
            #expect(try await home.chain.height() == 451)
            try await home.chain.mine(3)
            #expect(try await home.chain.height() == 454)
            let moved = try await home.read(anna)
            #expect(moved.arrivals.map(\.sighting) == [.inBlock(confirmations: 3)], "\(moved)")
            // Another chain, without it.
            try await home.chain.pop(3)
            try await home.chain.emptyPool()
            try await home.chain.mine(4)
            let without = try await home.read(anna)
            #expect(without.arrivals.isEmpty)
            #expect(without.accounts.map(\.received) == [.zero])
            await purse.close()
        }
    }

    @Test func `address and view key are refused unless they belong together and to this chain`() async throws {
        try await CoinHome.run { home in
            let (anna, bo) = (WatchedWallet.anna.keys, WatchedWallet.bo.keys)
            func failure(_ address: String, _ viewKey: String) async -> CoinFailure? {
                do throws(CoinFailure) {
                    try await home.wallet.check(CoinViewKeys(address: address, viewKey: viewKey))
                    return nil
                } catch { return error }
            }
            #expect(await failure(anna.address, anna.viewKey) == nil)
            #expect(await failure(anna.address, anna.viewKey.uppercased()) == nil)
            #expect(await failure(anna.address, bo.viewKey) == .viewKeyElsewhere)
            #expect(await failure(anna.address, "") == .viewKeyInvalid)
            #expect(await failure(anna.address, "+" + anna.viewKey.dropFirst()) == .viewKeyInvalid)
            #expect(await failure(WatchedWallet.anna.second, anna.viewKey) == .addressNotPrimary)
            #expect(await failure("mary", anna.viewKey) == .addressInvalid)
            // One letter of its spend key is another: only the checksum tells.
            let letter = anna.address.dropFirst(20).prefix(1) == "x" ? "y" : "x"
            let wrong = anna.address.prefix(20) + letter + anna.address.dropFirst(21)
            #expect(await failure(String(wrong), anna.viewKey) == .addressInvalid)
            let test = "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8"
            #expect(await failure(test, anna.viewKey) == .addressElsewhere(.test))
        }
    }

    @Test func `a wallet begins to read at its birth, and goes no further than the node has blocks`() async throws {
        try await CoinHome.run { home in
            try await home.chain.mine(1, to: WatchedWallet.anna.keys.address)
            try await home.chain.mine(3)
            try await home.chain.mine(1, to: WatchedWallet.anna.keys.address)
            let young = home.file("young", WatchedWallet.anna.keys, birthHeight: 453)
            #expect(try await home.read(young).arrivals.map(\.height) == [455])
            // A node that claims more than it has: what there is is read, and patience ends.
            let reading = try await home.wallet.read(
                home.file("old", WatchedWallet.anna.keys),
                upTo: 1_000_000,
                within: .seconds(3)
            )
            #expect(reading.height == 456)
            #expect(reading.arrivals.map(\.height) == [455, 451])
        }
    }

    @Test func `a program that is killed is started again and reads on; a damaged file is made again`() async throws {
        try await CoinHome.run { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            try await home.chain.mine(1, to: WatchedWallet.anna.keys.address)
            let before = try await home.read(anna)
            kill(try #require(home.wallet.processID), SIGKILL)
            for _ in 0..<100 where home.wallet.starts < 2 { try await Task.sleep(for: .milliseconds(100)) }
            try await home.untilItRuns()
            #expect(try await home.read(anna) == before)
            try await home.wallet.keep(only: ["anna"])
            // The other wallet takes its place, so that the first is closed.
            _ = try await home.read(home.file("bo", WatchedWallet.bo.keys))
            try Data("no wallet".utf8).write(to: URL(filePath: home.folder + "/wallets/anna.keys"))
            #expect(try await home.read(anna) == before)
        }
    }

    @Test func `a wallet that another program has open is in use, and free again afterwards`() async throws {
        try await CoinHome.run { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            _ = try await home.read(anna)
            _ = try await home.read(home.file("bo", WatchedWallet.bo.keys))
            var claim = try DirectoryLock(home.folder + "/wallets/anna.keys")
            #expect(claim != nil)
            await #expect(throws: CoinFailure.inUse) { try await home.read(anna) }
            claim = nil
            #expect(try await home.read(anna).height == 451)
        }
    }

    @Test func `a node that is away or stopped is told within seconds, and read on when it is back`() async throws {
        try await CoinHome.run(answerMilliseconds: 30_000) { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            _ = try await home.read(anna)
            let reading = try #require(await home.wallet.node())
            #expect(reading.network == .local)
            #expect(reading.height == 451)
            #expect(reading.isSynchronised)
            home.chain.pause()
            #expect(await home.wallet.node() == nil)
            let spent = await ContinuousClock().measure {
                await #expect(throws: CoinFailure.self) {
                    try await home.wallet.read(anna, upTo: 451, within: .seconds(5))
                }
            }
            #expect(spent < .seconds(70))
            home.chain.goOn()
            try await home.chain.mine(1)
            for _ in 0..<100 {
                try await home.untilItRuns()
                // The program may be starting.
                if let height = try? await home.read(anna).height {
                    #expect(height == 452)
                    break
                }
                try await Task.sleep(for: .milliseconds(200))
            }
            await home.chain.stop()
            #expect(await home.wallet.node() == nil)
        }
    }

    @Test func `no secret is on a command line, in a log, or left behind`() async throws {
        try await CoinHome.run { home in
            let anna = home.file("anna", WatchedWallet.anna.keys)
            try await home.chain.mine(1, to: anna.keys.address)
            #expect(try await home.read(anna).arrivals.count == 1)
            let process = try #require(home.wallet.processID)
            let words = try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            #expect(words.contains("--wallet-dir"))
            for secret in [anna.keys.viewKey, anna.keys.address, anna.password] { #expect(!words.contains(secret)) }
            let run = try FileManager.default.contentsOfDirectory(atPath: home.folder + "/run")
            for name in run where name.hasPrefix("log") {
                let log = try String(contentsOfFile: home.folder + "/run/" + name, encoding: .utf8)
                for secret in [anna.keys.viewKey, anna.keys.address, anna.password] {
                    #expect(!log.contains(secret))
                }
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: home.folder + "/wallets") {
                let path = home.folder + "/wallets/" + name
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(name)")
                let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
                #expect(!text.contains(anna.keys.address), "\(name)")
            }
            await home.wallet.close()
            #expect(!FileManager.default.fileExists(atPath: home.folder + "/run"))
            #expect(kill(process, 0) != 0, "it does not outlive the hub")
        }
    }
}
