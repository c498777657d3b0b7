import Dispatch
import Postgres
import PostgresServer
import SQL
import Synchronization
import Testing

@Suite struct PostgresConnectionTests {
    @Test func `a hub that has a database keeps others out, and leaves it with its end`() async throws {
        try await withPostgres { connection, _ in
            let first = try Database(Postgres(connection))
            let error = #expect(throws: StorageError.self) { try Database(Postgres(connection)) }
            #expect(error == StorageError(.busy, "another hub uses this database"))
            await first.close()
            await (try Database(Postgres(connection))).close()
        }
    }

    @Test func `a database that sorts by a language's rules is refused with the words that make one`() async throws {
        let server = try PostgresServer.shared()
        try server.run("CREATE DATABASE sorted TEMPLATE template0 LOCALE 'C.UTF-8'")
        let error = #expect(throws: StorageError.self) { try Database(Postgres(server.connection(to: "sorted"))) }
        #expect(error?.message.contains("LOCALE 'C'") == true)
        try server.run("DROP DATABASE sorted")
    }

    @Test func `a failed connection is told without quoting the connection string`() {
        for connection in [
            "secret secret", "host=/nowhere dbname=a password=secret", "postgresql://a:secret@[::1]:1/b",
        ] {
            let error = #expect(throws: StorageError.self) { try Database(Postgres(connection)) }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("secret") == false)
        }
    }

    @Test func `connects again where an idle connection broke`() async throws {
        try await withDatabase { database, server in
            try await database.makeTable()
            try server.run("SELECT pg_terminate_backend(\(try await database.writerProcess()))")
            try await Task.sleep(for: .milliseconds(200))
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (1)") }
            #expect(try await database.numbers() == [1])
        }
    }

    @Test func `a connection that breaks in a transaction refuses it whole, and the next one passes`() async throws {
        try await withDatabase { database, server in
            try await database.makeTable()
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO thing VALUES (1)")
                    let process = try transaction.first("SELECT pg_backend_pid()")?.integer(0) ?? 0
                    try server.run("SELECT pg_terminate_backend(\(process), 2000)")
                    try transaction.run("INSERT INTO thing VALUES (2)")
                }
            }
            #expect(error?.code == .unavailable)
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (3)") }
            #expect(try await database.numbers() == [3])
        }
    }

    @Test func `a call for help that the server does not take is refused, and holds up nothing`() async throws {
        try await withDatabase { database, server in
            try await database.makeTable()
            let error = await #expect(throws: StorageError.self) {
                try await database.help { transaction in
                    let process = try transaction.first("SELECT pg_backend_pid()")?.integer(0) ?? 0
                    try server.run("SELECT pg_terminate_backend(\(process), 2000)")
                    try transaction.run("INSERT INTO thing VALUES (1)")
                }
            }
            #expect(error?.code == .unavailable)
            #expect(!database.isHolding)
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (2)") }
            #expect(try await database.numbers() == [2])
        }
    }

    @Test func `gives up a slow statement after 5 s and a silent server after 10 s`() async throws {
        try await withDatabase { database, server in
            let started = ContinuousClock.now
            let slow = await #expect(throws: StorageError.self) {
                try await database.read { try $0.first("SELECT pg_sleep(20)") }
            }
            #expect(slow?.code == .busy)
            #expect(ContinuousClock.now - started < .seconds(9))
            let silent = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    try transaction.run("SET LOCAL statement_timeout = 0")
                    _ = try transaction.first("SELECT pg_sleep(30)")
                }
            }
            #expect(silent?.code == .unavailable)
            try await database.makeTable()
        }
    }

    @Test func `a lock that another session holds is waited for two seconds, and told as a conflict`() async throws {
        try await withPostgres { connection, server in
            let database = try Database(Postgres(connection))
            try await database.makeTable()
            let (locked, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let other: Void = database.read { transaction in
                _ = try transaction.first("SELECT pg_advisory_lock(7)")
                locked.signal()
                ended.wait()
                _ = try transaction.first("SELECT pg_advisory_unlock(7)")
            }
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    locked.wait()
                    _ = try transaction.first("SELECT pg_advisory_lock(7)")
                }
            }
            #expect(error?.code == .conflict)
            ended.signal()
            try await other
            await database.close()
        }
    }
}
