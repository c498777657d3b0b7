import Crypto
import Foundation
import Postgres
package import SQL
package import SQLite
import Storage

/// The database of tests that name none: SQLite in memory, or PostgreSQL where `make test-postgres` runs them.
package enum UsualDatabase {
    /// Whether that is PostgreSQL.
    package static let isPostgres = ProcessInfo.processInfo.environment["HEARTH_TEST_DATABASE"] == "postgres"

    /// Runs `body` with a database, and the steps that make the hub's tables in it where they are missing.
    package static func run(
        _ body: (_ driver: any DatabaseDriver, _ steps: [(name: String, bytes: [UInt8])]) async throws -> Void
    ) async throws {
        guard isPostgres else { return try await body(withTables(), Schema.migrations) }
        try await PostgresServer.shared().withDatabase { connection in
            try await body(Postgres(connection), Schema.postgresMigrations)
        }
    }

    /// SQLite in memory with the hub's tables, which are made once for all tests: that takes longer than most of them.
    package static func withTables() async throws -> SQLite { try await .inMemory(from: tables.value) }

    private static let tables = Task {
        let path = NSTemporaryDirectory() + "hearth-tables-\(UUID().uuidString).db"
        defer { try? FileManager.default.removeItem(atPath: path) }  // not there: nothing to remove
        let database = try Database(SQLite(making: path))
        do {
            try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        return try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
}
