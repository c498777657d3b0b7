import Family
import SQL
import SQLite
import Storage
import Testing

/// A ledger from before its leaves said which command they answer and which one of their accounts came before.
@Suite struct LedgerUpgradeTests {
    private let ledger = ID<Ledger>(high: 1, low: 1)
    private let family = ID<FamilyGroup>(high: 2, low: 2)
    private let accounts = (0..<3).map { ID<Account>(high: 3, low: $0) }
    private static let last = "v0028_revocations"

    @Test func `after an upgrade every answer is found by its command, and every history is what it was`() async throws
    {
        try await withFolder { folder in
            let database = try Database(SQLite(path: folder + "/hearth.db"))
            let old = Migrator(files: Schema.migrations.filter { $0.name <= Self.last }) {
                String(decoding: $0, as: UTF8.self)
            }
            try await old.migrate(database)
            let entries = (0..<60).map(entry)
            try await database.transaction { try fill($0, entries) }
            try await hearthMigrator.migrate(database)
            for (number, entry) in entries.enumerated() { try await check(entry, number, in: database) }
            for account in accounts {
                let numbers = entries.indices.filter { entries[$0].changes(account) }
                for first in [nil, numbers.first, numbers[4], numbers.last] {
                    let found = try await database.read { [ledger] in
                        try $0.history(of: account, in: ledger, from: first, limit: 7)
                    }
                    let upTo = numbers.filter { $0 <= first ?? .max }
                    #expect(found.leaves.map(\.number) == upTo.suffix(7).reversed())
                    #expect(found.next == upTo.dropLast(7).last && found.brokenAt == nil)
                }
            }
            await database.close()
        }
    }

    private func check(_ entry: LedgerEntry, _ number: Int, in database: Database) async throws {
        guard case .command(let command) = entry.event else { return }
        let answered = try await database.read { [ledger] in try $0.answered(command.id, in: ledger) }
        #expect(answered?.leaf == number && answered?.record.outcome == entry.outcome)
        #expect(answered?.record.hold == (number % 5 == 0 ? .posted : nil))
    }

    /// A transfer between two of three accounts, every seventh of them refused, and every eleventh entry none.
    private func entry(_ number: Int) -> LedgerEntry {
        let event: LedgerEvent
        if number % 11 == 10 {
            event = .keyRevoked(ID(high: 9, low: UInt64(number)))
        } else {
            let transfer = Transfer(
                id: ID(high: 4, low: UInt64(number)),
                debit: accounts[number % 3],
                credit: accounts[(number + 1 + number % 2) % 3],
                asset: .coin,
                amount: Amount(UInt128(number + 1)),
                kind: .payment,
                validUntil: Timestamp(milliseconds: 1),
                signer: ID(high: 5, low: 5)
            )
            event = .command(.transfer(transfer))
        }
        let outcome = LedgerOutcome(number % 7 == 6 ? .insufficient : .done, amount: Amount(1))
        return LedgerEntry(at: Timestamp(milliseconds: Int64(number)), event: event, signatures: [], outcome: outcome)
    }

    /// What a program of then wrote.
    private func fill(_ transaction: Transaction, _ entries: [LedgerEntry]) throws {
        try transaction.run("INSERT INTO family (id, created_at) VALUES (\(family.bytes), 0)")
        try transaction.run(
            """
            INSERT INTO ledger (id, family, system_key, leaf_count, frontier, head, last_at) VALUES (
                \(ledger.bytes), \(family.bytes), \(ID<LedgerKey>(high: 5, low: 5).bytes), \(entries.count), x'', '', 0)
            """
        )
        for account in accounts {
            try transaction.run(
                """
                INSERT INTO ledger_account (ledger, id, asset, kind, sums, name) VALUES (
                    \(ledger.bytes), \(account.bytes), 2, 1, zeroblob(64), '')
                """
            )
        }
        for (number, entry) in entries.enumerated() {
            try transaction.run(
                """
                INSERT INTO ledger_leaf (ledger, number, commitment, salt, record) VALUES (
                    \(ledger.bytes), \(number), x'00', x'01', \(entry.bytes))
                """
            )
            guard case .command(let command) = entry.event else { continue }
            try transaction.run(
                """
                INSERT INTO ledger_command (ledger, id, leaf, hold) VALUES (
                    \(ledger.bytes), \(command.id.bytes), \(number), \(number % 5 == 0 ? Int64(1) : nil))
                """
            )
            for account in accounts where entry.changes(account) {
                try transaction.run(
                    """
                    INSERT INTO ledger_posting (ledger, account, leaf) VALUES (
                        \(ledger.bytes), \(account.bytes), \(number))
                    """
                )
            }
        }
    }
}

extension LedgerEntry {
    fileprivate func changes(_ account: ID<Account>) -> Bool {
        guard case .command(.transfer(let transfer)) = event, outcome.isDone else { return false }
        return transfer.debit == account || transfer.credit == account
    }
}
