import SQL
import SQLite
import Synchronization

/// SQLite with an observer of each row that is read, which may refuse the writer's statements and commits.
struct WatchedDriver: DatabaseDriver {
    let inner: SQLite
    var beforeStatement: @Sendable () throws(StorageError) -> Void = {}
    var beforeCommit: @Sendable () throws(StorageError) -> Void = {}
    var eachRow: @Sendable () -> Void = {}

    func openWriter() throws(StorageError) -> sending any DatabaseConnection {
        WatchedConnection(try inner.openWriter(), self)
    }

    func openReader() throws(StorageError) -> sending (any DatabaseConnection)? {
        guard let reader = try inner.openReader() else { return nil }
        return WatchedConnection(reader, WatchedDriver(inner: inner, eachRow: eachRow))
    }
}

/// Whether a disk takes anything.
final class FullDisk: Sendable {
    private let full = Mutex(false)

    var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    /// A database on it: like SQLite's own, it fails at the commit.
    func driver(_ inner: SQLite) -> WatchedDriver {
        WatchedDriver(
            inner: inner,
            beforeCommit: { () throws(StorageError) in
                guard !self.isFull else { throw StorageError(.full, "database or disk is full (13)") }
            }
        )
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
        WatchedDriver(inner: inner, beforeStatement: step, beforeCommit: step)
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

    func begin(writing: Bool) throws(StorageError) { try inner.begin(writing: writing) }
    func rollback() { inner.rollback() }
    func setMark() throws(StorageError) { try inner.setMark() }
    func releaseMark() throws(StorageError) { try inner.releaseMark() }
    func undoMark() throws(StorageError) { try inner.undoMark() }
    func runScript(_ script: String) throws(StorageError) { try inner.runScript(script) }
    func emptyLog() throws(StorageError) { try inner.emptyLog() }
    func takeReserve() throws(StorageError) { try inner.takeReserve() }
    func close() { inner.close() }

    func commit() throws(StorageError) {
        try watch.beforeCommit()
        try inner.commit()
    }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        try watch.beforeStatement()
        return try inner.run(statement, mayWrite: mayWrite) { row in
            watch.eachRow()
            eachRow(row)
        }
    }
}
