import SQL
import SQLite
import Synchronization

/// Whether a disk takes anything.
final class FullDisk: Sendable {
    private let full = Mutex(false)

    var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }
}

/// SQLite on a disk that fills up: like it, this one fails at the commit.
struct FillingDisk: DatabaseDriver {
    let inner: SQLite
    let disk: FullDisk

    func openWriter() throws(StorageError) -> sending any DatabaseConnection {
        FillingConnection(try inner.openWriter(), disk)
    }

    func openReader() throws(StorageError) -> sending (any DatabaseConnection)? { try inner.openReader() }
}

private final class FillingConnection: DatabaseConnection {
    private let inner: any DatabaseConnection
    private let disk: FullDisk

    init(_ inner: any DatabaseConnection, _ disk: FullDisk) {
        (self.inner, self.disk) = (inner, disk)
    }

    var isInTransaction: Bool { inner.isInTransaction }

    func begin(writing: Bool) throws(StorageError) { try inner.begin(writing: writing) }
    func rollback() { inner.rollback() }
    func setMark() throws(StorageError) { try inner.setMark() }
    func releaseMark() throws(StorageError) { try inner.releaseMark() }
    func undoMark() throws(StorageError) { try inner.undoMark() }
    func runScript(_ script: String) throws(StorageError) { try inner.runScript(script) }
    func emptyLog() throws(StorageError) { try inner.emptyLog() }
    func close() { inner.close() }

    func commit() throws(StorageError) {
        guard !disk.isFull else { throw StorageError(.full, "database or disk is full (13)") }
        try inner.commit()
    }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        try inner.run(statement, mayWrite: mayWrite, eachRow: eachRow)
    }
}
