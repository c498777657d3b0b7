import Bus
package import Family
import Pictures
import SQL
import Storage
import Synchronization

/// What somebody wants to save, before it is checked.
package struct SavingsGoalWish: Hashable, Sendable {
    package var amount: Amount
    /// Of each allowance, 0 to 100.
    package var sharePercent: Int

    package init(amount: Amount, sharePercent: Int) {
        self.amount = amount
        self.sharePercent = sharePercent
    }
}

/// A savings goal as its owner sees it.
package struct SavingsGoalInfo: Hashable, Sendable {
    package var goal: SavingsGoal
    /// When it was reached; nil while it is not.
    package var reachedAt: Timestamp?
    /// Names its picture; nil without one.
    package var pictureVersion: String?

    init(_ row: SavingsGoalRow) {
        (goal, reachedAt, pictureVersion) = (row.goal, row.reachedAt, row.pictureVersion)
    }
}

/// Goals are their owner's alone, a child's too: adults settle what a child is given and may give away, and a goal moves
/// nothing out of what is the child's.
extension Hub {
    private static let goalsAtOnce = 200
    private static let goalsEveryMilliseconds: Int64 = 60_000

    /// Says what an account of a member's is saved for, or changes it; a repeat changes nothing.
    ///
    /// A goal that the account has reached already counts as reached, without a notice. Throws `WalletRefusal`,
    /// `MoneyRefusal.amountZero`, `MoneyRefusal.sharesTooLarge`, or `StorageError`.
    // The wish comes first: an async call breaks where an amount of 128 bits no longer fits into registers (Swift 6.3).
    package func setSavingsGoal(
        _ wish: SavingsGoalWish,
        of account: ID<Account>,
        by member: ID<Member>
    ) async throws -> SavingsGoalInfo {
        guard wish.amount != .zero else { throw MoneyRefusal.amountZero }
        guard let goal = SavingsGoal(account: account, amount: wish.amount, sharePercent: wish.sharePercent) else {
            throw MoneyRefusal.sharesTooLarge
        }
        return try await atLedger(of: member) { turn, row in
            let found = try turn.ownAccount(account, of: row)
            let owner = try turn.holder(of: row).id
            let others = try turn.savingsGoals(of: owner, found.asset).filter { $0.goal.account != account }
            guard others.reduce(wish.sharePercent, { $0 + Int($1.goal.sharePercent) }) <= SavingsGoal.sharesPercentMax
            else { throw MoneyRefusal.sharesTooLarge }
            var saved =
                try turn.transaction.savingsGoal(account, in: turn.row.id)
                ?? SavingsGoalRow(goal: goal, ledger: turn.row.id, owner: owner, setAt: turn.now)
            saved.goal = goal
            saved.reachedAt = goal.isReached(by: found) ? saved.reachedAt ?? turn.now : nil
            try turn.transaction.save(saved)
            turn.news.holders.insert(owner)
            return SavingsGoalInfo(saved)
        }
    }

    /// Ends the goal of an account; what was saved stays in it, and where there is none, that is done already.
    package func endSavingsGoal(of account: ID<Account>, by member: ID<Member>) async throws {
        try await atLedger(of: member) { turn, row in
            _ = try turn.ownAccount(account, of: row)
            try turn.transaction.removeSavingsGoal(account, in: turn.row.id)
            turn.news.holders.insert(try turn.holder(of: row).id)
        }
    }

    /// Makes a goal's picture of a JPEG, PNG or WebP file, of which only the pixels are kept (S25).
    ///
    /// Throws `WalletRefusal`, `PictureRefusal`, or why none can be made at all; what was refused changed nothing.
    package func setSavingsGoalPicture(
        of account: ID<Account>,
        by member: ID<Member>,
        file: [UInt8]
    ) async throws -> SavingsGoalInfo {
        _ = try await atLedger(of: member) { try $0.ownGoal(account, of: $1) }
        let portrait = try await makePortrait(of: file)
        let version = newToken()
        return try await changePicture(of: account, by: member, (portrait.jpeg, version))
    }

    /// Takes a goal's picture away; where there is none, that is done already.
    package func removeSavingsGoalPicture(of account: ID<Account>, by member: ID<Member>) async throws {
        _ = try await changePicture(of: account, by: member, nil)
    }

    private func changePicture(
        of account: ID<Account>,
        by member: ID<Member>,
        _ picture: (jpeg: [UInt8], version: String)?
    ) async throws -> SavingsGoalInfo {
        try await atLedger(of: member) { turn, row in
            _ = try turn.ownGoal(account, of: row)
            try turn.transaction.setSavingsGoalPicture(account, in: turn.row.id, picture)
            turn.news.holders.insert(try turn.holder(of: row).id)
            return SavingsGoalInfo(try turn.ownGoal(account, of: row))
        }
    }

    /// A goal's picture, for its owner: a square JPEG of 256 pixels.
    package func savingsGoalPicture(of account: ID<Account>, for member: ID<Member>) async throws -> MemberPicture {
        try await database.read { transaction in
            guard let row = try transaction.member(member), row.disabledAt == nil,
                let ledger = try transaction.ledger(of: row.family)?.id,
                let holder = try transaction.ledgerHolder(member, in: ledger),
                try transaction.savingsGoal(account, in: ledger)?.owner == holder.id,
                let (version, jpeg) = try transaction.savingsGoalPicture(account, in: ledger)
            else { throw PictureRefusal.notFound }
            return MemberPicture(jpeg: jpeg, version: version)
        }
    }

    /// Tells, about once a minute, whose goals were reached in whatever way: an allowance tells at once.
    package func handleSavingsGoals() async {
        let now = outside.now()
        let isDue = goalsLookedAt.withLock { last in
            // A clock that was set back waits for nothing.
            guard !(0..<Hub.goalsEveryMilliseconds).contains(now.milliseconds(since: last)) else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        do {
            var last: SavingsGoalRow?
            repeat {
                let (after, reached) = try await database.read { [last] transaction in
                    let rows = try transaction.savingsGoalsToReach(after: last, limit: Hub.goalsAtOnce)
                    let reached = try rows.filter { row in
                        let account = try transaction.ledgerAccount(row.goal.account, in: row.ledger)?.account
                        return account.map(row.goal.isReached) ?? false
                    }
                    return (rows.count == Hub.goalsAtOnce ? rows.last : nil, reached)
                }
                for row in reached { await tellReached(row, now: now) }
                last = after
            } while last != nil
        } catch {
            outside.log(LogEntry(.error, "savings goals could not be looked at", [("reason", safeWords(error))]))
        }
    }

    /// One that fails holds up no other: it is tried again with the next round.
    private func tellReached(_ row: SavingsGoalRow, now: Timestamp) async {
        do {
            let told = try await database.transaction { transaction -> [BusEvent] in
                guard let family = try transaction.family(of: row.ledger) else { return [] }
                return try self.atLedger(of: family, in: transaction, now: now) { turn in
                    try turn.tellIfReached(row.goal.account)
                }.1
            }
            bus.publish(told)
        } catch {
            outside.log(LogEntry(.error, "a savings goal could not be told", [("reason", safeWords(error))]))
        }
    }
}

extension LedgerTransaction {
    /// Moves the shares of an allowance that has just been paid into an account on to its owner's goals, once.
    ///
    /// The owner's standing word signs it, as everything that the hub does for them. What the ledger refuses stays where
    /// the allowance was paid to.
    mutating func putAside(_ amount: Amount, of allowance: ID<LedgerCommand>, paidTo account: ID<Account>) throws {
        guard let paid = try transaction.ledgerAccount(account, in: row.id)?.account, let owner = paid.owner,
            let holder = try transaction.ledgerHolder(owner), holder.member != nil
        else { return }
        var goals: [(goal: SavingsGoal, account: Account)] = []
        for saved in try savingsGoals(of: owner, paid.asset) where saved.goal.account != account {
            guard let found = try transaction.ledgerAccount(saved.goal.account, in: row.id)?.account else { continue }
            goals.append((saved.goal, found))
        }
        for share in SavingsGoal.shares(of: amount, among: goals) {
            let id = ID<LedgerCommand>(share: share.account, of: allowance)
            guard try transaction.answered(id, in: row.id) == nil else { continue }
            let signer = try hubSigner(of: holder)
            let transfer = Transfer(
                id: id,
                debit: account,
                credit: share.account,
                asset: paid.asset,
                amount: share.amount,
                kind: .transfer,
                reference: allowance,
                validUntil: now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                signer: signer.key
            )
            _ = try ask([.transfer(transfer)], [nil], by: signer)
            try tellIfReached(share.account)
        }
        // One that the allowance is paid to itself.
        try tellIfReached(account)
    }

    /// Tells the owner of a goal that it is reached, once for what it is.
    mutating func tellIfReached(_ account: ID<Account>) throws {
        guard var saved = try transaction.savingsGoal(account, in: row.id), saved.reachedAt == nil,
            let found = try transaction.ledgerAccount(account, in: row.id)?.account, saved.goal.isReached(by: found)
        else { return }
        saved.reachedAt = now
        try transaction.save(saved)
        news.holders.insert(saved.owner)
        guard let member = try transaction.ledgerHolder(saved.owner)?.member else { return }
        try notify(member, .goalReached)
    }

    /// Somebody's goals in one asset, of accounts that are open.
    fileprivate func savingsGoals(of holder: ID<LedgerHolder>, _ asset: Asset.Number) throws -> [SavingsGoalRow] {
        try transaction.savingsGoals(of: holder).filter { saved in
            let account = try transaction.ledgerAccount(saved.goal.account, in: row.id)?.account
            return account?.asset == asset && account?.isClosed == false
        }
    }

    fileprivate mutating func ownAccount(_ id: ID<Account>, of member: MemberRow) throws -> Account {
        let holder = try holder(of: member)
        guard let account = try transaction.ledgerAccount(id, in: row.id)?.account, account.owner == holder.id,
            account.kind == .member, !account.isClosed
        else { throw WalletRefusal.notFound }
        return account
    }

    fileprivate mutating func ownGoal(_ id: ID<Account>, of member: MemberRow) throws -> SavingsGoalRow {
        _ = try ownAccount(id, of: member)
        guard let saved = try transaction.savingsGoal(id, in: row.id) else { throw WalletRefusal.notFound }
        return saved
    }
}

extension ID where Subject == LedgerCommand {
    /// The identity of the transfer of an allowance's share.
    fileprivate init(share account: ID<Account>, of allowance: ID<LedgerCommand>) {
        self.init(hashOf: SavingsGoal.shareMessage(of: allowance, to: account))
    }
}
