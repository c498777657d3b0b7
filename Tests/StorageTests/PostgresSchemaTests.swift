import SQL
import Storage
import Testing

/// PostgreSQL's tables are SQLite's: what one schema says, the other says too.
@Suite struct PostgresSchemaTests {
    /// Asks both databases, each in its own words, and expects the same lines.
    private func expectSame(ofSQLite one: SQL, ofPostgres other: SQL) async throws {
        func lines(_ backend: DatabaseBackend, _ query: SQL) async throws -> Set<String> {
            var lines: Set<String> = []
            try await withHearthDatabase(backend) { database in
                lines = Set(try await database.read { try $0.rows(query).map { try $0.text(0) } })
            }
            return lines
        }
        let (expected, found) = (try await lines(.memory, one), try await lines(.postgres, other))
        #expect(!expected.isEmpty)
        #expect(expected.subtracting(found) == [], "SQLite has it alone")
        #expect(found.subtracting(expected) == [], "PostgreSQL has it alone")
    }

    @Test func `every column has its type, its default and whether it may be null`() async throws {
        try await expectSame(
            ofSQLite: """
                SELECT tables.name || '.' || columns.name || ' ' || columns.type
                    || CASE WHEN columns."notnull" OR columns.pk THEN ' NOT NULL' ELSE '' END
                    || coalesce(' ' || columns.dflt_value, '') || ' ' || columns.cid
                FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.schema = 'main' AND tables.name NOT LIKE 'sqlite_%'
                    AND tables.name <> 'migration'
                """,
            ofPostgres: """
                SELECT table_name || '.' || column_name || ' '
                    || CASE data_type WHEN 'bytea' THEN 'BLOB' WHEN 'bigint' THEN 'INTEGER' WHEN 'text' THEN 'TEXT'
                        WHEN 'double precision' THEN 'REAL' ELSE data_type END
                    || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
                    || coalesce(' ' || replace(column_default, '::text', ''), '') || ' ' || ordinal_position - 1
                FROM information_schema.columns JOIN pg_tables ON tablename = table_name
                WHERE schemaname = 'public' AND table_name <> 'migration'
                """
        )
    }

    @Test func `every key and every index is of the same columns, unique or not, whole or in part`() async throws {
        try await expectSame(
            ofSQLite: """
                SELECT tables.name || ' ' || CASE origin WHEN 'c' THEN indexes.name WHEN 'pk' THEN 'primary key' ELSE '' END
                    || CASE WHEN indexes."unique" THEN ' unique' ELSE '' END
                    || CASE WHEN indexes.partial THEN ' in part' ELSE '' END || ': '
                    || (SELECT group_concat(coalesce(name, 'an expression')) FROM pragma_index_info(indexes.name))
                FROM pragma_table_list AS tables, pragma_index_list(tables.name) AS indexes
                WHERE tables.type = 'table' AND tables.schema = 'main' AND tables.name <> 'migration'
                UNION ALL
                SELECT tables.name || ' primary key unique: ' || columns.name
                FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.schema = 'main' AND columns.pk > 0 AND columns.type = 'INTEGER'
                    AND (SELECT count(*) FROM pragma_table_info(tables.name) WHERE pk > 0) = 1
                """,
            ofPostgres: """
                SELECT tables.relname || ' '
                    || CASE WHEN indisprimary THEN 'primary key' WHEN conname IS NOT NULL THEN '' ELSE indexes.relname END
                    || CASE WHEN indisunique THEN ' unique' ELSE '' END
                    || CASE WHEN indpred IS NOT NULL THEN ' in part' ELSE '' END || ': '
                    || (SELECT string_agg(coalesce(attname, 'an expression'), ',' ORDER BY number)
                        FROM generate_series(0, indnkeyatts - 1) AS number
                        LEFT JOIN pg_attribute ON attrelid = tables.oid AND attnum = indkey[number] AND attnum > 0)
                FROM pg_index JOIN pg_class AS indexes ON indexes.oid = indexrelid
                JOIN pg_class AS tables ON tables.oid = indrelid
                JOIN pg_namespace ON pg_namespace.oid = tables.relnamespace AND nspname = 'public'
                LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('u', 'p')
                WHERE tables.relname <> 'migration'
                """
        )
    }

    @Test func `every row refers to the same others, and goes or stays with them`() async throws {
        try await expectSame(
            ofSQLite: """
                SELECT tables.name || ' (' || group_concat(keys."from") || ') ' || keys."table" || ' ('
                    || group_concat(coalesce(keys."to", 'id')) || ') ' || keys.on_delete
                FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS keys
                WHERE tables.type = 'table' AND tables.schema = 'main' GROUP BY tables.name, keys.id
                """,
            ofPostgres: """
                SELECT ofTable.relname || ' (' || (
                        SELECT string_agg(attname, ',' ORDER BY number) FROM unnest(conkey) WITH ORDINALITY AS part (column_number, number)
                        JOIN pg_attribute ON attrelid = conrelid AND attnum = column_number)
                    || ') ' || toTable.relname || ' (' || (
                        SELECT string_agg(attname, ',' ORDER BY number) FROM unnest(confkey) WITH ORDINALITY AS part (column_number, number)
                        JOIN pg_attribute ON attrelid = confrelid AND attnum = column_number)
                    || ') ' || CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
                FROM pg_constraint JOIN pg_class AS ofTable ON ofTable.oid = conrelid
                JOIN pg_class AS toTable ON toTable.oid = confrelid WHERE contype = 'f'
                """
        )
    }

    @Test func `every table has its triggers, and as many checks`() async throws {
        try await expectSame(
            ofSQLite: """
                SELECT tbl_name || ' ' || name FROM sqlite_schema WHERE type = 'trigger'
                UNION ALL
                SELECT name || ' checks ' || ((length(sql) - length(replace(sql, 'CHECK (', ''))) / length('CHECK ('))
                FROM sqlite_schema WHERE type = 'table' AND instr(sql, 'CHECK (') > 0
                UNION ALL
                SELECT 'view ' || name FROM sqlite_schema WHERE type = 'view'
                """,
            ofPostgres: """
                SELECT relname || ' ' || tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal
                UNION ALL
                SELECT relname || ' checks ' || count(*) FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
                WHERE contype = 'c' AND relnamespace = CAST('public' AS regnamespace) GROUP BY relname
                UNION ALL
                SELECT 'view ' || viewname FROM pg_views WHERE schemaname = 'public'
                """
        )
    }

    @Test func `the steps of both begin alike: what is not in the baseline runs on each`() {
        let later = Schema.migrations.map(\.name).filter { $0 > "v0059_coin_revocations" }
        #expect(Schema.postgresMigrations.map(\.name) == ["v0059_baseline"] + later)
    }
}
