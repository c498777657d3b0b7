import Family
import HTTP
import Hub

/// Fixes on their way between a file and the database, kept in a file without a name.
///
/// What reads and writes files waits for nothing but the disk, and what asks the database waits for its turn: one of them
/// puts all fixes in here before the other takes them out, so that memory holds one part at a time.
struct FixSpool {
    /// Where some of the fixes are.
    struct Part: Sendable {
        fileprivate let start: Int
        fileprivate let bytes: Int
    }

    /// What a fix takes at most, here, in the text of a track, or in the database with its log.
    static let bytesPerFix = 200

    private let file: UnlinkedFile
    private var end = 0

    /// Throws `FileFailure` where the folder takes no file.
    init(in folder: String) throws(FileFailure) {
        file = try UnlinkedFile(in: folder)
    }

    /// Refuses `count` fixes where their room would not leave the space that files leave free (S57).
    func requireRoom(forFixes count: Int) throws(DiskRefusal) {
        try file.requireRoom(for: count * Self.bytesPerFix)
    }

    /// Adds fixes, and answers where they are, in their order.
    mutating func add(_ records: [FixRecord]) throws(FileFailure) -> [Part] {
        var parts: [Part] = []
        for start in stride(from: 0, to: records.count, by: FixPack.countMax) {
            let bytes = FixPack.bytes(of: Array(records[start..<min(start + FixPack.countMax, records.count)]))
            try file.append(bytes)
            parts.append(Part(start: end, bytes: bytes.count))
            end += bytes.count
        }
        return parts
    }

    /// The fixes of a part, as exact as a `FixRecord` keeps them.
    func records(of part: Part) throws -> [FixRecord] {
        let bytes = try file.bytes(from: part.start, count: part.bytes)
        // Bytes written by this process a moment ago read back, or the disk is damaged.
        guard let records = FixPack.records(bytes: bytes) else { throw FixSpoolDamaged() }
        return records
    }
}

extension UnlinkedFile {
    /// Refuses bytes that would not leave the space that files leave free, by what the disk says now (S57).
    ///
    /// Asked of the disk itself: others fill it meanwhile.
    func requireRoom(for bytes: Int) throws(DiskRefusal) {
        if let freeBytes { try Hub.requireRoom(for: bytes, of: freeBytes) }
    }
}

/// Thrown where fixes that were set aside do not read back.
struct FixSpoolDamaged: Error {}
