package import Family
package import SQL

extension Transaction {
    /// The leaves that changed an account, the latest first: from one of them on, or from the last where none is said.
    ///
    /// Reads no leaf but these. Where a record cannot be read the history ends, since only it leads on; who checks the
    /// log is told of that leaf.
    package func history(
        of account: ID<Account>,
        in ledger: ID<Ledger>,
        from first: Int?,
        limit: Int
    ) throws(StorageError) -> [LeafRow] {
        var next = first
        if next == nil { next = try lastLeaf(of: account, in: ledger) }
        var leaves: [LeafRow] = []
        while leaves.count < limit, let leaf = next, let posting = try posting(leaf, of: account, in: ledger) {
            leaves.append(posting.leaf)
            guard posting.before ?? -1 < leaf else { throw StorageError(.corrupt, "a history leads in a circle") }
            next = posting.before
        }
        return leaves
    }

    private func lastLeaf(of account: ID<Account>, in ledger: ID<Ledger>) throws(StorageError) -> Int? {
        let row = try first(
            "SELECT last_leaf FROM ledger_account WHERE ledger = \(ledger.bytes) AND id = \(account.bytes)"
        )
        return try row?.integerOrNull(0).map { Int($0) }
    }
}
