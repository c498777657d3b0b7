import API
import Family
import Foundation

/// What waits to be sent, in a file that survives whatever ends the app.
///
/// A line is added for each thing that happens, behind a checksum, and what was added is on the disk before `append`
/// returns. A line that a crash cut off is not counted: nobody was told that it was kept. Now and then the file is
/// written anew without what is settled, beside the old one, and takes its place at once.
struct Journal {
    /// One line.
    enum Record: Codable {
        case added(OutboxEntry)
        case settled([Int64])
        case refused(RefusedCall)
        case told([Int64])
    }

    /// What waits, the oldest first.
    private(set) var entries: [OutboxEntry] = []
    /// What the hub refused and nobody has been told yet, the oldest first.
    private(set) var refused: [RefusedCall] = []
    /// Bytes of what waits.
    private(set) var bytes = 0
    private(set) var nextNumber: Int64 = 1
    private let path: String
    private var file: FileHandle
    private var fileBytes: UInt64 = 0
    private let lock: JournalLock

    /// Refusals that are kept; of more, the oldest go.
    static let refusedMax = 100
    /// A file shorter than this is never written anew.
    private static let compactFromBytes: UInt64 = 256 << 10

    /// Opens the file of one member, or begins it.
    init(path: String) throws(OutboxError) {
        self.path = path
        lock = try JournalLock(path + ".lock")
        for line in try Self.lines(path) {
            // What is cut off or was turned over on the disk is not what was written: it is left out.
            guard let record = Self.record(line) else { continue }
            Self.take(record, &entries, &refused, &nextNumber)
        }
        bytes = entries.reduce(0) { $0 + $1.bytes }
        file = try Self.rewrite(path, entries, refused)
        fileBytes = try Self.size(file)
    }

    /// Writes what happened, and only then believes it.
    ///
    /// What must last is on the disk when this returns; what is settled may be forgotten, for sending it once more does
    /// no harm.
    mutating func append(_ records: [Record], mustLast: Bool) throws(OutboxError) {
        var lines = Data()
        for record in records { lines.append(try Self.line(record)) }
        do {
            try file.write(contentsOf: lines)
            if mustLast { try file.synchronize() }
        } catch {
            // A half line would spoil the next one. Where even that fails, its checksum will tell.
            try? file.truncate(atOffset: fileBytes)
            throw .device("the outbox cannot be written")
        }
        fileBytes += UInt64(lines.count)
        for record in records { Self.take(record, &entries, &refused, &nextNumber) }
        bytes = entries.reduce(0) { $0 + $1.bytes }
        guard fileBytes > Self.compactFromBytes, fileBytes > 2 * UInt64(bytes) else { return }
        file = try Self.rewrite(path, entries, refused)
        fileBytes = try Self.size(file)
    }

    private static func take(
        _ record: Record,
        _ entries: inout [OutboxEntry],
        _ refused: inout [RefusedCall],
        _ nextNumber: inout Int64
    ) {
        switch record {
        case .added(let entry):
            entries.append(entry)
            nextNumber = max(nextNumber, entry.number + 1)
        case .settled(let numbers):
            let settled = Set(numbers)
            entries.removeAll { settled.contains($0.number) }
        case .refused(let call):
            entries.removeAll { $0.number == call.number }
            refused.append(call)
            nextNumber = max(nextNumber, call.number + 1)
            if refused.count > refusedMax { refused.removeFirst(refused.count - refusedMax) }
        case .told(let numbers):
            refused.removeAll { numbers.contains($0.number) }
        }
    }

    private static func lines(_ path: String) throws(OutboxError) -> [Data.SubSequence] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
        } catch {
            throw .device("the outbox cannot be read")
        }
    }

    /// A new file of what counts, in the place of the old one.
    private static func rewrite(
        _ path: String,
        _ entries: [OutboxEntry],
        _ refused: [RefusedCall]
    ) throws(OutboxError) -> FileHandle {
        var content = Data()
        for call in refused { content.append(try line(.refused(call))) }
        for entry in entries { content.append(try line(.added(entry))) }
        do {
            let new = path + ".new"
            guard FileManager.default.createFile(atPath: new, contents: nil, attributes: privateFile) else {
                throw CocoaError(.fileWriteUnknown)
            }
            guard let file = FileHandle(forWritingAtPath: new) else { throw CocoaError(.fileWriteUnknown) }
            try file.write(contentsOf: content)
            try file.synchronize()
            guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            try synchronizeFolder(of: path)
            return file
        } catch {
            throw .device("the outbox cannot be written")
        }
    }

    /// Its owner's alone; on a phone, closed until it was unlocked once, as fixes come from then on.
    private static var privateFile: [FileAttributeKey: Any] {
        #if os(iOS)
        [.posixPermissions: 0o600, .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        #else
        [.posixPermissions: 0o600]
        #endif
    }

    /// A new name is on the disk once its folder is.
    private static func synchronizeFolder(of path: String) throws {
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
        guard folder >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func size(_ file: FileHandle) throws(OutboxError) -> UInt64 {
        do {
            return try file.offset()
        } catch {
            throw .device("the outbox cannot be read")
        }
    }

    private static func line(_ record: Record) throws(OutboxError) -> Data {
        do {
            let json = try JSONEncoder().encode(record)
            return Data("\(checksum(json)) ".utf8) + json + Data("\n".utf8)
        } catch {
            throw .unwritable
        }
    }

    private static func record(_ line: Data.SubSequence) -> Record? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, Data(parts[0]) == Data(checksum(Data(parts[1])).utf8) else { return nil }
        // A checksum that is right over what cannot be read: a later version wrote it, and will send it.
        return try? JSONDecoder().decode(Record.self, from: Data(parts[1]))
    }

    /// FNV-1a over 64 bits: against accidents, not against people.
    private static func checksum(_ bytes: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The right to one file, held by the kernel for as long as the process lives.
private final class JournalLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(OutboxError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .device("the outbox's folder cannot be used") }
        // The deinit runs all the same, and closes it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse }
    }

    deinit {
        close(descriptor)
    }
}
