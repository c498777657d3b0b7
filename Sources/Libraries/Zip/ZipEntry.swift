/// One file of an archive, made piece by piece while the archive is written.
package struct ZipEntry {
    /// With slashes between folders.
    package let name: String
    /// In seconds since 1970.
    package let modifiedAtSeconds: Int64
    /// Whether it is worth compressing; pictures are not.
    package let isCompressed: Bool
    /// The next piece, nil at the end; called on the thread that writes the archive.
    package let nextPiece: () throws -> [UInt8]?

    /// A file whose pieces are made one after the other.
    package init(
        _ name: String,
        modifiedAtSeconds: Int64,
        isCompressed: Bool = true,
        nextPiece: @escaping () throws -> [UInt8]?
    ) {
        self.name = name
        self.modifiedAtSeconds = modifiedAtSeconds
        self.isCompressed = isCompressed
        self.nextPiece = nextPiece
    }

    /// A file that is there as a whole.
    package init(_ name: String, modifiedAtSeconds: Int64, isCompressed: Bool = true, bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init(name, modifiedAtSeconds: modifiedAtSeconds, isCompressed: isCompressed) {
            defer { rest = nil }
            return rest
        }
    }
}

/// Why an archive was not written.
package struct ZipFailure: Error, Hashable, Sendable {
    /// What the library says; it names no file and nothing that is in one.
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
