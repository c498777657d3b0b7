import Foundation
import SQL
import SQLite
import Testing

@Suite struct DatabaseCopyTests {
    @Test func `a copy is the database of one moment, for its owner alone, while others write`() async throws {
        try await withFolder { folder in
            let (path, target) = (folder + "/test.db", folder + "/copy.db")
            try await closing(Database(SQLite(path: path))) { database in
                try await database.transaction { transaction in
                    try transaction.run("CREATE TABLE thing (id INTEGER PRIMARY KEY, value BLOB) STRICT")
                    try transaction.run("INSERT INTO thing VALUES (1, \(Array("what was deleted".utf8)))")
                    try transaction.run("DELETE FROM thing")
                }
                // Two rows each time: a copy has both or neither.
                let writing = Task {
                    for number in 0..<200 {
                        try await database.transaction { transaction in
                            for id in [10 + number * 2, 11 + number * 2] {
                                try transaction.run(
                                    "INSERT INTO thing VALUES (\(id), \([UInt8](repeating: 1, count: 500)))"
                                )
                            }
                        }
                    }
                }
                try SQLite(path: path).copy(to: target)
                try await writing.value
            }
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let bytes = try Data(contentsOf: URL(filePath: target))
            #expect(bytes.range(of: Data("what was deleted".utf8)) == nil)
            try await closing(Database(SQLite(path: target))) { copy in
                let count = try await copy.read { try $0.first("SELECT count(*) FROM thing")?.integer(0) }
                #expect((count ?? 1) % 2 == 0)
            }
            #expect(throws: StorageError.self) { try SQLite(path: path).copy(to: target) }
            #expect(throws: StorageError.self) { try SQLite(path: folder + "/none.db").copy(to: folder + "/other.db") }
        }
    }
}
