package import Crypto

/// The head of a log at one size (C2SP tlog-checkpoint): three lines that its hub signs.
package struct Checkpoint: Hashable, Sendable {
    /// The log it is of.
    package let origin: String
    /// How many leaves it had.
    package let size: Int
    /// The root of its tree then.
    package let root: [UInt8]

    package init(origin: String, size: Int, root: [UInt8]) {
        precondition(size >= 0 && root.count == TreeHash.byteCount && !origin.isEmpty)
        self.origin = origin
        self.size = size
        self.root = root
    }

    /// Reads the text of a note; nil for what is no checkpoint.
    ///
    /// Further lines are left alone.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, lines.last?.isEmpty == true, lines.dropLast().allSatisfy({ !$0.isEmpty }),
            let size = Int(lines[1]), size >= 0, String(size) == lines[1],
            let root = Base64.decode(lines[2].utf8), root.count == TreeHash.byteCount, Base64.encode(root) == lines[2]
        else { return nil }
        self.init(origin: String(lines[0]), size: size, root: root)
    }

    /// The text that is signed.
    package var text: String { "\(origin)\n\(size)\n\(Base64.encode(root))\n" }

    /// The checkpoint as a note that the log's key has signed.
    package func signed(by key: Ed25519Key) -> SignedNote? {
        var note = SignedNote(text: text)
        note?.sign(key, name: origin)
        return note
    }
}
