import Dispatch
import SQL
import SQLite
import Synchronization
import Testing

@Suite struct DatabaseGroupCommitTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    /// What completions said, in the order they were called.
    private struct Outcomes: Sendable {
        typealias Outcome = (number: Int, error: (any Error)?)

        private let stream = AsyncStream<Outcome>.makeStream()

        func add(_ number: Int, _ error: (any Error)?) {
            stream.continuation.yield((number, error))
        }

        /// Waits for `count` completions.
        func first(_ count: Int) async -> [Outcome] {
            var outcomes: [Outcome] = []
            for await outcome in stream.stream.prefix(count) { outcomes.append(outcome) }
            return outcomes
        }
    }

    /// Holds the writer inside a transaction so that what is enqueued meanwhile shares one commit.
    private func whileHeld(_ database: Database, _ enqueue: () -> Void) {
        let entered = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        database.enqueue { _ in
            entered.signal()
            released.wait()
        } completion: { _ in
        }
        entered.wait()
        enqueue()
        released.signal()
    }

    /// Inserts the numbers below `count` in one go; those that `refuses` names throw after writing.
    private func insert(
        _ count: Int,
        into database: Database,
        refuses: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) async -> [Outcomes.Outcome] {
        let outcomes = Outcomes()
        whileHeld(database) {
            for number in 0..<count {
                database.enqueue { transaction in
                    try transaction.run("INSERT INTO thing VALUES (\(number))")
                    if refuses(number) { throw Refusal(number: number) }
                } completion: { error in
                    outcomes.add(number, error)
                }
            }
        }
        return await outcomes.first(count)
    }

    private func makeTable(in database: Database) async throws {
        _ = try await database.transaction { try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT") }
    }

    private func numbers(in database: Database) async throws -> [Int64] {
        try await database.read { transaction in
            try transaction.rows("SELECT id FROM thing ORDER BY id").map { row in try row.integer(0) }
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a refusal undoes only itself among those that share its commit`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await makeTable(in: database)
            let outcomes = await insert(20, into: database) { $0 % 3 == 0 }
            #expect(outcomes.map(\.number) == Array(0..<20), "in the order they came")
            for outcome in outcomes {
                #expect(outcome.error as? Refusal == (outcome.number % 3 == 0 ? Refusal(number: outcome.number) : nil))
            }
            #expect(try await numbers(in: database) == (0..<20).filter { $0 % 3 != 0 })
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a group larger than one commit may hold is split and loses nothing`(backend: DatabaseBackend) async throws {
        var limits = Database.Limits()
        limits.writesPerCommit = 7
        try await backend.withDatabase(limits: limits) { database in
            try await makeTable(in: database)
            let outcomes = await insert(100, into: database)
            #expect(outcomes.count == 100)
            #expect(outcomes.allSatisfy { $0.error == nil })
            #expect(try await numbers(in: database) == Array(0..<100))
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a full queue refuses at once and keeps what it has`(backend: DatabaseBackend) async throws {
        var limits = Database.Limits()
        limits.waitingWrites = 3
        try await backend.withDatabase(limits: limits) { database in
            try await makeTable(in: database)
            let outcomes = await insert(5, into: database)
            #expect(outcomes.map(\.number) == [3, 4, 0, 1, 2])
            #expect(outcomes.map { ($0.error as? StorageError)?.code } == [.busy, .busy, nil, nil, nil])
            #expect(try await numbers(in: database) == [0, 1, 2])
        }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `a commit that fails acknowledges none of its writes`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await makeTable(in: database)
            try await database.transaction { transaction in
                // A deferred key is checked by the commit itself.
                try transaction.run(
                    "CREATE TABLE child (thing INTEGER REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED) STRICT"
                )
            }
            let outcomes = Outcomes()
            whileHeld(database) {
                for number in 0..<3 {
                    database.enqueue { transaction in
                        try transaction.run("INSERT INTO thing VALUES (\(number))")
                        if number == 1 { try transaction.run("INSERT INTO child VALUES (99)") }
                    } completion: { error in
                        outcomes.add(number, error)
                    }
                }
            }
            let codes = await outcomes.first(3).map { ($0.error as? StorageError)?.code }
            #expect(codes == Array(repeating: .foreignKeyViolation, count: 3))
            #expect(try await numbers(in: database) == [])
        }
    }

    @Test(arguments: DatabaseBackend.withReaders)
    func `a snapshot stays while the writer goes on beside it`(backend: DatabaseBackend) async throws {
        try await backend.withDatabase { database in
            try await makeTable(in: database)
            let began = DispatchSemaphore(value: 0)
            let wrote = DispatchSemaphore(value: 0)
            async let counts = database.read { transaction in
                let before = try transaction.first("SELECT count(*) FROM thing")?.integer(0)
                began.signal()
                wrote.wait()
                return [before, try transaction.first("SELECT count(*) FROM thing")?.integer(0)]
            }
            _ = try await database.transaction { transaction in
                began.wait()
                return try transaction.run("INSERT INTO thing VALUES (1)")
            }
            wrote.signal()
            #expect(try await counts == [0, 0])
            #expect(try await numbers(in: database) == [1])
        }
    }

    @Test func `closing finishes what waits and refuses what comes later`() async throws {
        let database = try Database(SQLite.inMemory())
        let outcomes = Outcomes()
        whileHeld(database) {
            database.enqueue {
                try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT")
            } completion: {
                outcomes.add(0, $0)
            }
        }
        await database.close()
        #expect(await outcomes.first(1).allSatisfy { $0.error == nil })
        let error = await #expect(throws: StorageError.self) { try await database.transaction { _ in } }
        #expect(error?.code == .closed)
        await #expect(throws: StorageError.self) { try await database.read { _ in } }
    }
}
