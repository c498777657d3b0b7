package import Family
import LedgerLog
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
    /// Where a history breaks off, because what the database holds is not what was put into the log.
    package struct CutOff: Sendable {
        /// What cannot be read; nil where the log leads to nothing older, though something was in the account.
        package var leaf: Int?
        /// What was posted in the account there.
        package var balance: (amount: Amount, isNegative: Bool)
    }

    package var lines: [StatementLine]
    /// What to ask for the next page with; nil on the last.
    package var next: String?
    /// Why nothing comes next, though it is not the beginning.
    package var cutOff: CutOff?
}

extension Hub {
    /// Lines of one page of a statement.
    package static let statementLinesMax = 500

    /// What went in and out of an account, each line with what was posted after it: the latest, or what comes next after
    /// a page.
    ///
    /// One's own accounts, and for an adult all of the family's (adults audit all); words are shown to both sides alone.
    /// Throws `WalletRefusal.notFound` or `.placeUnknown`.
    package func statement(
        of account: ID<Account>,
        for member: ID<Member>,
        after page: String? = nil,
        limit: Int
    ) async throws -> StatementPage {
        let (now, vault) = (outside.now(), vault)
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let asker = try transaction.ledgerHolder(member, in: ledger.id),
                let account = try transaction.ledgerAccount(account, in: ledger.id)?.account,
                account.owner == asker.id || !row.isChild(now: now)
            else { throw WalletRefusal.notFound }
            let reading = StatementReading(account: account, asker: asker.id, ledger: ledger.id, vault, transaction)
            return try reading.page(after: page, limit: min(limit, Hub.statementLinesMax))
        }
    }
}

/// Reads the history of one account backwards.
private struct StatementReading {
    let account: Account
    let asker: ID<LedgerHolder>
    let ledger: ID<Ledger>
    let vault: Vault
    let transaction: Transaction

    init(account: Account, asker: ID<LedgerHolder>, ledger: ID<Ledger>, _ vault: Vault, _ transaction: Transaction) {
        (self.account, self.asker, self.ledger, self.vault, self.transaction) =
            (account, asker, ledger, vault, transaction)
    }

    func page(after text: String?, limit: Int) throws -> StatementPage {
        let place = try text.map(place)
        var then = place?.taken(by: account) ?? account
        let history = try transaction.history(of: account.id, in: ledger, from: place?.leaf, limit: limit + 1)
        let holders = try transaction.ledgerHolders(of: ledger)
        var page = StatementPage(lines: [], next: nil)
        for leaf in history.leaves.prefix(limit) {
            guard leaf.isGenuine,
                let info = try TransferInfo(leaf, in: ledger, transaction)
            else {
                page.cutOff = StatementPage.CutOff(leaf: leaf.number, balance: then.balance)
                return page
            }
            page.lines.append(try line(info, balance: then.balance, holders))
            then.takeBack(info)
        }
        if history.leaves.count > limit {
            let row = history.leaves[limit]
            page.next = StatementCursor(leaf: row.number, then).text(of: account, in: ledger, row, vault)
        } else if history.brokenAt != nil || !then.isUntouched {
            page.cutOff = StatementPage.CutOff(leaf: history.brokenAt, balance: then.balance)
        }
        return page
    }

    private func place(_ text: String) throws -> StatementCursor {
        let place = try StatementCursor(text, of: account, in: ledger, vault) { number in
            try transaction.leaves(of: ledger, from: number, limit: 1).first { $0.number == number }
        }
        guard let place else { throw WalletRefusal.placeUnknown }
        return place
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
    /// Whether nothing was ever posted in it: so every account begins.
    fileprivate var isUntouched: Bool { creditsPosted == .zero && debitsPosted == .zero }

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
