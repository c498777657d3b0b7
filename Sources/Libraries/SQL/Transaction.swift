/// The only way to the database: what a closure given to ``Database`` works on.
///
/// It lives on the database's own thread for the length of that closure and cannot leave it. The closure is synchronous,
/// so that nothing can suspend while the database is held.
package final class Transaction {
    private let connection: any DatabaseConnection
    private let isReadOnly: Bool
    private var marksBeforeWriting: Bool
    private let marksBeforeReading: Bool
    private(set) var hasMark = false
    /// Takes each change, for a transaction that the disk may not take.
    private let writes: RecordedWrites?

    /// `marksBeforeWriting` sets a mark ahead of the first change, for a closure that shares its transaction with others.
    ///
    /// On a database whose transactions fail as a whole it is ahead of the first statement.
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
        marksBeforeReading = marksBeforeWriting && connection.failsAsAWhole
    }

    /// All rows of a query.
    ///
    /// A query without a natural bound says `LIMIT`.
    package func rows(_ query: SQL) throws(StorageError) -> [Row] {
        try prepareToRead()
        var rows: [Row] = []
        _ = try connection.run(query, mayWrite: false) { rows.append($0) }
        return rows
    }

    /// The first row, or nil.
    ///
    /// A query that can match more says `LIMIT 1`.
    package func first(_ query: SQL) throws(StorageError) -> Row? {
        try prepareToRead()
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

    /// Runs a change without counting its rows.
    ///
    /// A database across a network is not waited for: a failure is thrown by a later call or by the commit.
    package func post(_ change: SQL) throws(StorageError) {
        try prepareToWrite()
        try writes?.add(change)
        try connection.post(change)
    }

    /// Runs a change with a `RETURNING` clause and answers the rows it returns.
    package func returning(_ change: SQL) throws(StorageError) -> [Row] {
        try prepareToWrite()
        try writes?.add(change)
        var rows: [Row] = []
        _ = try connection.run(change, mayWrite: true) { rows.append($0) }
        return rows
    }

    /// Whether there is a table of this name.
    package func hasTable(_ name: String) throws(StorageError) -> Bool {
        try connection.hasTable(name)
    }

    /// The highest number that a table gave to a row, at least of those that are there; 0 before the first.
    package func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64 {
        try connection.lastNumber(givenIn: table)
    }

    /// What the database finds wrong with itself, at most some forty things; empty where all is right.
    ///
    /// It may go through every page and index, which takes seconds for each gigabyte.
    package func integrityFaults() throws(StorageError) -> [String] {
        try connection.integrityFaults()
    }

    func runScript(_ script: String) throws(StorageError) {
        try prepareToWrite()
        try connection.runScript(script)
    }

    private func prepareToRead() throws(StorageError) {
        if marksBeforeReading { try setSavepoint() }
    }

    private func prepareToWrite() throws(StorageError) {
        guard !isReadOnly else { throw StorageError(.readOnly, "a change inside a read") }
        try setSavepoint()
    }

    private func setSavepoint() throws(StorageError) {
        guard marksBeforeWriting else { return }
        try connection.setSavepoint()
        marksBeforeWriting = false
        hasMark = true
    }
}

@available(*, unavailable)
extension Transaction: Sendable {}
