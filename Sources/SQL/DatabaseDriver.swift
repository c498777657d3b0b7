/// Opens connections to one database; a driver is all that knows which database it is.
package protocol DatabaseDriver: Sendable {
    /// The connection that changes the database.
    func openWriter() throws(StorageError) -> sending any DatabaseConnection

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

    /// Marks a point inside the transaction to which `undoMark` returns.
    func setMark() throws(StorageError)

    /// Forgets the mark and keeps the changes since.
    func releaseMark() throws(StorageError)

    /// Undoes the changes since the mark, and forgets it.
    func undoMark() throws(StorageError)

    /// Runs one statement and hands over its rows as they come; answers the number of rows it changed.
    ///
    /// A statement that changes something throws `.readOnly` unless `mayWrite`.
    func run(
        _ statement: SQL,
        mayWrite: Bool,
        eachRow: (Row) -> Void
    ) throws(StorageError) -> Int

    /// Runs a text of several statements without values, for migrations.
    func runScript(_ script: String) throws(StorageError)

    /// Writes whatever the database keeps beside its tables into them, so that what was deleted stands nowhere any more.
    ///
    /// Outside a transaction; throws `.busy` while others still read what was.
    func emptyLog() throws(StorageError)

    /// Takes disk space ahead of time, for writes on a full disk; outside a transaction.
    func takeReserve() throws(StorageError)

    /// Closes the connection, after which it is not used again.
    func close()
}
