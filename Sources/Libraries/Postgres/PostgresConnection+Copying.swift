import SQL

extension PostgresConnection: CopyableConnection {
    func tables() throws(StorageError) -> [CopiedTable] {
        var tables: [String: (columns: [String], key: [(Int64, String)])] = [:]
        let columns = try rows(
            """
            SELECT relname, attname, array_position(CAST(indkey AS smallint[]), attnum)
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace AND nspname = current_schema()
            JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
            LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
            WHERE relkind = 'r' AND relname <> 'migration'
            """
        )
        for row in columns {
            let (table, column) = (try row.text(0), try row.text(1))
            tables[table, default: ([], [])].columns.append(column)
            if let place = try row.integerOrNull(2) { tables[table]?.key.append((place, column)) }
        }
        return tables.sorted { $0.key < $1.key }.map { name, parts in
            CopiedTable(name: name, columns: parts.columns, key: parts.key.sorted { $0 < $1 }.map(\.1))
        }
    }

    // Without a superuser's rights: what refers to other rows is checked at the end.
    func suspendRules() throws(StorageError) {
        try setRules(keys: "DEFERRABLE INITIALLY DEFERRED", triggers: "DISABLE")
    }

    func resumeRules(numbers: [String: Int64]) throws(StorageError) {
        try runScript("SET CONSTRAINTS ALL IMMEDIATE")
        try setRules(keys: "NOT DEFERRABLE", triggers: "ENABLE")
        for table in try givingTables() {
            // Behind the highest that is there, where nothing says that a higher one was given.
            try runScript(
                """
                SELECT setval(pg_get_serial_sequence('\(table)', 'id'),
                    greatest(coalesce(max(id), 0), \(numbers[table] ?? 0)) + 1, false) FROM "\(table)"
                """
            )
        }
    }

    func givenNumbers() throws(StorageError) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for table in try givingTables() {
            let query = """
                SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM "\(table)_id_seq"
                """
            guard let number = try rows(SQL(copying: query, [])).first?.integer(0), number > 0 else { continue }
            numbers[table] = number
        }
        return numbers
    }

    func retire() throws(StorageError) {
        try runScript("UPDATE hub.claim SET is_moved = 1")
    }

    func admit() throws(StorageError) {
        try runScript("UPDATE hub.claim SET is_moved = 0")
    }

    /// The tables whose rows are numbered by the database.
    private func givingTables() throws(StorageError) -> [String] {
        try rows(
            """
            SELECT CAST(table_name AS text) FROM information_schema.columns
            WHERE table_schema = current_schema() AND is_identity = 'YES' AND column_name = 'id'
            """
        ).map { row throws(StorageError) in try row.text(0) }
    }

    private func setRules(keys: String, triggers: String) throws(StorageError) {
        var script = ""
        let constraints = try rows(
            """
            SELECT relname, conname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE contype = 'f' AND relnamespace = CAST(current_schema() AS regnamespace)
            """
        )
        for row in constraints {
            script += "ALTER TABLE \"\(try row.text(0))\" ALTER CONSTRAINT \"\(try row.text(1))\" \(keys);\n"
        }
        for table in try tables() { script += "ALTER TABLE \"\(table.name)\" \(triggers) TRIGGER USER;\n" }
        try runScript(script)
    }
}
