import Crypto

/// The hashes of a log's tree (RFC 6962, section 2.1): SHA-256, with a byte before it that says what is hashed, so that
/// no leaf can be taken for a node.
package enum TreeHash {
    /// How many bytes a hash has.
    package static let byteCount = 32
    private static let leafMark: [UInt8] = [0]
    private static let nodeMark: [UInt8] = [1]
    /// What stands for a log without entries.
    package static let empty = SHA256.digest([])

    /// The hash of an entry.
    package static func leaf(_ entry: [UInt8]) -> [UInt8] {
        SHA256.digest(leafMark, entry)
    }

    /// The hash of two subtrees beside each other.
    package static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        SHA256.digest(nodeMark, left, right)
    }
}
