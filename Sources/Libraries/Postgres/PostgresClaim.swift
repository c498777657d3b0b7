import SQL

/// A hub's right to a database, which its server takes back with the connection, and what the hub last wrote there.
///
/// One hub at a time: what hubs keep in memory is not shared. A lock alone does not say whether another hub wrote while the
/// connection was gone, so each hub that takes it raises a generation, and each commit a number beside it. A connection that
/// finds another generation or number than its own ends the hub: started again, it has nothing in memory that is too old.
final class PostgresClaim {
    /// The number of the lock that a hub holds; any that nothing else takes.
    private static let lock = 0x4865_6172_7468

    /// This hub's; nil before its first connection.
    private var generation: Int64?
    /// The number of the last commit that the server confirmed.
    private(set) var commits: Int64 = 0
    /// The number of a commit whose answer is missing and that was told as unknown.
    private var unknownCommit: Int64?
    /// Why this hub writes nothing more; nil while it may.
    private(set) var ended: StorageError?
    private let onEnd: @Sendable (StorageError) -> Void

    /// `onEnd` is called once, where this hub must not go on with what it has in memory.
    init(onEnd: @escaping @Sendable (StorageError) -> Void) {
        self.onEnd = onEnd
    }

    /// Takes the lock for a new connection, and looks whether the database is as this hub left it.
    ///
    /// Throws where the database sorts or reads text by other rules than the hub's, where another hub has it (`.busy`), and
    /// where this hub is over. With `trying`, the number of a commit whose answer was lost, answers whether it was done.
    @discardableResult
    func take(on wire: PostgresWire, trying commit: Int64? = nil) throws(StorageError) -> Bool {
        if let ended { throw ended }
        try requireRules(on: wire)
        // Another hub may keep the lock for months.
        if let generation { try requireOwn(generation, on: wire) }
        do throws(StorageError) {
            // It waits as long as locks may be waited for: who had it may be on the way out.
            try wire.queue("SELECT pg_advisory_lock(\(Self.lock))")
            _ = try wire.exchange()
        } catch {
            throw error.code == .conflict ? StorageError(.busy, "another hub uses this database") : error
        }
        guard let generation else {
            try begin(on: wire)
            return false
        }
        // Written again: on a server with a replica, all that came before is on it once this is answered.
        try wire.queue("UPDATE hub.claim SET commits = commits RETURNING generation, commits")
        let found = try numbers(wire.exchange())
        try requireReplica(on: wire)
        guard found.generation == generation else { throw end(Self.taken) }
        if found.commits == commits { return false }
        if let commit, found.commits == commit {
            commits = commit
            return true
        }
        throw end(
            found.commits == unknownCommit
                ? "a change was saved that was told as unknown" : "the database is not as this hub left it"
        )
    }

    /// The statement that a transaction which changed something ends with, and its number.
    var nextCommit: (statement: String, number: Int64) {
        ("UPDATE hub.claim SET commits = \(commits + 1)", commits + 1)
    }

    /// Notes that the server confirmed a commit.
    func note(confirmed commit: Int64) {
        commits = commit
    }

    /// Notes that a commit was told as unknown: once it is seen that it was done, this hub's memory lacks it.
    func note(unknown commit: Int64) {
        unknownCommit = commit
    }

    private func begin(on wire: PostgresWire) throws(StorageError) {
        try wire.queue("CREATE SCHEMA IF NOT EXISTS hub")
        try wire.queue(
            """
            CREATE TABLE IF NOT EXISTS hub.claim (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                generation BIGINT NOT NULL,
                commits BIGINT NOT NULL,
                is_moved BIGINT NOT NULL DEFAULT 0
            )
            """
        )
        try wire.queue(
            """
            INSERT INTO hub.claim (id, generation, commits) VALUES (1, 1, 0)
            ON CONFLICT (id) DO UPDATE SET generation = claim.generation + 1 RETURNING generation, commits, is_moved
            """
        )
        let result = try wire.exchange()
        let found = try numbers(result)
        try requireReplica(on: wire)
        guard try Self.number(result, column: 2) == 0 else {
            throw StorageError(
                .closed,
                "the hub of this database was moved to a file, or a move to here did not end; for another move create it again"
            )
        }
        (generation, commits) = (found.generation, found.commits)
    }

    private static let taken = "another hub has taken the database since"

    /// Refuses what the server wrote without its replica, because an operator cancelled the wait for it: it warns of that.
    private func requireReplica(on wire: PostgresWire) throws(StorageError) {
        guard wire.lastWarnings.contains("01000") else { return }
        throw StorageError(.unavailable, "the database waits for its replica")
    }

    private func requireOwn(_ generation: Int64, on wire: PostgresWire) throws(StorageError) {
        try wire.queue("SELECT generation, commits FROM hub.claim")
        guard try numbers(wire.exchange()).generation == generation else { throw end(Self.taken) }
    }

    private func end(_ words: String) -> StorageError {
        let error = StorageError(.closed, "\(words); this hub has to start again")
        ended = error
        onEnd(error)
        return error
    }

    private func numbers(_ result: PostgresResult?) throws(StorageError) -> (generation: Int64, commits: Int64) {
        (try Self.number(result, column: 0), try Self.number(result, column: 1))
    }

    private static func number(_ result: PostgresResult?, column: Int32) throws(StorageError) -> Int64 {
        guard let result, result.rowCount == 1, let bytes = unsafe result.bytes(row: 0, column: column),
            case .integer(let number) = unsafe SQLValue(bytes, type: PostgresType.int8)
        else { throw StorageError(.corrupt, "the table hub.claim is not as hubs leave it") }
        return number
    }

    private func requireRules(on wire: PostgresWire) throws(StorageError) {
        try wire.queue(
            """
            SELECT 1 FROM pg_database WHERE datname = current_database() AND pg_encoding_to_char(encoding) = 'UTF8'
                AND datcollate IN ('C', 'POSIX') AND datctype IN ('C', 'POSIX') AND datlocprovider = 'c'
            """
        )
        guard try wire.exchange()?.rowCount == 1 else {
            throw StorageError(
                .unavailable,
                "the database must be made with: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
            )
        }
    }
}
