import Coins
import Family
import FoundationEssentials
import LocalChain
import Testing

/// D5 against a real node and a real wallet program: wallets that are made, restored and paid from.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["HEARTH_CHAIN"] == "1", "make coins"))
struct MoneroSpendingTests {
    /// A hot wallet with coins that can be spent, by the file that reads it.
    private func rich(_ home: CoinHome, _ name: String = "hot") async throws -> (words: CoinWords, file: CoinFile) {
        let words = try await home.wallet.make()
        var file = home.file(name, words.keys)
        file.accounts = 1
        try await home.chain.mine(2, to: words.keys.address)
        // Coins of a block of one's own are locked for sixty blocks.
        try await home.chain.mine(65)
        return (words, file)
    }

    private func prepare(
        _ home: CoinHome,
        _ words: CoinWords,
        _ file: CoinFile,
        _ units: UInt64,
        to address: String
    ) async throws -> CoinPreparation {
        let order = CoinOrder(words: words.words, account: 0, address: address, amount: CoinAmount(units))
        return try await home.wallet.prepare(order, from: file, upTo: try await home.chain.height())
    }

    /// What a wallet may pay, once a block holds a payment.
    private func mineSent(_ home: CoinHome, _ hash: String, _ blocks: Int = 1) async throws {
        try await home.chain.untilPublic(hash)
        try await home.chain.mine(blocks)
    }

    @Test func `D5: 25 words are made, restore the same wallet, and leave no file`() async throws {
        try await CoinHome.run { home in
            let made = try await home.wallet.make()
            #expect(made.words.split(separator: " ").count == 25)
            try await home.wallet.check(made.keys)
            let typed = " " + made.words.uppercased().split(separator: " ").joined(separator: "\n ")
            #expect(try await home.wallet.restore(typed) == made)
            let wrong = made.words.split(separator: " ").dropLast().joined(separator: " ") + " abbey"
            let isRight = wrong == made.words
            if !isRight {
                await #expect(throws: CoinFailure.wordsInvalid) { try await home.wallet.restore(wrong) }
            }
            await #expect(throws: CoinFailure.wordsInvalid) { try await home.wallet.restore("abbey abbey") }
            #expect(try await home.wallet.make() != made)
            let left = try FileManager.default.contentsOfDirectory(atPath: home.folder + "/wallets")
            #expect(left.isEmpty, "\(left)")
            let log = try FileManager.default.contentsOfDirectory(atPath: home.folder + "/run")
            for name in log where name.hasPrefix("log") {
                let text = try String(contentsOfFile: home.folder + "/run/" + name, encoding: .utf8)
                for word in made.words.split(separator: " ") { #expect(!text.contains(word)) }
            }
        }
    }

    @Test func `D5: an outside address is paid once, however often the bytes are sent, and the key proves it`()
        async throws
    {
        try await CoinHome.run { home in
            let (words, file) = try await rich(home)
            let bo = home.file("bo", WatchedWallet.bo.keys)
            let before = try await home.read(file)
            let preparation = try await prepare(home, words, file, 1_000_000_000, to: WatchedWallet.bo.keys.address)
            let payment = try preparation.payment.get()
            #expect(payment.hash.count == 64 && payment.fee > .zero)
            #expect(await home.wallet.find(payment.hash) == .nowhere)
            #expect(try await home.read(file).accounts[0].received == before.accounts[0].received)
            for time in 0..<3 {
                let answer = await home.wallet.relay(payment.transaction, hash: payment.hash)
                #expect(answer == .taken, "\(time)")
            }
            #expect(await home.wallet.find(payment.hash) == .pool)
            try await mineSent(home, payment.hash)
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            #expect(await home.wallet.find(payment.hash) == .block)
            let after = try await home.read(file)
            let left = before.accounts[0].received.less(CoinAmount(1_000_000_000)).less(payment.fee)
            #expect(after.accounts[0].received == left)
            #expect(after.departures.map(\.hash) == [payment.hash])
            #expect(!after.arrivals.contains { $0.hash == payment.hash }, "its change is no arrival")
            #expect(try await home.read(bo).arrivals.map(\.amount.units) == [1_000_000_000])
            let proved = try await home.wallet.paid(payment.hash, key: payment.key, to: bo.keys.address)
            #expect(proved == CoinAmount(1_000_000_000))
            #expect(try await home.wallet.paid(payment.hash, key: payment.key, to: words.keys.address) != proved)
        }
    }

    @Test func `D5: an own account is paid, and a request's address tells what arrived there`() async throws {
        try await CoinHome.run { home in
            var (words, file) = try await rich(home)
            let account = try await home.wallet.openAccount(in: file)
            #expect(account.index == 1)
            file.accounts = 2
            let payment = try await prepare(home, words, file, 5_000_000_000, to: account.address).payment.get()
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            try await mineSent(home, payment.hash, 10)
            let reading = try await home.read(file)
            #expect(reading.accounts.map(\.address).last == account.address)
            #expect(reading.accounts.map(\.unlocked.units).last == 5_000_000_000)
            let first = try await home.wallet.openAddress(in: file, account: 0, after: 0)
            let second = try await home.wallet.openAddress(in: file, account: 0, after: first.index)
            #expect(first.index == 1 && second.index == 2 && first.address != second.address)
            let purse = try await Purse(on: home.chain)
            _ = try await purse.pay(second.address, 77)
            try await home.chain.mine(1)
            let arrival = try await home.read(file).arrivals.first { $0.amount == CoinAmount(77) }
            #expect(arrival?.account == 0 && arrival?.address == 2)
            await purse.close()
        }
    }

    @Test func `D5: a restored wallet knows what was spent before, once its words were used`() async throws {
        try await CoinHome.run { home in
            let (words, file) = try await rich(home)
            let payment = try await prepare(home, words, file, 1_000_000_000, to: WatchedWallet.bo.keys.address)
                .payment.get()
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            try await mineSent(home, payment.hash, 12)
            let known = try await home.read(file).accounts[0].received
            var again = home.file("again", try await home.wallet.restore(words.words).keys)
            #expect(try await home.read(again).accounts[0].received > known)
            let small = try await prepare(home, words, again, 1, to: WatchedWallet.bo.keys.address)
            again.images = small.images
            #expect(try await home.read(again).accounts[0].received == known)
            // A file that is made again from the chain is told its key images once more.
            _ = try await home.read(file)
            try await home.wallet.keep(only: ["hot"])
            #expect(try await home.read(again).accounts[0].received == known)
        }
    }

    @Test func `D5: too much, locked and nothing at all are told apart`() async throws {
        try await CoinHome.run { home in
            let (words, file) = try await rich(home)
            let bo = WatchedWallet.bo.keys.address
            guard
                case .failure(.notEnough(let available, 0)) = try await prepare(home, words, file, 1 << 62, to: bo)
                    .payment
            else {
                Issue.record("paid more than there is")
                return
            }
            #expect(available == (try await home.read(file)).accounts[0].unlocked)
            #expect(try await prepare(home, words, file, 0, to: bo).payment == .failure(.amountTooSmall))
            let payment = try await prepare(home, words, file, 1_000_000_000, to: bo).payment.get()
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            try await mineSent(home, payment.hash)
            guard
                case .failure(.notEnough(_, let blocks)) = try await prepare(home, words, file, 1 << 62, to: bo).payment
            else {
                Issue.record("paid more than there is")
                return
            }
            #expect(blocks == 9)
            await #expect(throws: CoinFailure.addressInvalid) { try await home.wallet.check(address: bo + "1") }
            let test = "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8"
            await #expect(throws: CoinFailure.addressElsewhere(.test)) { try await home.wallet.check(address: test) }
        }
    }

    @Test func `D5: a reorganisation takes a payment back to the pool, and another block holds it`() async throws {
        try await CoinHome.run { home in
            let (words, file) = try await rich(home)
            let payment = try await prepare(home, words, file, 1_000_000_000, to: WatchedWallet.bo.keys.address)
                .payment.get()
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            try await mineSent(home, payment.hash, 2)
            let held = try await home.read(file).departures
            #expect(held.map(\.hash) == [payment.hash])
            try await home.chain.pop(2)
            #expect(await home.wallet.find(payment.hash) == .pool)
            // Another chain without it: the node gives it up, and takes the same bytes again.
            try await home.chain.emptyPool()
            try await home.chain.mine(3)
            #expect(try await home.read(file).departures.isEmpty)
            #expect(await home.wallet.find(payment.hash) == .nowhere)
            #expect(await home.wallet.relay(payment.transaction, hash: payment.hash) == .taken)
            try await mineSent(home, payment.hash)
            #expect(try await home.read(file).departures.map(\.hash) == [payment.hash])
        }
    }

    @Test func `D5: a node that is gone is not reached by a payment; what spends the same is refused`()
        async throws
    {
        try await CoinHome.run { home in
            let (words, file) = try await rich(home)
            let bo = WatchedWallet.bo.keys.address
            // All that is there, so that both spend the same.
            let all = try await home.read(file).accounts[0].unlocked.units
            let first = try await prepare(home, words, file, all - 1_000_000_000_000, to: bo).payment.get()
            let second = try await prepare(home, words, file, all - 2_000_000_000_000, to: bo).payment.get()
            #expect(first.hash != second.hash)
            #expect(await home.wallet.relay(first.transaction, hash: first.hash) == .taken)
            #expect(await home.wallet.relay(second.transaction, hash: second.hash) == .refused(feeTooLow: false))
            await home.chain.stop()
            #expect(await home.wallet.relay(first.transaction, hash: first.hash) == .unreached)
            #expect(await home.wallet.find(first.hash) == nil)
        }
    }
}
