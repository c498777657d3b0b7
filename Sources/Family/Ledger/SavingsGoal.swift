/// What somebody saves for: so much is to come together in one of their accounts, and a share of each allowance goes there.
public struct SavingsGoal: Hashable, Sendable {
    /// The account that it is saved in.
    public let account: ID<Account>
    /// How much is wanted; never zero.
    public let amount: Amount
    /// Of each allowance of the same asset, 0 to 100.
    public let sharePercent: UInt8

    /// All shares of one asset together are no more than this.
    public static let sharesPercentMax = 100

    /// Nil for nothing, and for more than the whole.
    public init?(account: ID<Account>, amount: Amount, sharePercent: Int) {
        guard amount != .zero, (0...SavingsGoal.sharesPercentMax).contains(sharePercent) else { return nil }
        (self.account, self.amount, self.sharePercent) = (account, amount, UInt8(sharePercent))
    }

    /// Whether an account with so much in it has reached it.
    public func isReached(by account: Account) -> Bool {
        !account.balance.isNegative && account.balance.amount >= amount
    }

    /// What of an allowance goes to an account with so much in it: whole units, rounded down, and no more than is missing.
    public func share(of allowance: Amount, in account: Account) -> Amount {
        let (each, rest) = allowance.units.quotientAndRemainder(dividingBy: 100)
        // Hundredths first, so that no product is larger than what is shared.
        let share = Amount(each * UInt128(sharePercent) + rest * UInt128(sharePercent) / 100)
        // What is owed comes on top of what is wanted.
        guard !account.balance.isNegative else { return share }
        return account.balance.amount < amount ? min(share, amount.less(account.balance.amount)) : .zero
    }

    /// What of an allowance goes to which of somebody's goals, in their order; nothing where it would be zero.
    ///
    /// What is left, the parts that make no whole unit too, stays in the account that the allowance was paid to. So all
    /// of it is somewhere, and never more than all.
    public static func shares(
        of allowance: Amount,
        among goals: [(goal: SavingsGoal, account: Account)]
    ) -> [(account: ID<Account>, amount: Amount)] {
        var rest = allowance
        var shares: [(account: ID<Account>, amount: Amount)] = []
        for (goal, account) in goals {
            let share = min(goal.share(of: allowance, in: account), rest)
            guard share != .zero else { continue }
            rest = rest.less(share)
            shares.append((goal.account, share))
        }
        return shares
    }

    /// What is hashed to the identity of the transfer of one share, so that there is one at most.
    public static func shareMessage(of allowance: ID<LedgerCommand>, to account: ID<Account>) -> [UInt8] {
        var writer = ByteRowWriter(capacity: 64)
        writer.text("hearth/share/v1")
        writer.id(allowance)
        writer.id(account)
        return writer.bytes
    }
}
