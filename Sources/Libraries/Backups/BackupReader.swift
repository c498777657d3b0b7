package import Crypto
import Glibc

/// Reads one backup, and trusts nothing in it before it was opened.
package struct BackupReader: Sendable {
    /// What opens the stream.
    package enum Opening: Sendable {
        /// The secret key, which the hub does not have.
        case key(BackupKey)
        /// The stream's own key, which its writer has until it forgets it.
        case streamKey([UInt8], BackupRecipient)
    }

    package let path: String
    package let header: BackupHeader
    package let slots: [BackupSlot]
    private let bodyAt: Int

    /// Reads what stands in the clear.
    ///
    /// Throws `BackupError`.
    package init(_ path: String) throws(BackupError) {
        self.path = path
        let file = try OpenFile.reading(path)
        let start = try file.read(BackupHeader.bytesMax)
        guard let end = BackupReader.headerEnd(in: start) else {
            throw start.starts(with: BackupHeader.heading.utf8) ? .cutShort(path) : .noBackup(path)
        }
        header = try BackupHeader(String(decoding: start[..<end], as: UTF8.self), path: path)
        bodyAt = end + header.slots * BackupSlot.byteCount
        let size = try file.size()
        guard size >= bodyAt + EncryptingStream.headerCount + EncryptingStream.overhead else { throw .cutShort(path) }
        // Nothing in it is packed: what it says that it holds is in it, or was cut off.
        guard header.plainBytes <= size else { throw .cutShort(path) }
        let whole = try OpenFile.reading(path)
        let bytes = try whole.read(bodyAt).dropFirst(end)
        slots = stride(from: bytes.startIndex, to: bytes.endIndex, by: BackupSlot.byteCount).map { at in
            BackupSlot(bytes[at..<at + BackupSlot.byteCount])
        }
    }

    /// Puts all its files into an empty folder, for their owner alone and on the disk when it returns.
    ///
    /// Throws `.wrongKey`, `.cutShort`, `.damaged` or `.file`; what is there by then is worth nothing.
    package func unpack(with opening: Opening, into folder: String) throws(BackupError) {
        let file = try OpenFile.reading(path)
        _ = try file.read(bodyAt)
        let start = try file.read(EncryptingStream.headerCount)
        guard var stream = DecryptingStream(key: try streamKey(opening), header: start) else { throw .damaged(path) }
        var unpacking = Unpacking(folder: folder, path: path)
        var mark = header.mark
        var isLast = false
        while !isLast {
            let sealed = try file.read(BackupWriter.pieceCount + EncryptingStream.overhead)
            guard !sealed.isEmpty else { throw .cutShort(path) }
            guard let opened = stream.open(sealed, additional: mark) else {
                // A piece that is cut does not open either.
                let isShort = sealed.count < BackupWriter.pieceCount + EncryptingStream.overhead
                throw isShort ? .cutShort(path) : .damaged(path)
            }
            mark = []
            isLast = opened.isLast
            try unpacking.append(opened.piece)
        }
        guard try file.read(1).isEmpty else { throw .damaged(path) }
        try unpacking.finish(bytes: header.plainBytes)
        for slot in slots where !slot.isDestroyed {
            guard case .key(let key) = opening else { break }
            guard slot.open(key) != nil else { throw .damaged(path) }
        }
    }

    private func streamKey(_ opening: Opening) throws(BackupError) -> [UInt8] {
        switch opening {
        case .streamKey(let key, let recipient): return recipient.streamKey(of: key)
        case .key(let key):
            guard key.recipient.fingerprint == header.fingerprint else {
                throw .wrongKey(path, fingerprint: header.fingerprint)
            }
            guard let opened = key.open(header.sealedKey) else { throw .damaged(path) }
            return key.recipient.streamKey(of: opened)
        }
    }

    private static func headerEnd(in bytes: [UInt8]) -> Int? {
        let (line, limit) = (UInt8(ascii: "\n"), bytes.count)
        guard limit > 1 else { return nil }
        return (1..<limit).first { bytes[$0] == line && bytes[$0 - 1] == line }.map { $0 + 1 }
    }

    /// Destroys the keys of those members whose hashes these are, in the file itself; answers how many it had.
    ///
    /// What is done already is left alone.
    package func destroy(_ hashes: Set<[UInt8]>) throws(BackupError) -> Int {
        let places = slots.indices.filter { !slots[$0].isDestroyed && hashes.contains(slots[$0].memberHash) }
        guard !places.isEmpty else { return 0 }
        let file = try OpenFile.changing(path)
        let start = bodyAt - header.slots * BackupSlot.byteCount
        for place in places {
            try file.write(
                [UInt8](repeating: 0, count: BackupSlot.sealedCount),
                at: start + place * BackupSlot.byteCount + BackupSlot.hashCount
            )
        }
        try file.flush()
        return places.count
    }
}

/// Files being made out of the pieces of a stream.
private struct Unpacking {
    let folder: String
    let path: String
    private var waiting: [UInt8] = []
    private var file: UnpackedFile?
    private var bytes = 0

    init(folder: String, path: String) {
        (self.folder, self.path) = (folder, path)
    }

    mutating func append(_ piece: [UInt8]) throws(BackupError) {
        waiting += piece
        while !waiting.isEmpty {
            if let open = file {
                let part = Array(waiting.prefix(open.missing))
                waiting.removeFirst(part.count)
                bytes += part.count
                file = try open.append(part)
            } else {
                guard let entry = try entry() else { return }
                waiting.removeFirst(entry.bytes.count)
                file = try UnpackedFile(entry, in: folder, path: path)
            }
        }
    }

    func finish(bytes expected: Int) throws(BackupError) {
        guard file == nil, waiting.isEmpty, bytes == expected else { throw .damaged(path) }
    }

    /// The entry that begins here; nil where more of it is still to come.
    private func entry() throws(BackupError) -> BackupEntry? {
        guard waiting.count >= 2 else { return nil }
        let count = Int(waiting[0]) | Int(waiting[1]) << 8
        guard (1...BackupEntry.nameCountMax).contains(count) else { throw .damaged(path) }
        guard waiting.count >= 2 + count + BackupEntry.sizeCount else { return nil }
        let name = String(decoding: waiting[2..<2 + count], as: UTF8.self)
        let size = waiting[(2 + count)...].prefix(BackupEntry.sizeCount).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard BackupReader.isSafe(name), size >= 0 else { throw .damaged(path) }
        return BackupEntry(name: name, size: size)
    }
}

extension BackupReader {
    /// Whether a name stays in its folder: letters, digits, dots and dashes, in at most one folder.
    fileprivate static func isSafe(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && !part.hasPrefix(".")
                    && part.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                        default: false
                        }
                    }
            }
    }
}

/// One file that is being made.
private final class UnpackedFile {
    private let file: OpenFile
    private(set) var missing: Int

    init?(_ entry: BackupEntry, in folder: String, path: String) throws(BackupError) {
        if let slash = entry.name.firstIndex(of: "/") {
            let inner = folder + "/" + entry.name[..<slash]
            guard unsafe mkdir(inner, 0o700) == 0 || errno == EEXIST else { throw OpenFile.failure(inner) }
        }
        file = try OpenFile.making(folder + "/" + entry.name)
        missing = entry.size
        guard missing == 0 else { return }
        try file.flush()
        return nil
    }

    /// Answers itself, or nil once it is whole.
    func append(_ bytes: [UInt8]) throws(BackupError) -> UnpackedFile? {
        try file.write(bytes)
        missing -= bytes.count
        guard missing == 0 else { return self }
        try file.flush()
        return nil
    }
}
