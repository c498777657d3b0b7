import Foundation
import Postgres
import PostgresServer
import SQL
import SQLite
import Storage
import Testing

/// A kind of database that the same tests run on.
enum DatabaseBackend: String, CaseIterable, CustomTestStringConvertible {
    case file, memory, postgres

    /// Those of one process, for what only SQLite has.
    static let ofSQLite: [DatabaseBackend] = [.file, .memory]

    /// Those beside whose writer others read.
    static let withReaders: [DatabaseBackend] = [.file, .postgres]

    /// What a test runs on that names none: `make test-postgres` says another.
    static let usual =
        ProcessInfo.processInfo.environment["HEARTH_TEST_DATABASE"].flatMap(DatabaseBackend.init) ?? .memory

    var testDescription: String { rawValue }

    /// Hearth's tables as this kind of database has them.
    var migrations: [(name: String, bytes: [UInt8])] {
        self == .postgres ? Schema.postgresMigrations : Schema.migrations
    }

    /// Runs `body` on an empty database, and closes and removes it afterwards.
    func withDatabase(
        limits: Database.Limits = Database.Limits(),
        _ body: (Database) async throws -> Void
    ) async throws {
        switch self {
        case .file:
            try await withFolder { folder in
                try await closing(Database(SQLite(path: folder + "/test.db"), limits: limits), body)
            }
        case .memory:
            try await closing(Database(SQLite.inMemory(), limits: limits), body)
        case .postgres:
            try await PostgresServer.shared().withDatabase { connection in
                try await closing(Database(Postgres(connection), limits: limits), body)
            }
        }
    }
}

/// Runs `body` with the path of an empty folder that is removed afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    return try await body(folder.path)
}

/// Runs `body` and closes the database whether it throws or not.
func closing(_ database: Database, _ body: (Database) async throws -> Void) async throws {
    do {
        try await body(database)
    } catch {
        await database.close()
        throw error
    }
    await database.close()
}
