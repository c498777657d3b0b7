public import Family

/// Where an amount comes from or goes to: an account, or the word `cash` for the family's cash of the asset.
public enum TransferEndBody: Codable, Hashable, Sendable {
    case cash
    case account(ID<Account>)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard try container.decode(String.self) != "cash" else {
            self = .cash
            return
        }
        self = .account(try container.decode(ID<Account>.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .cash: try container.encode("cash")
        case .account(let id): try container.encode(id)
        }
    }
}

/// What a device has signed: the transfer's own bytes, with these parts in it.
public struct TransferSignatureBody: Codable, Hashable, Sendable {
    public var key: ID<LedgerKey>
    /// Until when it may be presented, ten minutes ahead at most.
    public var validUntil: Timestamp
    /// What hides the memo: 16 bytes in base64; absent without one.
    public var noteSalt: String?
    /// Of Ed25519, 64 bytes in base64.
    public var bytes: String

    public init(key: ID<LedgerKey>, validUntil: Timestamp, noteSalt: String? = nil, bytes: String) {
        self.key = key
        self.validUntil = validUntil
        self.noteSalt = noteSalt
        self.bytes = bytes
    }
}

/// `POST /transfers`: either `to` or `toMember`.
public struct PostTransferBody: Codable, Sendable {
    public var id: ID<LedgerCommand>
    public var from: TransferEndBody
    public var to: TransferEndBody?
    /// Somebody of my family, whose first account of the asset gets it.
    public var toMember: ID<Member>?
    public var asset: UInt32
    /// A count of smallest units in decimal digits.
    public var amount: String
    /// Takes what there is where the amount is more.
    public var atMost: Bool?
    public var memo: String?
    /// Asks for it to be held until somebody else agrees, which a device signs too.
    public var hold: Bool?
    /// Absent where the hub signs with the key that it keeps for me.
    public var signature: TransferSignatureBody?

    public init(
        id: ID<LedgerCommand>,
        from: TransferEndBody,
        to: TransferEndBody? = nil,
        toMember: ID<Member>? = nil,
        asset: UInt32,
        amount: String,
        atMost: Bool? = nil,
        memo: String? = nil,
        hold: Bool? = nil,
        signature: TransferSignatureBody? = nil
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.toMember = toMember
        self.asset = asset
        self.amount = amount
        self.atMost = atMost
        self.memo = memo
        self.hold = hold
        self.signature = signature
    }
}

/// What a movement is, as the API writes it.
public enum TransferKindName: String, Codable, Sendable {
    case transfer
    case deposit
    case withdrawal
    case payment
    case mint
    case purchase
    case refund
    case allowance
    case sweep
    case reversal

    /// The name of a kind.
    public init(_ kind: Transfer.Kind) {
        self =
            switch kind {
            case .transfer: .transfer
            case .deposit: .deposit
            case .withdrawal: .withdrawal
            case .payment: .payment
            case .mint: .mint
            case .purchase: .purchase
            case .refund: .refund
            case .allowance: .allowance
            case .sweep: .sweep
            case .reversal: .reversal
            }
    }
}

/// What became of an amount, as the API writes it.
public enum TransferStateName: String, Codable, Sendable {
    /// It moved.
    case done
    /// It is gone for the payer and not there yet for the payee.
    case held
    /// It was held, and moved.
    case posted
    /// It was held, and given back.
    case voided
    /// It was held until its time was over.
    case expired

    /// What became of a hold; nil of what is none.
    public init(_ hold: Ledger.HoldState?) {
        self =
            switch hold {
            case nil: .done
            case .held: .held
            case .posted: .posted
            case .voided: .voided
            case .expired: .expired
            }
    }
}

/// What came of `POST /transfers`.
public struct TransferBody: Codable, Hashable, Sendable {
    public var id: ID<LedgerCommand>
    public var kind: TransferKindName
    /// `done`, or `held` where an adult has to post it first.
    public var state: TransferStateName
    public var from: ID<Account>
    public var to: ID<Account>
    public var asset: UInt32
    /// What moved or is held.
    public var amount: String
    /// What was asked for: more than `amount` where there was not as much.
    public var asked: String
    public var memo: String?
    /// The entry of the log that says so.
    public var leaf: Int
    public var at: Timestamp
    public var signedBy: LedgerKeyBody.KeyCustody

    public init(
        id: ID<LedgerCommand>,
        kind: TransferKindName,
        state: TransferStateName,
        from: ID<Account>,
        to: ID<Account>,
        asset: UInt32,
        amount: String,
        asked: String,
        memo: String?,
        leaf: Int,
        at: Timestamp,
        signedBy: LedgerKeyBody.KeyCustody
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.from = from
        self.to = to
        self.asset = asset
        self.amount = amount
        self.asked = asked
        self.memo = memo
        self.leaf = leaf
        self.at = at
        self.signedBy = signedBy
    }
}

/// One line of an account's history.
public struct EntryBody: Codable, Hashable, Sendable {
    /// Whether the amount came or went.
    public enum Direction: String, Codable, Sendable {
        case `in`
        case out
    }

    /// The other side of it.
    public struct Counterpart: Codable, Hashable, Sendable {
        /// What the other side is.
        public enum Kind: String, Codable, Sendable {
            /// Another account of whoever this account is.
            case own
            case member
            /// Somebody who is no longer in the family.
            case left
            case cash
            case mint
            case store
            case family
        }

        public var kind: Kind
        public var account: ID<Account>
        /// Of an own account its name, of a member theirs.
        public var name: String?
        public var member: ID<Member>?

        public init(kind: Kind, account: ID<Account>, name: String? = nil, member: ID<Member>? = nil) {
            self.kind = kind
            self.account = account
            self.name = name
            self.member = member
        }
    }

    public var id: ID<LedgerCommand>
    public var leaf: Int
    public var at: Timestamp
    public var kind: TransferKindName
    /// Of a hold, what became of it; of what ended a hold, `done`.
    public var state: TransferStateName
    public var direction: Direction
    /// What it is about; what it changed is the difference between two balances.
    public var amount: String
    /// What was posted in the account after it.
    public var balance: String
    /// The hold that it ended.
    public var ends: ID<LedgerCommand>?
    public var counterpart: Counterpart
    public var memo: String?
    public var signedBy: LedgerKeyBody.KeyCustody

    public init(
        id: ID<LedgerCommand>,
        leaf: Int,
        at: Timestamp,
        kind: TransferKindName,
        state: TransferStateName,
        direction: Direction,
        amount: String,
        balance: String,
        ends: ID<LedgerCommand>?,
        counterpart: Counterpart,
        memo: String?,
        signedBy: LedgerKeyBody.KeyCustody
    ) {
        self.id = id
        self.leaf = leaf
        self.at = at
        self.kind = kind
        self.state = state
        self.direction = direction
        self.amount = amount
        self.balance = balance
        self.ends = ends
        self.counterpart = counterpart
        self.memo = memo
        self.signedBy = signedBy
    }
}
