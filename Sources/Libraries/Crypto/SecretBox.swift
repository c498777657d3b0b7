import CSodium

/// The encryption that the OwnTracks apps do with a passphrase: libsodium's secretbox.
///
/// A sealed text is a nonce of 24 bytes, a tag of 16 bytes and the ciphertext.
package struct SecretBox: Sendable {
    private static let nonceCount = Int(crypto_secretbox_NONCEBYTES)
    private static let tagCount = Int(crypto_secretbox_MACBYTES)
    private static let keyCount = Int(crypto_secretbox_KEYBYTES)

    private let key: [UInt8]

    /// The key is the passphrase's UTF-8, cut or filled with zeros to 32 bytes, as the apps do it.
    package init(passphrase: String) {
        let bytes = [UInt8](passphrase.utf8.prefix(Self.keyCount))
        self.init(key: bytes + [UInt8](repeating: 0, count: Self.keyCount - bytes.count))
    }

    /// Takes a key of 32 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyCount)
        self.key = key
    }

    /// Seals a text under a new random nonce.
    package func seal(_ plain: [UInt8]) -> [UInt8] {
        let nonce = SecureRandom.bytes(Self.nonceCount)
        var sealed = [UInt8](repeating: 0, count: Self.tagCount + plain.count)
        unsafe crypto_secretbox_easy(&sealed, plain, UInt64(plain.count), nonce, key)
        return nonce + sealed
    }

    /// The plain text, or nil where it is too short, was changed, or sealed with another passphrase.
    package func open(_ sealed: [UInt8]) -> [UInt8]? {
        let count = sealed.count - Self.nonceCount - Self.tagCount
        guard count >= 0 else { return nil }
        let nonce = [UInt8](sealed.prefix(Self.nonceCount))
        let rest = [UInt8](sealed.dropFirst(Self.nonceCount))
        var plain = [UInt8](repeating: 0, count: count)
        let isGenuine = unsafe crypto_secretbox_open_easy(&plain, rest, UInt64(rest.count), nonce, key) == 0
        return isGenuine ? plain : nil
    }
}
