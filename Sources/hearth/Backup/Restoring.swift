import Backups
import Crypto
import Family
import Glibc
import Hub
import Linux
import SQL
import Storage

/// Puts a hub back as a backup had it: made whole in a folder beside the one it replaces, then exchanged in one step.
///
/// Until then nothing of the old folder is touched, and afterwards it is kept under another name.
struct Restoring {
    /// More than twice the backup's contents is wanted free: the database grows while it is brought up to date.
    private static let spareBytes = 64 << 20

    let file: String
    let key: BackupKey
    let configuration: Configuration
    /// A journal that lies elsewhere than beside the backup.
    let journal: String?

    /// What became of it.
    struct Outcome {
        let header: BackupHeader
        let report: RestoreReport
        let left: Int
        let hasJournal: Bool
        /// Where the folder is that was replaced; nil where there was none.
        let aside: String?
    }

    /// Without a slash at its end, and what a link leads to.
    private var target: String {
        let path = configuration.dataFolder
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        return Folders.absolute(String(path[...end]))
    }
    private var work: String { target + ".restoring" }

    /// Does it, or only tries whether it could: then everything is made and removed again.
    func run(isTrial: Bool = false) async throws -> Outcome {
        let reader = try BackupReader(file)
        try refuseNewer(reader.header)
        // Held to the end: no hub starts in the old folder meanwhile.
        let lock = try !isTrial && Folders.isFile(target + "/hearth.db") ? FolderLock(target) : nil
        defer { withExtendedLifetime(lock) {} }
        try requireRoom(reader.header)
        try refuseMountPoint()
        // What a restore that was killed left.
        try Folders.remove(work)
        try Folders.make(work)
        do {
            let made = try await make(reader)
            guard !isTrial else {
                try Folders.remove(work)
                return made
            }
            // A hub that root put back is the user's still whom it runs as.
            try FolderOwner(target)?.give(work)
            try Folders.flush(work)
            return try swap(made)
        } catch {
            // The reason is told; what is left is removed by the next one.
            try? Folders.remove(work)
            throw error
        }
    }

    /// Everything in the new folder.
    private func make(_ reader: BackupReader) async throws -> Outcome {
        let (key, work) = (key, work)
        try await aside { try reader.unpack(with: .key(key), into: work) }
        let keys = try HubKeys.open(folder: work + "/keys", mayCreate: false)
        let (destroyed, known) = try await putKeysBack(reader, keys)
        let journal = try readJournal(keys)
        let left = Set(destroyed + (journal?.tombstones ?? []) + (try TombstoneFile(folder: target).read()))
        try TombstoneFile(folder: work).write(Array(left))
        // Brings the database up to date, and deletes once more whoever left.
        let house = try await HubHouse.open(work, settings: configuration.hub, mayCreate: false)
        do {
            let report = try await house.hub.settleRestored(
                journal,
                takenAt: reader.header.takenAt,
                knownUpTo: known
            )
            if let fault = try await Hub.faults(in: house.hub.database).first {
                throw CommandFailure(words: "what \(file) holds is not right: \(fault)")
            }
            await house.close()
            return Outcome(
                header: reader.header,
                report: report,
                left: destroyed.count,
                hasJournal: journal != nil,
                aside: nil
            )
        } catch {
            await house.close()
            throw error
        }
    }

    /// Puts members' data keys back into the database, and answers the hashes of those whose keys were destroyed, and the
    /// last revocation that the backup knows.
    private func putKeysBack(
        _ reader: BackupReader,
        _ keys: HubKeys
    ) async throws -> (destroyed: [[UInt8]], known: Int64) {
        let slots = Dictionary(reader.slots.map { ($0.memberHash, $0) }) { first, _ in first }
        let (key, file) = (key, file)
        return try await withDatabase(work + "/hearth.db") { database in
            let faults = try await database.read { try $0.integrityFaults() }
            guard faults.isEmpty else { throw CommandFailure(words: "what \(file) holds is not right: \(faults[0])") }
            return try await database.transaction { transaction in
                var destroyed: [[UInt8]] = []
                let rows = try transaction.dataKeys()
                guard try transaction.lastMigration() == reader.header.schema, rows.count == slots.count else {
                    throw BackupRefusal.damaged(file)
                }
                for row in rows {
                    let hash = Hub.tombstone(of: row.member, keys: keys)
                    guard let slot = slots[hash] else { throw BackupRefusal.damaged(file) }
                    guard !slot.isDestroyed else {
                        destroyed.append(hash)
                        continue
                    }
                    guard let wrapped = slot.open(key) else { throw BackupRefusal.damaged(file) }
                    let restored = DataKeyRow(member: row.member, wrapped: wrapped.isEmpty ? nil : wrapped)
                    guard Hub.opens(restored, keys: keys) else { throw BackupRefusal.damaged(file) }
                    try transaction.setDataKey(restored)
                }
                return (destroyed, try transaction.lastRevocationIfAny())
            }
        }
    }

    /// What every journal says that this hub wrote: the one given, the one beside the backup, the one where backups are.
    private func readJournal(_ keys: HubKeys) throws -> BackupJournal? {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let places = [journal, BackupFolder(folder).journal, BackupStore(configuration)?.folder.journal]
        var found: BackupJournal?
        for place in Set(places.compactMap { $0 }) {
            guard let sealed = try BackupFolder.journal(at: place) else { continue }
            guard let read = BackupJournal(sealed: sealed, keys: keys) else {
                throw CommandFailure(
                    words: "\(place) is damaged or another hub's; take another copy of it, or move it away where it "
                        + "is lost: then who left after the backup is there again"
                )
            }
            found = BackupJournal(
                tombstones: (found?.tombstones ?? []) + read.tombstones,
                revocations: (found?.revocations ?? []) + read.revocations
            )
        }
        guard journal == nil || found != nil else { throw CommandFailure(words: "\(journal ?? "") is not there") }
        return found
    }

    /// Puts the new folder in the old one's place, and what no backup holds into the new one.
    private func swap(_ made: Outcome) throws -> Outcome {
        guard unsafe access(target, F_OK) == 0 else {
            try Folders.rename(work, to: target)
            return made
        }
        let stamp = realTime().text.prefix(19).filter { $0 != "-" && $0 != ":" }
        let old = "\(target).before-restore-\(stamp)Z"
        guard unsafe access(old, F_OK) != 0 else { throw CommandFailure(words: "\(old) is there already") }
        try Folders.exchange(work, target)
        try Folders.rename(work, to: old)
        for name in ["region", "backups", "tiles.sqlite"] where unsafe access(old + "/" + name, F_OK) == 0 {
            do {
                try Folders.rename(old + "/" + name, to: target + "/" + name)
            } catch {
                say("\(old)/\(name) stays where it is: \(wordsFor(error))")
            }
        }
        return Outcome(
            header: made.header,
            report: made.report,
            left: made.left,
            hasJournal: made.hasJournal,
            aside: old
        )
    }

    private func refuseNewer(_ header: BackupHeader) throws {
        guard !Schema.migrations.contains(where: { $0.name == header.schema }) else { return }
        throw BackupRefusal.newerDatabase(file, schema: header.schema)
    }

    /// A file system's own folder cannot be exchanged for another.
    private func refuseMountPoint() throws {
        var (own, parent) = (stat(), stat())
        guard unsafe stat(target, &own) == 0, unsafe stat(target + "/..", &parent) == 0, own.st_dev != parent.st_dev
        else { return }
        throw CommandFailure(
            words: "\(target) is a file system of its own and cannot be replaced; restore into a folder in it, "
                + "with --data \(target)/hub, and run the hub with that"
        )
    }

    private func requireRoom(_ header: BackupHeader) throws {
        let needed = 2 * header.plainBytes + Self.spareBytes
        guard let free = Folders.freeBytes(work), free < needed else { return }
        throw CommandFailure(
            words: "too little room for \(target): \(free >> 20) MiB are free, and \(needed >> 20) MiB are needed"
        )
    }
}
