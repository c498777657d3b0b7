import Family
import SQL
import SQLite
import Synchronization
import Work

/// SQLite with an observer of each row that is read, which may refuse the writer's statements and commits.
struct WatchedDriver: DatabaseDriver {
    let inner: SQLite
    var beforeStatement: @Sendable (SQL) throws(StorageError) -> Void = { _ in }
    var beforeCommit: @Sendable () throws(StorageError) -> Void = {}
    var eachRow: @Sendable () -> Void = {}
    /// Whether calls for help may be kept in memory, as with a file; a server's are not.
    var holdsWrites = true

    func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection {
        WatchedConnection(try inner.openWriter(in: workplace), self)
    }

    func openReader() throws(StorageError) -> sending (any DatabaseConnection)? {
        guard let reader = try inner.openReader() else { return nil }
        return WatchedConnection(reader, WatchedDriver(inner: inner, eachRow: eachRow))
    }
}

/// A database that fails with one error, at every commit or for one member, for as long as a test likes.
final class FailingDatabase: Sendable {
    private let error: StorageError
    private let state = Mutex((isFailing: false, member: ID<Member>?.none))

    /// At first that of a full disk, with which SQLite's own fails at the commit.
    init(_ error: StorageError = StorageError(.full, "database or disk is full (13)")) {
        self.error = error
    }

    /// Whether it takes no commit.
    var isFailing: Bool {
        get { state.withLock { $0.isFailing } }
        set { state.withLock { $0.isFailing = newValue } }
    }

    /// The member whose row of `safety_watch` it neither reads nor writes.
    var unreadable: ID<Member>? {
        get { state.withLock { $0.member } }
        set { state.withLock { $0.member = newValue } }
    }

    func driver(_ inner: SQLite, holdsWrites: Bool = true) -> WatchedDriver {
        WatchedDriver(
            inner: inner,
            beforeStatement: { statement throws(StorageError) in
                if let member = self.unreadable, statement.isOfWatch(of: member) { throw self.error }
            },
            beforeCommit: { () throws(StorageError) in
                if self.isFailing { throw self.error }
            },
            holdsWrites: holdsWrites
        )
    }
}

extension SQL {
    /// Whether it reads or writes what is watched over for a member.
    fileprivate func isOfWatch(of member: ID<Member>) -> Bool {
        let words: String =
            switch text {
            case .fixed(let words): "\(words)"
            case .built(let words): words
            }
        return words.contains("safety_watch")
            && values.items.contains { item in
                guard case .blob(let start, let count) = item else { return false }
                return Array(values.bytes[start..<start + count]) == member.bytes
            }
    }
}

/// A hub that dies at a chosen point: from the nth statement or commit on, its writer does nothing any longer.
final class Fuse: Sendable {
    private let left = Mutex(Int.max)

    /// Dies before the `count`th statement or commit from now on.
    func burn(after count: Int) {
        left.withLock { $0 = count }
    }

    /// Starts anew; answers whether the fuse had burned down.
    func replace() -> Bool {
        left.withLock { left in
            defer { left = .max }
            return left < 0
        }
    }

    /// A database that dies so.
    func driver(_ inner: SQLite) -> WatchedDriver {
        WatchedDriver(inner: inner, beforeStatement: { _ throws(StorageError) in try self.step() }, beforeCommit: step)
    }

    @Sendable private func step() throws(StorageError) {
        let isBurned = left.withLock { left in
            if left < .max { left -= 1 }
            return left < 0
        }
        if isBurned { throw StorageError(.other, "killed") }
    }
}

private final class WatchedConnection: DatabaseConnection {
    private let inner: any DatabaseConnection
    private let watch: WatchedDriver

    init(_ inner: any DatabaseConnection, _ watch: WatchedDriver) {
        (self.inner, self.watch) = (inner, watch)
    }

    var isInTransaction: Bool { inner.isInTransaction }
    var holdsWrites: Bool { watch.holdsWrites }

    func begin(writing: Bool) throws(StorageError) { try inner.begin(writing: writing) }
    func rollback() { inner.rollback() }
    func setSavepoint() throws(StorageError) { try inner.setSavepoint() }
    func releaseSavepoint() throws(StorageError) { try inner.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try inner.rollbackToSavepoint() }
    func hasTable(_ name: String) throws(StorageError) -> Bool { try inner.hasTable(name) }
    func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64 { try inner.lastNumber(givenIn: table) }
    func integrityFaults() throws(StorageError) -> [String] { try inner.integrityFaults() }
    func runScript(_ script: String) throws(StorageError) { try inner.runScript(script) }
    func truncateWAL() throws(StorageError) { try inner.truncateWAL() }
    func takeReserve() throws(StorageError) { try inner.takeReserve() }
    func close() { inner.close() }

    func commit() throws(StorageError) {
        try watch.beforeCommit()
        try inner.commit()
    }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        try watch.beforeStatement(statement)
        return try inner.run(statement, mayWrite: mayWrite) { row in
            watch.eachRow()
            eachRow(row)
        }
    }
}
