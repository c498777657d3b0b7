import Postgres
import PostgresServer
import SQL
import Synchronization

/// Runs `body` with the connection string of an empty database, which is removed afterwards.
func withPostgres(
    on server: PostgresServer? = nil,
    _ body: (_ connection: String, _ server: PostgresServer) async throws -> Void
) async throws {
    let server = try server ?? PostgresServer.shared()
    try await server.withDatabase { connection in try await body(connection, server) }
}

/// Runs `body` on an empty database, and closes it afterwards.
func withDatabase(
    on server: PostgresServer? = nil,
    _ body: (_ database: Database, _ server: PostgresServer) async throws -> Void
) async throws {
    try await withPostgres(on: server) { connection, server in
        let database = try Database(Postgres(connection))
        do {
            try await body(database, server)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

extension Database {
    /// The number of the process that serves the writer.
    func writerProcess() async throws -> Int64 {
        try await transaction { try $0.first("SELECT pg_backend_pid()")?.integer(0) ?? 0 }
    }

    /// The numbers in the table that the tests fill.
    func numbers() async throws -> [Int64] {
        try await read { transaction in
            try transaction.rows("SELECT id FROM thing ORDER BY id").map { row throws(StorageError) in
                try row.integer(0)
            }
        }
    }

    /// Makes that table.
    func makeTable() async throws {
        try await transaction { try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT") }
    }
}

/// Why a hub was told to end.
final class Endings: Sendable {
    private let reasons = Mutex<[StorageError]>([])

    var all: [StorageError] { reasons.withLock { $0 } }

    func add(_ reason: StorageError) {
        reasons.withLock { $0.append(reason) }
    }
}
