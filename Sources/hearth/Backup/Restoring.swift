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
    /// Whether members are left behind whose keys were destroyed without a reason that is known.
    var acceptsLoss = false

    /// What became of it.
    struct Outcome {
        let header: BackupHeader
        let report: RestoreReport
        let members: BackedUpMembers
        let hasJournal: Bool
        /// Where the folder is that was replaced; nil where there was none.
        var aside: String?
        /// What could not be moved out of it, by path: nobody is told to remove these.
        var stays: [String] = []
    }

    /// Without a slash at its end, and what a link leads to.
    private var target: String { Self.target(configuration.dataFolder) }
    /// Where the new folder is made; a trial has another one, which never holds anything but what it made.
    private func work(isTrial: Bool) -> String { isTrial ? target + ".checking" : Self.draft(of: target) }

    private static func target(_ path: String) -> String {
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        return Folders.absolute(String(path[...end]))
    }

    private static func draft(of target: String) -> String { target + ".restoring" }

    /// The folder beside a hub's that a restore left because it was killed: the new hub, or the hub of before with its
    /// backups (S64); nil without one.
    static func unfinished(beside folder: String) -> String? {
        let draft = draft(of: target(folder))
        return unsafe access(draft, F_OK) == 0 ? draft : nil
    }

    /// Does it, or only tries whether it could: then everything is made and removed again.
    func run(isTrial: Bool = false) async throws -> Outcome {
        let reader = try BackupReader(file)
        try refuseNewer(reader.header)
        // Held to the end: no hub starts in the old folder meanwhile.
        let lock = try !isTrial && Folders.isFile(target + "/hearth.db") ? DirectoryLock.ofDataFolder(target) : nil
        defer { withExtendedLifetime(lock) {} }
        let work = work(isTrial: isTrial)
        try requireRoom(reader.header, in: work)
        try refuseMountPoint()
        if isTrial { try Folders.remove(work) } else { try refuseEarlierTry() }
        try Folders.make(work)
        let made: Outcome
        do {
            made = try await make(reader, in: work, isTrial: isTrial)
            // A hub that root put back is the user's still whom it runs as.
            if !isTrial { try FolderOwner(target)?.give(work) }
        } catch {
            // The reason is told. Nothing but what was made here is in it: the exchange comes later.
            try? Folders.remove(work)
            throw error
        }
        guard !isTrial else {
            try Folders.remove(work)
            return made
        }
        try Folders.flush(work)
        return try swap(made, work)
    }

    /// A restore that was killed after the exchange left the hub of before there, with all its backups: never removed.
    private func refuseEarlierTry() throws(CommandFailure) {
        guard let work = Self.unfinished(beside: target) else { return }
        throw CommandFailure(
            words: """
                \(work) is there from an earlier restore that did not end. It may be the hub of before, with its \
                backups. Look what is in it, then keep it under another name and restore again:
                  ls -l \(work)
                  mv \(work) \(work)-kept
                """
        )
    }

    /// Everything in the new folder.
    private func make(_ reader: BackupReader, in work: String, isTrial: Bool) async throws -> Outcome {
        let key = key
        try await aside { try reader.unpack(with: .key(key), into: work) }
        let keys = try HubKeys.open(folder: work + "/keys", mayCreate: false)
        let (destroyed, known) = try await putKeysBack(reader, keys, in: work)
        let journal = try readJournal(keys)
        let gone = Set((journal?.tombstones ?? []) + (try TombstoneFile(folder: target).read()))
        let members = BackedUpMembers(
            all: reader.slots.count,
            left: destroyed.count { gone.contains($0) },
            unexplained: destroyed.count { !gone.contains($0) },
            isLeavingKnown: journal != nil || !gone.isEmpty
        )
        guard isTrial || acceptsLoss || !members.isSuspicious else {
            throw CommandFailure(words: members.words(file) + " With --accept-loss it is restored without them.")
        }
        try TombstoneFile(folder: work).write(Array(gone.union(destroyed)))
        // Brings the database up to date, and deletes once more whoever left.
        let house = try await HubInstance.open(work, settings: configuration.hub, mayCreate: false)
        do {
            let report = try await house.hub.settleRestored(
                journal,
                takenAt: reader.header.takenAt,
                knownUpTo: known
            )
            if let fault = try await Hub.faults(in: house.hub.database).first {
                throw CommandFailure(words: "\(file) has invalid content: \(fault)")
            }
            await house.close()
            return Outcome(
                header: reader.header,
                report: report,
                members: members,
                hasJournal: journal != nil
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
        _ keys: HubKeys,
        in work: String
    ) async throws -> (destroyed: [[UInt8]], known: Int64) {
        let slots = Dictionary(reader.slots.map { ($0.memberHash, $0) }) { first, _ in first }
        let (key, file) = (key, file)
        return try await withDatabase(work + "/hearth.db") { database in
            let faults = try await database.read { try $0.integrityFaults() }
            guard faults.isEmpty else { throw CommandFailure(words: "\(file) has invalid content: \(faults[0])") }
            return try await database.transaction { transaction in
                var destroyed: [[UInt8]] = []
                let rows = try transaction.dataKeys()
                guard try transaction.lastMigration() == reader.header.schema, rows.count == slots.count else {
                    throw BackupError.damaged(file)
                }
                for row in rows {
                    let hash = Hub.tombstone(of: row.member, keys: keys)
                    guard let slot = slots[hash] else { throw BackupError.damaged(file) }
                    guard !slot.isDestroyed else {
                        destroyed.append(hash)
                        continue
                    }
                    guard let wrapped = slot.open(key) else { throw BackupError.damaged(file) }
                    let restored = DataKeyRow(member: row.member, wrapped: wrapped.isEmpty ? nil : wrapped)
                    guard Hub.opens(restored, keys: keys) else { throw BackupError.damaged(file) }
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
    private func swap(_ made: Outcome, _ work: String) throws -> Outcome {
        guard unsafe access(target, F_OK) == 0 else {
            try Folders.rename(work, to: target)
            try Folders.flushName(of: target)
            return made
        }
        let old = unusedName()
        // Read before the exchange, after which the folder's path leads elsewhere.
        let kept = Set(["region", "backups", "tiles.sqlite"] + [backupsInside].compactMap(\.self))
        try Folders.exchange(work, target)
        var done = made
        done.aside = old
        for name in kept.sorted()
        where unsafe access(work + "/" + name, F_OK) == 0 {
            do {
                try Folders.makeAll(above: target + "/" + name)
                try Folders.rename(work + "/" + name, to: target + "/" + name)
            } catch {
                say("\(old)/\(name) stays where it is: \(wordsFor(error))")
                done.stays.append(old + "/" + name)
            }
        }
        // Last: wherever this is killed while backups are still in it, the next restore names the draft and stops.
        try Folders.rename(work, to: old)
        try Folders.flushNames(in: target)
        try Folders.flushName(of: target)
        return done
    }

    /// What the folder that is replaced is called from then on; another one of the same second may be there.
    private func unusedName() -> String {
        let stamp = realTime().text.prefix(19).filter { $0 != "-" && $0 != ":" }
        let first = "\(target).before-restore-\(stamp)Z"
        var (name, number) = (first, 1)
        while unsafe access(name, F_OK) == 0 {
            number += 1
            name = "\(first)-\(number)"
        }
        return name
    }

    /// The backups' folder from the replaced folder on, where it is in it.
    private var backupsInside: String? {
        guard let path = BackupStore(configuration)?.folder.path else { return nil }
        let (folder, whole) = (configuration.dataFolder + "/", Folders.absolute(path))
        if whole.hasPrefix(target + "/") { return String(whole.dropFirst(target.count + 1)) }
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : nil
    }

    private func refuseNewer(_ header: BackupHeader) throws {
        guard !Schema.migrations.contains(where: { $0.name == header.schema }) else { return }
        throw BackupError.newerDatabase(file, schema: header.schema)
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

    private func requireRoom(_ header: BackupHeader, in work: String) throws {
        let needed = 2 * header.plainBytes + Self.spareBytes
        guard let free = Folders.freeBytes(work), free < needed else { return }
        throw CommandFailure(
            words: "too little room for \(target): \(free >> 20) MiB are free, and \(needed >> 20) MiB are needed"
        )
    }
}
