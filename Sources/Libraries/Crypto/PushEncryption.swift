/// The keys of a browser by which messages to it are encrypted, so that the service between reads none (RFC 8291).
package struct PushKeys: Hashable, Sendable {
    /// The longest message: what services must take, 4 096 bytes, less what encryption adds (RFC 8291, 4).
    package static let messageBytesMax = 3_993

    /// An uncompressed point of P-256 of which the browser alone has the private half, 65 bytes.
    package let publicKey: [UInt8]
    /// A secret of 16 bytes that the service does not know.
    package let authentication: [UInt8]

    /// Nil where the point does not lie on the curve, or the secret has another length.
    package init?(publicKey: [UInt8], authentication: [UInt8]) {
        guard authentication.count == 16, SignatureKey.p256(point: publicKey)?.isValid ?? false else { return nil }
        self.publicKey = publicKey
        self.authentication = authentication
    }

    /// Encrypts a message of at most ``messageBytesMax`` bytes for the browser, with a key pair and a salt of its own.
    ///
    /// Short messages are all made equally long, so that the service cannot tell them apart; nil where it is too long.
    package func encrypt(_ message: [UInt8]) -> [UInt8]? {
        let shortest = 512
        let padding = message.count < shortest ? shortest - message.count : 0
        return encrypt(
            EncryptedContent.Record(message, paddingCount: padding),
            sender: .random(),
            salt: SecureRandom.bytes(EncryptedContent.saltCount)
        )
    }

    /// The same, where key pair and salt are given: neither may be used twice.
    package func encrypt(_ record: EncryptedContent.Record, sender: P256Key, salt: [UInt8]) -> [UInt8]? {
        guard record.plain.count + record.paddingCount <= Self.messageBytesMax,
            let agreed = sender.agree(with: publicKey)
        else { return nil }
        // Both public keys are part of the secret, so that neither can be exchanged (RFC 8291, 3.3).
        let info = Array("WebPush: info".utf8) + [0] + publicKey + sender.publicKey
        let secret = HMACKey(HMACKey(authentication).authenticate(agreed)).derive(info)
        return EncryptedContent.encrypt(
            [record],
            secret: secret,
            salt: salt,
            keyID: sender.publicKey,
            recordSize: 4_096
        )
    }
}
