import Backups
import Bus
import Crypto
import Family
import Glibc
import Hub
import Pictures
import SQL
import SQLite
import Storage

/// A hub and the folder it lives in: opened once, by one process at a time.
///
/// The one place where the parts are put together; `serve` and the commands that work on a resting hub share it.
final class HubHouse: Sendable {
    let hub: Hub
    let folder: String
    private let lock: FolderLock

    /// Opens the folder, making it with its keys and database where there is none.
    ///
    /// With `backups`, who leaves is forgotten there too. Root goes on as the owner of the folder from here. Where a hub
    /// was and its database is gone, only `isNew` begins another one (S50).
    ///
    /// - Throws: `CommandFailure` where another process has it open or its database is gone, `KeyFileRefusal`,
    ///   `StorageError`.
    static func open(
        _ folder: String,
        settings: HubSettings,
        mayCreate: Bool,
        isNew: Bool = false,
        outside: Outside = .real,
        backups: BackupStore? = nil,
        limits: Database.Limits = Database.Limits()
    ) async throws -> HubHouse {
        // Where it fails, the lock says why.
        if mayCreate { _ = unsafe mkdir(folder, 0o700) }
        let path = HubFiles(folder: folder).database
        // Asked before the lock, which leaves a file in the folder.
        guard unsafe access(path, F_OK) == 0 || mayCreate else {
            throw CommandFailure(words: "there is no hub in \(folder); --data names another folder")
        }
        try FolderOwner(folder)?.become()
        let lock = try FolderLock(folder)
        let files = HubFiles(folder: folder)
        try files.requireDatabase(isNew: isNew)
        DiskReserve(folder: folder).giveUp()
        let keys = try await files.isMade ? files.keys(mayCreate: false) : files.make()
        let database = try Database(SQLite(path: path, keepsReserve: true), limits: limits)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        var outside = outside
        outside.isCommonPassword = try CommonPasswords.check()
        let left = TombstoneFile(folder: folder)
        outside.zoneFile = { name in
            // A machine without the zone, or without any, says that it does not know it.
            try? fileBytes("/usr/share/zoneinfo/" + name.text, bytesMax: 1 << 20)
        }
        keepAside(left, backups, &outside)
        var settings = settings
        // Beside the database, as that is sealed and this is what its member may read of it.
        settings.scratchFolder = folder
        let hub = try await Hub.open(
            database: database,
            keys: keys,
            settings: settings,
            outside: outside,
            bus: LocalBus(),
            tombstones: try left.read()
        )
        return HubHouse(hub: hub, folder: folder, lock: lock)
    }

    /// What lies beside the database and its backups, for those that are put back.
    private static func keepAside(_ left: TombstoneFile, _ backups: BackupStore?, _ outside: inout Outside) {
        let log = outside.log
        outside.keepTombstones = { hashes in
            try left.write(hashes)
            do {
                try backups?.folder.destroyKeys(of: Set(hashes))
            } catch {
                // Whoever leaves goes from the database all the same; each night and each backup tries again.
                log(LogEntry(.error, "a key could not be destroyed in the backups", [("reason", wordsFor(error))]))
            }
        }
        outside.keepJournal = { try backups?.keepJournal($0) }
        outside.backups = { backups?.state() }
    }

    private init(hub: Hub, folder: String, lock: FolderLock) {
        self.hub = hub
        self.folder = folder
        self.lock = lock
    }

    /// Finishes what waits and leaves the folder to others.
    func close() async {
        await hub.closeSecurityLog()
        await hub.database.close()
        lock.release()
    }
}

extension CommonPasswords {
    /// Looks passwords up in the list that the build makes; in an empty one, and says so, where it is missing.
    ///
    /// The list is a megabyte, and a password is chosen once in a while: it is read each time.
    fileprivate static func check() throws -> @Sendable (String) -> Bool {
        guard let path = builtFile("passwords.txt") else {
            tell("the list of common passwords is not built, so none is refused; `make passwords` builds it", .warning)
            return { _ in false }
        }
        _ = try CommonPasswords(file: path)
        return { password in
            do {
                return try CommonPasswords(file: path).contains(password)
            } catch {
                // None is taken rather than a common one.
                tell("no new password is taken, as the common ones cannot be read: \(wordsFor(error))", .error)
                return true
            }
        }
    }

    private init(file path: String) throws {
        self.init(try fileBytes(path, bytesMax: 16 << 20))
    }
}

/// The right to a data folder, held by the kernel for as long as the process lives.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `CommandFailure` where another process has it, or the folder cannot be used.
    init(_ folder: String) throws {
        descriptor = unsafe Glibc.open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(words: "the data folder \(folder) cannot be used: \(FolderLock.trouble(errno))")
        }
        // The deinit runs all the same, and closes it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandFailure(words: "another hub is using \(folder)")
        }
    }

    /// Gives the folder up.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    private static func trouble(_ code: Int32) -> String {
        let mend =
            switch code {
            case EACCES, EPERM:
                "it belongs to somebody else: run this as its owner, or give it to this user with chown -R"
            case EROFS: "its disk is mounted for reading alone; `findmnt -T` says which, and `dmesg` perhaps why"
            case ENOSPC, EDQUOT: "make room on its disk; `df -h` says how much there is"
            case ENOENT, ENOTDIR: "make it, or name another one with --data"
            default: "look at its disk with `df -h` and `dmesg`"
            }
        return "\(errorWords(code)); \(mend)"
    }

    deinit {
        close(descriptor)
    }
}

extension Outside {
    /// The world as it is.
    static let real = Outside(
        now: realTime,
        random: { SecureRandom.bytes($0) },
        log: { say($0.line) },
        portrait: { try PortraitProcess(word: Command.portrait.name).portrait(of: $0) }
    )
}
