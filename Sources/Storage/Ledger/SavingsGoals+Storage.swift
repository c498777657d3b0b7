package import Family
package import SQL

/// A savings goal as stored.
package struct SavingsGoalRow: Hashable, Sendable {
    package var goal: SavingsGoal
    package var ledger: ID<Ledger>
    package var owner: ID<LedgerHolder>
    package var setAt: Timestamp
    /// When it was told that it is reached; nil while it is not.
    package var reachedAt: Timestamp?
    /// Names its picture; nil without one.
    package fileprivate(set) var pictureVersion: String?

    package init(
        goal: SavingsGoal,
        ledger: ID<Ledger>,
        owner: ID<LedgerHolder>,
        setAt: Timestamp,
        reachedAt: Timestamp? = nil
    ) {
        self.goal = goal
        self.ledger = ledger
        self.owner = owner
        self.setAt = setAt
        self.reachedAt = reachedAt
    }

    fileprivate static let columns: StaticString = """
        account, ledger, belongs_to, amount, share_percent, set_at, reached_at,
        (SELECT version FROM savings_goal_picture AS picture
            WHERE picture.ledger = savings_goal.ledger AND picture.account = savings_goal.account)
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        let amount = try row.blob(3)
        guard amount.count == 16,
            let goal = SavingsGoal(
                account: try row.id(0),
                amount: Amount(storedBytes: amount[...]),
                sharePercent: Int(try row.integer(4))
            )
        else { throw StorageError(.corrupt, "a savings goal cannot be read") }
        self.goal = goal
        ledger = try row.id(1)
        owner = try row.id(2)
        setAt = try row.timestamp(5)
        reachedAt = try row.timestampOrNull(6)
        pictureVersion = try row.textOrNull(7)
    }
}

extension Transaction {
    /// The goal of an account, or nil.
    package func savingsGoal(
        _ account: ID<Account>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> SavingsGoalRow? {
        try first(
            """
            SELECT \(literal: SavingsGoalRow.columns) FROM savings_goal
            WHERE ledger = \(ledger.bytes) AND account = \(account.bytes)
            """
        ).map(SavingsGoalRow.init)
    }

    /// Somebody's goals, in the order in which their accounts were opened.
    package func savingsGoals(of holder: ID<LedgerHolder>) throws(StorageError) -> [SavingsGoalRow] {
        try rows(
            """
            SELECT \(literal: SavingsGoalRow.columns) FROM savings_goal
            WHERE belongs_to = \(holder.bytes) ORDER BY account
            """
        ).map(SavingsGoalRow.init)
    }

    /// Goals of which nobody was told that they are reached; those after one of them.
    package func savingsGoalsToReach(
        after last: SavingsGoalRow? = nil,
        limit: Int
    ) throws(StorageError) -> [SavingsGoalRow] {
        try rows(
            """
            SELECT \(literal: SavingsGoalRow.columns) FROM savings_goal
            WHERE reached_at IS NULL
                AND (ledger, account) > (\(last?.ledger.bytes ?? []), \(last?.goal.account.bytes ?? []))
            ORDER BY ledger, account LIMIT \(limit)
            """
        ).map(SavingsGoalRow.init)
    }

    /// Adds a goal, or writes what it is now; its picture stays.
    package func save(_ row: SavingsGoalRow) throws(StorageError) {
        try run(
            """
            INSERT INTO savings_goal (ledger, account, belongs_to, amount, share_percent, set_at, reached_at) VALUES (
                \(row.ledger.bytes), \(row.goal.account.bytes), \(row.owner.bytes), \(row.goal.amount.storedBytes),
                \(Int64(row.goal.sharePercent)), \(row.setAt.milliseconds), \(row.reachedAt?.milliseconds))
            ON CONFLICT (ledger, account) DO UPDATE SET amount = excluded.amount,
                share_percent = excluded.share_percent, set_at = excluded.set_at, reached_at = excluded.reached_at
            """
        )
    }

    /// Ends a goal, with its picture; what was saved stays where it is.
    package func removeSavingsGoal(_ account: ID<Account>, in ledger: ID<Ledger>) throws(StorageError) {
        try run("DELETE FROM savings_goal WHERE ledger = \(ledger.bytes) AND account = \(account.bytes)")
    }

    /// The picture of an account's goal, or nil.
    package func savingsGoalPicture(
        _ account: ID<Account>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> (version: String, jpeg: [UInt8])? {
        try first(
            """
            SELECT version, jpeg FROM savings_goal_picture
            WHERE ledger = \(ledger.bytes) AND account = \(account.bytes)
            """
        ).map { row throws(StorageError) in (try row.text(0), try row.blob(1)) }
    }

    /// Replaces the picture of an account's goal; nil takes it away.
    package func setSavingsGoalPicture(
        _ account: ID<Account>,
        in ledger: ID<Ledger>,
        _ picture: (jpeg: [UInt8], version: String)?
    ) throws(StorageError) {
        try run("DELETE FROM savings_goal_picture WHERE ledger = \(ledger.bytes) AND account = \(account.bytes)")
        guard let picture else { return }
        try run(
            """
            INSERT INTO savings_goal_picture (ledger, account, version, jpeg) VALUES (
                \(ledger.bytes), \(account.bytes), \(picture.version), \(picture.jpeg))
            """
        )
    }
}
