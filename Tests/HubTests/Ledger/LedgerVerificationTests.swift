import Crypto
import Family
import Hub
import LedgerLog
import SQL
import SQLite
import Storage
import Testing

/// D4: what was turned in the database is named.
@Suite struct LedgerVerificationTests {
    @Test func `a byte that is turned in a leaf is found, and the leaf named`() async throws {
        try await TestHub.run { home in
            let count = try await home.someTransfers()
            for leaf in 0..<count {
                let at = leaf * 37 % 200 + 1
                try await home.turn(leaf, at: at)
                let report = try #require(try await Hub.checkLedgers(in: home.hub.database).first)
                guard case .log(let finding)? = report.fault else {
                    Issue.record("leaf \(leaf) was turned and not found")
                    return
                }
                #expect(finding.leaf == leaf)
                try await home.turn(leaf, at: at)
            }
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `a leaf that is gone, a balance and a head that were changed are found`() async throws {
        try await TestHub.run { home in
            let count = try await home.someTransfers()
            let database = home.hub.database
            try await database.transaction { transaction in
                try transaction.run(
                    """
                    UPDATE ledger_balance SET sums = \([UInt8](repeating: 0, count: 64))
                    WHERE account = (SELECT number FROM ledger_account WHERE kind = 2 AND asset = 2)
                    """
                )
            }
            guard case .balance? = try await home.faults().first else {
                Issue.record("a changed balance was not found")
                return
            }
            try await database.transaction { try $0.run("UPDATE ledger SET head = replace(head, '—', '-')") }
            guard case .log(let head)? = try await home.faults().first else {
                Issue.record("a changed head was not found")
                return
            }
            #expect(head.fault == .headForged)
            try await database.transaction { transaction in
                try transaction.run("DELETE FROM ledger_entry WHERE place & 1099511627775 = \(count - 3)")
            }
            #expect(try await home.faults().count == 1)
        }
    }

    @Test func `where an account's sums are gone that is found, and nothing moves to it`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 5)
            let database = home.hub.database
            try await database.transaction { transaction in
                try transaction.run(
                    """
                    DELETE FROM ledger_balance
                    WHERE account = (SELECT number FROM ledger_account WHERE id = \(second.id.bytes))
                    """
                )
            }
            let before = try await database.read { try $0.ledgers().map(\.head) }
            // The first is of a ledger that is remembered, the second reads it.
            for _ in 0..<2 {
                await #expect(throws: StorageError.self) {
                    try await home.move(anna, .account(first.id), .account(second.id), 1)
                }
            }
            #expect(try await database.read { try $0.ledgers().map(\.head) } == before)
            guard case .balance(second.id)? = try await home.faults().first else {
                Issue.record("the missing sums were not found")
                return
            }
        }
    }

    @Test func `a restarted hub continues the same ledger`() async throws {
        try await TestHub.run { home in
            _ = try await home.someTransfers()
            let again = try await home.restarted()
            _ = try await again.someTransfers()
            #expect(try await again.faults().isEmpty)
            #expect(try await Hub.checkLedgers(in: home.hub.database).count == 1)
        }
    }

    @Test func `a clock that runs back does not turn the log around`() async throws {
        try await TestHub.run { home in
            _ = try await home.someTransfers()
            home.clock.advance(seconds: -600)
            _ = try await home.someTransfers()
            #expect(try await home.faults().isEmpty)
        }
    }
}

extension TestHub {
    /// The first member moves something; answers how many leaves there are.
    func someTransfers() async throws -> Int {
        let known = try await hub.members(after: nil, limit: 1).first?.id
        let anna = if let known { known } else { try await member(1) }
        let (first, second) = (try await open(anna), try await open(anna))
        try await move(anna, .cash, .account(first.id), 1_000)
        for amount in 1...5 {
            try await move(anna, .account(first.id), .account(second.id), amount)
        }
        _ = await refusal { try await move(anna, .account(second.id), .account(first.id), 999) }
        return try #require(try await hub.checkLedger(of: anna)).leafCount
    }

    /// Turns one bit of a leaf's entry, or turns it back.
    fileprivate func turn(_ leaf: Int, at position: Int) async throws {
        try await hub.database.transaction { transaction in
            let row = try transaction.first("SELECT record FROM ledger_entry WHERE place & 1099511627775 = \(leaf)")
            var record = try #require(try row?.blob(0))
            record[position % record.count] ^= 4
            try transaction.run("UPDATE ledger_entry SET record = \(record) WHERE place & 1099511627775 = \(leaf)")
        }
    }
}
