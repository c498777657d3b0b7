package import Crypto
package import Family

/// What stands in the clear at the beginning of a backup: lines of text, a name and a value each, then an empty one.
package struct BackupHeader: Hashable, Sendable {
    static let heading = "hearth backup "
    private static let form = "1"
    /// A header of more bytes is none.
    static let bytesMax = 4_096

    /// When the database was as it is here.
    package var takenAt: Timestamp
    /// The last step of its schema.
    package var schema: String
    /// How many bytes its files have together.
    package var plainBytes: Int
    /// How many members' keys it holds.
    package var slots: Int
    /// Which key opens it, to a person.
    package var fingerprint: String
    /// The stream's key, sealed.
    var sealedKey: [UInt8]

    init(takenAt: Timestamp, schema: String, plainBytes: Int, slots: Int, fingerprint: String, sealedKey: [UInt8]) {
        (self.takenAt, self.schema, self.plainBytes) = (takenAt, schema, plainBytes)
        (self.slots, self.fingerprint, self.sealedKey) = (slots, fingerprint, sealedKey)
    }

    /// Reads the beginning of the file at `path`.
    init(_ text: String, path: String) throws(BackupError) {
        guard text.hasPrefix(Self.heading) else { throw .noBackup(path) }
        let lines = text.split(separator: "\n").map(String.init)
        guard lines[0] == Self.heading + Self.form else {
            let number = Int(lines[0].dropFirst(Self.heading.count)) ?? 0
            throw number > 1 ? .newerForm(path) : .damaged(path)
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw .damaged(path) }
            fields[pair[0]] = pair[1]
        }
        guard let takenAt = fields["taken"].flatMap({ Timestamp(text: $0) }), let schema = fields["schema"],
            let bytes = fields["bytes"].flatMap({ Int($0) }), bytes >= 0,
            let slots = fields["members"].flatMap({ Int($0) }), (0...BackupSlot.countMax).contains(slots),
            let fingerprint = fields["opens"], let key = fields["key"].flatMap({ Base64.decode($0.utf8) })
        else { throw .damaged(path) }
        self.init(
            takenAt: takenAt,
            schema: schema,
            plainBytes: bytes,
            slots: slots,
            fingerprint: fingerprint,
            sealedKey: key
        )
        guard self.text == text else { throw .damaged(path) }
    }

    var text: String {
        """
        \(Self.heading)\(Self.form)
        taken \(takenAt.text)
        schema \(schema)
        bytes \(plainBytes)
        members \(slots)
        opens \(fingerprint)
        key \(Base64.encode(sealedKey, alphabet: .urlSafe))


        """
    }

    /// What the first piece of the stream is bound to.
    var mark: [UInt8] { SHA256.digest(Array(text.utf8)) }
}

/// A member's data key in a backup, where it can be destroyed without opening the backup.
///
/// The backup's database has no data keys. Each stands here, sealed for the key that opens the backup and beside the hash
/// of its member, so that a hub can destroy the key of somebody who leaves in every backup that it keeps.
package struct BackupSlot: Hashable, Sendable {
    static let hashCount = 32
    /// Longer keys there are none.
    package static let keyCountMax = 64
    static let sealedCount = keyCountMax + 1 + BackupRecipient.sealOverhead
    static let byteCount = hashCount + sealedCount
    static let countMax = 1_000_000

    /// The hash by which it is known that a member left.
    package let memberHash: [UInt8]
    /// Nil where it was destroyed, because the member left.
    let sealed: [UInt8]?

    /// Seals a member's key, as the database keeps it, at most `keyCountMax` bytes; an empty one is of who has none.
    package init(memberHash: [UInt8], key: [UInt8], to recipient: BackupRecipient) {
        precondition(memberHash.count == Self.hashCount && key.count <= Self.keyCountMax)
        self.memberHash = memberHash
        let padding = [UInt8](repeating: 0, count: Self.keyCountMax - key.count)
        sealed = recipient.seal([UInt8(key.count)] + key + padding)
    }

    init(_ bytes: ArraySlice<UInt8>) {
        memberHash = Array(bytes.prefix(Self.hashCount))
        let rest = Array(bytes.dropFirst(Self.hashCount))
        sealed = rest.allSatisfy { $0 == 0 } ? nil : rest
    }

    var bytes: [UInt8] { memberHash + (sealed ?? [UInt8](repeating: 0, count: Self.sealedCount)) }

    /// Whether its member left since.
    package var isDestroyed: Bool { sealed == nil }

    /// The member's key; nil where it was destroyed, or is not what was written.
    package func open(_ key: BackupKey) -> [UInt8]? {
        guard let sealed, let plain = key.open(sealed), let count = plain.first, count <= Self.keyCountMax else {
            return nil
        }
        return Array(plain.dropFirst().prefix(Int(count)))
    }
}
