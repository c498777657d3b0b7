package import Family
package import SQL

/// A key with what its holder calls its device.
package struct NamedLedgerKeyRow: Sendable {
    package var holding: LedgerKeyHolding
    package var isRevoked: Bool
    /// Empty for what the hub keeps.
    package var name: String
    package var addedAt: Timestamp?

    fileprivate init(_ row: Row) throws(StorageError) {
        holding = try LedgerKeyHolding(row)
        isRevoked = try row.bool(4)
        name = try row.text(5)
        addedAt = try row.timestampOrNull(6)
    }
}

/// Up to where somebody has checked a log.
package struct LedgerCheckRow: Sendable {
    package var holder: ID<LedgerHolder>
    package var leafCount: Int
    package var at: Timestamp

    package init(holder: ID<LedgerHolder>, leafCount: Int, at: Timestamp) {
        self.holder = holder
        self.leafCount = leafCount
        self.at = at
    }
}

extension Transaction {
    /// Somebody whom a ledger knows, or nil.
    package func ledgerHolder(_ id: ID<LedgerHolder>, in ledger: ID<Ledger>) throws(StorageError) -> LedgerHolderRow? {
        try ledgerHolders(of: ledger).first { $0.id == id }
    }

    /// The keys of somebody with their names, in the order in which they came.
    package func namedLedgerKeys(of holder: ID<LedgerHolder>) throws(StorageError) -> [NamedLedgerKeyRow] {
        try rows(
            """
            SELECT id, belongs_to, keeping, public_key, is_revoked, name, added_at FROM ledger_key
            WHERE belongs_to = \(holder.bytes) ORDER BY id
            """
        ).map(NamedLedgerKeyRow.init)
    }

    /// Whether a key of this identity is in any ledger.
    package func isLedgerKeyTaken(_ id: ID<LedgerKey>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM ledger_key WHERE id = \(id.bytes)") != nil
    }

    /// Says what the device of a key is called.
    package func nameLedgerKey(_ id: ID<LedgerKey>, _ name: String, addedAt: Timestamp) throws(StorageError) {
        try run("UPDATE ledger_key SET name = \(name), added_at = \(addedAt.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Who has checked a log, the latest first.
    package func ledgerChecks(of ledger: ID<Ledger>) throws(StorageError) -> [LedgerCheckRow] {
        try rows(
            """
            SELECT belongs_to, leaf_count, at FROM ledger_check WHERE ledger = \(ledger.bytes)
            ORDER BY at DESC, belongs_to
            """
        ).map { row throws(StorageError) in
            LedgerCheckRow(holder: try row.id(0), leafCount: Int(try row.integer(1)), at: try row.timestamp(2))
        }
    }

    /// Keeps up to where somebody has checked a log, in place of what they said before.
    package func save(_ check: LedgerCheckRow, of ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_check (belongs_to, ledger, leaf_count, at) VALUES (
                \(check.holder.bytes), \(ledger.bytes), \(check.leafCount), \(check.at.milliseconds))
            ON CONFLICT (belongs_to) DO UPDATE SET leaf_count = excluded.leaf_count, at = excluded.at
            """
        )
    }
}
