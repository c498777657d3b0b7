import CSQLite
import Glibc
import SQL
import Synchronization

/// Disk space that belongs to the database and its log before they need it, so that nothing else can fill it (F73).
///
/// The log is made as long as it may grow before a checkpoint, and the database's file is longer than the database. On a
/// full disk commits go into the log, and checkpoints into the database's file.
@safe
final class SQLiteReserve: Sendable {
    /// The log's length, and what is kept behind the end of the database.
    private struct Size {
        var log: Int64 = 0
        var database: Int64 = 0
        var isKnown = false
    }

    private static let logBytesMax: Int64 = 64 << 20
    private static let logBytesMin: Int64 = 4 << 20
    /// What remains free for everything else before more than the least is taken.
    private static let freeBytesLeft: Int64 = 128 << 20
    /// The index of the log: 32 KiB for each 4 096 pages of it ("WAL-mode File Format", 2.3), with one to spare.
    private static let indexBytes: Int64 = 6 * 32_768

    private let path: String
    private let size = Mutex(Size())
    /// The index's descriptor: closing one drops all locks that this process has on the file ("How To Corrupt An SQLite
    /// Database File", 2.2), so it is open until the last connection has closed.
    private let index = Mutex<Int32>(-1)

    init(path: String) {
        self.path = path
    }

    deinit {
        index.withLock { if $0 >= 0 { close($0) } }
    }

    /// After so many pages the log is copied, so that half of its space is left for what is written while the disk is full;
    /// nil where no space is known.
    var pagesBetweenCheckpoints: Int? {
        let bytes = size.withLock { $0.log }
        return bytes > 0 ? Int(bytes / 2 / 4_096) : nil
    }

    /// Has a connection leave in place what is kept behind the database; to be called before it copies from the log.
    func keep(on connection: SQLiteConnection) throws(StorageError) {
        let pages = try connection.pageCount()
        let bytes = size.withLock { size in
            if !size.isKnown { size = left(by: pages) }
            return size.database
        }
        if bytes > 0 { _ = try connection.setChunk(reserve: bytes) }
    }

    /// What an earlier process took, which on a full disk nobody can take again.
    private func left(by pages: Int64) -> Size {
        var (database, log) = (stat(), stat())
        let hasDatabase = unsafe stat(path, &database) == 0
        let hasLog = unsafe stat(path + "-wal", &log) == 0
        return Size(
            log: hasLog ? min(Int64(log.st_size), Self.logBytesMax) : 0,
            database: hasDatabase ? max(0, Int64(database.st_size) - pages * 4_096) : 0,
            isKnown: true
        )
    }

    /// Takes as much as the disk has to spare; what was taken is kept.
    ///
    /// On the writer's thread, outside a transaction.
    func take(on connection: SQLiteConnection) throws(StorageError) {
        var facts = statvfs()
        guard unsafe statvfs(path, &facts) == 0 else {
            throw StorageError(.unavailable, "the disk cannot be looked at")
        }
        let free = Int64(clamping: facts.f_bavail) * Int64(clamping: facts.f_frsize)
        let log = min(Self.logBytesMax, max(Self.logBytesMin, (free - Self.freeBytesLeft) / 2))
        let wanted = size.withLock { size in
            size.log = max(size.log, log)
            size.database = max(size.database, log / 2)
            return size
        }
        takeIndex()
        let taken = try takeLog(wanted.log)
        size.withLock { $0.log = taken }
        try connection.extend(to: try connection.setChunk(reserve: wanted.database))
    }

    /// Takes the log's part again after it was cut to nothing.
    func takeLogAgain() throws(StorageError) {
        let bytes = size.withLock { $0.log }
        if bytes > 0 { _ = try takeLog(bytes) }
    }

    /// Answers how many bytes it could take.
    ///
    /// Zeros behind the last page are no pages: the log is read up to the first one whose checksum does not fit.
    private func takeLog(_ bytes: Int64) throws(StorageError) -> Int64 {
        // No lock of SQLite is on the log, so closing it drops none. Opening the database has made it.
        let descriptor = unsafe open(path + "-wal", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var left = bytes
        // Of a disk that is full already, what there is.
        while left >= Self.logBytesMin / 4 {
            if posix_fallocate(descriptor, 0, off_t(left)) == 0 { return left }
            left /= 2
        }
        throw StorageError(.full, "no space for the log")
    }

    /// SQLite makes the index longer as the log grows, which takes blocks of its own.
    private func takeIndex() {
        index.withLock { index in
            guard index < 0 else { return }
            index = unsafe open(path + "-shm", O_RDWR | O_CLOEXEC)
            if index >= 0 { _ = posix_fallocate(index, 0, off_t(Self.indexBytes)) }
        }
    }
}

extension SQLiteConnection {
    /// The length of the database in pages, by its own header.
    fileprivate func pageCount() throws(StorageError) -> Int64 {
        var pages: Int64 = 0
        // It answers one integer, whatever the database.
        _ = try run("PRAGMA page_count", mayWrite: false) { row in pages = (try? row.integer(0)) ?? 0 }
        return pages
    }

    /// Rounds the size of the database's file up, so that `reserve` bytes are behind its end, and answers that size.
    ///
    /// SQLite rounds to multiples of a number below 2 GiB ("SQLITE_FCNTL_CHUNK_SIZE"): the largest that divides the size.
    fileprivate func setChunk(reserve: Int64) throws(StorageError) -> Int64 {
        let wanted = try pageCount() * 4_096 + reserve
        let parts = wanted >> 30 + 1
        var chunk = Int32(wanted / parts / 4_096 + 1) * 4_096
        let result = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
        guard result == SQLITE_OK else { throw StorageError.of(result: result) }
        return Int64(chunk) * parts
    }

    /// Takes blocks for the database's file up to a size, which it has from then on.
    fileprivate func extend(to bytes: Int64) throws(StorageError) {
        var bytes = bytes
        let result = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_SIZE_HINT, &bytes)
        guard result == SQLITE_OK else { throw StorageError.of(result: result) }
    }
}
