/// A member's wish that another one of their family pays them: nothing moves by it.
public struct MoneyRequest: Hashable, Sendable {
    /// What became of it.
    public enum State: UInt8, CaseIterable, Hashable, Sendable {
        case waiting = 0
        case paid = 1
        /// By whoever was asked.
        case declined = 2
        /// By whoever asked.
        case withdrawn = 3
    }

    public let id: ID<MoneyRequest>
    /// Who asks.
    public let asker: ID<Member>
    /// Who is to pay.
    public let payer: ID<Member>
    /// The asker's, into which it is to be paid.
    public let account: ID<Account>
    public let asset: Asset.Number
    public let amount: Amount
    /// What it is for; empty where nothing was said.
    public let memo: String
    public let at: Timestamp
    public var state: State
    /// By what it was paid, once it was; while it waits, what is held for it until somebody agrees.
    public var transfer: ID<LedgerCommand>?

    /// A request as it was stored, or a new one.
    public init(
        id: ID<MoneyRequest>,
        asker: ID<Member>,
        payer: ID<Member>,
        account: ID<Account>,
        asset: Asset.Number,
        amount: Amount,
        memo: String,
        at: Timestamp,
        state: State = .waiting,
        transfer: ID<LedgerCommand>? = nil
    ) {
        self.id = id
        self.asker = asker
        self.payer = payer
        self.account = account
        self.asset = asset
        self.amount = amount
        self.memo = memo
        self.at = at
        self.state = state
        self.transfer = transfer
    }

    /// Whether both ask for the same thing, whatever became of it.
    public func asksAs(_ other: MoneyRequest) -> Bool {
        id == other.id && asker == other.asker && payer == other.payer && account == other.account
            && asset == other.asset && amount == other.amount && memo == other.memo
    }
}
