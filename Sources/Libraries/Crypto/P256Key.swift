import CCrypto

/// A key pair on the curve P-256: it signs by ECDSA, and agrees on a secret with somebody's public key.
///
/// A class, so that printing it shows nothing; OpenSSL lets many threads use one key that nobody changes.
@safe
package final class P256Key: Sendable {
    /// The public key as an uncompressed point: 4, then 32 bytes each way.
    package let publicKey: [UInt8]

    private nonisolated(unsafe) let key: OpaquePointer

    /// How many bytes the private half has.
    private static let scalarCount = 32

    /// The curve's order: a private half is smaller, and not nought (SEC 2, 2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// What stands around the private half in an ECPrivateKey without its public one (RFC 5915).
    private static let head: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let tail: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    /// Takes the private half, 32 bytes with the most significant first; nil where it is none.
    package init?(scalar: [UInt8]) {
        guard scalar.count == Self.scalarCount, scalar.contains(where: { $0 != 0 }),
            scalar.lexicographicallyPrecedes(Self.order)
        else { return nil }
        let encoded = Self.head + scalar + Self.tail
        // OpenSSL computes the public half where it is missing (d2i_ECPrivateKey(3)).
        let read = unsafe encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &start, buffer.count)
        }
        guard let key = unsafe read else { return nil }
        var point: UnsafeMutablePointer<UInt8>?
        let count = unsafe EVP_PKEY_get1_encoded_public_key(key, &point)
        defer { unsafe CRYPTO_free(point, "", 0) }
        guard count == 65, let point = unsafe point else {
            unsafe EVP_PKEY_free(key)
            return nil
        }
        publicKey = unsafe Array(UnsafeBufferPointer(start: point, count: count))
        unsafe self.key = unsafe key
    }

    deinit {
        unsafe EVP_PKEY_free(key)
    }

    /// A fresh key pair.
    package static func random() -> P256Key {
        // One in four thousand million draws is none.
        while true {
            if let key = P256Key(scalar: SecureRandom.bytes(scalarCount)) { return key }
        }
    }

    /// The same key pair for the same secret and purpose.
    package static func derived(from secret: HMACKey, purpose: String) -> P256Key {
        var number = 0
        while true {
            if let key = P256Key(scalar: secret.derive([UInt8]("\(purpose)/\(number)".utf8))) { return key }
            number += 1
        }
    }

    /// Signs a message by ECDSA with SHA-256: 64 bytes, R and then S, as JSON Web Signatures have it (RFC 7518, 3.4).
    package func sign(_ message: [UInt8]) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory to sign with") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var encoded = [UInt8](repeating: 0, count: 80)
        var count = encoded.count
        let isSigned =
            unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestSign(context, &encoded, &count, message, message.count) == 1
        precondition(isSigned, "OpenSSL cannot sign")
        // Two whole numbers in a sequence, each with its length before it (RFC 3279, 2.2.3).
        let r = Array(encoded[4..<4 + Int(encoded[3])])
        let rest = 4 + r.count
        let s = Array(encoded[rest + 2..<rest + 2 + Int(encoded[rest + 1])])
        return Self.fixed(r) + Self.fixed(s)
    }

    /// The secret that both sides compute: 32 bytes; nil where `point` is no public key of the curve.
    package func agree(with point: [UInt8]) -> [UInt8]? {
        guard let other = unsafe SignatureKey.p256(point: point)?.makeKey() else { return nil }
        defer { unsafe EVP_PKEY_free(other) }
        guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        // Setting the peer checks that its point lies on the curve (EVP_PKEY_derive_set_peer(3)).
        let isDone =
            unsafe EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other) == 1
            && EVP_PKEY_derive(context, &secret, &count) == 1
        return isDone && count == 32 ? secret : nil
    }

    /// A whole number of DER, which may begin with a nought or leave some out, in 32 bytes.
    private static func fixed(_ number: [UInt8]) -> [UInt8] {
        let digits = number.suffix(scalarCount)
        return [UInt8](repeating: 0, count: scalarCount - digits.count) + digits
    }
}

extension SignatureKey {
    /// The key that an uncompressed point of P-256 means; nil where it is not 65 bytes that begin with 4.
    package static func p256(point: [UInt8]) -> SignatureKey? {
        guard point.count == 65, point[0] == 4 else { return nil }
        return .p256(x: Array(point[1..<33]), y: Array(point[33...]))
    }
}
