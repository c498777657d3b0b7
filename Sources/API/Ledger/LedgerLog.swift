public import Family

/// `GET /ledger/checkpoint`: the head of the log.
///
/// Bytes are in base64.
public struct CheckpointBody: Codable, Hashable, Sendable {
    public var ledger: ID<Ledger>
    /// The first line of every head, and the name of the hub's key under it.
    public var origin: String
    /// How many leaves there are.
    public var size: Int
    public var root: String
    /// The hub's key, by which it signs heads; the first leaf names it too.
    public var publicKey: String
    /// The signed note (C2SP tlog-checkpoint).
    public var checkpoint: String
    /// Who has checked the log last, each up to where.
    public var checks: [LedgerCheckBody]
    /// Which devices have seen the log and signed that, the one that saw most of it first.
    public var cosignatures: [CosignatureBody]

    public init(
        ledger: ID<Ledger>,
        origin: String,
        size: Int,
        root: String,
        publicKey: String,
        checkpoint: String,
        checks: [LedgerCheckBody],
        cosignatures: [CosignatureBody]
    ) {
        self.ledger = ledger
        self.origin = origin
        self.size = size
        self.root = root
        self.publicKey = publicKey
        self.checkpoint = checkpoint
        self.checks = checks
        self.cosignatures = cosignatures
    }
}

/// A device that has seen a head of the log and signed that (C2SP tlog-cosignature).
public struct CosignatureBody: Codable, Hashable, Sendable {
    public var key: ID<LedgerKey>
    public var member: ID<Member>
    /// What its holder is called.
    public var name: String
    /// What the device is called; absent where it has no name.
    public var device: String?
    /// How many leaves the log had.
    public var size: Int
    public var at: Timestamp
    /// The head with the hub's signature and the device's.
    public var checkpoint: String

    public init(
        key: ID<LedgerKey>,
        member: ID<Member>,
        name: String,
        device: String?,
        size: Int,
        at: Timestamp,
        checkpoint: String
    ) {
        self.key = key
        self.member = member
        self.name = name
        self.device = device
        self.size = size
        self.at = at
        self.checkpoint = checkpoint
    }
}

/// `POST /ledger/cosignatures`.
public struct CosignBody: Codable, Sendable {
    /// Of a device of mine.
    public var key: ID<LedgerKey>
    public var size: Int
    /// In base64.
    public var root: String
    /// Seconds since 1970, as they are signed.
    public var time: Int64
    /// Of Ed25519, 64 bytes in base64.
    public var signature: String

    public init(key: ID<LedgerKey>, size: Int, root: String, time: Int64, signature: String) {
        self.key = key
        self.size = size
        self.root = root
        self.time = time
        self.signature = signature
    }
}

/// A member's word that the log up to here is right.
public struct LedgerCheckBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var name: String
    public var size: Int
    public var at: Timestamp

    public init(member: ID<Member>, name: String, size: Int, at: Timestamp) {
        self.member = member
        self.name = name
        self.size = size
        self.at = at
    }
}

/// `POST /ledger/checks`.
public struct AddLedgerCheckBody: Codable, Sendable {
    public var size: Int
    /// What the leaves up to there came to, in base64.
    public var root: String

    public init(size: Int, root: String) {
        self.size = size
        self.root = root
    }
}

/// `GET /ledger/proof`.
public struct InclusionBody: Codable, Hashable, Sendable {
    public var leaf: Int
    /// Of the log to whose root the hashes lead.
    public var size: Int
    /// What stands in the tree for the leaf.
    public var commitment: String
    /// RFC 9162, 2.1.3.
    public var hashes: [String]
    public var checkpoint: String

    public init(leaf: Int, size: Int, commitment: String, hashes: [String], checkpoint: String) {
        self.leaf = leaf
        self.size = size
        self.commitment = commitment
        self.hashes = hashes
        self.checkpoint = checkpoint
    }
}

/// `GET /ledger/consistency`.
public struct ConsistencyBody: Codable, Hashable, Sendable {
    public var from: Int
    public var size: Int
    /// RFC 9162, 2.1.4.
    public var hashes: [String]
    public var checkpoint: String

    public init(from: Int, size: Int, hashes: [String], checkpoint: String) {
        self.from = from
        self.size = size
        self.hashes = hashes
        self.checkpoint = checkpoint
    }
}

/// One leaf of the log.
public struct LeafBody: Codable, Hashable, Sendable {
    public var leaf: Int
    /// What stands in the tree: a hash of salt and record.
    public var commitment: String
    /// Absent where the entry is not mine to see.
    public var salt: String?
    /// The entry's bytes; absent where it is not mine to see.
    public var record: String?
    /// The words that the entry holds a hash of, where they are mine to see and not forgotten.
    public var note: LeafNoteBody?

    public init(leaf: Int, commitment: String, salt: String?, record: String?, note: LeafNoteBody?) {
        self.leaf = leaf
        self.commitment = commitment
        self.salt = salt
        self.record = record
        self.note = note
    }
}

/// The words of an entry.
public struct LeafNoteBody: Codable, Hashable, Sendable {
    public var salt: String
    public var text: String

    public init(salt: String, text: String) {
        self.salt = salt
        self.text = text
    }
}
