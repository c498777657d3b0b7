package import Family
import SQL
import Storage

/// All that a member's own pages show of their money.
package struct WalletOverview: Sendable {
    package var wallet: WalletInfo
    package var name: String
    package var isChild: Bool
    package var payees: [PayeeInfo]
    /// Revoked ones left out.
    package var keys: [LedgerKeyInfo]
    /// Whether there is a page of coins for them.
    package var hasCoins: Bool
}

/// Somebody whom a member can pay.
package struct PayeeInfo: Sendable {
    package var member: ID<Member>
    package var name: String
    /// Where what is paid to them arrives: their first open account of each asset.
    package var accounts: [(asset: Asset.Number, account: ID<Account>)]
}

extension Hub {
    /// A member's wallet and whom they can pay from it: the others of their family, in the order they came to the hub.
    package func walletOverview(of member: ID<Member>) async throws -> WalletOverview {
        let wallet = try await wallet(of: member)
        let keys = try await ledgerKeys(of: member).filter { !$0.isRevoked }
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw WalletRefusal.notFound }
            let others = try transaction.members(of: row.family).filter { $0.id != member && $0.disabledAt == nil }
            return WalletOverview(
                wallet: wallet,
                name: row.name,
                isChild: row.isChild(now: now),
                payees: try others.map { other in
                    let person = try transaction.person(other, to: member, now: now)
                    return try PayeeInfo(other, person, in: wallet.ledger, transaction)
                },
                keys: keys,
                hasCoins: try self.offersCoins || !transaction.coinWallets(of: member).isEmpty
            )
        }
    }
}

extension PayeeInfo {
    fileprivate init(
        _ row: MemberRow,
        _ person: Person,
        in ledger: ID<Ledger>,
        _ transaction: Transaction
    ) throws {
        (member, name, accounts) = (row.id, person.name, [])
        guard let holder = try transaction.ledgerHolder(row.id, in: ledger) else { return }
        for account in try transaction.ledgerAccounts(of: holder.id).map(\.account) where !account.isClosed {
            if accounts.contains(where: { $0.asset == account.asset }) { continue }
            accounts.append((account.asset, account.id))
        }
    }
}
