import Crypto
import Family
import Hub
import SQL
import SQLite
import Storage
import Synchronization
import Testing

/// What went in and out of an account, page by page.
@Suite struct StatementsTests {
    @Test func `a page of a long statement reads as little as the first one, and says the same balances`() async throws
    {
        let count = Mutex(0)
        try await withHub(WatchedDriver(inner: .inMemory(), eachRow: { count.withLock { $0 += 1 } })) { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 10_000)
            for number in 0..<60 {
                try await home.move(anna, .account(first.id), .account(second.id), number + 1)
                if number % 3 == 0 { try await home.move(anna, .account(second.id), .account(first.id), 1) }
            }
            let whole = try await home.hub.statement(of: first.id, for: anna, limit: 500)
            #expect(whole.lines.count == 81 && whole.next == nil)
            #expect(whole.lines[0].balance.amount == (try await home.amounts(anna)[0]))
            var (lines, read, next) = ([StatementLine](), [Int](), String?.none)
            repeat {
                count.withLock { $0 = 0 }
                let page = try await home.hub.statement(of: first.id, for: anna, after: next, limit: 9)
                read.append(count.withLock { $0 })
                lines += page.lines
                next = page.next
            } while next != nil
            #expect(lines.map(\.said) == whole.lines.map(\.said))
            #expect(read.count == 9)
            // A page that is asked for by its place looks up the leaf there; the last one has none behind it.
            let most = try #require(read[1...].max())
            #expect(read[1...7].allSatisfy { $0 == most }, "\(read)")
            #expect(most <= read[0] + 1 && read[8] <= most, "\(read)")
        }
    }

    @Test func `a statement refuses to continue from a place the hub did not give, or of another account`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 1_000)
            for amount in 1...3 { try await home.move(anna, .account(first.id), .account(second.id), amount) }
            let hub = home.hub
            let next = try #require(try await hub.statement(of: first.id, for: anna, limit: 2).next)
            let page = try await hub.statement(of: first.id, for: anna, after: next, limit: 2)
            #expect(page.lines.map(\.balance.amount) == [Amount(999), Amount(1_000)])
            var parts = next.split(separator: ".").map(String.init)
            #expect(parts[1...2] == ["1", "1000"])
            parts[2] = "1000000"
            let leaf = parts[0]
            for wrong in [
                parts.joined(separator: "."), leaf, "", "...", next + "A", "\(leaf).1.1000.", "x.1.1000.AAAA",
            ] {
                let refusal = await home.refusal {
                    _ = try await hub.statement(of: first.id, for: anna, after: wrong, limit: 2)
                }
                #expect(refusal == .placeUnknown, "\(wrong)")
            }
            let elsewhere = await home.refusal {
                _ = try await hub.statement(of: second.id, for: anna, after: next, limit: 2)
            }
            #expect(elsewhere == .placeUnknown)
            // In a log that began again from an older backup another leaf stands there.
            try await hub.database.transaction { transaction in
                let number = Int(leaf) ?? 0
                try transaction.run(
                    "UPDATE ledger_entry SET commitment = \(zeros(32)) WHERE place & 1099511627775 = \(number)"
                )
            }
            let again = await home.refusal {
                _ = try await hub.statement(of: first.id, for: anna, after: next, limit: 2)
            }
            #expect(again == .placeUnknown)
        }
    }

    @Test(
        arguments: [
            // A record that cannot be read, one that is not what was put in, another account's, and one that is gone.
            { "UPDATE ledger_entry SET record = \(zeros(200)) WHERE place & 1099511627775 = \($0)" },
            { "UPDATE ledger_entry SET record = substr(record, 1, 20) WHERE place & 1099511627775 = \($0)" },
            { "UPDATE ledger_entry SET salt = \(zeros(16)) WHERE place & 1099511627775 = \($0)" },
            {
                """
                UPDATE ledger_entry SET record = (SELECT record FROM ledger_entry WHERE place & 1099511627775 = 0)
                WHERE place & 1099511627775 = \($0)
                """
            },
            { "DELETE FROM ledger_entry WHERE place & 1099511627775 = \($0)" },
        ] as [@Sendable (Int) -> SQL]
    )
    func `a history that cannot be read to its beginning says so, and what was in the account there`(
        _ harm: @Sendable (Int) -> SQL
    ) async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 1_000)
            for amount in 1...5 { try await home.move(scene.anna, .account(scene.annas.id), .cash, amount) }
            let whole = try await home.hub.statement(of: scene.annas.id, for: scene.anna, limit: 10)
            #expect(whole.lines.count == 6 && whole.cutOff == nil)
            let broken = whole.lines[3].info.leaf
            let next = try await home.hub.statement(of: scene.annas.id, for: scene.anna, limit: 3).next
            let change = harm(broken)
            try await home.hub.database.transaction { try $0.run(change) }
            for limit in [10, 3, 2] {
                var (page, leaves) = (
                    try await home.hub.statement(of: scene.annas.id, for: scene.anna, limit: limit), [Int]()
                )
                leaves += page.lines.map(\.info.leaf)
                while let next = page.next {
                    page = try await home.hub.statement(of: scene.annas.id, for: scene.anna, after: next, limit: limit)
                    leaves += page.lines.map(\.info.leaf)
                }
                #expect(leaves == whole.lines[..<3].map(\.info.leaf))
                #expect(page.cutOff?.leaf == broken)
                #expect(page.cutOff?.balance.amount == whole.lines[3].balance.amount)
            }
            // Whoever had read so far before finds the same, or has to begin anew.
            do {
                let page = try await home.hub.statement(of: scene.annas.id, for: scene.anna, after: next, limit: 3)
                #expect(page.lines.isEmpty && page.cutOff?.leaf == broken)
            } catch {
                #expect(error as? WalletRefusal == .placeUnknown && "\(change.text)".contains("DELETE"))
            }
            #expect(try await home.hub.statement(of: scene.bos.id, for: scene.bo, limit: 3).cutOff == nil)
            #expect(try await !home.faults().isEmpty)
        }
    }

    @Test(
        arguments: ["NULL", "place & 1099511627775", "(place & 1099511627775) + 1", "0"] as [StaticString]
    )
    func `a statement whose leaves point nowhere, in a circle or elsewhere is reported as cut off`(
        _ before: StaticString
    ) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 1_000)
            for amount in 1...4 { try await home.move(anna, .account(first.id), .account(second.id), amount) }
            let whole = try await home.hub.statement(of: first.id, for: anna, limit: 10).lines
            let leaf = whole[2].info.leaf
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    "UPDATE ledger_entry SET debit_before = \(literal: before) WHERE place & 1099511627775 = \(leaf)"
                )
            }
            let page = try await home.hub.statement(of: first.id, for: anna, limit: 10)
            #expect(page.lines.map(\.info.leaf) == whole[...2].map(\.info.leaf) && page.next == nil)
            let cutOff = try #require(page.cutOff)
            let said = before.description
            #expect(cutOff.leaf == (said == "NULL" ? nil : said == "0" ? 0 : leaf))
            #expect(cutOff.balance.amount == whole[3].balance.amount)
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    """
                    UPDATE ledger_balance SET last_leaf = NULL
                    WHERE account = (SELECT number FROM ledger_account WHERE id = \(first.id.bytes))
                    """
                )
            }
            let none = try await home.hub.statement(of: first.id, for: anna, limit: 10)
            #expect(none.lines.isEmpty && none.cutOff?.leaf == nil)
            #expect(none.cutOff?.balance.amount == whole[0].balance.amount)
        }
    }

    private func withHub(_ driver: WatchedDriver, _ body: (TestHub) async throws -> Void) async throws {
        let database = try Database(driver)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        let home = try await TestHub(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: HubSettings(),
            clock: TestClock()
        )
        try await body(home)
        await database.close()
    }
}

extension StatementLine {
    /// What a line comes to.
    fileprivate var said: [String] {
        ["\(info.leaf)", isCredit ? "in" : "out", info.outcome.amount.text, balance.amount.text]
    }
}

/// Bytes that are none of the hub's.
private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
