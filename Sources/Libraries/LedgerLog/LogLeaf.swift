import Crypto
package import Family

/// What a leaf of a log's tree stands for: an entry, hidden behind a salt.
///
/// In the tree stands only a hash of both. Who may see the entry is given the salt with it and can tell that nothing was
/// changed; to everybody else it says nothing, not even whether two entries are alike.
package struct LogLeaf: Hashable, Sendable {
    /// How many random bytes hide an entry.
    package static let saltCount = 16

    package let salt: [UInt8]
    /// The entry's bytes.
    package let record: [UInt8]

    package init(salt: [UInt8], record: [UInt8]) {
        self.salt = salt
        self.record = record
    }

    /// What stands in the tree for it: 32 bytes.
    package var commitment: [UInt8] {
        SHA256.digest(LogLeaf.word, salt, record)
    }

    private static let word = Array("hearth/leaf/v1\0".utf8)
}

extension NoteDigest {
    /// What stands for a memo or a name, hidden behind a salt of its own, so that both can be erased.
    package init(salt: [UInt8], text: String) {
        let digest = SHA256.digest(Array("hearth/note/v1\0".utf8) + salt + Array(text.utf8))
        func word(_ start: Int) -> UInt64 { digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init((word(0), word(8), word(16), word(24)))
    }
}
