import CSodium

/// What a hub encrypts its backups to: a public key, and a mark that its own backups bear.
///
/// Who has it can write backups that the hub's keeper takes for genuine, and read none.
package struct BackupRecipient: Hashable, Sendable {
    static let partCount = 32
    private static let heading = "hearth-backup-to-1:"

    let publicKey: [UInt8]
    let mark: [UInt8]

    init(publicKey: [UInt8], mark: [UInt8]) {
        precondition(publicKey.count == Self.partCount && mark.count == Self.partCount)
        (self.publicKey, self.mark) = (publicKey, mark)
    }

    /// Reads what `text` wrote; nil for anything else.
    package init?(text: String) {
        guard let parts = parts(of: text, after: Self.heading, count: 2) else { return nil }
        self.init(publicKey: parts[0], mark: parts[1])
    }

    /// One line, without a break at its end.
    package var text: String { Self.heading + Base64.encode(publicKey + mark, alphabet: .urlSafe) }

    /// Tells one key from another, to a person: sixteen hexadecimal digits.
    package var fingerprint: String { String(SHA256.hexadecimal(publicKey).prefix(16)) }

    /// Seals a text of any length so that the secret key alone opens it, with libsodium's sealed box.
    package func seal(_ plain: [UInt8]) -> [UInt8] {
        Sodium.isReady
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.sealOverhead)
        let code = unsafe crypto_box_seal(&sealed, plain, UInt64(plain.count), publicKey)
        precondition(code == 0, "libsodium cannot seal")
        return sealed
    }

    /// How many bytes a sealed text has more than the plain one.
    package static let sealOverhead = Int(crypto_box_PUBLICKEYBYTES + crypto_box_MACBYTES)

    /// The key of a stream whose own key is sealed beside it: nobody makes one without the mark.
    package func streamKey(of key: [UInt8]) -> [UInt8] { HMACKey(mark).authenticate(key) }
}

/// What opens backups; the hub that makes them does not have it.
package struct BackupKey: Sendable {
    private static let heading = "hearth-backup-key-1:"

    private let secret: [UInt8]
    /// What backups are encrypted to, for this to open them.
    package let recipient: BackupRecipient

    /// A new one, which nobody else has.
    package init() {
        self.init(secret: SecureRandom.bytes(BackupRecipient.partCount), mark: SecureRandom.bytes(32))
    }

    /// Reads what `text` wrote, with blanks around it; nil for anything else.
    package init?(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix(Self.heading) }
        guard words.count == 1, let parts = parts(of: String(words[0]), after: Self.heading, count: 2) else {
            return nil
        }
        self.init(secret: parts[0], mark: parts[1])
    }

    private init(secret: [UInt8], mark: [UInt8]) {
        Sodium.isReady
        var publicKey = [UInt8](repeating: 0, count: BackupRecipient.partCount)
        unsafe crypto_scalarmult_base(&publicKey, secret)
        self.secret = secret
        recipient = BackupRecipient(publicKey: publicKey, mark: mark)
    }

    /// One line, without a break at its end.
    package var text: String { Self.heading + Base64.encode(secret + recipient.mark, alphabet: .urlSafe) }

    /// What was sealed to this key's recipient; nil where it was another's, or was changed.
    package func open(_ sealed: [UInt8]) -> [UInt8]? {
        let count = sealed.count - BackupRecipient.sealOverhead
        guard count >= 0 else { return nil }
        var plain = [UInt8](repeating: 0, count: count)
        let length = UInt64(sealed.count)
        let code = unsafe crypto_box_seal_open(&plain, sealed, length, recipient.publicKey, secret)
        return code == 0 ? plain : nil
    }
}

/// The parts of 32 bytes each behind a heading.
private func parts(of text: String, after heading: String, count: Int) -> [[UInt8]]? {
    guard text.hasPrefix(heading), let bytes = Base64.decode(text.dropFirst(heading.count).utf8),
        bytes.count == count * BackupRecipient.partCount
    else { return nil }
    return stride(from: 0, to: bytes.count, by: BackupRecipient.partCount).map { start in
        Array(bytes[start..<start + BackupRecipient.partCount])
    }
}
