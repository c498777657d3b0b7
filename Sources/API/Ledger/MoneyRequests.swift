public import Family

/// A wish to be paid, mine or to me.
public struct MoneyRequestBody: Codable, Hashable, Sendable {
    /// What became of it.
    public enum State: String, Codable, Sendable {
        case waiting
        case paid
        case declined
        case withdrawn

        /// The name of a state.
        public init(_ state: MoneyRequest.State) {
            self =
                switch state {
                case .waiting: .waiting
                case .paid: .paid
                case .declined: .declined
                case .withdrawn: .withdrawn
                }
        }
    }

    public var id: ID<MoneyRequest>
    /// Whether I asked.
    public var mine: Bool
    /// The other one.
    public var member: ID<Member>
    public var name: String
    /// Into which it is to be paid, which a signed payment names.
    public var account: ID<Account>
    public var asset: UInt32
    public var amount: String
    public var memo: String?
    public var at: Timestamp
    public var state: State
    /// Something is held for it until somebody agrees, and nobody pays it a second time; absent otherwise.
    public var held: Bool?

    public init(
        id: ID<MoneyRequest>,
        mine: Bool,
        member: ID<Member>,
        name: String,
        account: ID<Account>,
        asset: UInt32,
        amount: String,
        memo: String?,
        at: Timestamp,
        state: State,
        held: Bool?
    ) {
        self.id = id
        self.mine = mine
        self.member = member
        self.name = name
        self.account = account
        self.asset = asset
        self.amount = amount
        self.memo = memo
        self.at = at
        self.state = state
        self.held = held
    }
}

/// `POST /money-requests`.
public struct AskForMoneyBody: Codable, Sendable {
    public var id: ID<MoneyRequest>
    /// Who is to pay.
    public var member: ID<Member>
    /// Mine, into which it is to be paid; the asset is the account's.
    public var account: ID<Account>
    public var amount: String
    public var memo: String?

    public init(id: ID<MoneyRequest>, member: ID<Member>, account: ID<Account>, amount: String, memo: String? = nil) {
        self.id = id
        self.member = member
        self.account = account
        self.amount = amount
        self.memo = memo
    }
}

/// `POST /money-requests/{id}/pay`: all but where from is as the request says.
public struct PayRequestBody: Codable, Sendable {
    /// Of the transfer.
    public var id: ID<LedgerCommand>
    public var from: ID<Account>
    /// Asks for it to be held until somebody else agrees, which a device signs too.
    public var hold: Bool?
    public var signature: TransferSignatureBody?

    public init(
        id: ID<LedgerCommand>,
        from: ID<Account>,
        hold: Bool? = nil,
        signature: TransferSignatureBody? = nil
    ) {
        self.id = id
        self.from = from
        self.hold = hold
        self.signature = signature
    }
}
