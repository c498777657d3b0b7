package import Family
package import SQL

/// What changed an account, as far as it can be read.
package struct AccountHistoryRows: Sendable {
    /// The latest first.
    package var leaves: [LeafRow]
    /// The leaf at which it breaks off, because what stands there is no part of it; nil where it does not.
    package var brokenAt: Int?
}

extension Transaction {
    /// The leaves that changed an account, the latest first: from one of them on, or from the last where none is said.
    ///
    /// Reads no leaf but these. Only a record leads on to the one before: where one cannot be read, nothing older is found.
    package func history(
        of account: ID<Account>,
        in ledger: ID<Ledger>,
        from first: Int?,
        limit: Int
    ) throws(StorageError) -> AccountHistoryRows {
        var next = first
        if next == nil { next = try lastLeaf(of: account, in: ledger) }
        var leaves: [LeafRow] = []
        while leaves.count < limit, let leaf = next {
            guard let posting = try posting(leaf, of: account, in: ledger) else {
                return AccountHistoryRows(leaves: leaves, brokenAt: leaf)
            }
            leaves.append(posting.leaf)
            // What came before stands before.
            guard posting.before ?? -1 < leaf else { return AccountHistoryRows(leaves: leaves, brokenAt: leaf) }
            next = posting.before
        }
        return AccountHistoryRows(leaves: leaves, brokenAt: nil)
    }

    /// The last leaf that changed an account; nil where none has.
    func lastLeaf(of account: ID<Account>, in ledger: ID<Ledger>) throws(StorageError) -> Int? {
        let row = try first(
            """
            SELECT b.last_leaf FROM ledger_account a JOIN ledger_balance b ON b.account = a.number
            WHERE a.ledger = \(ledger.bytes) AND a.id = \(account.bytes)
            """
        )
        return try row?.integerOrNull(0).map { Int($0) }
    }
}
