package import Family
package import SQL

/// Somebody who owns accounts, as stored.
package struct LedgerHolderRow: Sendable {
    package var id: ID<LedgerHolder>
    /// Nil where it leads to nobody any more.
    package var member: ID<Member>?
    package var role: LedgerRole

    package init(id: ID<LedgerHolder>, member: ID<Member>?, role: LedgerRole) {
        self.id = id
        self.member = member
        self.role = role
    }

    /// Of the columns id, member and role.
    init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.idOrNull(1)
        role = LedgerRole(rawValue: UInt8(truncatingIfNeeded: try row.integer(2))) ?? .left
    }
}

/// A key as stored.
package struct LedgerKeyRow: Sendable {
    package var holding: LedgerKeyHolding
    /// Of a key that the hub keeps.
    package var seedSealed: [UInt8]?
    package var isRevoked: Bool

    package init(holding: LedgerKeyHolding, seedSealed: [UInt8]?, isRevoked: Bool = false) {
        self.holding = holding
        self.seedSealed = seedSealed
        self.isRevoked = isRevoked
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        holding = try LedgerKeyHolding(row)
        seedSealed = try row.blobOrNull(4)
        isRevoked = try row.bool(5)
    }
}

extension LedgerKeyHolding {
    /// From the first columns of a query: id, belongs_to, keeping, public_key.
    init(_ row: Row) throws(StorageError) {
        guard let keeping = KeyCustody(rawValue: UInt8(truncatingIfNeeded: try row.integer(2))) else {
            throw StorageError(.corrupt, "a key of a ledger is kept nowhere")
        }
        self.init(id: try row.id(0), holder: try row.idOrNull(1), keeping: keeping, publicKey: try row.blob(3))
    }
}

extension Transaction {
    /// Members whom the ledger of their family does not know, or whose family has none; those after one of them.
    package func membersWithoutHolder(after last: ID<Member>?, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT id FROM member WHERE id > \(last?.bytes ?? []) AND NOT EXISTS (
                SELECT 1 FROM ledger JOIN ledger_holder ON ledger_holder.ledger = ledger.id
                WHERE ledger.family = member.family AND ledger_holder.member = member.id)
            ORDER BY id LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Everybody whom a ledger knows, also who left.
    package func ledgerHolders(of ledger: ID<Ledger>) throws(StorageError) -> [LedgerHolderRow] {
        try rows(
            SQL(
                prepared: "SELECT id, member, role FROM ledger_holder WHERE ledger = $1 ORDER BY id",
                [.blob(ledger.bytes)]
            )
        ).map(LedgerHolderRow.init)
    }

    /// What a member is called in a ledger, or nil.
    package func ledgerHolder(_ member: ID<Member>, in ledger: ID<Ledger>) throws(StorageError) -> LedgerHolderRow? {
        try first(
            SQL(
                prepared: "SELECT id, member, role FROM ledger_holder WHERE ledger = $1 AND member = $2",
                [.blob(ledger.bytes), .blob(member.bytes)]
            )
        ).map(LedgerHolderRow.init)
    }

    /// Adds somebody to a ledger, or says what they are now and to whom that leads.
    package func save(_ holder: LedgerHolderRow, in ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_holder (id, ledger, member, role) VALUES (
                \(holder.id.bytes), \(ledger.bytes), \(holder.member?.bytes), \(Int64(holder.role.rawValue)))
            ON CONFLICT (id) DO UPDATE SET member = excluded.member, role = excluded.role
            """
        )
    }

    /// One key of a ledger, or nil.
    package func ledgerKey(_ id: ID<LedgerKey>, in ledger: ID<Ledger>) throws(StorageError) -> LedgerKeyRow? {
        try first(
            SQL(
                prepared: """
                    SELECT id, belongs_to, keeping, public_key, seed_sealed, is_revoked FROM ledger_key
                    WHERE id = $1 AND ledger = $2
                    """,
                [.blob(id.bytes), .blob(ledger.bytes)]
            )
        ).map(LedgerKeyRow.init)
    }

    /// The keys of somebody, in the order in which they came.
    package func ledgerKeys(of holder: ID<LedgerHolder>) throws(StorageError) -> [LedgerKeyRow] {
        try rows(
            """
            SELECT id, belongs_to, keeping, public_key, seed_sealed, is_revoked FROM ledger_key
            WHERE belongs_to = \(holder.bytes) ORDER BY id
            """
        ).map(LedgerKeyRow.init)
    }

    /// Adds a key.
    package func addKey(_ key: LedgerKeyRow, to ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_key (id, ledger, belongs_to, keeping, public_key, seed_sealed) VALUES (
                \(key.holding.id.bytes), \(ledger.bytes), \(key.holding.holder?.bytes),
                \(Int64(key.holding.keeping.rawValue)), \(key.holding.publicKey), \(key.seedSealed))
            """
        )
    }

    /// Says that a key counts no more; what the hub kept of it goes.
    package func revokeKey(_ id: ID<LedgerKey>) throws(StorageError) {
        try run("UPDATE ledger_key SET is_revoked = 1, seed_sealed = NULL WHERE id = \(id.bytes)")
    }

    /// Lets nothing lead from somebody's accounts to a member any more (S41): the entries stay, and whose they were, their
    /// words and what the hub kept of their keys go.
    package func forget(_ holder: ID<LedgerHolder>) throws(StorageError) {
        try run("DELETE FROM standing_order WHERE belongs_to = \(holder.bytes) OR paid_to = \(holder.bytes)")
        try run("DELETE FROM day_limit WHERE belongs_to = \(holder.bytes)")
        try run("DELETE FROM savings_goal WHERE belongs_to = \(holder.bytes)")
        try run("DELETE FROM key_revocation_vote WHERE belongs_to = \(holder.bytes)")
        try run(
            "DELETE FROM key_revocation WHERE key IN (SELECT id FROM ledger_key WHERE belongs_to = \(holder.bytes))"
        )
        try run(
            "DELETE FROM ledger_cosignature WHERE key IN (SELECT id FROM ledger_key WHERE belongs_to = \(holder.bytes))"
        )
        try run("DELETE FROM ledger_note WHERE belongs_to = \(holder.bytes)")
        try run("UPDATE ledger_account SET name = '' WHERE belongs_to = \(holder.bytes)")
        try run(
            "UPDATE ledger_key SET seed_sealed = NULL, is_revoked = 1, name = '' WHERE belongs_to = \(holder.bytes)"
        )
        try run("DELETE FROM ledger_check WHERE belongs_to = \(holder.bytes)")
        try run("UPDATE ledger_holder SET member = NULL WHERE id = \(holder.bytes)")
    }
}
