import SQL

/// One connection to a PostgreSQL database, with the statements it has prepared.
///
/// The next transaction after a lost connection connects again. What was under way is refused. The outcome of a commit whose
/// answer did not come is looked up on another connection; without one in time, it throws `.unknownOutcome`.
final class PostgresConnection: DatabaseConnection {
    private let settings: PostgresSettings
    /// The right to write; nil for a connection that only reads.
    private let claim: PostgresClaim?
    private let counts: PostgresCounts
    private var wire: PostgresWire?
    private var statements = PostgresStatementCache()
    /// The BEGIN that leaves with the transaction's first statement.
    private var beginning: String?
    private var isOpen = false
    private var isReading = false
    /// Whether the transaction has changed anything.
    private var hasChanged = false
    private var hasMark = false
    /// Statements queued since the last flight by the closure that runs.
    private var posted = 0

    /// Posted statements that leave together at most.
    private static let postedMax = 1_000

    init(_ settings: PostgresSettings, claim: PostgresClaim?, counts: PostgresCounts) throws(StorageError) {
        (self.settings, self.claim, self.counts) = (settings, claim, counts)
        try connect()
    }

    func close() {
        wire = nil
        isOpen = false
    }

    // One statement that fails spoils its transaction, up to the last mark.
    var failsAsAWhole: Bool { true }

    // Several hubs would each tell of what only one of them knows; and the disk is another machine's.
    var holdsWrites: Bool { false }

    var isInTransaction: Bool {
        guard isOpen, let wire, !wire.isLost else { return false }
        return hasMark || !wire.hasFailed
    }

    func begin(writing: Bool) throws(StorageError) {
        wire?.notice()
        if wire?.isLost == true { counts.noteLoss() }
        if wire == nil || wire?.isLost == true { try connect() }
        beginning = writing ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        (isOpen, isReading, hasChanged, hasMark, posted) = (true, !writing, false, false, 0)
    }

    func commit() throws(StorageError) {
        // Nothing was asked, so there is nothing to end.
        guard beginning == nil else { return isOpen = false }
        let wire = try used()
        // The timeout would end the wait for the replica, and the commit would be answered as if that had it.
        if !isReading { try wire.queue("SET LOCAL statement_timeout = 0") }
        let numbered = hasChanged ? claim?.nextCommit : nil
        if let numbered { try wire.queue(numbered.statement) }
        try wire.queue("COMMIT")
        let answer: PostgresResult?
        do {
            answer = try exchange()
        } catch {
            // What failed before the commit has left the transaction open, for its caller to roll back.
            guard wire.isLost, let numbered else { throw error }
            return try settle(commit: numbered.number)
        }
        // A wait for the replica that an operator cancels commits here alone, and warns.
        if wire.lastWarnings.contains("01000"), let numbered { return try settle(commit: numbered.number) }
        isOpen = false
        guard answer?.command == "COMMIT" else {
            throw StorageError(.other, "the transaction had failed before its commit")
        }
        if let numbered { claim?.note(confirmed: numbered.number) }
    }

    /// Finds out what became of a commit whose answer is missing.
    ///
    /// The lock is free only once the server has ended the session of before, so what is there then is the outcome.
    private func settle(commit: Int64) throws(StorageError) {
        (wire, isOpen) = (nil, false)
        counts.noteLoss()
        let deadline = monotonicMilliseconds() + Int64(PostgresSettings.outcomeMilliseconds)
        repeat {
            do throws(StorageError) {
                let isDone = try connect(trying: commit)
                counts.noteSettled()
                if isDone { return }
                throw .undoneCommit
            } catch {
                if error == .undoneCommit || claim?.ended != nil { throw error }
            }
            sleep(milliseconds: 200)
        } while monotonicMilliseconds() < deadline
        counts.noteUnknown()
        claim?.note(unknown: commit)
        throw .lostAnswer
    }

    func rollback() {
        defer { isOpen = false }
        guard isOpen, beginning == nil, let wire, !wire.isLost else { return }
        do throws(StorageError) {
            try settle()
            try wire.queue("ROLLBACK")
            _ = try exchange()
        } catch {
            // The server ends the transaction with the connection; the next one begins with another.
            self.wire = nil
        }
    }

    func setSavepoint() throws(StorageError) {
        try queue("SAVEPOINT mark")
        hasMark = true
    }

    func releaseSavepoint() throws(StorageError) {
        try queue("RELEASE SAVEPOINT mark")
        // What failed is told to whom it belongs, while the mark is there to go back to.
        if posted > 0 { _ = try exchange() }
        hasMark = false
    }

    func rollbackToSavepoint() throws(StorageError) {
        try settle()
        try queue("ROLLBACK TO SAVEPOINT mark")
        try queue("RELEASE SAVEPOINT mark")
        _ = try exchange()
        hasMark = false
    }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        let prepared = try queue(statement, mayWrite: mayWrite)
        guard let result = try exchange() else { throw StorageError(.other, "a statement without an answer") }
        try prepared.read(result, eachRow)
        return result.changedRows
    }

    func post(_ statement: SQL) throws(StorageError) {
        _ = try queue(statement, mayWrite: true)
        posted += 1
        if posted == Self.postedMax { _ = try exchange() }
    }

    func runScript(_ script: String) throws(StorageError) {
        try queue("SET LOCAL statement_timeout = 0")
        for statement in PostgresScript.statements(of: script) { try queue(PostgresScript.translated(statement)) }
        try queue("SET LOCAL statement_timeout = \(PostgresSettings.statementMilliseconds)")
        (posted, hasChanged) = (0, true)
        _ = try used().exchange(within: nil)
    }

    // Deleted rows stay in the server's files until a vacuum, and in its log until that is removed.
    func truncateWAL() throws(StorageError) {}

    // The disk is the server's.
    func takeReserve() throws(StorageError) {}

    private func queue(_ statement: SQL, mayWrite: Bool) throws(StorageError) -> PostgresStatement {
        let text = statement.text
        let prepared = try prepare(text)
        guard (mayWrite && !isReading) || prepared.isQuery else {
            throw StorageError(.readOnly, "a change where only a query may run")
        }
        hasChanged = hasChanged || !prepared.isQuery
        let arguments = try PostgresArguments(statement.values, types: prepared.parameterTypes)
        try begun().queue(prepared.name, arguments, bytes: statement.values.bytes)
        return prepared
    }

    private func prepare(_ text: SQL.Text) throws(StorageError) -> PostgresStatement {
        if let kept = statements.find(text) { return kept }
        let name = statements.newName()
        try begun().queue(preparing: PostgresScript.translated(text.string), as: name)
        guard let description = try exchange() else { throw StorageError(.other, "a statement without a description") }
        let statement = PostgresStatement(
            name: name,
            isQuery: PostgresScript.isQuery(text.string),
            description
        )
        if let oldest = statements.keep(statement, for: text) { try queue("DEALLOCATE \(oldest)") }
        return statement
    }

    private func queue(_ text: String) throws(StorageError) {
        try begun().queue(text)
    }

    /// The connection, with the transaction's beginning on its way.
    private func begun() throws(StorageError) -> PostgresWire {
        let wire = try used()
        if let text = beginning {
            beginning = nil
            try wire.queue(text)
        }
        return wire
    }

    private func used() throws(StorageError) -> PostgresWire {
        guard let wire, isOpen else { throw StorageError(.unavailable, "the database has no transaction open") }
        return wire
    }

    private func exchange() throws(StorageError) -> PostgresResult? {
        posted = 0
        return try used().exchange()
    }

    /// Lets what is queued fail or pass, where what follows undoes it anyway.
    private func settle() throws(StorageError) {
        guard let wire, !wire.isEmpty else { return }
        do throws(StorageError) { _ = try exchange() } catch { if wire.isLost { throw error } }
    }

    /// Connects, and looks whether the database is one that the hub can have; answers what ``PostgresClaim`` does.
    @discardableResult
    private func connect(trying commit: Int64? = nil) throws(StorageError) -> Bool {
        wire = nil
        statements = PostgresStatementCache()
        if let ended = claim?.ended { throw ended }
        let wire = try PostgresWire(settings)
        let isDone = try claim?.take(on: wire, trying: commit) ?? false
        counts.noteConnection()
        self.wire = wire
        return isDone
    }
}

extension SQL.Text {
    /// The statement's text.
    fileprivate var string: String {
        switch self {
        case .fixed(let text): text.description
        case .built(let text): text
        }
    }
}
