import Foundation
import SQL
import SQLite
import Testing

@Suite struct DatabaseFileTests {
    private func makeTable(in database: Database) async throws {
        _ = try await database.transaction { try $0.run("CREATE TABLE thing (value BLOB) STRICT") }
    }

    @Test func `a file that is only read stays exactly as it is`() async throws {
        try await withFolder { folder in
            let path = folder + "/other.db"
            try await closing(Database(SQLite(path: path))) { database in
                try await database.transaction { transaction in
                    try transaction.run("CREATE TABLE thing (name TEXT)")
                    try transaction.run("INSERT INTO thing VALUES ('lamp')")
                }
            }
            let before = try Data(contentsOf: URL(filePath: path))
            try await closing(Database(SQLite(reading: path))) { database in
                let name = try await database.read { try $0.first("SELECT name FROM thing")?.text(0) }
                #expect(name == "lamp")
                let error = await #expect(throws: StorageError.self) {
                    try await database.transaction { try $0.run("INSERT INTO thing VALUES ('chair')") }
                }
                #expect(error?.code == .readOnly)
            }
            let after = try Data(contentsOf: URL(filePath: path))
            #expect(after == before)
            #expect(throws: StorageError.self) { try Database(SQLite(reading: folder + "/none.db")) }
            #expect(!FileManager.default.fileExists(atPath: folder + "/none.db"))
        }
    }

    @Test func `an acknowledged write is there when the file is opened again`() async throws {
        try await withFolder { folder in
            try await closing(Database(SQLite(path: folder + "/test.db"))) { database in
                try await makeTable(in: database)
                try await database.transaction { try $0.run("INSERT INTO thing VALUES (\([UInt8](1...3)))") }
            }
            try await closing(Database(SQLite(path: folder + "/test.db"))) { database in
                let read = try await database.read { try $0.first("SELECT value FROM thing")?.blob(0) }
                #expect(read == [1, 2, 3])
            }
        }
    }

    @Test func `S34: the database file is for its owner alone`() async throws {
        try await withFolder { folder in
            try await closing(Database(SQLite(path: folder + "/test.db"))) { database in
                try await makeTable(in: database)
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                }
            }
        }
    }

    @Test func `commits are synced, keys are checked and the log is used`() async throws {
        try await DatabaseBackend.file.withDatabase { database in
            let settings = try await database.transaction { transaction in
                try [
                    transaction.first("PRAGMA synchronous")?.integer(0),
                    transaction.first("PRAGMA foreign_keys")?.integer(0),
                ]
            }
            #expect(settings == [2, 1])
            let mode = try await database.transaction { try $0.returning("PRAGMA journal_mode").first?.text(0) }
            #expect(mode == "wal")
        }
    }

    @Test func `a file that is no database is refused as corrupt`() async throws {
        try await withFolder { folder in
            let path = folder + "/test.db"
            try Data(repeating: 0x61, count: 8192).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StorageError.self) { try Database(SQLite(path: path)) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func `a folder that does not exist is unavailable`() throws {
        let error = #expect(throws: StorageError.self) { try Database(SQLite(path: "/nonexistent/folder/test.db")) }
        #expect(error?.code == .unavailable)
    }

    @Test func `a full disk is told as such and undoes the whole commit`() async throws {
        try await DatabaseBackend.file.withDatabase { database in
            try await makeTable(in: database)
            let pages = try await database.transaction { try $0.first("PRAGMA page_count")?.integer(0) }
            #expect(pages == 2)
            _ = try await database.transaction { try $0.rows("PRAGMA max_page_count = 10") }
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    for _ in 0..<20 {
                        try transaction.run("INSERT INTO thing VALUES (\([UInt8](repeating: 1, count: 4000)))")
                    }
                }
            }
            #expect(error?.code == .full)
            #expect(try await database.read { try $0.first("SELECT count(*) FROM thing")?.integer(0) } == 0)
        }
    }

    @Test func `the log starts over while commits go on`() async throws {
        try await withFolder { folder in
            let path = folder + "/test.db"
            let driver = SQLite(path: path, pagesBetweenCheckpoints: 50)
            try await closing(Database(driver)) { database in
                try await makeTable(in: database)
                for _ in 0..<600 {
                    try await database.transaction { transaction in
                        try transaction.run("INSERT INTO thing VALUES (\([UInt8](repeating: 7, count: 4000)))")
                    }
                }
                let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
                #expect(log < 600 * 4096 / 2, "600 commits of two pages and more, had the log never started over")
                #expect(try await database.read { try $0.first("SELECT count(*) FROM thing")?.integer(0) } == 600)
            }
        }
    }
}
