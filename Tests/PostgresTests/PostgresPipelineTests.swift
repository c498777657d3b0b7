import Dispatch
import Postgres
import PostgresServer
import SQL
import Synchronization
import Testing

@Suite struct PostgresPipelineTests {
    /// Holds the writer inside a transaction while `enqueue` lines up what shares the next commit.
    private func whileHeld(_ database: Database, _ enqueue: () -> Void) {
        let (entered, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        database.enqueue { _ in
            entered.signal()
            released.wait()
        } completion: { _ in
        }
        entered.wait()
        enqueue()
        released.signal()
    }

    /// Lines up what may fail and answers the code of each; nil where it was stored.
    private func outcomes(
        of bodies: [@Sendable (Transaction) throws -> Void],
        in database: Database
    ) async -> [StorageError.Code?] {
        let stream = AsyncStream<(Int, (any Error)?)>.makeStream()
        whileHeld(database) {
            for (number, body) in bodies.enumerated() {
                database.enqueue(body) { stream.continuation.yield((number, $0)) }
            }
        }
        var codes = [StorageError.Code?](repeating: nil, count: bodies.count)
        for await (number, error) in stream.stream.prefix(bodies.count) {
            codes[number] = (error as? StorageError)?.code
        }
        return codes
    }

    @Test func `posted statements are stored with their transaction, however many there are`() async throws {
        try await withDatabase { database, _ in
            try await database.makeTable()
            try await database.transaction { transaction in
                for number in 0..<2_500 { try transaction.post("INSERT INTO thing VALUES (\(number))") }
            }
            #expect(try await database.numbers() == Array(0..<2_500))
        }
    }

    @Test func `tells a posted statement's failure to its own closure, not to others in the commit`() async throws {
        try await withDatabase { database, _ in
            try await database.makeTable()
            let codes = await outcomes(
                of: [
                    { try $0.post("INSERT INTO thing VALUES (1)") },
                    { transaction in
                        try transaction.post("INSERT INTO thing VALUES (2)")
                        try transaction.post("INSERT INTO thing VALUES (1)")
                        try transaction.post("INSERT INTO thing VALUES (3)")
                    },
                    { try $0.post("INSERT INTO thing VALUES (4)") },
                    { transaction in
                        try transaction.post("INSERT INTO thing VALUES (4)")
                        _ = try transaction.first("SELECT 1")
                    },
                ],
                in: database
            )
            #expect(codes == [nil, .uniqueViolation, nil, .uniqueViolation])
            #expect(try await database.numbers() == [1, 4])
        }
    }

    @Test func `a posted statement that fails makes the commit fail with its error`() async throws {
        try await withDatabase { database, _ in
            try await database.makeTable()
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    try transaction.post("INSERT INTO thing VALUES (1)")
                    try transaction.post("INSERT INTO thing VALUES (1)")
                }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(try await database.numbers() == [])
            try await database.transaction { try $0.run("INSERT INTO thing VALUES (2)") }
            #expect(try await database.numbers() == [2], "the connection goes on")
        }
    }

    @Test func `a query that fails among others undoes its own closure alone`() async throws {
        try await withDatabase { database, _ in
            try await database.makeTable()
            let codes = await outcomes(
                of: [
                    { try $0.run("INSERT INTO thing VALUES (1)") },
                    { _ = try $0.first("SELECT 1 / (SELECT count(*) FROM thing WHERE id = 9)") },
                    { _ = try $0.first("SELECT nothing FROM nowhere") },
                    { try $0.run("INSERT INTO thing VALUES (2)") },
                    { transaction in
                        _ = try? transaction.first("SELECT nothing FROM nowhere")  // the transaction is spoiled
                        try transaction.run("INSERT INTO thing VALUES (3)")
                    },
                ],
                in: database
            )
            #expect(codes == [nil, .constraint, .other, nil, .other])
            #expect(try await database.numbers() == [1, 2])
        }
    }

    @Test func `a transaction that failed and was not told so is not taken for stored`() async throws {
        try await withDatabase { database, _ in
            try await database.makeTable()
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO thing VALUES (1)")
                    _ = try? transaction.first("SELECT nothing FROM nowhere")  // and goes on
                }
            }
            #expect(error?.code == .other)
            #expect(try await database.numbers() == [])
        }
    }

    @Test func `more texts than are kept prepared are all run`() async throws {
        try await withDatabase { database, _ in
            let sum = try await database.transaction { transaction in
                var sum: Int64 = 0
                for length in 1...1_100 {
                    let numbers = [Int](repeating: 1, count: length)
                    let text = "SELECT count(*) FROM (VALUES (1)) AS one (n) WHERE n IN (\(list: numbers))" as SQL
                    sum += try transaction.first(text)?.integer(0) ?? 0
                }
                return sum + (try transaction.first("SELECT count(*) FROM pg_prepared_statements")?.integer(0) ?? 0)
            }
            #expect(sum >= 1_100 + 1_000 && sum <= 1_100 + 1_030)
        }
    }
}
