import Glibc

/// The hashes of members who left, beside the database: whoever puts a database back from a backup still has these, and
/// the hub deletes those members again (S35).
struct TombstoneFile: Sendable {
    private static let hashBytes = 32

    private let path: String

    init(folder: String) {
        path = folder + "/left"
    }

    /// The hashes; none where there is no file.
    func read() throws(FileError) -> [[UInt8]] {
        guard unsafe access(path, F_OK) == 0 else { return [] }
        let bytes = try fileBytes(path, bytesMax: 1 << 26)
        return stride(from: 0, to: bytes.count - bytes.count % Self.hashBytes, by: Self.hashBytes).map { start in
            Array(bytes[start..<start + Self.hashBytes])
        }
    }

    /// Replaces the file, whole or not at all.
    func write(_ hashes: [[UInt8]]) throws(FileError) {
        try replaceFile(path, with: hashes.flatMap(\.self))
    }
}
