import Dispatch
import SQL
import SQLite
import Synchronization
import Testing

@Suite struct DatabaseClosingTests {
    /// How the writes of one round ended.
    private final class Endings: Sendable {
        private let counts = Mutex((stored: 0, closed: 0, other: 0))

        func note(_ error: (any Error)?) {
            counts.withLock { counts in
                switch (error as? StorageError)?.code {
                case nil where error == nil: counts.stored += 1
                case .closed: counts.closed += 1
                default: counts.other += 1
                }
            }
        }

        var all: (stored: Int, closed: Int, other: Int) { counts.withLock { $0 } }
    }

    /// Each round gives several threads the chance to hand a write over just as the connection closes.
    @Test func `a write handed over while the database closes is either stored or refused`() async throws {
        let (threads, writes) = (4, 30)
        for _ in 0..<150 {
            let database = try Database(SQLite.inMemory())
            try await database.transaction { try $0.run("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT") }
            let endings = Endings()
            let writing = DispatchGroup()
            for _ in 0..<threads {
                DispatchQueue.global().async(group: writing) {
                    for _ in 0..<writes {
                        database.enqueue(
                            { try $0.run("INSERT INTO thing (id) VALUES (NULL)") },
                            completion: endings.note
                        )
                    }
                }
            }
            await database.close()
            await withCheckedContinuation { done in writing.notify(queue: .global()) { done.resume() } }
            let all = endings.all
            #expect(all.stored + all.closed == threads * writes)
            #expect(all.other == 0)
        }
    }
}
