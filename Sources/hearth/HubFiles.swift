import Crypto
import Family
import Glibc
import Linux
import SQL
import SQLite
import Storage

/// The database and the keys of a hub, which belong together: how they are made, and what is said where one is gone.
struct HubFiles: Sendable {
    let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// Where the database is.
    var database: String { folder + "/hearth.db" }

    /// The database on its way: a start that was cut short leaves it, and while it is there nothing was stored yet.
    ///
    /// SQLite makes a new database with a journal beside it, and a power cut may bring a deleted journal back. Under the
    /// name of the draft it cannot undo the database.
    var draft: String { folder + "/hearth.db.new" }

    /// A file that is there once the hub's rows are on a server.
    var serverMark: String { folder + "/on-a-server" }

    /// Whether the hub has, or had, its rows on a server.
    var hasServerMark: Bool { unsafe access(serverMark, F_OK) == 0 }

    /// Notes that the hub has its rows on a server; on a full disk a hub that noted it before still starts.
    func markServer() throws {
        guard !hasServerMark else { return }
        try replaceFile(serverMark, with: Array("This hub's rows are in a PostgreSQL database.\n".utf8))
    }

    /// Whether the hub's keys are there.
    var hasKeys: Bool { unsafe access(folder + "/keys/hub.key", F_OK) == 0 }

    /// Whether there is a database.
    var isMade: Bool { unsafe access(database, F_OK) == 0 }

    /// The hub's keys.
    func keys(mayCreate: Bool) throws(KeyFileError) -> HubKeys {
        try HubKeys.open(folder: folder + "/keys", mayCreate: mayCreate)
    }

    /// Refuses to begin a new hub where one was, whose phones it would not know; with `isNew` moves what is left aside.
    func requireDatabase(isNew: Bool) throws {
        var facts = stat()
        let isThere = unsafe stat(database, &facts) == 0
        let isEmpty = isThere && facts.st_size == 0
        let isDraft = unsafe access(draft, F_OK) == 0
        guard isEmpty || (!isThere && hasKeys && !isDraft) else { return }
        guard isNew else {
            guard isThere || !hasServerMark else {
                throw CommandFailure(
                    words: "the hub of \(folder) has its rows on a PostgreSQL server: name it with --database, or "
                        + "database = \"postgres://…\" in hearth.toml"
                )
            }
            throw CommandFailure(
                words: isEmpty
                    ? "\(database) is empty: what the hub knew is not in it. \(Self.remedy)"
                    : "\(folder) has the keys of a hub, and its database \(database) is missing. \(Self.remedy)"
            )
        }
        guard isThere else { return }
        try setAside(as: "before-new")
    }

    /// Moves the database away under a name of its own, with a log beside it that may still hold something.
    func setAside(as word: String) throws {
        let stamp = realTime().text.prefix(19).filter { $0 != "-" && $0 != ":" }
        for end in ["", "-wal", "-shm", "-journal"] where unsafe access(database + end, F_OK) == 0 {
            try Folders.rename(database + end, to: "\(database).\(word)-\(stamp)Z\(end)")
        }
    }

    private static let remedy =
        "Put the database back (`hearth restore` makes it of a backup), or begin another hub with --new, which knows no "
        + "member and no phone of this one."

    /// Makes the database and the keys, each whole under its name or not there, also after a power cut.
    func make() async throws -> HubKeys {
        for end in ["", "-wal", "-shm", "-journal"] { try Folders.remove(draft + end) }
        let database = try Database(SQLite(path: draft))
        do {
            try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        try Folders.flushFile(draft)
        try Folders.flushNames(in: folder)
        let keys = try keys(mayCreate: true)
        try Folders.rename(draft, to: self.database)
        try Folders.flushNames(in: folder)
        // The folder's own name.
        try Folders.flushNames(in: folder + "/..")
        return keys
    }
}
