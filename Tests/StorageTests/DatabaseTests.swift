import SQL
import Synchronization
import Testing

@Suite struct DatabaseTests {
    private struct Refusal: Error {}

    private static let numbered: StaticString =
        "SELECT CAST($2 AS BIGINT), CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT)"

    @Test(arguments: DatabaseBackend.ofSQLite)
    func `every kind of value comes back as it was bound`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let values: [SQLValue] = [
                .null, .integer(.min), .integer(.max), .real(-0.1), .text(""), .text("a\0b é 家"), .blob([]),
                .blob([0, 1, 255]),
            ]
            let read = try await database.transaction { transaction in
                try transaction.run("CREATE TABLE thing (position INTEGER PRIMARY KEY, value ANY) STRICT")
                for (position, value) in values.enumerated() {
                    try transaction.run("INSERT INTO thing VALUES (\(position), \(value))")
                }
                return try transaction.rows("SELECT value FROM thing ORDER BY position").map { try $0.value(0) }
            }
            #expect(read == values)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a statement written as a literal binds what it interpolates`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let hostile = "'; DROP TABLE thing; --"
            let ids: [Int] = [1, 3]
            let absent: String? = nil
            let row = try await database.transaction { transaction in
                try transaction.run("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT) STRICT")
                try transaction.run("INSERT INTO thing VALUES (\(1), \(hostile)), (\(2), \(absent)), (\(3), 'three')")
                return try transaction.first(
                    "SELECT count(*) AS found, min(name) AS name FROM thing WHERE id IN (\(list: ids))"
                )
            }
            #expect(try row?.integer("found") == 2)
            #expect(try row?.text("name") == hostile)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `an empty list matches nothing`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let rows = try await database.read { try $0.rows("SELECT 1 WHERE 1 IN (\(list: [Int]()))") }
            #expect(rows.isEmpty)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a placeholder takes the value of its number, wherever and however often it stands`(
        backend: DatabaseBackend
    ) async throws {
        try await backend.withDatabase { database in
            let row = try await database.read {
                try $0.first(SQL(prepared: Self.numbered, [.integer(1), .integer(2), .null]))
            }
            #expect(row?.values == [.integer(2), .integer(1), .integer(2), .null])
            for text: StaticString in ["SELECT $1, $3", "SELECT ?, ?", "SELECT :a, :b", "SELECT $0, $1"] {
                await #expect(throws: StorageError.self) {
                    try await database.read { try $0.rows(SQL(prepared: text, [.integer(1), .integer(2)])) }
                }
            }
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a wrong number of values is refused`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            await #expect(throws: StorageError.self) {
                try await database.read { try $0.rows(SQL(prepared: "SELECT $1")) }
            }
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `the number of changed rows is that of the statement`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let changed = try await database.transaction { transaction in
                [
                    try transaction.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT"),
                    try transaction.run("INSERT INTO thing VALUES (1), (2), (3)"),
                    try transaction.run("UPDATE thing SET id = id + 10 WHERE id > 1"),
                    try transaction.run("DELETE FROM thing WHERE id = 99"),
                    try transaction.run("CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT"),
                ]
            }
            #expect(changed == [0, 3, 2, 0, 0])
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a transaction that throws leaves nothing`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await database.transaction { try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT") }
            await #expect(throws: Refusal.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO thing VALUES (1)")
                    throw Refusal()
                }
            }
            let count = try await database.read { try $0.first("SELECT count(*) FROM thing")?.integer(0) }
            #expect(count == 0)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a read cannot change anything`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await database.transaction { try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT") }
            for change: SQL in ["INSERT INTO thing VALUES (1)", "DROP TABLE thing"] {
                let error = await #expect(throws: StorageError.self) {
                    try await database.read { try $0.run(change) }
                }
                #expect(error?.code == .readOnly)
            }
            let error = await #expect(throws: StorageError.self) {
                try await database.read { try $0.rows("INSERT INTO thing VALUES (1) RETURNING id") }
            }
            #expect(error?.code == .readOnly)
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `rows that a change returns are read with it`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            let ids = try await database.transaction { transaction in
                try transaction.run("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT) STRICT")
                return try transaction.returning("INSERT INTO thing (name) VALUES ('a'), ('b') RETURNING id")
                    .map { try $0.integer(0) }
            }
            #expect(ids == [1, 2])
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a failed statement names its kind and no value`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await database.transaction { transaction in
                try transaction.run("CREATE TABLE parent (id TEXT PRIMARY KEY) STRICT")
                try transaction.run("CREATE TABLE child (parent TEXT NOT NULL REFERENCES parent (id)) STRICT")
                try transaction.run("INSERT INTO parent VALUES ('secret')")
            }
            let failures: [(SQL, StorageError.Code)] = [
                ("INSERT INTO parent VALUES (\("secret"))", .uniqueViolation),
                ("INSERT INTO child VALUES (\("secret-2"))", .foreignKeyViolation),
                ("INSERT INTO child VALUES (\(String?.none))", .constraint),
                ("INSERT INTO parent VALUES (\([UInt8]("secret".utf8)))", .constraint),
                ("SELECT json(\("secret"))", .other),
                ("SELEKT \("secret")", .other),
                ("SELECT \"secret\"", .other),
            ]
            for (statement, code) in failures {
                let error = await #expect(throws: StorageError.self) {
                    try await database.transaction { try $0.run(statement) }
                }
                #expect(error?.code == code)
                if code != .other { #expect(error?.message.contains("secret") == false) }
            }
        }
    }

    @Test func `a row says which column is not what was asked for`() throws {
        let row = Row(columns: Row.Columns(names: ["id", "name"]), values: [.integer(1), .null])
        #expect(throws: StorageError(.mismatch, "column name (1) is not a text")) { try row.text(1) }
        #expect(throws: StorageError(.mismatch, "column id is not a blob")) { try row.blob("id") }
        #expect(throws: StorageError(.mismatch, "no column named age")) { try row.integer("age") }
        #expect(throws: StorageError(.mismatch, "no column 2 among 2")) { try row.textOrNull(2) }
        #expect(try row.textOrNull("name") == nil)
        #expect(try row.real(0) == 1)
        #expect(try row.bool(0))
    }
}
