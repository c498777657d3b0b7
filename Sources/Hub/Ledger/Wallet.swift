import Bus
package import Family
import LedgerLog
import SQL
import Storage

/// A member's wallet.
package struct WalletInfo: Sendable {
    package var ledger: ID<Ledger>
    /// What the member is called in it.
    package var holder: ID<LedgerHolder>
    /// Open ones, in the order in which they were opened.
    package var accounts: [AccountInfo]
    /// Those that are closed: nothing is in them, and what was moved stays to be read.
    package var closedAccounts: [AccountInfo]
    package var assets: [AssetInfo]
    /// What the open accounts are saved for, in their order.
    package var goals: [SavingsGoalInfo]
}

/// One account as its owner sees it.
package struct AccountInfo: Hashable, Sendable {
    package var id: ID<Account>
    package var name: String
    package var asset: Asset.Number
    /// What is posted, or how much is owed.
    package var amount: Amount
    /// Whether it is below nothing, which only a reversal brings about (F64).
    package var isNegative: Bool
    /// What can be taken out: less what is held.
    package var available: Amount
    package var isClosed: Bool

    init(_ row: LedgerAccountRow) {
        id = row.account.id
        name = row.name
        asset = row.account.asset
        (amount, isNegative) = row.account.balance
        available = row.account.available
        isClosed = row.account.isClosed
    }
}

/// An asset of a family.
package struct AssetInfo: Hashable, Sendable {
    package var number: Asset.Number
    package var scale: UInt8
    package var name: String
    /// The family's cash in it; nil where there is none.
    package var cash: ID<Account>?
}

extension Hub {
    /// Open accounts of one member.
    package static let accountsMax = 100
    private static let accountNameCharactersMax = 40

    /// A member's wallet.
    package func wallet(of member: ID<Member>) async throws -> WalletInfo {
        guard let known = try await knownWallet(of: member) else { throw WalletRefusal.notFound }
        return known
    }

    /// A member's wallet; nil where there is none yet.
    package func knownWallet(of member: ID<Member>) async throws -> WalletInfo? {
        try await database.read { transaction -> WalletInfo? in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id)
            else { return nil }
            return try WalletInfo(of: holder.id, in: ledger.id, transaction)
        }
    }

    /// Opens an account; without a name it is called by the next free number.
    ///
    /// A repeat of the same request answers as the first did.
    package func openAccount(
        _ id: ID<Account>,
        for member: ID<Member>,
        asset: Asset.Number,
        name: String? = nil
    ) async throws -> AccountInfo {
        let name = try name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }.map(Hub.validAccountName)
        return try await atLedger(of: member) { turn, row in
            let holder = try turn.holder(of: row)
            let accounts = try turn.transaction.ledgerAccounts(of: holder.id)
            if let before = accounts.first(where: { $0.account.id == id }) {
                guard before.account.asset == asset, name == nil || name == before.name else {
                    throw WalletRefusal.refused(LedgerOutcome(.idTaken))
                }
                return AccountInfo(before)
            }
            return AccountInfo(try turn.open(id, of: asset, name: name, for: holder, beside: accounts))
        }
    }

    /// The account into which a member is paid: their first one of that asset, opened where they have none.
    ///
    /// Throws `WalletRefusal`, or `StorageError`.
    package func payeeAccount(
        of payee: ID<Member>,
        asset: Asset.Number,
        for payer: ID<Member>
    ) async throws -> ID<Account> {
        try await atLedger(of: payer) { turn, row in
            try turn.checkPayee(.member(payee), of: row)
            return try turn.payeeAccount(payee, asset).id
        }
    }

    /// Gives an account another name.
    package func renameAccount(_ id: ID<Account>, of member: ID<Member>, to name: String) async throws -> AccountInfo {
        let name = try Hub.validAccountName(name)
        return try await atLedger(of: member) { turn, row in
            let holder = try turn.holder(of: row)
            let accounts = try turn.transaction.ledgerAccounts(of: holder.id)
            guard var account = accounts.first(where: { $0.account.id == id && !$0.account.isClosed }) else {
                throw WalletRefusal.notFound
            }
            guard account.name != name else { return AccountInfo(account) }
            guard !accounts.contains(where: { $0.name == name && !$0.account.isClosed }) else {
                throw WalletRefusal.nameTaken
            }
            let text = turn.text(name)
            let renaming = AccountRenaming(id: turn.outside.newID(), account: id, note: text.digest)
            let signer = try turn.hubSigner(of: holder)
            let outcome = try turn.ask([.rename(renaming)], [text], by: signer)[0]
            guard outcome.isDone else { throw WalletRefusal.refused(outcome) }
            account.name = name
            return AccountInfo(account)
        }
    }

    /// Closes an account; what is left in it goes to another one of the member's in the same step, if one is named.
    package func closeAccount(
        _ id: ID<Account>,
        of member: ID<Member>,
        sweepingTo other: ID<Account>? = nil
    ) async throws {
        let refusal = try await atLedger(of: member) { turn, row -> LedgerOutcome? in
            let holder = try turn.holder(of: row)
            let accounts = try turn.transaction.ledgerAccounts(of: holder.id)
            guard let account = accounts.first(where: { $0.account.id == id })?.account,
                other == nil || accounts.contains(where: { $0.account.id == other })
            else { throw WalletRefusal.notFound }
            guard !account.isClosed else { return nil }
            let signer = try turn.hubSigner(of: holder)
            var commands: [LedgerCommand] = []
            if let other, account.balance.amount != .zero, !account.balance.isNegative {
                let sweep = Transfer(
                    id: turn.outside.newID(),
                    debit: id,
                    credit: other,
                    asset: account.asset,
                    amount: account.balance.amount,
                    kind: .sweep,
                    isLinked: true,
                    validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                    signer: signer.key
                )
                commands.append(.transfer(sweep))
            }
            commands.append(.close(AccountClosing(id: turn.outside.newID(), account: id)))
            let outcomes = try turn.ask(commands, commands.map { _ in nil }, by: signer)
            return outcomes.first { !$0.isDone && $0.result != .linkedRefused }
        }
        if let refusal { throw WalletRefusal.refused(refusal) }
    }

    /// Runs `body` at the ledger of a member's family, in one durable transaction, and tells what came of it.
    func atLedger<Answer: Sendable>(
        of member: ID<Member>,
        _ body: @escaping @Sendable (inout LedgerTransaction, MemberRow) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        let (answer, events) = try await database.transaction { transaction in
            guard let row = try transaction.member(member), row.disabledAt == nil else { throw WalletRefusal.notFound }
            return try self.atLedger(of: row.family, in: transaction, now: now) { try body(&$0, row) }
        }
        bus.publish(events)
        return answer
    }

    /// Runs `body` at the ledger of a family, and answers what is to be published once the transaction is durable.
    func atLedger<Answer>(
        of family: ID<FamilyGroup>,
        in transaction: Transaction,
        now: Timestamp,
        _ body: (inout LedgerTransaction) throws -> Answer
    ) throws -> (Answer, [BusEvent]) {
        var turn = try LedgerTransaction(of: family, in: transaction, of: self, now: now)
        let answer = try body(&turn)
        try turn.finish()
        return (answer, try turn.news.events(in: turn.row.id, transaction))
    }

    private static func validAccountName(_ name: String) throws(WalletRefusal) -> String {
        guard let name = shownName(name, charactersMax: accountNameCharactersMax) else { throw .nameEmptyOrTooLong }
        return name
    }
}

extension WalletInfo {
    init(of holder: ID<LedgerHolder>, in ledger: ID<Ledger>, _ transaction: Transaction) throws {
        self.ledger = ledger
        self.holder = holder
        let all = try transaction.ledgerAccounts(of: holder).map(AccountInfo.init)
        accounts = all.filter { !$0.isClosed }
        closedAccounts = all.filter(\.isClosed)
        goals = try transaction.savingsGoals(of: holder).map(SavingsGoalInfo.init)
        assets = try transaction.ledgerAssets(of: ledger).map { row in
            AssetInfo(
                number: row.asset.number,
                scale: row.asset.scale,
                name: row.name,
                cash: try transaction.familyAccount(.cash, row.asset.number, in: ledger)?.account.id
            )
        }
    }
}
