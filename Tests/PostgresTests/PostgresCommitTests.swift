import Postgres
import PostgresServer
import SQL
import Testing

/// What becomes of a commit that waits for a replica: here for one that does not exist.
@Suite(.serialized) struct PostgresCommitTests {
    private static let server = Result {
        try PostgresServer(["wal_level = replica", "max_wal_senders = 2"])
    }

    /// How a commit ended.
    private struct Outcome {
        var code: StorageError.Code?
        var stored: [Int64] = []
        /// What the transaction after it was told.
        var next: StorageError.Code?
        var endings: [StorageError] = []
    }

    /// Commits a number, and once it waits for the replica has `disturb` done to its session; `heals` says whether the
    /// server stops to wait for the replica right afterwards.
    private func commitDisturbed(by disturb: String, heals: Bool = false) async throws -> Outcome {
        let server = try Self.server.get()
        var outcome = Outcome()
        try await withPostgres(on: server) { connection, server in
            let endings = Endings()
            let database = try Database(Postgres(connection) { endings.add($0) })
            try await database.makeTable()
            let process = try await database.writerProcess()
            try server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try server.run("SELECT pg_reload_conf()")
            try await Task.sleep(for: .milliseconds(200))
            let commit = Task { try await database.transaction { try $0.run("INSERT INTO thing VALUES (1)") } }
            let waits = "SELECT 1 FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'SyncRep'"
            while try server.run(waits) == nil { try await Task.sleep(for: .milliseconds(20)) }
            // Longer than a statement may take: the commit is not ended by that.
            try await Task.sleep(for: .seconds(6))
            #expect(try server.run(waits) == "1")
            if heals { try server.run("ALTER SYSTEM SET synchronous_standby_names = ''") }
            try server.run("SELECT \(disturb)(\(process))")
            if heals { try server.run("SELECT pg_reload_conf()") }
            let result = await commit.result
            if case .failure(let error) = result { outcome.code = (error as? StorageError)?.code }
            try server.run("ALTER SYSTEM SET synchronous_standby_names = ''")
            try server.run("SELECT pg_reload_conf()")
            outcome.stored = try await database.numbers()
            let next = await Task { try await database.transaction { try $0.run("INSERT INTO thing VALUES (2)") } }
                .result
            if case .failure(let error) = next { outcome.next = (error as? StorageError)?.code }
            outcome.endings = endings.all
            await database.close()
        }
        return outcome
    }

    @Test func `a hub is refused whose claim the server has without its replica`() async throws {
        try await withPostgres(on: Self.server.get()) { connection, server in
            try server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try server.run("SELECT pg_reload_conf()")
            try await Task.sleep(for: .milliseconds(200))
            let opening = Task { try Database(Postgres(connection)) }
            let cancelled = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            while try server.run(cancelled) == nil { try await Task.sleep(for: .milliseconds(20)) }
            let error = await #expect(throws: StorageError.self) { try await opening.value }
            #expect(error?.code == .unavailable)
            try server.run("ALTER SYSTEM SET synchronous_standby_names = ''")
            try server.run("SELECT pg_reload_conf()")
            try await Task.sleep(for: .milliseconds(200))
            await (try Database(Postgres(connection))).close()
        }
    }

    @Test func `a cancelled wait for the replica is an unknown outcome, though the server calls it done`() async throws
    {
        let outcome = try await commitDisturbed(by: "pg_cancel_backend")
        #expect(outcome.code == .unknownOutcome)
        #expect(outcome.stored == [1], "it is on this server and nowhere else")
    }

    @Test func `a hub that told a commit as unknown ends once it finds it done: its memory lacks that`() async throws {
        let outcome = try await commitDisturbed(by: "pg_terminate_backend")
        #expect(outcome.code == .unknownOutcome)
        #expect(outcome.stored == [1])
        #expect(outcome.next == .closed)
        #expect(outcome.endings.count == 1)
    }

    @Test func `a commit whose connection breaks is done once it is found on a server that waits for no replica`()
        async throws
    {
        let outcome = try await commitDisturbed(by: "pg_terminate_backend", heals: true)
        #expect(outcome.code == nil)
        #expect(outcome.stored == [1])
        #expect(outcome.next == nil)
        #expect(outcome.endings == [])
    }
}
