public import Family

/// `PUT /accounts/{id}/goal`: what an account of mine is saved for.
public struct SetSavingsGoalBody: Codable, Hashable, Sendable {
    /// A count of the asset's smallest unit in decimal digits, not zero.
    public var amount: String
    /// Of each allowance of the same asset, 0 to 100 percent; absent: nothing.
    public var share: Int?

    public init(amount: String, share: Int? = nil) {
        self.amount = amount
        self.share = share
    }
}

/// What an account of mine is saved for.
public struct SavingsGoalBody: Codable, Hashable, Sendable {
    public var account: ID<Account>
    /// A count of the asset's smallest unit in decimal digits.
    public var amount: String
    /// Of each allowance of the same asset, 0 to 100 percent.
    public var share: Int
    /// When it was reached; absent while it is not.
    public var reachedAt: Timestamp?
    /// Where its picture of this version is; absent without one.
    public var picture: String?

    public init(account: ID<Account>, amount: String, share: Int, reachedAt: Timestamp?, picture: String?) {
        self.account = account
        self.amount = amount
        self.share = share
        self.reachedAt = reachedAt
        self.picture = picture
    }
}
