package import Crypto

/// What an authenticator says of itself and signs (WebAuthn Level 2, 6.1).
package struct AuthenticatorData: Hashable, Sendable {
    /// A key that was made for the hub.
    package struct Credential: Hashable, Sendable {
        /// 1 to 1 023 bytes.
        package var id: [UInt8]
        /// The key as it came, in COSE (RFC 9053).
        package var encodedKey: [UInt8]
        package var key: SignatureKey
    }

    /// The hash of the relying party's name.
    package var relyingPartyHash: [UInt8]
    /// Somebody was there.
    package var isPresent: Bool
    /// The authenticator made sure by PIN, finger or face that it was its owner.
    package var isVerified: Bool
    /// Grows with each signature; zero where the authenticator does not count.
    package var signCount: UInt32
    /// Only where a key was just made.
    package var credential: Credential?

    /// Reads it; nil where it is none, or its key is of a kind that the hub does not know.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 37 else { return nil }
        let flags = bytes[32]
        relyingPartyHash = Array(bytes[..<32])
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        if flags & 0x40 != 0 {
            guard let credential = Credential(reading: &rest) else { return nil }
            self.credential = credential
        }
        if flags & 0x80 != 0 {
            guard let more = CBOR(reading: &rest), case .map = more else { return nil }
        }
        guard rest.isEmpty else { return nil }
    }
}

extension AuthenticatorData.Credential {
    private static let idCountMax = 1_023

    /// Reads the attested credential: AAGUID, which the hub ignores, credential ID and public key.
    fileprivate init?(reading bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= 18 else { return nil }
        let count = bytes.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(18)
        guard (1...Self.idCountMax).contains(count), bytes.count >= count else { return nil }
        id = Array(bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        let start = bytes
        guard let value = CBOR(reading: &bytes), let key = SignatureKey(cose: value) else { return nil }
        encodedKey = Array(start.prefix(start.count - bytes.count))
        self.key = key
    }
}

extension SignatureKey {
    /// A key in COSE (RFC 9053): ES256 on P-256, or EdDSA on Ed25519; nil for any other, and for what is no key.
    package init?(cose: CBOR) {
        switch (cose[1]?.integer, cose[3]?.integer, cose[-1]?.integer) {
        case (2, -7, 1):
            guard let x = cose[-2]?.bytes, let y = cose[-3]?.bytes else { return nil }
            self = .p256(x: x, y: y)
        case (1, -8, 6):
            guard let x = cose[-2]?.bytes else { return nil }
            self = .ed25519(x)
        default:
            return nil
        }
        guard isValid else { return nil }
    }
}
