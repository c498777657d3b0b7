import CSodium

/// A private key of X25519 that opens boxes which a known other key closed (libsodium's `crypto_box`).
///
/// Printing it shows nothing.
package struct BoxKey: Sendable, CustomStringConvertible {
    /// How many bytes the secret has from which the key is made.
    package static let seedCount = 32
    /// How many bytes a public key has.
    package static let publicCount = 32
    /// How many bytes a box has more than what is in it.
    package static let overhead = nonceCount + 16

    private static let nonceCount = 24

    /// Whom others close boxes for.
    package let publicKey: [UInt8]
    private let secret: [UInt8]

    /// Makes the key of 32 random bytes.
    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedCount)
        Sodium.isReady
        var publicKey = [UInt8](repeating: 0, count: Self.publicCount)
        var secret = [UInt8](repeating: 0, count: 32)
        unsafe crypto_box_seed_keypair(&publicKey, &secret, seed)
        self.publicKey = publicKey
        self.secret = secret
    }

    package var description: String { "BoxKey" }

    /// Closes a box that only the holder of the other key opens, and that only this key's holder can have closed.
    ///
    /// Nil for an invalid key.
    package func close(_ plain: [UInt8], for other: [UInt8]) -> [UInt8]? {
        guard other.count == Self.publicCount else { return nil }
        let nonce = SecureRandom.bytes(Self.nonceCount)
        var box = [UInt8](repeating: 0, count: plain.count + Self.overhead - Self.nonceCount)
        guard unsafe crypto_box_easy(&box, plain, UInt64(plain.count), nonce, other, secret) == 0 else { return nil }
        return nonce + box
    }

    /// Opens a box that the other key's holder closed for this one; nil where it is another box, or was changed.
    package func open(_ box: [UInt8], from other: [UInt8]) -> [UInt8]? {
        guard box.count >= Self.overhead, other.count == Self.publicCount else { return nil }
        let (nonce, sealed) = (Array(box.prefix(Self.nonceCount)), Array(box.dropFirst(Self.nonceCount)))
        // One byte at least, so that there is an address to write to.
        var plain = [UInt8](repeating: 0, count: max(1, box.count - Self.overhead))
        guard unsafe crypto_box_open_easy(&plain, sealed, UInt64(sealed.count), nonce, other, secret) == 0 else {
            return nil
        }
        return Array(plain.prefix(box.count - Self.overhead))
    }
}

/// Padding after ISO/IEC 7816-4, which hides how long a text is up to a block.
package enum BlockPadding {
    /// Adds one byte at least, up to a multiple of `block`.
    package static func padded(_ plain: [UInt8], block: Int) -> [UInt8] {
        let count = (plain.count / block + 1) * block
        return plain + [0x80] + [UInt8](repeating: 0, count: count - plain.count - 1)
    }

    /// Removes the padding; nil where there is no padding.
    package static func unpadded(_ padded: [UInt8]) -> [UInt8]? {
        guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 0x80 else { return nil }
        return Array(padded.prefix(end))
    }
}
