import CSodium

/// A private key of Ed25519 (RFC 8032): who has it can sign, and everybody who knows the public half can tell.
///
/// Printing it shows nothing.
package struct Ed25519Key: Sendable, CustomStringConvertible {
    /// How many bytes the secret has from which the key is made.
    package static let seedCount = 32
    /// How many bytes a public key has.
    package static let publicCount = 32
    /// How many bytes a signature has.
    package static let signatureCount = 64

    /// What others check signatures by.
    package let publicKey: [UInt8]
    private let secret: [UInt8]

    /// Makes the key of 32 random bytes.
    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedCount)
        Sodium.isReady
        var publicKey = [UInt8](repeating: 0, count: Self.publicCount)
        var secret = [UInt8](repeating: 0, count: 64)
        unsafe crypto_sign_seed_keypair(&publicKey, &secret, seed)
        self.publicKey = publicKey
        self.secret = secret
    }

    /// Signs a message: 64 bytes, the same for the same message.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureCount)
        unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }

    package var description: String { "Ed25519Key" }

    /// Whether the holder of the key with this public half signed the message.
    ///
    /// Stricter than RFC 8032 asks: keys and signatures of small order, and numbers written in another than their one
    /// form, are refused.
    package static func isGenuine(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureCount, publicKey.count == publicCount else { return false }
        Sodium.isReady
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
