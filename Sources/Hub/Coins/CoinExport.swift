import Crypto
package import Family
import SQL
import Storage

/// What a member's wallet of coins has beside what was read of it.
package struct CoinDetails: Sendable {
    package var wallet: ID<CoinHolding>
    package var payees: [CoinPayeeInfo]
    package var payments: [CoinPaymentInfo]
    package var requests: [CoinRequestInfo]
}

extension Hub {
    /// All payees, payments and requests of a member, for their export (F57).
    package func coinDetails(of member: ID<Member>) async throws -> [CoinDetails] {
        try await database.read { transaction in
            guard let row = try transaction.member(member), let key = self.vault.dataKey(of: row) else {
                throw CoinRefusal.notFound
            }
            return try transaction.coinWallets(of: member).map { wallet in
                let record = try self.record(of: wallet, key)
                return CoinDetails(
                    wallet: wallet.id,
                    payees: try transaction.coinPayees(of: wallet.id).map { try self.info($0, key) },
                    payments: try self.payments(of: wallet.id, key, in: transaction).map { self.info($0.row, $0.card) },
                    requests: try transaction.coinRequests(of: wallet.id).map { try self.info($0, record, key) }
                )
            }
        }
    }
}
