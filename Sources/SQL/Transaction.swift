/// The only way to the database: what a closure given to ``Database`` works on.
///
/// It lives on the database's own thread for the length of that closure and cannot leave it. The closure is synchronous,
/// so that nothing can suspend while the database is held.
package final class Transaction {
    private let connection: any DatabaseConnection
    private let isReadOnly: Bool
    private var marksBeforeWriting: Bool
    private(set) var hasMark = false
    /// Takes each change, for a transaction that the disk may not take.
    private let writes: RecordedWrites?

    /// `marksBeforeWriting` sets a mark ahead of the first change, for a closure that shares its transaction with others.
    init(
        _ connection: any DatabaseConnection,
        isReadOnly: Bool,
        marksBeforeWriting: Bool,
        writes: RecordedWrites? = nil
    ) {
        self.writes = writes
        self.connection = connection
        self.isReadOnly = isReadOnly
        self.marksBeforeWriting = marksBeforeWriting
    }

    /// All rows of a query.
    ///
    /// A query without a natural bound says `LIMIT`.
    package func rows(_ query: SQL) throws(StorageError) -> [Row] {
        var rows: [Row] = []
        _ = try connection.run(query, mayWrite: false) { rows.append($0) }
        return rows
    }

    /// The first row, or nil.
    ///
    /// A query that can match more says `LIMIT 1`.
    package func first(_ query: SQL) throws(StorageError) -> Row? {
        var first: Row?
        _ = try connection.run(query, mayWrite: false) { row in
            if first == nil { first = row }
        }
        return first
    }

    /// Runs a change and answers how many rows it inserted, updated or deleted.
    @discardableResult
    package func run(_ change: SQL) throws(StorageError) -> Int {
        try prepareToWrite()
        try writes?.add(change)
        return try connection.run(change, mayWrite: true) { _ in }
    }

    /// Runs a change with a `RETURNING` clause and answers the rows it returns.
    package func returning(_ change: SQL) throws(StorageError) -> [Row] {
        try prepareToWrite()
        try writes?.add(change)
        var rows: [Row] = []
        _ = try connection.run(change, mayWrite: true) { rows.append($0) }
        return rows
    }

    func runScript(_ script: String) throws(StorageError) {
        try prepareToWrite()
        try connection.runScript(script)
    }

    private func prepareToWrite() throws(StorageError) {
        guard !isReadOnly else { throw StorageError(.readOnly, "a change inside a read") }
        guard marksBeforeWriting else { return }
        try connection.setMark()
        marksBeforeWriting = false
        hasMark = true
    }
}

@available(*, unavailable)
extension Transaction: Sendable {}
