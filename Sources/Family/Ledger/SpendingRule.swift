/// What a family lets its members move by themselves in one asset, before somebody else has to agree.
public struct SpendingRule: Hashable, Sendable {
    /// Who moves more than this in a day, in one piece or in several, waits for another adult; nil for no such limit.
    public var approvalAbove: Amount?
    /// What a child may give away in a day of its own clock.
    ///
    /// Beyond it an adult has to agree; nil for no such limit.
    public var perDay: Amount?

    public init(approvalAbove: Amount? = nil, perDay: Amount? = nil) {
        self.approvalAbove = approvalAbove
        self.perDay = perDay
    }

    /// Whether somebody else must agree to a movement out of what is one's own, or into it from outside.
    ///
    /// `spent` is what the payer gave away that day before, held amounts too; `alone` what they moved in the same way that
    /// day and nobody agreed to, so that no sum is got round in small pieces. A family with one adult has a quorum of one:
    /// where there is no second adult, only a child's movements wait.
    public func needsApproval(
        _ amount: Amount,
        spent: Amount,
        alone: Amount = .zero,
        isChild: Bool,
        hasSecondAdult: Bool
    ) -> Bool {
        guard isChild || hasSecondAdult else { return false }
        if let approvalAbove, alone.adding(amount) ?? .max > approvalAbove { return true }
        guard isChild, let perDay else { return false }
        guard let sum = spent.adding(amount) else { return true }
        return sum > perDay
    }
}
