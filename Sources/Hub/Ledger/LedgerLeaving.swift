import Family
import SQL
import Storage

extension Hub {
    /// Ends a member's part in their family's ledger: it is entered that they left, and nothing leads to them afterwards.
    ///
    /// A member who moves to another family empties their accounts before, and they are closed; the balance of a member
    /// who leaves the hub stays, and cannot be moved. Throws `FamilyRefusal.walletNotEmpty`.
    func leaveLedger(_ row: MemberRow, in transaction: Transaction, mustBeEmpty: Bool, now: Timestamp) throws {
        try leaveMissions(row, in: transaction, now: now)
        guard let ledger = try transaction.ledger(of: row.family),
            var holder = try transaction.ledgerHolder(row.id, in: ledger.id)
        else { return }
        let accounts = try transaction.ledgerAccounts(of: holder.id).map(\.account).filter { !$0.isClosed }
        let empty = accounts.filter { $0.isEmpty && !$0.hasHolds }
        guard !mustBeEmpty || empty.count == accounts.count else { throw FamilyRefusal.walletNotEmpty }
        var turn: LedgerTransaction
        do {
            turn = try LedgerTransaction(of: row.family, in: transaction, of: self, now: now)
        } catch let error as StorageError where error.code == .corrupt && !mustBeEmpty {
            // A ledger that cannot be read keeps nobody from deleting their account, whose rows go all the same.
            return
        }
        // Who was shut out has no say, and closes their accounts all the same.
        if holder.role == .left { holder = try turn.holder(of: row) }
        let signer = try turn.hubSigner(of: holder)
        for account in empty {
            let closing = AccountClosing(id: outside.newID(), account: account.id)
            _ = try turn.ask([.close(closing)], [nil], by: signer)
        }
        holder.role = .left
        try turn.enter(holder)
        try turn.finish()
        try transaction.forget(holder.id)
        try transaction.removeMoneyRequests(of: row.id)
    }
}
