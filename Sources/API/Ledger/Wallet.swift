public import Family

/// An account with what came into it and went out of it, as a member's export holds it.
public struct WalletAccountBody: Codable, Sendable {
    /// One movement.
    public struct Entry: Codable, Sendable {
        public var id: String
        public var at: Timestamp?
        public var from: ID<Account>
        public var to: ID<Account>
        /// A count of smallest units in decimal digits.
        public var amount: String
        public var memo: String?

        public init(
            id: String,
            at: Timestamp?,
            from: ID<Account>,
            to: ID<Account>,
            amount: String,
            memo: String?
        ) {
            self.id = id
            self.at = at
            self.from = from
            self.to = to
            self.amount = amount
            self.memo = memo
        }
    }

    public var id: ID<Account>
    public var name: String
    public var asset: String
    /// Decimals of the asset.
    public var scale: Int
    /// A count of smallest units in decimal digits.
    public var amount: String
    /// How much of the same is saved for in it, and the share of each allowance that goes there; absent without a goal.
    public var goal: SavingsGoalBody?
    public var entries: [Entry]
    /// Where they break off, though there were more.
    public var cutOff: HistoryCutOffBody?

    public init(
        id: ID<Account>,
        name: String,
        asset: String,
        scale: Int,
        amount: String,
        goal: SavingsGoalBody? = nil,
        entries: [Entry],
        cutOff: HistoryCutOffBody? = nil
    ) {
        self.id = id
        self.name = name
        self.asset = asset
        self.scale = scale
        self.amount = amount
        self.goal = goal
        self.entries = entries
        self.cutOff = cutOff
    }
}
