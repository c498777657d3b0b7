import Family
import Languages
import LedgerLog
import Storage

extension LedgerTransaction {
    /// Opens an account of a holder; without a name it is called by the next free number.
    mutating func open(
        _ id: ID<Account>,
        of asset: Asset.Number,
        name: String? = nil,
        for holder: LedgerHolderRow,
        beside accounts: [LedgerAccountRow]
    ) throws -> LedgerAccountRow {
        let open = accounts.filter { !$0.account.isClosed }
        guard open.count < Hub.accountsMax else { throw WalletRefusal.tooManyAccounts }
        guard try part.hasAsset(asset) else { throw WalletRefusal.assetUnknown }
        guard !open.contains(where: { $0.name == name }) else { throw WalletRefusal.nameTaken }
        let text = text(try name ?? freeName(for: holder, beside: open))
        let opening = AccountOpening(
            id: ID(sharing: id),
            asset: asset,
            kind: .member,
            owner: holder.id,
            floor: .zero,
            note: text.digest
        )
        let outcome = try ask([.open(opening)], [text], by: hubSigner(of: holder))[0]
        guard outcome.isDone, let made = try transaction.ledgerAccount(id, in: row.id) else {
            throw WalletRefusal.refused(outcome)
        }
        return made
    }

    /// "Account N" in the holder's language, with the least number that is free.
    func freeName(for holder: LedgerHolderRow, beside accounts: [LedgerAccountRow]) throws -> String {
        let language = try holder.member.flatMap { try transaction.member($0)?.reads } ?? .english
        let names = accounts.map(\.name)
        var number = 1
        while true {
            let name = ("Account \(number)" as Phrase).text(in: language)
            guard names.contains(name) else { return name }
            number += 1
        }
    }

    /// The account into which a member is paid: their first one of that asset, opened where they have none.
    ///
    /// Throws `WalletRefusal.payeeHasNoAccount` where they have too many others.
    mutating func payeeAccount(_ payee: ID<Member>, _ asset: Asset.Number) throws -> Account {
        guard let member = try transaction.member(payee) else { throw WalletRefusal.payeeUnknown }
        guard try part.hasAsset(asset) else { throw WalletRefusal.assetUnknown }
        let holder = try holder(of: member)
        let accounts = try transaction.ledgerAccounts(of: holder.id)
        if let account = accounts.map(\.account).first(where: { $0.asset == asset && !$0.isClosed }) { return account }
        guard accounts.count(where: { !$0.account.isClosed }) < Hub.accountsMax else {
            throw WalletRefusal.payeeHasNoAccount
        }
        hasOpenedForPayee = true
        return try open(outside.newID(), of: asset, for: holder, beside: accounts).account
    }
}
