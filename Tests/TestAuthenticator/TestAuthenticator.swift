import CCrypto
import Crypto

/// An authenticator in memory with one key, and the browser around it.
package final class TestAuthenticator {
    /// What kind of key it makes.
    package enum Kind: Sendable, CaseIterable {
        case p256
        case ed25519
    }

    package let credentialID = SecureRandom.bytes(32)
    package var signCount: UInt32 = 0
    /// Whether it makes sure whom it has before it.
    package var verifies = true
    package var origin: String
    private let host: String
    private let kind: Kind
    private let key: OpaquePointer?

    /// An authenticator with a fresh key for a site.
    package init(_ kind: Kind = .p256, host: String = "localhost", origin: String = "http://localhost:8080") {
        self.kind = kind
        self.host = host
        self.origin = origin
        let context = EVP_PKEY_CTX_new_id(kind == .p256 ? EVP_PKEY_EC : EVP_PKEY_ED25519, nil)
        defer { EVP_PKEY_CTX_free(context) }
        EVP_PKEY_keygen_init(context)
        if kind == .p256 { EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) }
        var made: OpaquePointer?
        EVP_PKEY_generate(context, &made)
        key = made
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// What the browser answers when a passkey is made, for a challenge in base64url.
    package func create(_ challenge: String) -> (clientData: [UInt8], attestation: [UInt8]) {
        let id = [UInt8](repeating: 0, count: 16) + [0, UInt8(credentialID.count)] + credentialID
        let data = head(flags: 0x40) + id + coseKey
        var object: [UInt8] = [0xA3]
        object += text("fmt") + text("none")
        object += text("attStmt") + [0xA0]
        object += text("authData") + [0x58, UInt8(data.count)]
        return (clientData("webauthn.create", challenge), object + data)
    }

    /// What the browser answers when the passkey signs a challenge.
    package func get(_ challenge: String) -> (clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        let client = clientData("webauthn.get", challenge)
        let data = head(flags: 0)
        return (client, data, sign(data + SHA256.digest(client)))
    }

    /// The public key in COSE.
    package var coseKey: [UInt8] {
        let (first, last) = (Array(publicKey.suffix(64).prefix(32)), Array(publicKey.suffix(32)))
        switch kind {
        case .p256:
            let head: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
            let between: [UInt8] = [0x22, 0x58, 0x20]
            return head + first + between + last
        case .ed25519:
            let head: [UInt8] = [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20]
            return head + last
        }
    }

    /// Signs a message with the key.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestSignInit(context, nil, kind == .p256 ? EVP_sha256() : nil, nil, key)
        var count = 256
        var signature = [UInt8](repeating: 0, count: count)
        EVP_DigestSign(context, &signature, &count, message, message.count)
        return Array(signature.prefix(count))
    }

    /// In the form of X.509, whose end is the key itself.
    private var publicKey: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = Int(i2d_PUBKEY(key, &start))
        defer { CRYPTO_free(start, "", 0) }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// A short text in CBOR.
    private func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }

    private func head(flags: UInt8) -> [UInt8] {
        let count: [UInt8] = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> UInt32($0)) }
        let said: UInt8 = flags | 0x01 | (verifies ? 0x04 : 0)
        return SHA256.digest(Array(host.utf8)) + [said] + count
    }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }
}
