/// One line of a family's log: what happened, who signed it, and what the ledger answered.
///
/// Its bytes are what a leaf of the tree commits to; everything about the ledger can be worked out anew from them.
public struct LedgerEntry: Hashable, Sendable {
    /// When the hub took it.
    public let at: Timestamp
    public let event: LedgerEvent
    /// The first one is of whoever asked for it; at most `signaturesMax`.
    public let signatures: [LedgerSignature]
    /// The ledger's answer to a command; done for every other event.
    public let outcome: LedgerOutcome

    public static let signaturesMax = 8

    public init(at: Timestamp, event: LedgerEvent, signatures: [LedgerSignature], outcome: LedgerOutcome) {
        self.at = at
        self.event = event
        self.signatures = signatures
        self.outcome = outcome
    }
}

/// What can stand in a log.
public enum LedgerEvent: Hashable, Sendable {
    /// The first line: whose log it is, and the key by which the hub signs.
    case founded(LedgerFounding)
    /// Somebody joined, grew up, or left.
    case holder(ID<LedgerHolder>, LedgerRole)
    case keyAdded(LedgerKeyHolding)
    /// By whoever holds the key.
    case keyRevoked(ID<LedgerKey>)
    /// By adults, of somebody else.
    case keyRevokedByAdults(KeyRevocation)
    case command(LedgerCommand)
}

/// How a ledger begins.
public struct LedgerFounding: Hashable, Sendable {
    public let ledger: ID<Ledger>
    public let systemKey: ID<LedgerKey>
    /// Of Ed25519, 32 bytes.
    public let publicKey: [UInt8]

    public init(ledger: ID<Ledger>, systemKey: ID<LedgerKey>, publicKey: [UInt8]) {
        self.ledger = ledger
        self.systemKey = systemKey
        self.publicKey = publicKey
    }
}

/// What somebody is to a ledger.
public enum LedgerRole: UInt8, CaseIterable, Hashable, Sendable {
    case left = 0
    case child = 1
    case adult = 2
}

/// A key, who signs with it and where it is kept.
public struct LedgerKeyHolding: Hashable, Sendable {
    /// Where the private half is.
    public enum KeyCustody: UInt8, CaseIterable, Hashable, Sendable {
        /// On the hub, sealed, for whoever's browser makes none; or the hub's own.
        case hub = 1
        /// On a device, which never gives it away.
        case device = 2
    }

    public let id: ID<LedgerKey>
    /// Nil for the hub's own key.
    public let holder: ID<LedgerHolder>?
    public let keeping: KeyCustody
    /// Of Ed25519, 32 bytes.
    public let publicKey: [UInt8]

    public init(id: ID<LedgerKey>, holder: ID<LedgerHolder>?, keeping: KeyCustody, publicKey: [UInt8]) {
        self.id = id
        self.holder = holder
        self.keeping = keeping
        self.publicKey = publicKey
    }
}

/// What adults sign together so that a key counts no more that is another's, such as one on a device that is lost.
public struct KeyRevocation: Hashable, Sendable {
    public let key: ID<LedgerKey>
    /// The signatures count until then.
    public let validUntil: Timestamp

    public init(key: ID<LedgerKey>, validUntil: Timestamp) {
        self.key = key
        self.validUntil = validUntil
    }
}

/// A signature and the key that made it.
public struct LedgerSignature: Hashable, Sendable {
    public let key: ID<LedgerKey>
    /// Of Ed25519, 64 bytes.
    public let bytes: [UInt8]

    public init(key: ID<LedgerKey>, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}

extension LedgerEvent {
    /// What is signed: a word for what it is, the ledger, and the event itself.
    ///
    /// So that no signature counts for anything else, or on another hub.
    public func message(in ledger: ID<Ledger>) -> [UInt8] {
        var writer = ByteRowWriter(capacity: 256)
        if case .command(.transfer(let transfer)) = self {
            writer.text("hearth/transfer/v1")
            writer.id(ledger)
            writer.transfer(transfer)
        } else {
            writer.text("hearth/event/v1")
            writer.id(ledger)
            writer.event(self)
        }
        return writer.bytes
    }
}
