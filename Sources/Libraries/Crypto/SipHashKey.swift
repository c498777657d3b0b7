import CSodium

/// A key for SipHash-2-4: a short tag that cannot be foreseen without the key, for tables rather than for proof.
package final class SipHashKey: Sendable {
    /// How many bytes a key has.
    package static let byteCount = Int(crypto_shorthash_KEYBYTES)

    private let key: [UInt8]

    /// Takes a key of 16 bytes.
    package init(_ key: [UInt8]) {
        precondition(key.count == Self.byteCount)
        self.key = key
    }

    /// The 64-bit hash of a message.
    package func hash(_ message: [UInt8]) -> UInt64 {
        var hash: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        unsafe crypto_shorthash(&hash, message, UInt64(message.count), key)
        return hash.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
