package import Work

/// Opens connections to one database; a driver is all that knows which database it is.
package protocol DatabaseDriver: Sendable {
    /// The connection that changes the database; what it does beside its user's thread, it does in the workplace.
    func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection

    /// A connection that only reads and runs beside the writer; nil where the writer must serve reads too.
    func openReader() throws(StorageError) -> sending (any DatabaseConnection)?
}

/// One connection, used by one thread at a time.
package protocol DatabaseConnection: AnyObject {
    /// Starts a transaction; a writing one takes the right to write at once, a reading one refuses changes.
    func begin(writing: Bool) throws(StorageError)

    /// Makes the transaction durable: when it returns, the changes survive a power cut.
    func commit() throws(StorageError)

    /// Undoes the transaction; harmless when none is open.
    func rollback()

    /// Whether a transaction is open; some failures end it by themselves.
    var isInTransaction: Bool { get }

    /// Whether a statement that fails spoils all of its transaction since the mark.
    var failsAsAWhole: Bool { get }

    /// Whether writes that the disk did not take may stay in a transaction that is open in memory.
    var holdsWrites: Bool { get }

    /// Marks a point inside the transaction to which `rollbackToSavepoint` returns.
    func setSavepoint() throws(StorageError)

    /// Forgets the mark and keeps the changes since.
    func releaseSavepoint() throws(StorageError)

    /// Undoes the changes since the mark, and forgets it.
    func rollbackToSavepoint() throws(StorageError)

    /// Runs one statement and hands over its rows as they come; answers the number of rows it changed.
    ///
    /// A statement that changes something throws `.readOnly` unless `mayWrite`.
    func run(
        _ statement: SQL,
        mayWrite: Bool,
        eachRow: (Row) -> Void
    ) throws(StorageError) -> Int

    /// Whether there is a table of this name.
    func hasTable(_ name: String) throws(StorageError) -> Bool

    /// The highest number in the column `id` of a table that gives none twice; 0 before the first.
    ///
    /// Where the database remembers numbers of rows that are gone, of those too.
    func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64

    /// What the database finds wrong with itself; empty where all is right.
    func integrityFaults() throws(StorageError) -> [String]

    /// Runs a change without counting its rows, and need not wait for it: its failure may be thrown by a later call, at the
    /// latest by `releaseSavepoint` or `commit`.
    func post(_ change: SQL) throws(StorageError)

    /// Runs a text of several statements without values, for migrations.
    func runScript(_ script: String) throws(StorageError)

    /// Writes whatever the database keeps beside its tables into them, so that what was deleted stands nowhere any more.
    ///
    /// Outside a transaction; throws `.busy` while others still read what was.
    func truncateWAL() throws(StorageError)

    /// Takes disk space ahead of time, for writes on a full disk; outside a transaction.
    func takeReserve() throws(StorageError)

    /// Closes the connection, after which it is not used again.
    func close()
}

/// Defaults for a database in a file of this process.
extension DatabaseConnection {
    /// A statement that fails undoes itself alone.
    package var failsAsAWhole: Bool { false }
    /// They may: the open transaction is this process's own.
    package var holdsWrites: Bool { true }
    /// Runs the change at once: there is no server to wait for.
    package func post(_ change: SQL) throws(StorageError) { _ = try run(change, mayWrite: true) { _ in } }
}
