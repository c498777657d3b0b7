import Backups
import Crypto
import Family
import Hub
import Linux
import SQL
import SQLite
import Storage

/// Takes backups of a hub that is open in this process, each night by itself, and restores every one on trial (S35).
struct BackupMaker: Sendable {
    /// Between two looks at whether it is time.
    private static let pause = Duration.seconds(30)
    /// More than the database itself takes is wanted free.
    private static let spareBytes = 32 << 20

    private let store: BackupStore
    private let hub: Hub

    /// Nil where the hub is to keep none.
    init?(_ configuration: Configuration, hub: Hub) {
        guard let store = BackupStore(configuration) else { return nil }
        (self.store, self.hub) = (store, hub)
    }

    /// Takes one whenever it is time, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let state = store.state()
            let now = hub.outside.now()
            if state.hasKey, BackupKeeping.isDue(newest: state.newestAt, failedAt: state.failedAt, now: now) {
                do {
                    let backup = try await make()
                    hub.outside.log(LogEntry(.info, "a backup was taken and tried", [("bytes", "\(backup.bytes)")]))
                } catch is CancellationError {
                    return
                } catch {
                    hub.outside.log(LogEntry(.error, "no backup could be taken", [("reason", wordsFor(error))]))
                }
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Takes one now and restores it on trial; what fails is noted for the keeper, and leaves the older ones.
    func make() async throws -> BackupLine {
        guard let recipient = try store.recipient() else {
            throw CommandFailure(words: "no backup key yet; make one: hearth backup key --to FILE")
        }
        do {
            try requireRoom()
            try store.folder.make()
            guard let claim = try DirectoryLock(store.folder.path + "/lock") else {
                throw CommandFailure(words: "another backup is being taken")
            }
            defer { withExtendedLifetime(claim) {} }
            let work = store.dataFolder + "/backup-work"
            // What a killed hub left.
            try Folders.remove(work)
            try Folders.make(work)
            let made: BackupLine
            do {
                made = try await make(to: recipient, in: work)
            } catch {
                // The reason is told; what is left is removed by the next one.
                try? Folders.remove(work)
                throw error
            }
            try Folders.remove(work)
            return made
        } catch let stopped as CancellationError {
            throw stopped
        } catch {
            // On a full disk not even that; the log has it.
            try? store.noteFailed(wordsFor(error), at: hub.outside.now())
            throw error
        }
    }

    private func make(to recipient: BackupRecipient, in work: String) async throws -> BackupLine {
        let now = hub.outside.now()
        let path = store.folder.file(takenAt: now)
        let keys = try HubKeys.open(folder: store.dataFolder + "/keys", mayCreate: false)
        let source = store.dataFolder + "/hearth.db"
        let copy = work + "/hearth.db"
        try await aside { try SQLite(path: source).copy(to: copy) }
        // A hub that stops does not wait for the rest.
        try Task.checkCancellation()
        let (dataKeys, schema) = try await takeKeys(outOf: copy)
        let slots = try dataKeys.map { row in
            guard Hub.opens(row, keys: keys), (row.wrapped?.count ?? 0) <= BackupSlot.keyCountMax else {
                throw CommandFailure(words: "a member's data key in the database does not open with the hub's key file")
            }
            let hash = Hub.tombstone(of: row.member, keys: keys)
            return BackupSlot(memberHash: hash, key: row.wrapped ?? [], to: recipient)
        }
        let writer = BackupWriter(to: recipient, takenAt: now, schema: schema, slots: slots)
        let files = [(name: "hearth.db", path: copy)] + (try keyFiles())
        let streamKey = try await aside { try writer.write(files, to: path) }
        try Folders.remove(copy)
        do {
            try Task.checkCancellation()
            try await drill(path, .streamKey(streamKey, recipient), dataKeys, in: work + "/trial")
        } catch let stopped as CancellationError {
            try Folders.remove(path)
            throw stopped
        } catch {
            try Folders.remove(path)
            throw CommandFailure(words: "the backup was restored on trial and is not right: \(wordsFor(error))")
        }
        // Whoever left while it was written is in it.
        try store.folder.destroyKeys(of: Set(try await hub.database.read { try $0.tombstones() }))
        try store.folder.prune(now: now)
        await hub.keepJournal(always: true)
        try store.noteDrilled(at: now)
        return BackupLine(path: path, takenAt: now, bytes: try Folders.size(path), isTried: true)
    }

    /// Restores a backup into a folder that goes afterwards, and looks at all of it.
    private func drill(
        _ path: String,
        _ opening: BackupReader.Opening,
        _ dataKeys: [DataKeyRow],
        in folder: String
    ) async throws {
        try Folders.make(folder)
        try await aside { try BackupReader(path).unpack(with: opening, into: folder) }
        let keys = try HubKeys.open(folder: folder + "/keys", mayCreate: false)
        try await withDatabase(folder + "/hearth.db") { database in
            try await database.transaction { transaction in
                for row in dataKeys { try transaction.setDataKey(row) }
                guard try transaction.dataKeys() == dataKeys, dataKeys.allSatisfy({ Hub.opens($0, keys: keys) }) else {
                    throw CommandFailure(words: "members' data keys do not open")
                }
            }
            guard let fault = try await Hub.faults(in: database).first else { return }
            throw CommandFailure(words: fault)
        }
    }

    /// Takes the data keys out of the copy, so that nothing in it can be read that they seal.
    private func takeKeys(outOf copy: String) async throws -> (keys: [DataKeyRow], schema: String) {
        try await withDatabase(copy) { database in
            let taken = try await database.transaction { transaction in
                let keys = try transaction.dataKeys()
                try transaction.removeDataKeys()
                return (keys, try transaction.lastMigration() ?? "")
            }
            try await database.truncateWAL()
            return taken
        }
    }

    /// The hub's keys and the secrets of its senders.
    private func keyFiles() throws -> [(name: String, path: String)] {
        let folder = store.dataFolder + "/keys"
        return try Folders.names(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".new") }.compactMap { name in
            let path = folder + "/" + name
            return Folders.isFile(path) ? ("keys/" + name, path) : nil
        }
    }

    /// There must be room for a copy of the database beside it and for the backup, before either is begun.
    private func requireRoom() throws {
        let (data, backups) = (store.dataFolder, store.folder.path)
        let size = try ["", "-wal"].reduce(0) { $0 + (try Folders.size(data + "/hearth.db" + $1)) }
        // What is tried in the data folder is there while the backup is.
        let copies = Folders.areOnOneDisk(data, backups) ? 2 : 1
        for folder in [data, backups] {
            let needed = copies * size + Self.spareBytes
            guard let free = Folders.freeBytes(folder), free < needed else { continue }
            throw CommandFailure(
                words:
                    "too little room for a backup: \(folder) has \(free >> 20) MiB free, and \(needed >> 20) MiB are "
                    + "needed; make room there, or name another disk with --backups"
            )
        }
    }
}

/// Opens a database that nobody else has open, and closes it again.
func withDatabase<Output>(_ path: String, _ body: (Database) async throws -> Output) async throws -> Output {
    let database = try Database(SQLite(path: path))
    do {
        let output = try await body(database)
        await database.close()
        return output
    } catch {
        await database.close()
        throw error
    }
}
