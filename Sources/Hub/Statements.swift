package import Family
import SQL
import Storage

/// One line of an account's history.
package struct StatementLine: Sendable {
    /// The other side of a movement, as the asker may see it.
    package enum Counterpart: Hashable, Sendable {
        /// Another account of whoever the account is; its name is its owner's to see.
        case own(name: String?)
        case member(ID<Member>, name: String)
        /// Somebody who is no longer in the family.
        case left
        case family(Account.Kind)
    }

    package var info: TransferInfo
    /// Whether it came in.
    package var isCredit: Bool
    package var counterpart: Counterpart
    /// What was posted in the account after it.
    package var balance: (amount: Amount, isNegative: Bool)
}

/// A part of an account's history, the latest first.
package struct StatementPage: Sendable {
    package var lines: [StatementLine]
    /// The leaf before which the next page begins; nil on the last.
    package var next: Int?
}

extension Hub {
    /// Lines of one page of a statement.
    package static let statementLinesMax = 500

    /// What went in and out of an account before a leaf, each line with what was posted after it.
    ///
    /// One's own accounts, and for an adult all of the family's (adults audit all); words are shown to both sides alone.
    /// Throws `WalletRefusal.notFound`.
    package func statement(
        of account: ID<Account>,
        for member: ID<Member>,
        before leaf: Int = .max,
        limit: Int
    ) async throws -> StatementPage {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let asker = try transaction.ledgerHolder(member, in: ledger.id),
                let account = try transaction.ledgerAccount(account, in: ledger.id)?.account,
                account.owner == asker.id || !row.isChild(now: now)
            else { throw WalletRefusal.notFound }
            let reading = StatementReading(account: account, asker: asker.id, ledger: ledger.id, transaction)
            return try reading.page(before: leaf, limit: min(limit, Hub.statementLinesMax))
        }
    }
}

/// Reads the history of one account backwards.
private struct StatementReading {
    let account: Account
    let asker: ID<LedgerHolder>
    let ledger: ID<Ledger>
    let transaction: Transaction
    private static let linesAtOnce = 500

    init(account: Account, asker: ID<LedgerHolder>, ledger: ID<Ledger>, _ transaction: Transaction) {
        (self.account, self.asker, self.ledger, self.transaction) = (account, asker, ledger, transaction)
    }

    func page(before leaf: Int, limit: Int) throws -> StatementPage {
        var then = try account(before: leaf)
        let leaves = try transaction.postings(of: account.id, in: ledger, before: leaf, limit: limit + 1)
        let holders = try transaction.ledgerHolders(of: ledger)
        var page = StatementPage(lines: [], next: nil)
        for leaf in leaves.prefix(limit) {
            guard let info = try TransferInfo(leaf, in: ledger, transaction) else { continue }
            page.lines.append(try line(info, balance: then.balance, holders))
            then.takeBack(info)
        }
        if leaves.count > limit { page.next = leaves[limit - 1].number }
        return page
    }

    /// The account as it was before a leaf: what came since is taken back.
    private func account(before leaf: Int) throws -> Account {
        var then = account
        var end = Int.max
        while end > leaf {
            let leaves = try transaction.postings(of: account.id, in: ledger, before: end, limit: Self.linesAtOnce)
            for later in leaves {
                guard later.number >= leaf else { return then }
                if let info = try TransferInfo(later, in: ledger, transaction) { then.takeBack(info) }
            }
            guard leaves.count == Self.linesAtOnce, let last = leaves.last else { return then }
            end = last.number
        }
        return then
    }

    private func line(
        _ info: TransferInfo,
        balance: (amount: Amount, isNegative: Bool),
        _ holders: [LedgerHolderRow]
    ) throws -> StatementLine {
        let isCredit = info.transfer.credit == account.id
        let other = try transaction.ledgerAccount(isCredit ? info.transfer.debit : info.transfer.credit, in: ledger)
        var info = info
        if account.owner != asker, other?.account.owner != asker { info.memo = nil }
        return StatementLine(
            info: info,
            isCredit: isCredit,
            counterpart: try counterpart(other, holders),
            balance: balance
        )
    }

    private func counterpart(
        _ other: LedgerAccountRow?,
        _ holders: [LedgerHolderRow]
    ) throws -> StatementLine.Counterpart {
        guard let other, other.account.kind == .member, let owner = other.account.owner else {
            return .family(other?.account.kind ?? .chain)
        }
        if owner == account.owner { return .own(name: owner == asker ? other.name : nil) }
        guard let member = holders.first(where: { $0.id == owner })?.member, let row = try transaction.member(member)
        else { return .left }
        return .member(member, name: row.name)
    }
}

extension Account {
    /// Undoes what a movement posted in it.
    fileprivate mutating func takeBack(_ info: TransferInfo) {
        guard info.transfer.phase == .single || info.transfer.phase == .post else { return }
        if info.transfer.credit == id {
            creditsPosted = creditsPosted.less(info.outcome.amount)
        } else {
            debitsPosted = debitsPosted.less(info.outcome.amount)
        }
    }
}
