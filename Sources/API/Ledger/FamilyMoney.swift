public import Family

/// An asset of a family.
public struct FamilyAssetBody: Codable, Hashable, Sendable {
    public var number: UInt32
    public var name: String
    /// Decimals that people see.
    public var scale: Int
    /// Whether adults make it; what has no mint comes from cash.
    public var hasMint: Bool
    /// What was made so far, less what was given back: a count of smallest units; absent without a mint.
    public var minted: String?

    public init(number: UInt32, name: String, scale: Int, hasMint: Bool, minted: String?) {
        self.number = number
        self.name = name
        self.scale = scale
        self.hasMint = hasMint
        self.minted = minted
    }
}

/// `POST /families/{id}/assets`.
public struct AddFamilyAssetBody: Codable, Sendable {
    public var id: ID<LedgerCommand>
    public var name: String
    public var scale: Int

    public init(id: ID<LedgerCommand>, name: String, scale: Int) {
        self.id = id
        self.name = name
        self.scale = scale
    }
}

/// `POST /families/{id}/mint`.
public struct MintBody: Codable, Sendable {
    public var id: ID<LedgerCommand>
    /// Who gets it; they need no account for it before.
    public var to: ID<Member>
    public var asset: UInt32
    public var amount: String
    public var memo: String?

    public init(id: ID<LedgerCommand>, to: ID<Member>, asset: UInt32, amount: String, memo: String? = nil) {
        self.id = id
        self.to = to
        self.asset = asset
        self.amount = amount
        self.memo = memo
    }
}

/// When something is paid again and again.
public struct ScheduleBody: Codable, Hashable, Sendable {
    /// How often.
    public enum Every: String, Codable, Sendable {
        case day
        case week
        case month
    }

    public var every: Every
    /// Of a week 1, Monday, to 7; of a month 1 to 31, in shorter ones the last day; absent for every day.
    public var day: Int?
    /// By the clock of `timeZone`, such as `18:00`.
    public var time: String

    public init(every: Every, day: Int?, time: String) {
        self.every = every
        self.day = day
        self.time = time
    }
}

/// An allowance.
public struct AllowanceBody: Codable, Hashable, Sendable {
    /// Where it comes from.
    public enum Source: String, Codable, Sendable {
        case cash
        case mint
        case account
    }

    public var id: ID<StandingOrder>
    /// Who gives it.
    public var by: ID<Member>
    public var to: ID<Member>
    public var source: Source
    /// The giver's account; only to the giver.
    public var from: ID<Account>?
    public var asset: UInt32
    public var amount: String
    public var schedule: ScheduleBody
    public var timeZone: String
    public var memo: String?
    public var nextAt: Timestamp

    public init(
        id: ID<StandingOrder>,
        by: ID<Member>,
        to: ID<Member>,
        source: Source,
        from: ID<Account>?,
        asset: UInt32,
        amount: String,
        schedule: ScheduleBody,
        timeZone: String,
        memo: String?,
        nextAt: Timestamp
    ) {
        self.id = id
        self.by = by
        self.to = to
        self.source = source
        self.from = from
        self.asset = asset
        self.amount = amount
        self.schedule = schedule
        self.timeZone = timeZone
        self.memo = memo
        self.nextAt = nextAt
    }
}

/// `POST /families/{id}/allowances`.
public struct AddAllowanceBody: Codable, Sendable {
    public var id: ID<StandingOrder>
    public var to: ID<Member>
    public var source: AllowanceBody.Source
    /// Of the source `account`: which of mine.
    public var from: ID<Account>?
    public var asset: UInt32
    public var amount: String
    public var schedule: ScheduleBody
    /// Absent: the payee's, or else mine.
    public var timeZone: String?
    public var memo: String?

    public init(
        id: ID<StandingOrder>,
        to: ID<Member>,
        source: AllowanceBody.Source,
        from: ID<Account>? = nil,
        asset: UInt32,
        amount: String,
        schedule: ScheduleBody,
        timeZone: String? = nil,
        memo: String? = nil
    ) {
        self.id = id
        self.to = to
        self.source = source
        self.from = from
        self.asset = asset
        self.amount = amount
        self.schedule = schedule
        self.timeZone = timeZone
        self.memo = memo
    }
}

/// `GET` and `PUT /families/{id}/limits`.
public struct FamilyLimitsBody: Codable, Hashable, Sendable {
    /// Who moves more than this in a day waits for another adult.
    public struct Sum: Codable, Hashable, Sendable {
        public var asset: UInt32
        public var amount: String

        public init(asset: UInt32, amount: String) {
            self.asset = asset
            self.amount = amount
        }
    }

    /// What a child gives away in a day alone.
    public struct Day: Codable, Hashable, Sendable {
        public var member: ID<Member>
        public var asset: UInt32
        public var amount: String
        /// What the child gave away today by its own clock, held amounts too; only read.
        public var spent: String?

        public init(member: ID<Member>, asset: UInt32, amount: String, spent: String? = nil) {
            self.member = member
            self.asset = asset
            self.amount = amount
            self.spent = spent
        }
    }

    public var approvalAbove: [Sum]
    public var perDay: [Day]

    public init(approvalAbove: [Sum], perDay: [Day]) {
        self.approvalAbove = approvalAbove
        self.perDay = perDay
    }
}

/// Something that is held until somebody agrees.
public struct ApprovalBody: Codable, Hashable, Sendable {
    public var id: ID<LedgerCommand>
    /// Who asked for it; absent for somebody who left.
    public var by: ID<Member>?
    /// Who gets it; absent where it goes out of the ledger.
    public var to: ID<Member>?
    public var kind: TransferKindName
    public var asset: UInt32
    public var amount: String
    public var memo: String?
    public var at: Timestamp
    /// When it is given back by itself; absent where somebody must end it.
    public var endsAt: Timestamp?
    /// Whether I may agree.
    public var mayApprove: Bool
    /// Whether I may refuse it, or take it back.
    public var mayRefuse: Bool

    public init(
        id: ID<LedgerCommand>,
        by: ID<Member>?,
        to: ID<Member>?,
        kind: TransferKindName,
        asset: UInt32,
        amount: String,
        memo: String?,
        at: Timestamp,
        endsAt: Timestamp?,
        mayApprove: Bool,
        mayRefuse: Bool
    ) {
        self.id = id
        self.by = by
        self.to = to
        self.kind = kind
        self.asset = asset
        self.amount = amount
        self.memo = memo
        self.at = at
        self.endsAt = endsAt
        self.mayApprove = mayApprove
        self.mayRefuse = mayRefuse
    }
}

/// `POST /families/{id}/approvals/{approval}`.
public struct DecideBody: Codable, Sendable {
    /// What is decided.
    public enum Decision: String, Codable, Sendable {
        case approve
        case refuse
    }

    /// Of the entry that says so.
    public var id: ID<LedgerCommand>
    public var decision: Decision

    public init(id: ID<LedgerCommand>, decision: Decision) {
        self.id = id
        self.decision = decision
    }
}
