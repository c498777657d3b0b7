import SQL

/// What each database answers in words of its own.
extension PostgresConnection {
    func hasTable(_ name: String) throws(StorageError) -> Bool {
        try !rows("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = \(name)").isEmpty
    }

    // The sequence behind the column also counts rows that are not committed yet, which a reader of it would miss for
    // good.
    func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64 {
        try rows("SELECT max(id) FROM \(literal: table)").first?.integerOrNull(0) ?? 0
    }

    // Pages are checked by the server as it reads them, where its cluster was made with checksums.
    func integrityFaults() throws(StorageError) -> [String] {
        try rows(
            """
            SELECT 'the index ' || relname || ' is not whole' FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            WHERE NOT indisvalid
            UNION ALL
            SELECT 'the constraint ' || conname || ' was not checked' FROM pg_constraint WHERE NOT convalidated
            LIMIT 40
            """
        ).map { row throws(StorageError) in try row.text(0) }
    }

    func rows(_ query: SQL) throws(StorageError) -> [Row] {
        var rows: [Row] = []
        _ = try run(query, mayWrite: false) { rows.append($0) }
        return rows
    }
}
