import SQL

extension SQLiteConnection: CopyableConnection {
    func tables() throws(StorageError) -> [CopiedTable] {
        var tables: [String: (columns: [String], key: [(Int64, String)])] = [:]
        let columns = try rows(
            """
            SELECT tables.name, columns.name, columns.pk FROM pragma_table_list AS tables
            JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.schema = 'main' AND tables.name NOT LIKE 'sqlite_%'
                AND tables.name <> 'migration'
            """
        )
        for row in columns {
            let (table, column, place) = (try row.text(0), try row.text(1), try row.integer(2))
            tables[table, default: ([], [])].columns.append(column)
            if place > 0 { tables[table]?.key.append((place, column)) }
        }
        return tables.sorted { $0.key < $1.key }.map { name, parts in
            CopiedTable(name: name, columns: parts.columns, key: parts.key.sorted { $0 < $1 }.map(\.1))
        }
    }

    func suspendRules() throws(StorageError) {
        // Until the end of the transaction, which fails where a row refers to none.
        try runScript("PRAGMA defer_foreign_keys = ON")
        suspendedTriggers = try rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
            .map { row throws(StorageError) in try row.text(0) }
        for row in try rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            try runScript("DROP TRIGGER \"\(try row.text(0))\"")
        }
    }

    func resumeRules(numbers: [String: Int64]) throws(StorageError) {
        for trigger in suspendedTriggers { try runScript(trigger) }
        suspendedTriggers = []
        for (table, number) in numbers {
            let isGiving = """
                SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(table) AND sql LIKE '%AUTOINCREMENT%'
                """ as SQL
            guard try !rows(isGiving).isEmpty else { continue }
            _ = try run("DELETE FROM sqlite_sequence WHERE name = \(table)", mayWrite: true) { _ in }
            _ = try run("INSERT INTO sqlite_sequence (name, seq) VALUES (\(table), \(number))", mayWrite: true) { _ in }
        }
    }

    func givenNumbers() throws(StorageError) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for row in try rows("SELECT name, seq FROM sqlite_sequence") { numbers[try row.text(0)] = try row.integer(1) }
        return numbers
    }

    // Its file gets its name, or loses it, by the command that moves its rows.
    func retire() throws(StorageError) {}
    func admit() throws(StorageError) {}
}
