import Postgres
import PostgresServer
import SQL
import Testing

@Suite struct PostgresValueTests {
    @Test func `every kind of value comes back from a column of its type as it was bound`() async throws {
        try await withDatabase { database, _ in
            let values: [SQLValue] = [
                .integer(.min), .integer(.max), .integer(0), .real(-0.1), .real(.infinity), .text(""), .text("a b é 家"),
                .blob([]), .blob([0, 1, 255]), .null,
            ]
            let read = try await database.transaction { transaction in
                try transaction.run(
                    "CREATE TABLE thing (position INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB) STRICT"
                )
                for (position, value) in values.enumerated() {
                    switch value {
                    case .integer: try transaction.run("INSERT INTO thing (position, i) VALUES (\(position), \(value))")
                    case .real: try transaction.run("INSERT INTO thing (position, r) VALUES (\(position), \(value))")
                    case .text: try transaction.run("INSERT INTO thing (position, t) VALUES (\(position), \(value))")
                    case .blob: try transaction.run("INSERT INTO thing (position, b) VALUES (\(position), \(value))")
                    case .null: try transaction.run("INSERT INTO thing (position, b) VALUES (\(position), \(value))")
                    }
                }
                return try transaction.rows("SELECT i, r, t, b FROM thing ORDER BY position").map { row in
                    row.values.first { $0 != .null } ?? .null
                }
            }
            #expect(read == values)
        }
    }

    @Test func `sums, averages and truths are read as numbers`() async throws {
        try await withDatabase { database, _ in
            let row = try await database.read { transaction in
                try transaction.first(
                    """
                    SELECT sum(n), avg(n), count(*), min(n) < 0, max(n) IS NULL, sum(n * 1000000), sum(n - n)
                    FROM (VALUES (CAST(-1234567890123 AS bigint)), (CAST(2 AS bigint))) AS numbers (n)
                    """
                )
            }
            #expect(
                row?.values == [
                    .integer(-1_234_567_890_121), .real(-617_283_945_060.5), .integer(2), .integer(1), .integer(0),
                    .integer(-1_234_567_890_121_000_000), .integer(0),
                ]
            )
            let small = try await database.read { try $0.first("SELECT 0.00001234, -20000.5, 100000000::numeric") }
            #expect(small?.values == [.real(0.000_012_34), .real(-20_000.5), .integer(100_000_000)])
            let error = await #expect(throws: StorageError.self) {
                try await database.read { try $0.first("SELECT 9223372036854775807::numeric * 2") }
            }
            #expect(error?.code == .mismatch)
        }
    }

    @Test func `a value of another type than its column is refused as a strict table does`() async throws {
        try await withDatabase { database, _ in
            try await database.transaction { try $0.run("CREATE TABLE thing (i INTEGER, t TEXT, b BLOB) STRICT") }
            let wrong: [SQL] = [
                "INSERT INTO thing (i) VALUES (\("1"))", "INSERT INTO thing (t) VALUES (\([UInt8]("a".utf8)))",
                "INSERT INTO thing (b) VALUES (\(1))", "INSERT INTO thing (t) VALUES (\("a\0b"))",
                "SELECT 1 WHERE CAST(1 AS smallint) = CAST(\(70_000) AS smallint)",
            ]
            for statement in wrong {
                let error = await #expect(throws: StorageError.self) {
                    try await database.transaction { try $0.run(statement) }
                }
                #expect(error?.code == .constraint)
            }
        }
    }

    @Test func `rows without a key number themselves, and what a table gave last is the highest that was committed`()
        async throws
    {
        try await withDatabase { database, _ in
            let made = try await database.transaction { transaction in
                try transaction.run("CREATE TABLE thing (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, t TEXT) STRICT")
                #expect(try transaction.lastNumber(givenIn: "thing") == 0)
                return try transaction.returning("INSERT INTO thing (t) VALUES ('a'), ('b') RETURNING id").map {
                    try $0.integer(0)
                }
            }
            #expect(made == [1, 2])
            try? await database.transaction { transaction in  // refused on purpose
                try transaction.run("INSERT INTO thing (t) VALUES ('c')")
                throw StorageError(.other, "undone")
            }
            let (last, has) = try await database.read { transaction in
                (
                    try transaction.lastNumber(givenIn: "thing"),
                    [try transaction.hasTable("thing"), try transaction.hasTable("none")]
                )
            }
            #expect(last == 2 && has == [true, false])
            #expect(try await database.read { try $0.integrityFaults() } == [])
        }
    }
}
