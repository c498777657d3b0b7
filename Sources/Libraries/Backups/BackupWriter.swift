package import Crypto
package import Family
import Glibc
import Linux

/// Writes one backup: files of any size, encrypted piece by piece, whole under its name or not there.
package struct BackupWriter: Sendable {
    /// How much is sealed at once.
    static let pieceCount = 1 << 16

    private let recipient: BackupRecipient
    private let takenAt: Timestamp
    private let schema: String
    private let slots: [BackupSlot]

    /// `slots` are the data keys of all members of the database that is to be written, which itself has none.
    package init(to recipient: BackupRecipient, takenAt: Timestamp, schema: String, slots: [BackupSlot]) {
        self.recipient = recipient
        self.takenAt = takenAt
        self.schema = schema
        self.slots = slots
    }

    /// Writes files under names such as `keys/hub.key` to a new file at `path`, for its owner alone.
    ///
    /// Answers the key of its stream, by which it can be tried until that is forgotten. Throws `.file`, for example where
    /// the disk is full, or `.isThere`; then nothing of it is left.
    package func write(_ files: [(name: String, path: String)], to path: String) throws(BackupError) -> [UInt8] {
        let draft = path + ".part"
        // What was cut short before.
        unsafe unlink(draft)
        guard unsafe access(path, F_OK) != 0 else { throw .isThere(path) }
        do throws(BackupError) {
            let key = SecureRandom.bytes(32)
            try write(files, key: key, draft: draft)
            guard unsafe rename(draft, path) == 0 else { throw OpenFile.failure(path) }
            try flushName(of: path)
            return key
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    private func write(
        _ files: [(name: String, path: String)],
        key: [UInt8],
        draft: String
    ) throws(BackupError) {
        var plainBytes = 0
        for file in files { plainBytes += try OpenFile.reading(file.path).size() }
        let header = BackupHeader(
            takenAt: takenAt,
            schema: schema,
            plainBytes: plainBytes,
            slots: slots.count,
            fingerprint: recipient.fingerprint,
            sealedKey: recipient.seal(key)
        )
        let out = try OpenFile.making(draft)
        try out.write(Array(header.text.utf8))
        for slot in slots { try out.write(slot.bytes) }
        var stream = PieceWriter(key: recipient.streamKey(of: key), mark: header.mark)
        try out.write(stream.header)
        for file in files {
            let source = try OpenFile.reading(file.path)
            let size = try source.size()
            try stream.append(BackupEntry(name: file.name, size: size).bytes, to: out)
            var rest = size
            while rest > 0 {
                let bytes = try source.read(min(rest, Self.pieceCount))
                // Nobody changes what is copied here.
                guard !bytes.isEmpty else { throw .file("\(file.path) became shorter while it was read") }
                try stream.append(bytes, to: out)
                rest -= bytes.count
            }
        }
        try stream.finish(to: out)
        try out.flush()
    }
}

/// What stands before each file: its name and size.
struct BackupEntry {
    /// A name and its size take so many bytes, after two that count the name's.
    static let sizeCount = 8
    static let nameCountMax = 200

    let name: String
    let size: Int

    var bytes: [UInt8] {
        let letters = Array(name.utf8)
        precondition(!letters.isEmpty && letters.count <= Self.nameCountMax)
        let sizes = stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: size >> $0) }
        return [UInt8(letters.count & 255), UInt8(letters.count >> 8)] + letters + sizes
    }
}

/// Cuts what comes into pieces of one size and seals them.
private struct PieceWriter {
    private var stream: EncryptingStream
    private var waiting: [UInt8] = []
    private var mark: [UInt8]

    init(key: [UInt8], mark: [UInt8]) {
        stream = EncryptingStream(key: key)
        self.mark = mark
    }

    var header: [UInt8] { stream.header }

    mutating func append(_ bytes: [UInt8], to file: borrowing OpenFile) throws(BackupError) {
        waiting += bytes
        // One is always kept back: the last piece says that it is the last.
        while waiting.count > BackupWriter.pieceCount {
            try write(Array(waiting.prefix(BackupWriter.pieceCount)), isLast: false, to: file)
            waiting.removeFirst(BackupWriter.pieceCount)
        }
    }

    mutating func finish(to file: borrowing OpenFile) throws(BackupError) {
        try write(waiting, isLast: true, to: file)
    }

    private mutating func write(
        _ piece: [UInt8],
        isLast: Bool,
        to file: borrowing OpenFile
    ) throws(BackupError) {
        try file.write(stream.seal(piece, additional: mark, isLast: isLast))
        mark = []
    }
}

/// Makes a file's name durable.
func flushName(of path: String) throws(BackupError) {
    do throws(FolderFailure) { try Folders.flushName(of: path) } catch { throw .file(error.words) }
}
