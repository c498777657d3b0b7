import Family
import SQL
import Storage

/// Members stand in their family's ledger from the day they come into it, so that no reader has to enter them (S54).
extension Hub {
    private static let walletsAtOnce = 100

    /// Enters a member in the ledger of their family, in the transaction that brings them there.
    ///
    /// A ledger that cannot be read keeps nobody from joining; it is logged.
    func openWallet(of member: ID<Member>, in transaction: Transaction, now: Timestamp) throws {
        guard let row = try transaction.member(member) else { return }
        var turn: LedgerTransaction
        do {
            turn = try LedgerTransaction(of: row.family, in: transaction, of: self, now: now)
        } catch let error as StorageError where error.code == .corrupt {
            outside.log(LogEntry(.error, "a member's wallet could not be opened", [("reason", safeWords(error))]))
            return
        }
        _ = try turn.holder(of: row)
        try turn.finish()
    }

    /// Enters those whom an older hub left out; a ledger that cannot be read keeps no hub from starting.
    func openMissingWallets() async {
        var last: ID<Member>?
        do {
            while true {
                let missing = try await database.read { [last] in
                    try $0.membersWithoutHolder(after: last, limit: Hub.walletsAtOnce)
                }
                // Handed over together, so that one commit does for all; each succeeds or fails by itself.
                await withDiscardingTaskGroup { group in
                    for member in missing { group.addTask { await self.openMissingWallet(of: member) } }
                }
                guard missing.count == Hub.walletsAtOnce else { return }
                last = missing.last
            }
        } catch {
            outside.log(LogEntry(.error, "members without a wallet could not be read", [("reason", safeWords(error))]))
        }
    }

    private func openMissingWallet(of member: ID<Member>) async {
        let now = outside.now()
        do {
            try await database.transaction { try self.openWallet(of: member, in: $0, now: now) }
        } catch {
            outside.log(LogEntry(.error, "a member's wallet could not be opened", [("reason", safeWords(error))]))
        }
    }
}
