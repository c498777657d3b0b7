import SQL
import SQLite
import Testing

@Suite struct MigratorTests {
    private typealias File = (name: String, bytes: [UInt8])

    private let first: File = ("v0001_things", [UInt8]("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT;\n".utf8))
    private let secondOfSQLite: File = (
        "v0002_names",
        [UInt8](
            """
            -- A name; may be absent.
            ALTER TABLE thing ADD COLUMN name TEXT;
            CREATE TRIGGER named AFTER INSERT ON thing BEGIN
                UPDATE thing SET name = 'a;b' WHERE id = new.id;
            END;
            -- The end
            """.utf8
        )
    )
    /// The second one in PostgreSQL's words, as a step with a trigger needs.
    private let secondOfPostgres: File = (
        "v0002_names",
        [UInt8](
            """
            -- A name; may be absent.
            ALTER TABLE thing ADD COLUMN name TEXT;
            CREATE FUNCTION named() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE thing SET name = 'a;b' WHERE id = new.id; RETURN NULL;
            END $$;
            CREATE TRIGGER named AFTER INSERT ON thing FOR EACH ROW EXECUTE FUNCTION named();
            -- The end
            """.utf8
        )
    )
    private let broken: File = (
        "v0003_broken", [UInt8]("CREATE TABLE half (id INTEGER); CREATE TABLE nonsense (".utf8)
    )

    private func second(_ backend: DatabaseBackend) -> File {
        backend == .postgres ? secondOfPostgres : secondOfSQLite
    }

    /// Stands in for SHA-256: the tests need a text that differs when the bytes do.
    private func migrator(_ files: [File]) -> Migrator {
        Migrator(files: files) { bytes in bytes.map { String($0, radix: 16) }.joined() }
    }

    private func tables(of database: Database) async throws -> [String] {
        try await database.read { transaction in
            var found: [String] = []
            for name in ["half", "migration", "nonsense", "thing"] {
                if try transaction.hasTable(name) { found.append(name) }
            }
            return found
        }
    }

    private func refusal(_ files: [File], _ database: Database) async throws -> StorageError {
        try #require(
            await #expect(throws: StorageError.self) { try await migrator(files).migrate(database) }
        )
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `each migration runs once, in the order of names`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            #expect(try await migrator([first]).migrate(database) == ["v0001_things"])
            #expect(try await migrator([second(backend), first]).migrate(database) == ["v0002_names"])
            #expect(try await migrator([first, second(backend)]).migrate(database) == [])
            let name = try await database.transaction { transaction in
                try transaction.run("INSERT INTO thing (id) VALUES (1)")
                return try transaction.first("SELECT name FROM thing")?.text(0)
            }
            #expect(name == "a;b")
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a migration that fails leaves nothing of itself and all before it`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let error = try await refusal([first, broken], database)
            #expect(error.code == .other)
            #expect(try await tables(of: database) == ["migration", "thing"])
            #expect(try await migrator([first, second(backend)]).migrate(database) == ["v0002_names"])
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `an applied file with other contents refuses to start and names itself`(
        backend: DatabaseBackend
    ) async throws {
        try await backend.withDatabase { database in
            try await migrator([first]).migrate(database)
            let changed = File(name: first.name, bytes: first.bytes + [0x20])
            let error = try await refusal([changed, second(backend)], database)
            #expect(error.code == .migrationChanged)
            #expect(error.message.contains("v0001_things"))
            #expect(try await tables(of: database) == ["migration", "thing"])
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a database of a newer program is left alone`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await migrator([first, second(backend)]).migrate(database)
            #expect(try await refusal([first], database).code == .databaseNewer)
            #expect(try await refusal([], database).code == .databaseNewer)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a file gone from the program or slipped in before others refuses to start`(
        backend: DatabaseBackend
    ) async throws {
        try await backend.withDatabase { database in
            try await migrator([first, second(backend)]).migrate(database)
            #expect(try await refusal([second(backend)], database).code == .migrationMissing)
            let slipped = File(name: "v0001_zebras", bytes: [])
            #expect(try await refusal([first, slipped, second(backend)], database).code == .migrationMissing)
        }
    }
}
