import Backups
import Bus
import Crypto
import Family
import Glibc
package import Hub
import Linux
import Pictures
package import SQL
import Storage

/// A hub and the folder it lives in: opened once, by one process at a time.
///
/// The one place where the parts are put together; `serve` and the commands that work on a resting hub share it.
package final class HubInstance: Sendable {
    package let hub: Hub
    let folder: String
    /// Where its rows are.
    let place: HubDatabase
    private let lock: DirectoryLock

    /// Opens the folder, making it with its keys and database where there is none.
    ///
    /// With `backups`, who leaves is forgotten there too. Root goes on as the owner of the folder from here. Where a hub
    /// was and its database is gone, only `isNew` begins another one (S50).
    ///
    /// - Throws: `CommandFailure` where another process has it open or its database is gone, `KeyFileError`,
    ///   `StorageError`.
    static func open(
        _ folder: String,
        on place: HubDatabase = .file,
        settings: HubSettings,
        mayCreate: Bool,
        isNew: Bool = false,
        outside: HubDependencies = .real,
        backups: BackupStore? = nil,
        limits: Database.Limits = Database.Limits()
    ) async throws -> HubInstance {
        let lock = try Self.lock(folder, mayCreate: mayCreate, isNew: isNew)
        let (files, workplace) = (HubFiles(folder: folder), outside.workplace)
        let (keys, database) =
            switch place {
            case .file: try await files.open(isNew: isNew, in: workplace, limits: limits)
            case .server(let server):
                try await files.open(on: server, mayCreate: mayCreate, isNew: isNew, in: workplace, limits: limits)
            }
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
            bus: LocalBus(in: outside.workplace),
            tombstones: try left.read()
        )
        return HubInstance(hub: hub, folder: folder, place: place, lock: lock)
    }

    /// Opens the folder of a hub that nobody serves, with settings of its own and without backups.
    package static func openAlone(
        _ folder: String,
        mayCreate: Bool,
        limits: Database.Limits = Database.Limits()
    ) async throws -> HubInstance {
        try await open(folder, settings: HubSettings(), mayCreate: mayCreate, limits: limits)
    }

    /// Takes the folder for this process, which goes on as its owner.
    private static func lock(_ folder: String, mayCreate: Bool, isNew: Bool) throws -> DirectoryLock {
        let files = HubFiles(folder: folder)
        if !files.isMade, !files.hasServerMark, !isNew, let left = Restoring.unfinished(beside: folder) {
            throw CommandFailure(
                words: """
                    \(folder) has no hub, and \(left) is there from a restore that did not end. Look what is in it, \
                    then keep it under another name and restore again, or begin another hub with --new:
                      ls -l \(left)
                      mv \(left) \(left)-kept
                    """
            )
        }
        // Where it fails, the lock says why.
        if mayCreate { _ = unsafe mkdir(folder, 0o700) }
        // Asked before the lock, which leaves a file in the folder.
        guard files.isMade || files.hasServerMark || mayCreate else {
            throw CommandFailure(words: "there is no hub in \(folder); --data names another folder")
        }
        try FolderOwner(folder)?.dropPrivileges()
        return try DirectoryLock.ofDataFolder(folder)
    }

    /// What lies beside the database and its backups, for those that are put back.
    private static func keepAside(_ left: TombstoneFile, _ backups: BackupStore?, _ outside: inout HubDependencies) {
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

    private init(hub: Hub, folder: String, place: HubDatabase, lock: DirectoryLock) {
        (self.hub, self.folder, self.place, self.lock) = (hub, folder, place, lock)
    }

    /// Finishes what waits and leaves the folder to others.
    package func close() async {
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

extension HubDependencies {
    /// The world as it is.
    static let real = HubDependencies(
        now: realTime,
        random: { SecureRandom.bytes($0) },
        log: { say($0.line) },
        portrait: { try PortraitProcess(word: Command.portrait.name).portrait(of: $0) }
    )
}
