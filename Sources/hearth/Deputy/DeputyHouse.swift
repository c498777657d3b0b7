import Deputy
import Family
import Glibc
import Linux
import SQL
import SQLite

/// A deputy's folder: its file, and its own time.
final class DeputyHouse: Sendable {
    /// Where a deputy's data is where nothing says otherwise.
    static let ownData = "./hearth-deputy"

    let file: DeputyFile
    let folder: String
    private let clock: DeputyClock

    /// Opens the file; with `mayCreate` the folder is made where it is missing.
    ///
    /// Throws `CommandFailure` where the folder has none, or `StorageError`.
    static func open(_ folder: String, mayCreate: Bool) async throws -> DeputyHouse {
        // Where it fails, opening the file says why.
        if mayCreate { _ = unsafe mkdir(folder, 0o700) }
        let path = folder + "/deputy.db"
        guard unsafe access(path, F_OK) == 0 || mayCreate else {
            throw CommandFailure(words: "there is no deputy in \(folder); --data names another folder")
        }
        try FolderOwner(folder)?.dropPrivileges()
        // Readable by its owner alone: it holds private keys.
        umask(0o077)
        let file = try await DeputyFile(Database(SQLite(path: path)))
        return DeputyHouse(folder, file, after: try await file.mark())
    }

    private init(_ folder: String, _ file: DeputyFile, after mark: DeputyClock.Mark?) {
        (self.folder, self.file) = (folder, file)
        clock = DeputyClock(
            after: mark,
            // A start of the machine without a name is known to this run alone.
            boot: MachineTime.boot ?? "run-\(UInt64.random(in: 0...UInt64.max))",
            sinceBoot: elapsedMilliseconds(),
            wall: realTime().milliseconds
        )
    }

    /// The deputy's own time, which no setting of the machine's clock moves.
    var lived: Int64 { clock.lived(sinceBoot: elapsedMilliseconds()) }

    /// Writes the deputy's own time down.
    func stamp() async throws {
        try await file.set(clock.mark(sinceBoot: elapsedMilliseconds(), wall: realTime().milliseconds))
    }

    /// The right to run as the deputy of this folder; nil where another process does.
    func claim() throws -> DirectoryLock? { try DirectoryLock(folder + "/deputy.lock") }

    /// Messages that were kept because nothing sends them.
    var outboxPath: String { folder + "/deputy-outbox.jsonl" }

    func close() async { await file.close() }
}
