import Foundation
import Postgres
import PostgresServer
import SQL
import SQLite
import Testing
import Work

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

    @Test(arguments: [false, true])
    func `a database that a move has filled opens only once the move admits a hub`(_ isAdmitted: Bool) async throws {
        try await withFolder { folder in
            try await PostgresServer.shared().withDatabase { connection in
                let file = SQLite(path: folder + "/test.db")
                try await closing(Database(file)) { database in
                    try await database.transaction { transaction in
                        let columns: StaticString = "id INTEGER PRIMARY KEY AUTOINCREMENT, value BLOB"
                        try transaction.run("CREATE TABLE thing (\(literal: columns)) STRICT")
                        try transaction.run("INSERT INTO thing VALUES (1, \([UInt8](repeating: 1, count: 500)))")
                    }
                }
                try await closing(Database(Postgres(connection))) { database in
                    try await database.transaction { transaction in
                        _ = try transaction.run("CREATE TABLE thing (id BIGINT PRIMARY KEY, value BYTEA)")
                    }
                }
                try Self.move(from: file, to: Postgres(connection), isAdmitted: isAdmitted)
                guard isAdmitted else {
                    let error = #expect(throws: StorageError.self) { _ = try Database(Postgres(connection)) }
                    #expect(error?.code == .closed)
                    return
                }
                try await closing(Database(Postgres(connection))) { database in
                    let id = try await database.read { try $0.first("SELECT id FROM thing")?.integer(0) }
                    #expect(id == 1)
                }
            }
        }
    }

    private static func move(from file: SQLite, to server: Postgres, isAdmitted: Bool) throws {
        let from = try #require(try file.openWriter(in: .threads) as? any CopyableConnection)
        let to = try #require(try server.openWriter(in: .threads) as? any CopyableConnection)
        defer {
            from.close()
            to.close()
        }
        let counts = try DatabaseCopy(from: from, to: to).run()
        #expect(counts.map(\.rows) == [1])
        guard isAdmitted else { return }
        try to.begin(writing: true)
        try to.admit()
        try to.commit()
    }
}
