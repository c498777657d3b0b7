import Family
import Foundation
import SQL
import SQLite
import Storage
import Testing
import Work

/// A database of any released version, with rows in all its tables, comes up to date with all of them.
@Suite struct UpgradeTests {
    private static let versions = Schema.migrations.map(\.name)

    /// The migrator of the program that had this as its last step.
    private static func migrator(upTo version: String) -> Migrator {
        Migrator(files: Schema.migrations.filter { $0.name <= version }) { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: versions)
    func `a database of every version is upgraded with each of its rows`(_ version: String) async throws {
        try await withFolder { folder in
            let path = folder + "/hearth.db"
            let before = try await filled(path, version)
            #expect(before.tables.allSatisfy { before.rows($0).count == 2 }, "every table has rows")
            try await closing(Database(SQLite(path: path))) { database in
                let applied = try await hearthMigrator.migrate(database)
                #expect(applied == Self.versions.filter { $0 > version })
            }
            try await expectAll(before, in: path)
        }
    }

    @Test(arguments: [versions[0], versions[versions.count / 2]])
    func `wherever an upgrade is cut off, the next start finishes it and loses nothing`(_ version: String) async throws
    {
        try await withFolder { folder in
            let path = folder + "/hearth.db"
            let before = try await filled(path, version)
            // Nothing is copied out of the log meanwhile, so that the log is the whole upgrade.
            let database = try Database(SQLite(path: path, pagesBetweenCheckpoints: 1_000_000))
            try await hearthMigrator.migrate(database)
            let (file, log) = (try bytes(path), try bytes(path + "-wal"))
            await database.close()
            var stopped: Set<Int> = []
            for cut in Self.cuts(log.count) {
                let copy = "\(folder)/cut-\(cut).db"
                try file.write(to: URL(filePath: copy))
                try log.prefix(cut).write(to: URL(filePath: copy + "-wal"))
                let found = try Database(SQLite(path: copy))
                let rest = try await hearthMigrator.migrate(found)
                #expect(Array(Self.versions.suffix(rest.count)) == rest, "each step whole or not at all")
                stopped.insert(rest.count)
                await found.close()
                try await expectAll(before, in: copy)
            }
            #expect(stopped.contains(0) && stopped.count > 3, "\(stopped.sorted())")
        }
    }

    @Test func `a database of a newer program is refused in words that name its step, and stays as it is`() async throws
    {
        try await withFolder { folder in
            let path = folder + "/hearth.db"
            try await closing(Database(SQLite(path: path))) { database in
                try await hearthMigrator.migrate(database)
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO migration (name, checksum) VALUES ('v9999_later', 'x')")
                }
            }
            let before = try bytes(path)
            try await closing(Database(SQLite(path: path))) { database in
                let error = await #expect(throws: StorageError.self) { try await hearthMigrator.migrate(database) }
                #expect(error?.code == .databaseNewer)
                #expect(error?.message.contains("v9999_later") == true)
            }
            #expect(try bytes(path) == before)
        }
    }

    /// Some thirty places in the log, its ends among them: some at a commit, most within a step.
    private static func cuts(_ count: Int) -> [Int] {
        let page = 4_096 + 24
        let pages = (count - 32) / page
        let places = stride(from: 0, through: pages, by: max(1, pages / 14)).map { 32 + $0 * page }
        return [0, 20] + places + places.dropFirst().map { $0 - 100 } + [count]
    }

    /// A database as a program of this version would leave it, with rows in every table.
    private func filled(_ path: String, _ version: String) async throws -> Contents {
        try await closing(Database(SQLite(path: path))) { try await Self.migrator(upTo: version).migrate($0) }
        let plain = try PlainDatabase(path)
        defer { plain.close() }
        try plain.fillEveryTable(rows: 2)
        return try plain.contents()
    }

    /// What every row said before is what it says now, and the database finds nothing wrong with itself.
    private func expectAll(_ before: Contents, in path: String) async throws {
        let plain = try PlainDatabase(path)
        let after = try plain.contents(of: before)
        plain.close()
        for table in after.columns.keys { #expect(after.rows(table) == before.rows(table), "\(table)") }
        try await closing(Database(SQLite(path: path))) { database in
            let faults = try await database.read { try $0.integrityFaults() }
            #expect(faults == [])
        }
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}

/// Every table's columns and rows, as texts that name each value.
private struct Contents {
    let tables: [String]
    let columns: [String: [String]]
    let values: [String: [String]]

    func rows(_ table: String) -> [String] { values[table] ?? [] }
}

/// A database as SQLite sees it, for statements that are made of the names in its schema.
private struct PlainDatabase {
    private let connection: any DatabaseConnection
    /// Where the rows of a table that is no more, or no more whole, stand since.
    ///
    /// LedgerUpgradeTests says it of records that can be read.
    private static let moved = [
        "ledger_leaf": """
        SELECT ledger.id AS ledger, place & 1099511627775 AS number, commitment, salt, record, command, hold,
            debit_before, credit_before
        FROM ledger_entry JOIN ledger ON ledger.ordinal = place >> 40
        """,
        "ledger_command": """
        SELECT ledger.id AS ledger, command AS id, place & 1099511627775 AS leaf, hold
        FROM ledger_entry JOIN ledger ON ledger.ordinal = place >> 40
        """,
        // Every column that it ever had.
        "ledger_account": "SELECT * FROM ledger_account JOIN ledger_balance ON ledger_balance.account = number",
    ]
    private static let gone = "ledger_posting"

    init(_ path: String) throws {
        connection = try SQLite(path: path).openWriter(in: .threads)
    }

    func close() { connection.close() }

    /// What stands in the tables and columns that there are, or in those that there were.
    func contents(of before: Contents? = nil) throws -> Contents {
        let tables = try before?.tables ?? tablesInOrder()
        var (columns, values): ([String: [String]], [String: [String]]) = ([:], [:])
        try connection.runScript("CREATE TEMP TABLE dump (name TEXT, row TEXT)")
        for table in tables where before == nil || table != Self.gone {
            let names = try before?.columns[table] ?? columnsInOrder(table).map(\.name)
            let row = names.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
            let now = try columnsInOrder(table).map(\.name)
            let isWhole = names.allSatisfy(now.contains)
            let place = isWhole ? "\"\(table)\"" : "(\(Self.moved[table] ?? "nowhere"))"
            try connection.runScript("INSERT INTO dump SELECT '\(table)', \(row) FROM \(place)")
            columns[table] = names
        }
        for row in try rows("SELECT name, row FROM dump ORDER BY name, row") {
            values[try row.text(0), default: []].append(try row.text(1))
        }
        return Contents(tables: tables, columns: columns, values: values)
    }

    /// Puts so many rows into every table, which refer to those that others have already.
    func fillEveryTable(rows count: Int) throws {
        var number = 0
        for table in try tablesInOrder() {
            let columns = try columnsInOrder(table)
            let references = try rows(
                #"SELECT "from", "table", coalesce("to", 'id') FROM pragma_foreign_key_list(\#(table))"#
            ).map { (from: try $0.text(0), table: try $0.text(1), to: try $0.text(2)) }
            let shape = try rows("SELECT sql FROM sqlite_schema WHERE name = \(table)").first?.text(0) ?? ""
            for row in 0..<count {
                let values = columns.map { column in
                    number += 1
                    guard let reference = references.first(where: { $0.from == column.name }) else {
                        return sample(column.name, column.type, shape, number, row)
                    }
                    let (to, other) = (reference.to, reference.table)
                    return "(SELECT \"\(to)\" FROM \"\(other)\" ORDER BY 1 LIMIT 1 OFFSET \(row))"
                }
                let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let all = values.joined(separator: ", ")
                try connection.runScript("INSERT INTO \"\(table)\" (\(names)) VALUES (\(all))")
            }
        }
    }

    /// A value that the column takes: the first of those that its check names, or any of its type.
    private func sample(_ name: String, _ type: String, _ shape: String, _ number: Int, _ row: Int) -> String {
        if let check = shape.range(of: "CHECK (\(name) IN (") {
            return String(shape[check.upperBound...].prefix { $0 != "," && $0 != ")" })
        }
        switch type {
        case "BLOB": return "x'" + String(format: "%032x", number) + "'"
        case "TEXT": return "'\(name) \(number)'"
        case "REAL": return "\(number).5"
        default: return name == "id" ? "\(number)" : "\(row + 1)"
        }
    }

    /// Every table of the hub, in the order in which they were made.
    private func tablesInOrder() throws -> [String] {
        try rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration' ORDER BY rowid
            """
        ).map { try $0.text(0) }
    }

    private func columnsInOrder(_ table: String) throws -> [(name: String, type: String)] {
        try rows("SELECT name, type FROM pragma_table_info(\(table))").map { (try $0.text(0), try $0.text(1)) }
    }

    private func rows(_ query: SQL) throws -> [Row] {
        var found: [Row] = []
        _ = try connection.run(query, mayWrite: false) { found.append($0) }
        return found
    }
}
