package import Family
package import SQL

/// What changed an account, as far as it can be read.
package struct AccountHistoryRows: Sendable {
    /// The latest first.
    package var leaves: [LeafRow]
    /// The leaf with which it goes on; nil where these are the oldest that can be read.
    package var next: Int?
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
        var rows = AccountHistoryRows(leaves: [], next: first)
        if first == nil { rows.next = try lastLeaf(of: account, in: ledger) }
        while rows.leaves.count < limit, let leaf = rows.next {
            let posting = try posting(leaf, of: account, in: ledger)
            if let posting { rows.leaves.append(posting.leaf) }
            // What came before stands before.
            guard let posting, posting.before ?? -1 < leaf else {
                (rows.next, rows.brokenAt) = (nil, leaf)
                return rows
            }
            rows.next = posting.before
        }
        return rows
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
