import CSQLite
import Synchronization
import Work

/// Moves the write-ahead log into the database file without holding up commits.
///
/// A log that has grown is copied and synced on a connection and line of its own while the writer goes on. What was
/// committed meanwhile is left over; the writer copies that short tail itself before its next transaction, so that the log
/// starts again from its beginning instead of growing for ever. Of what a killed process left, the first transaction copies
/// all.
@safe
final class SQLiteCheckpoints: Sendable {
    private struct State {
        /// Pages in the log when the last round began.
        var pagesAtStart = 0
        var isRunning = false
        /// At first what a process left that was killed: on a full disk the next commit needs the log's space.
        var hasTail = true
    }

    private let state = Mutex(State())
    private let path: String
    private let pagesBetween: Int
    private let reserve: SQLiteReserve?
    private let fileSystem: String?
    private let line: any WorkLine

    /// A round begins whenever the log has grown by `pagesBetween` pages, or sooner where less space is kept for it.
    init(
        path: String,
        pagesBetween: Int,
        reserve: SQLiteReserve?,
        fileSystem: String?,
        on line: any WorkLine
    ) {
        self.line = line
        self.fileSystem = fileSystem
        self.path = path
        self.reserve = reserve
        self.pagesBetween = pagesBetween
    }

    /// Learns after each commit of `connection`, which keeps this object, how long the log is.
    func watch(_ connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        // The hook takes the place of the automatic checkpoint and runs on the committing thread.
        unsafe sqlite3_wal_hook(
            connection,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<SQLiteCheckpoints>.fromOpaque(context).takeUnretainedValue().logHas(pages: Int(pages))
                return SQLITE_OK
            },
            context
        )
    }

    /// Copies the tail that a round left over.
    func finish(on connection: SQLiteConnection) {
        let hasTail = state.withLock { state in
            defer { state.hasTail = false }
            return state.hasTail
        }
        // What cannot be copied stays in the log; a disk that is full is told by the commit that needs it.
        if hasTail { try? connection.checkpoint() }
    }

    private func logHas(pages: Int) {
        let between = min(pagesBetween, reserve?.pagesBetweenCheckpoints ?? pagesBetween)
        let begins = state.withLock { state in
            if pages < state.pagesAtStart { state.pagesAtStart = 0 }
            guard !state.isRunning, pages >= state.pagesAtStart + between else { return false }
            state.isRunning = true
            state.pagesAtStart = pages
            return true
        }
        if begins { line.add { self.runRound() } }
    }

    private func runRound() {
        // A round that fails loses nothing: the log keeps everything, and a later round tries again.
        let done: Void? = try? SQLiteConnection(
            path: path,
            purpose: .checkpoints,
            reserve: reserve,
            fileSystem: fileSystem
        ).checkpoint()
        state.withLock { state in
            state.isRunning = false
            state.hasTail = done != nil
        }
    }
}
