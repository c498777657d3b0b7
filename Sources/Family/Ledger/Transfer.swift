/// One movement of an amount from one account to another, as its payer signs it.
///
/// The payer names everything that must not be changed on the way: also until when it may be taken, so that it cannot be
/// presented later. Its identity makes it happen once.
public struct Transfer: Hashable, Sendable {
    /// What becomes of the amount.
    public enum Phase: UInt8, CaseIterable, Hashable, Sendable {
        /// It moves at once.
        case single = 0
        /// It is held: gone for the payer, not there yet for the payee.
        case hold = 1
        /// A hold moves, whole or in part; the rest is released.
        case post = 2
        /// A hold is released.
        case void = 3
        /// A hold whose time is over is released.
        case expire = 4
    }

    /// Why it moves, for those who read it later.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        case transfer = 1
        case deposit = 2
        case withdrawal = 3
        case payment = 4
        case mint = 5
        case purchase = 6
        case refund = 7
        case allowance = 8
        case sweep = 9
        /// Gold that was paid for something is taken back, whether it is still there or not.
        case reversal = 10
    }

    // In an order that leaves no gaps: a ledger may hold a million of them.
    public let amount: Amount
    public let id: ID<LedgerCommand>
    public let debit: ID<Account>
    public let credit: ID<Account>
    /// The key that signs it.
    public let signer: ID<LedgerKey>
    /// Stands for the memo, which may be forgotten.
    public let note: NoteDigest
    /// The last moment at which it may be taken.
    public let validUntil: Timestamp
    public let asset: Asset.Number
    public let kind: Kind
    public let phase: Phase
    /// It happens together with the next one, or neither happens.
    public let isLinked: Bool
    /// Takes what there is where the amount is more.
    public let isAtMost: Bool
    /// The hold's end and the reference as canonical bytes have them, which saves the room of two marks for nothing.
    private let holdUntilOrEarliest: Timestamp
    private let referenceOrZero: ID<LedgerCommand>

    /// Takes every part as it is, for the ledger to judge.
    ///
    /// What canonical bytes write for nothing is nothing here too: the reference of all zeros, the earliest moment there is.
    public init(
        id: ID<LedgerCommand>,
        debit: ID<Account>,
        credit: ID<Account>,
        asset: Asset.Number,
        amount: Amount,
        kind: Kind,
        phase: Phase = .single,
        reference: ID<LedgerCommand>? = nil,
        isLinked: Bool = false,
        isAtMost: Bool = false,
        validUntil: Timestamp,
        holdUntil: Timestamp? = nil,
        signer: ID<LedgerKey>,
        note: NoteDigest = .none
    ) {
        self.id = id
        self.debit = debit
        self.credit = credit
        self.asset = asset
        self.amount = amount
        self.kind = kind
        self.phase = phase
        referenceOrZero = reference ?? Transfer.noReference
        self.isLinked = isLinked
        self.isAtMost = isAtMost
        self.validUntil = validUntil
        holdUntilOrEarliest = holdUntil ?? Transfer.noEnd
        self.signer = signer
        self.note = note
    }

    /// When a hold ends by itself; nil where somebody must end it.
    public var holdUntil: Timestamp? {
        holdUntilOrEarliest == Transfer.noEnd ? nil : holdUntilOrEarliest
    }

    /// The hold that is posted, voided or expired; otherwise what it is about, such as the transfer that is refunded.
    public var reference: ID<LedgerCommand>? {
        referenceOrZero == Transfer.noReference ? nil : referenceOrZero
    }

    private static let noEnd = Timestamp(milliseconds: .min)
    private static let noReference = ID<LedgerCommand>(high: 0, low: 0)
}

/// A key by which entries of a ledger are signed.
public enum LedgerKey {}

/// Stands for a text in what is signed and kept, without telling it: 32 bytes, all zero where there is no text.
///
/// The text and the salt that was hashed with it are kept beside the ledger and can be erased; every signature still
/// holds.
@frozen
public struct NoteDigest: Hashable, Sendable {
    /// The digest's bytes, big-endian in each part.
    public let words: (UInt64, UInt64, UInt64, UInt64)

    public static let none = NoteDigest((0, 0, 0, 0))

    @inlinable
    public init(_ words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    @inlinable
    public static func == (left: NoteDigest, right: NoteDigest) -> Bool {
        left.words == right.words
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
