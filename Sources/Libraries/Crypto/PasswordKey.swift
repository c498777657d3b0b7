import CSodium

/// A key that a password opens: Argon2id of its peppered form and a salt.
///
/// Neither password nor key is kept anywhere. Each call blocks for some hundred milliseconds and takes 64 MiB; the caller
/// chooses where and how many at once.
package struct PasswordKey: Sendable {
    /// Bytes of a salt.
    package static let saltCount = Int(crypto_pwhash_SALTBYTES)
    /// Three passes over 64 MiB (RFC 9106, 4: the second recommended choice).
    private static let passes: UInt64 = 3
    private static let memoryBytes = 64 << 20

    private let pepper: HMACKey

    /// Takes the hub's pepper, so that a stolen database alone allows no guessing.
    package init(pepper: HMACKey) {
        self.pepper = pepper
    }

    /// The key of a password, in its NFKC form; nil where the machine has not the memory.
    package func key(of password: String, salt: [UInt8]) -> AEADKey? {
        Sodium.isReady
        precondition(salt.count == Self.saltCount)
        let peppered = pepper.authenticate([UInt8](PasswordHash.form(of: password).utf8)).map(CChar.init(bitPattern:))
        var key = [UInt8](repeating: 0, count: AEADKey.byteCount)
        let result = unsafe crypto_pwhash(
            &key,
            UInt64(key.count),
            peppered,
            UInt64(peppered.count),
            salt,
            Self.passes,
            Self.memoryBytes,
            crypto_pwhash_ALG_ARGON2ID13
        )
        return result == 0 ? AEADKey(key) : nil
    }
}
