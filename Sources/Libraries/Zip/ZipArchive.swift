import CZip
import Glibc

/// An archive that is read: its files are unpacked one at a time, a piece in memory.
@safe package struct ZipArchive: ~Copyable {
    /// One file of it.
    package struct File: Sendable {
        /// With slashes between folders; as the archive has it, never a path to write to.
        package let name: String
        /// How long it says that it is, unpacked.
        package let bytes: Int
        fileprivate let index: zip_uint64_t
    }

    /// More files than any export holds.
    private static let filesMax: zip_int64_t = 20_000
    private static let pieceBytes = 1 << 20

    private let archive: OpaquePointer

    /// Opens an archive; the descriptor stays the caller's and is read from its beginning.
    ///
    /// - Throws: `ZipFailure` where it is none, or damaged.
    package init(_ descriptor: Int32) throws(ZipFailure) {
        let own = dup(descriptor)
        guard own >= 0, lseek(own, 0, SEEK_SET) == 0 else { throw ZipFailure(words: "the file cannot be read") }
        var code: Int32 = 0
        // On success the archive owns the descriptor; else it stays ours (zip_fdopen).
        guard let opened = unsafe zip_fdopen(own, 0, &code) else {
            close(own)
            throw ZipFailure(words: "it is no archive, or a damaged one")
        }
        unsafe archive = opened
    }

    deinit {
        unsafe zip_discard(archive)
    }

    /// Whether bytes begin as an archive does.
    package static func begins(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 4, bytes[0] == UInt8(ascii: "P"), bytes[1] == UInt8(ascii: "K") else { return false }
        // A file's head, or at once the end.
        return bytes[2] == 3 && bytes[3] == 4 || bytes[2] == 5 && bytes[3] == 6
    }

    /// Its files, without folders; nil where there are too many to be sensible.
    package var files: [File]? {
        let count = unsafe zip_get_num_entries(archive, 0)
        guard (0...Self.filesMax).contains(count) else { return nil }
        return (0..<zip_uint64_t(count)).compactMap { index in
            var stat = unsafe zip_stat_t()
            unsafe zip_stat_init(&stat)
            guard unsafe zip_stat_index(archive, index, 0, &stat) == 0, let name = unsafe stat.name else { return nil }
            let text = unsafe String(cString: name)
            let bytes = unsafe Int(exactly: stat.size)
            guard let bytes, !text.hasSuffix("/") else { return nil }
            return File(name: text, bytes: bytes, index: index)
        }
    }

    /// Unpacks a file piece by piece; it is never longer than it says.
    ///
    /// - Throws: `ZipFailure` where it is damaged or locked by a password, or what `take` throws.
    package func unpack(_ file: File, _ take: ([UInt8]) throws -> Void) throws {
        guard let opened = unsafe zip_fopen_index(archive, file.index, 0) else {
            throw unsafe ZipFailure(words: String(cString: zip_strerror(archive)))
        }
        defer { _ = unsafe zip_fclose(opened) }
        var left = file.bytes
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe zip_fread(opened, $0.baseAddress, zip_uint64_t($0.count))
            }
            guard count >= 0, Int(count) <= left else { throw ZipFailure(words: "a file in the archive is damaged") }
            guard count > 0 else { break }
            left -= Int(count)
            try take(Array(piece[..<Int(count)]))
        }
        guard left == 0 else { throw ZipFailure(words: "a file in the archive breaks off") }
    }
}
