import Foundation
import Postgres
import PostgresServer
import Programs
import SQL
import Testing

/// A hub whose connection was gone goes on only where the database is as it left it.
@Suite struct PostgresClaimTests {
    @Test func `a hub in whose absence another one wrote is told to end, and writes nothing more`() async throws {
        try await withPostgres { connection, server in
            let endings = Endings()
            let first = try Database(Postgres(connection) { endings.add($0) })
            try await first.makeTable()
            try server.run("SELECT pg_terminate_backend(\(try await first.writerProcess()), 2000)")
            let second = try Database(Postgres(connection))
            try await second.transaction { try $0.run("INSERT INTO thing VALUES (1)") }
            await second.close()
            for _ in 0..<2 {
                let error = await #expect(throws: StorageError.self) {
                    try await first.transaction { try $0.run("INSERT INTO thing VALUES (2)") }
                }
                #expect(error?.code == .closed)
            }
            #expect(endings.all.count == 1)
            #expect(endings.all.first?.message.contains("another hub") == true)
            #expect(try await first.numbers() == [1])
            await first.close()
        }
    }

    @Test func `a hub that was told more than the database has is told to end`() async throws {
        try await withPostgres { connection, server in
            let endings = Endings()
            let database = try Database(Postgres(connection) { endings.add($0) })
            try await database.makeTable()
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (1)") }
            // As a replica does that was promoted without the last of it.
            try await database.read { _ in }
            let words = ["psql", connection, "-qc", "UPDATE hub.claim SET commits = commits - 1"]
            try #require(try StartedProgram(words).wait() == 0)
            try server.run("SELECT pg_terminate_backend(\(try await database.writerProcess()), 2000)")
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { try $0.run("INSERT INTO thing VALUES (2)") }
            }
            #expect(error?.code == .closed)
            #expect(endings.all.count == 1)
            await database.close()
        }
    }

    @Test func `a commit that broke before it was done is told as not done, and the hub goes on`() async throws {
        try await withPostgres { connection, server in
            let endings = Endings()
            let driver = try Postgres(connection) { endings.add($0) }
            let database = try Database(driver)
            try await database.makeTable()
            let process = try await database.writerProcess()
            let commit = Task {
                try await database.transaction { transaction in
                    // It leaves with the commit, and lasts until the session ends.
                    try transaction.post("INSERT INTO thing SELECT 1 FROM pg_sleep(4)")
                }
            }
            let waits = "SELECT 1 FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'PgSleep'"
            while try server.run(waits) == nil { try await Task.sleep(for: .milliseconds(20)) }
            try server.run("SELECT pg_terminate_backend(\(process), 2000)")
            let error = await #expect(throws: StorageError.self) { try await commit.value }
            #expect(error?.code == .unavailable)
            #expect(driver.counts.settledCommits == 1)
            #expect(driver.counts.unknownCommits == 0)
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (2)") }
            #expect(try await database.numbers() == [2])
            #expect(endings.all == [])
            await database.close()
        }
    }

    @Test func `a connection string's place names neither user nor password`() throws {
        let driver = try Postgres("postgres://anna:secret@db.example:5433/hearth", password: "secret")
        #expect(driver.place == "hearth at db.example:5433")
        #expect(try Postgres.hasPassword("postgres://anna:secret@db.example/hearth"))
        #expect(try !Postgres.hasPassword("postgres://anna@db.example/hearth"))
    }
}
