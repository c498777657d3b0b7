import CCrypto

/// A public key by which signatures are checked.
package enum SignatureKey: Hashable, Sendable {
    /// A point on the curve P-256, 32 bytes each way; signatures are ECDSA with SHA-256 in DER.
    case p256(x: [UInt8], y: [UInt8])
    /// 32 bytes; signatures are Ed25519's 64 bytes.
    case ed25519([UInt8])

    /// What stands before the point in a SubjectPublicKeyInfo of P-256 (RFC 5480).
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// Whether it is a key at all: of the right length, and on its curve.
    package var isValid: Bool {
        guard let key = unsafe makeKey() else { return false }
        unsafe EVP_PKEY_free(key)
        return true
    }

    /// Whether the holder of the private key signed `message`.
    package func isGenuine(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key = unsafe makeKey() else { return false }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let digest: OpaquePointer? =
            switch self {
            case .p256: unsafe EVP_sha256()
            // Ed25519 hashes by itself.
            case .ed25519: nil
            }
        return unsafe EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// OpenSSL's form of the key, to be freed; nil where it is none.
    func makeKey() -> OpaquePointer? {
        switch self {
        case .p256(let x, let y):
            guard x.count == 32, y.count == 32 else { return nil }
            let encoded = Self.p256Prefix + x + y
            return unsafe encoded.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe d2i_PUBKEY(nil, &start, buffer.count)
            }
        case .ed25519(let bytes):
            guard bytes.count == 32 else { return nil }
            return unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
        }
    }
}
