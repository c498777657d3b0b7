import SQL

/// What each database answers in words of its own.
extension SQLiteConnection {
    func hasTable(_ name: String) throws(StorageError) -> Bool {
        try !rows("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(name)").isEmpty
    }

    func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64 {
        try rows("SELECT seq FROM sqlite_sequence WHERE name = \(table.description)").first?.integer(0) ?? 0
    }

    func integrityFaults() throws(StorageError) -> [String] {
        let pages = try rows("PRAGMA integrity_check(20)").map { row throws(StorageError) in try row.text(0) }
        let keys = try rows("PRAGMA foreign_key_check").prefix(20).map { row throws(StorageError) in
            "a row of \(try row.text(0)) refers to none of \(try row.text(2))"
        }
        return (pages == ["ok"] ? [] : pages) + keys
    }

    func rows(_ query: SQL) throws(StorageError) -> [Row] {
        var rows: [Row] = []
        _ = try run(query, mayWrite: false) { rows.append($0) }
        return rows
    }
}
