import CSQLite
import Glibc
import SQL

/// One connection to an SQLite database, with the statements it has prepared.
///
/// Opened without SQLite's own mutexes ("multi-thread" mode in the manual), so one thread uses it at a time; ``Database``
/// sees to that.
@safe
final class SQLiteConnection: DatabaseConnection {
    /// What a connection is for.
    enum Purpose {
        case writing, reading, checkpoints
        /// A file that nobody changes, which may lie where nobody may write.
        case immutable
        /// A new file that nobody else opens before it is whole.
        case making
    }

    let handle: OpaquePointer
    private let checkpoints: SQLiteCheckpoints?
    private var statements = SQLiteStatementCache()
    private var isReading = false
    private var isClosed = false
    private let reserve: SQLiteReserve?
    /// The triggers of a database whose tables are being filled.
    var suspendedTriggers: [String] = []

    /// What is set for all connections before the first of them is opened; nobody asks how much memory they use.
    private static let isConfigured: Bool = {
        hearth_sqlite3_count_no_memory()
        return true
    }()

    /// Opens the file at `path`, which only a writer creates; `checkpoints` is given to the writer of a file.
    init(
        path: String,
        purpose: Purpose,
        checkpoints: SQLiteCheckpoints? = nil,
        reserve: SQLiteReserve? = nil,
        fileSystem: String? = nil
    ) throws(StorageError) {
        self.reserve = reserve
        _ = Self.isConfigured
        let creates = purpose == .writing || purpose == .making
        if creates, fileSystem == nil { Self.create(path) }
        var opened: OpaquePointer?
        let access = purpose == .immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let flags = access | SQLITE_OPEN_NOMUTEX | (creates && fileSystem != nil ? SQLITE_OPEN_CREATE : 0)
        let result = unsafe sqlite3_open_v2(path, &opened, flags, fileSystem)
        guard result == SQLITE_OK, let opened = unsafe opened else {
            // A handle is given even when opening failed, and is to be closed; closing nil does nothing.
            unsafe sqlite3_close_v2(opened)
            throw StorageError.of(result: result)
        }
        unsafe handle = opened
        self.checkpoints = checkpoints
        unsafe sqlite3_extended_result_codes(handle, 1)
        // A name in double quotes that is no column is an error instead of a text, and the schema cannot be written.
        unsafe hearth_sqlite3_strict(handle)
        try configure(purpose)
        if let checkpoints { unsafe checkpoints.watch(handle) }
        // A checkpoint cuts the file where the database ends, unless told otherwise.
        try reserve?.keep(on: self)
    }

    deinit {
        close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        // Statements are finalized before their connection is closed.
        statements = SQLiteStatementCache()
        unsafe sqlite3_close_v2(handle)
    }

    func begin(writing: Bool) throws(StorageError) {
        if writing { checkpoints?.finish(on: self) }
        try control(writing ? "BEGIN IMMEDIATE" : "BEGIN")
        isReading = !writing
    }

    func commit() throws(StorageError) {
        try control("COMMIT")
    }

    func rollback() {
        guard isInTransaction else { return }
        // It fails only where SQLite has already rolled back.
        try? control("ROLLBACK")
    }

    var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    func setSavepoint() throws(StorageError) {
        try control("SAVEPOINT mark")
    }

    func releaseSavepoint() throws(StorageError) {
        try control("RELEASE mark")
    }

    func rollbackToSavepoint() throws(StorageError) {
        try control("ROLLBACK TO mark")
        try control("RELEASE mark")
    }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        let prepared = try prepare(statement.text)
        guard prepared.isReadOnly || (mayWrite && !isReading) else {
            throw StorageError(.readOnly, "a change where only a query may run")
        }
        return try prepared.run(statement.values, eachRow: eachRow)
    }

    func runScript(_ script: String) throws(StorageError) {
        var rest = Array(script.utf8)[...]
        while !rest.isEmpty {
            let (statement, taken) = try prepare(rest, isKept: false)
            rest = rest.dropFirst(taken)
            _ = try statement?.run { _ in }
        }
    }

    /// Copies what it can of the log into the database file, without waiting for anybody, and syncs it.
    func checkpoint() throws(StorageError) {
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard result == SQLITE_OK || result == SQLITE_BUSY else { throw unsafe StorageError.last(on: handle) }
    }

    func truncateWAL() throws(StorageError) {
        // TRUNCATE waits for readers as long as the busy timeout says, and then answers SQLITE_BUSY.
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard result == SQLITE_OK else { throw StorageError.of(result: result) }
        try reserve?.takeLogAgain()
    }

    func takeReserve() throws(StorageError) {
        try reserve?.take(on: self)
    }

    /// Creates the file for its owner alone; SQLite gives its log the same mode.
    ///
    /// Only where there is none: closing any descriptor of a file drops the locks that this process holds on it ("How To
    /// Corrupt An SQLite Database File", 2.2). What goes wrong here is told by opening.
    private static func create(_ path: String) {
        guard path != SQLite.memory else { return }
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    private func configure(_ purpose: Purpose) throws(StorageError) {
        unsafe sqlite3_busy_timeout(handle, 5000)
        if purpose == .writing {
            // A new database gets its log by way of a journal. If a power cut brought the deleted journal back, it would
            // undo all that was committed since: EXTRA syncs the folder after the deletion.
            try runScript("PRAGMA synchronous = EXTRA")
            // Only an empty file takes the page size, and only before it has a log.
            try runScript("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 67108864")
        }
        // What is deleted is overwritten (F58); Debian's library does so anyway.
        try runScript(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA temp_store = MEMORY;
            PRAGMA secure_delete = ON;
            PRAGMA cache_size = -16384;
            """
        )
        if purpose == .making {
            // What is half made is thrown away, so nothing is kept to go back to.
            try runScript(
                """
                PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF;
                PRAGMA temp_store = FILE; PRAGMA cache_size = -65536
                """
            )
        }
        // The writer leaves checkpoints to ``SQLiteCheckpoints``; in memory there are none.
        try runScript("PRAGMA wal_autocheckpoint = 0")
    }

    private func control(_ text: StaticString) throws(StorageError) {
        _ = try prepare(.fixed(text)).run { _ in }
    }

    private func prepare(_ text: SQL.Text) throws(StorageError) -> SQLiteStatement {
        if let kept = statements.find(text) { return kept }
        let bytes =
            switch text {
            case .fixed(let text): Array(text.description.utf8)
            case .built(let text): Array(text.utf8)
            }
        guard let statement = try prepare(bytes[...], isKept: true).statement else {
            throw StorageError(.other, "a statement without text")
        }
        statements.keep(statement, for: text)
        return statement
    }

    private func prepare(
        _ text: ArraySlice<UInt8>,
        isKept: Bool
    ) throws(StorageError) -> (statement: SQLiteStatement?, taken: Int) {
        try unsafe text.withUnsafeBufferPointer { text throws(StorageError) in
            try unsafe SQLiteStatement.prepare(text, isKept: isKept, on: handle)
        }
    }
}
