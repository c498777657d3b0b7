import Foundation
import SQL
import SQLite
import Testing

/// A kind of database that the same tests run on.
enum DatabaseBackend: String, CaseIterable, CustomTestStringConvertible {
    case file, memory

    var testDescription: String { rawValue }

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
