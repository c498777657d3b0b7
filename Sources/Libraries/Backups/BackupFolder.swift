package import Family
import Glibc
import Linux

/// The folder in which a hub keeps its backups, one file each, and beside them what happened since.
package struct BackupFolder: Sendable {
    /// One backup in it.
    package struct Item: Hashable, Sendable {
        package let path: String
        package let takenAt: Timestamp
        package let bytes: Int
    }

    private static let start = "hearth-"
    private static let end = ".backup"

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Where the hub keeps what a restored backup does not know: who left since, and what was taken back.
    package var journal: String { path + "/since" }

    /// The file of a backup taken at a time, such as `hearth-20261122T033000Z.backup`.
    package func file(takenAt: Timestamp) -> String {
        let digits = takenAt.text.prefix(19).filter { $0 != "-" && $0 != ":" }
        return "\(path)/\(Self.start)\(digits)Z\(Self.end)"
    }

    /// Makes it for its owner alone, where it is missing.
    ///
    /// Throws `.file`.
    package func make() throws(BackupError) {
        do throws(FolderFailure) { try Folders.make(path) } catch { throw .file(error.words) }
    }

    /// The backups in it, newest first; none where there is no folder.
    ///
    /// Throws `.file`.
    package func items() throws(BackupError) -> [Item] {
        let names: [String]
        do throws(FolderFailure) { names = try Folders.names(in: path) } catch { throw .file(error.words) }
        return names.compactMap { name in
            guard let takenAt = Self.time(of: name) else { return nil }
            var facts = stat()
            guard unsafe lstat(path + "/" + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            return Item(path: path + "/" + name, takenAt: takenAt, bytes: Int(facts.st_size))
        }.sorted { $0.takenAt > $1.takenAt }
    }

    /// Removes what the rule does not keep, and what was cut short; answers how many backups went.
    ///
    /// Throws `.file`.
    @discardableResult
    package func prune(now: Timestamp) throws(BackupError) -> Int {
        let items = try items()
        let kept = Set(BackupKeeping.kept(items.map(\.takenAt), now: now))
        let old = items.filter { !kept.contains($0.takenAt) }
        for item in old {
            guard unsafe unlink(item.path) == 0 || errno == ENOENT else { throw OpenFile.failure(item.path) }
        }
        // Read before: nothing can be wrong with it now that was not then.
        let names = (try? Folders.names(in: path)) ?? []
        for name in names where name.hasPrefix(Self.start) && name.hasSuffix(Self.end + ".part") {
            unsafe unlink(path + "/" + name)
        }
        return old.count
    }

    /// Destroys the keys of those who left in every backup that is kept (S34).
    ///
    /// One that cannot be changed does not keep the others from it; the first failure is thrown at the end.
    package func destroyKeys(of hashes: Set<[UInt8]>) throws(BackupError) {
        guard !hashes.isEmpty else { return }
        var failure: BackupError?
        for item in try items() {
            do throws(BackupError) {
                _ = try BackupReader(item.path).destroy(hashes)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Replaces the journal, whole or not at all.
    ///
    /// Throws `.file`.
    package func writeJournal(_ bytes: [UInt8]) throws(BackupError) {
        let draft = journal + ".new"
        // What was cut short before.
        unsafe unlink(draft)
        let file = try OpenFile.making(draft)
        try file.write(bytes)
        try file.flush()
        guard unsafe rename(draft, journal) == 0 else { throw OpenFile.failure(journal) }
        try flushName(of: journal)
    }

    /// A journal's bytes; nil where there is none.
    ///
    /// Throws `.file`.
    package static func journal(at path: String) throws(BackupError) -> [UInt8]? {
        guard unsafe access(path, F_OK) == 0 else { return nil }
        let file = try OpenFile.reading(path)
        return try file.read(min(try file.size(), 1 << 28))
    }

    private static func time(of name: String) -> Timestamp? {
        guard name.hasPrefix(start), name.hasSuffix("Z" + end) else { return nil }
        let digits = name.dropFirst(start.count).dropLast(end.count + 1)
        guard digits.count == 15 else { return nil }
        let parts = digits.split(separator: "T", omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 2, parts[0].count == 8, parts[1].count == 6 else { return nil }
        let (day, clock) = (parts[0], parts[1])
        return Timestamp(
            text: "\(String(day[0..<4]))-\(String(day[4..<6]))-\(String(day[6..<8]))T"
                + "\(String(clock[0..<2])):\(String(clock[2..<4])):\(String(clock[4..<6]))Z"
        )
    }
}
