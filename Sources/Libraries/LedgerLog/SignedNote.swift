package import Crypto

/// A text with signatures under it (C2SP signed-note).
///
/// The text says nothing until a signature by a key that one trusts has been checked.
package struct SignedNote: Hashable, Sendable {
    /// One line under the text.
    package struct Signature: Hashable, Sendable {
        /// The name of whoever signed.
        package let name: String
        /// Tells keys of one name apart: four bytes of a hash of name and key, no proof of anything.
        package let keyID: [UInt8]
        /// What the signature is made of, by its kind.
        package let bytes: [UInt8]
    }

    /// Ends with a newline.
    package let text: String
    package private(set) var signatures: [Signature]

    /// More signatures under one text are not read.
    private static let signaturesMax = 64
    private static let bytesMax = 65_536

    /// A text that is to be signed: lines of UTF-8 without control characters, each ended; nil for any other.
    package init?(text: String) {
        guard text.utf8.last == UInt8(ascii: "\n"), !hasControls(text) else { return nil }
        self.text = text
        signatures = []
    }

    /// Reads a note with its signatures; nil for what is none.
    package init?(_ note: String) {
        guard note.utf8.count <= SignedNote.bytesMax, note.utf8.last == UInt8(ascii: "\n"), !hasControls(note),
            let blank = lastBlankLine(Array(note.utf8))
        else { return nil }
        let bytes = Array(note.utf8)
        let lines = bytes[(blank + 1)...].dropLast().split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        guard lines.count <= SignedNote.signaturesMax else { return nil }
        text = String(decoding: bytes[..<blank], as: UTF8.self)
        signatures = []
        for line in lines {
            guard let signature = Signature(line: line) else { return nil }
            signatures.append(signature)
        }
    }

    /// The note as it is kept and shown.
    package var note: String {
        signatures.reduce(text + "\n") { $0 + $1.line }
    }

    /// Adds the signature of a log over its own text.
    package mutating func sign(_ key: Ed25519Key, name: String) {
        add(key.sign(Array(text.utf8)), by: .log, key: key.publicKey, name: name)
    }

    /// Adds the signature of somebody who has seen the log and found that it only grew (C2SP tlog-cosignature).
    package mutating func cosign(_ key: Ed25519Key, name: String, secondsSince1970: UInt64) {
        let signature = key.sign(cosigned(at: secondsSince1970))
        cosign(signature, by: key.publicKey, name: name, secondsSince1970: secondsSince1970)
    }

    /// Adds such a signature that was made elsewhere; whether it is genuine is not looked at.
    package mutating func cosign(
        _ signature: [UInt8],
        by publicKey: [UInt8],
        name: String,
        secondsSince1970: UInt64
    ) {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: secondsSince1970 >> UInt64(56 - 8 * $0)) }
        add(time + signature, by: .cosigner, key: publicKey, name: name)
    }

    /// Whether the note carries a signature of this key, all of this key are genuine, and it is a log's own.
    package func isSigned(by publicKey: [UInt8], name: String) -> Bool {
        let found = lines(.log, publicKey, name)
        return !found.isEmpty
            && found.allSatisfy { Ed25519Key.isGenuine($0.bytes, of: Array(text.utf8), by: publicKey) }
    }

    /// When the holder of this key has seen the log; nil where they have not, or a line of theirs is not genuine.
    package func cosignedSecondsSince1970(by publicKey: [UInt8], name: String) -> UInt64? {
        var latest: UInt64?
        for line in lines(.cosigner, publicKey, name) {
            guard line.bytes.count == 8 + Ed25519Key.signatureCount else { return nil }
            let time = line.bytes[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let signature = Array(line.bytes[8...])
            guard Ed25519Key.isGenuine(signature, of: cosigned(at: time), by: publicKey) else { return nil }
            latest = max(latest ?? 0, time)
        }
        return latest
    }

    /// The kinds of signatures, by the byte that goes into a key's number.
    package enum Kind: UInt8, Sendable {
        case log = 1
        case cosigner = 4
    }

    /// The number by which a line names a key.
    package static func keyID(_ kind: Kind, name: String, publicKey: [UInt8]) -> [UInt8] {
        Array(SHA256.digest(Array(name.utf8) + [0x0A, kind.rawValue] + publicKey).prefix(4))
    }

    private func cosigned(at time: UInt64) -> [UInt8] {
        Array("cosignature/v1\ntime \(time)\n\(text)".utf8)
    }

    private mutating func add(_ bytes: [UInt8], by kind: Kind, key: [UInt8], name: String) {
        precondition(isKeyName(name))
        let keyID = SignedNote.keyID(kind, name: name, publicKey: key)
        signatures.append(Signature(name: name, keyID: keyID, bytes: bytes))
    }

    private func lines(_ kind: Kind, _ publicKey: [UInt8], _ name: String) -> [Signature] {
        let keyID = SignedNote.keyID(kind, name: name, publicKey: publicKey)
        return signatures.filter { $0.name == name && $0.keyID == keyID }
    }
}

extension SignedNote.Signature {
    private static let dash: [UInt8] = Array("— ".utf8)

    /// Reads a line; nil where it is none.
    fileprivate init?(line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.dash) else { return nil }
        let words = line.dropFirst(Self.dash.count).split(
            separator: UInt8(ascii: " "),
            omittingEmptySubsequences: false
        )
        guard words.count == 2, let bytes = Base64.decode(words[1]), bytes.count > 4,
            Base64.encode(bytes).utf8.elementsEqual(words[1])
        else { return nil }
        name = String(decoding: words[0], as: UTF8.self)
        guard isKeyName(name) else { return nil }
        keyID = Array(bytes.prefix(4))
        self.bytes = Array(bytes.dropFirst(4))
    }

    fileprivate var line: String { "— \(name) \(Base64.encode(keyID + bytes))\n" }
}

/// A name without spaces of any script and without a plus sign.
private func isKeyName(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "+" }
}

private func hasControls(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 && $0 != UInt8(ascii: "\n") }
}

/// Where the last empty line begins, which is where the text ends; nil where there is none or no text before it.
private func lastBlankLine(_ bytes: [UInt8]) -> Int? {
    let newline = UInt8(ascii: "\n")
    return bytes.indices.reversed().first { $0 > 0 && bytes[$0] == newline && bytes[$0 - 1] == newline }
}
