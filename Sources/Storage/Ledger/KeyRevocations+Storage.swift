package import Family
package import SQL

/// One adult's agreement that a key of somebody else counts no more.
package struct RevocationVoteRow: Sendable {
    package var holder: ID<LedgerHolder>
    /// What they signed.
    package var signature: LedgerSignature
    package var at: Timestamp

    package init(holder: ID<LedgerHolder>, signature: LedgerSignature, at: Timestamp) {
        self.holder = holder
        self.signature = signature
        self.at = at
    }
}

extension Transaction {
    /// What adults want to revoke that is open still, by its key; also what has expired, until somebody asks anew.
    package func keyRevocation(of key: ID<LedgerKey>) throws(StorageError) -> KeyRevocation? {
        try first("SELECT valid_until FROM key_revocation WHERE key = \(key.bytes)").map { row throws(StorageError) in
            KeyRevocation(key: key, validUntil: try row.timestamp(0))
        }
    }

    /// All that adults want to revoke in a ledger and that is open still; also what has expired.
    package func keyRevocations(in ledger: ID<Ledger>) throws(StorageError) -> [KeyRevocation] {
        try rows("SELECT key, valid_until FROM key_revocation WHERE ledger = \(ledger.bytes) ORDER BY key")
            .map { row throws(StorageError) in
                KeyRevocation(key: try row.id(0), validUntil: try row.timestamp(1))
            }
    }

    /// Who agreed to revoke a key, in the order in which they did.
    package func revocationVotes(on key: ID<LedgerKey>) throws(StorageError) -> [RevocationVoteRow] {
        try rows(
            """
            SELECT belongs_to, signed_by, signature, at FROM key_revocation_vote
            WHERE key = \(key.bytes) ORDER BY at, belongs_to
            """
        ).map { row throws(StorageError) in
            RevocationVoteRow(
                holder: try row.id(0),
                signature: LedgerSignature(key: try row.id(1), bytes: try row.blob(2)),
                at: try row.timestamp(3)
            )
        }
    }

    /// Begins to gather agreement on a key.
    package func add(_ revocation: KeyRevocation, to ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO key_revocation (key, ledger, valid_until) VALUES (
                \(revocation.key.bytes), \(ledger.bytes), \(revocation.validUntil.milliseconds))
            """
        )
    }

    /// Keeps that somebody agreed; what they signed before stays.
    package func add(_ vote: RevocationVoteRow, on key: ID<LedgerKey>) throws(StorageError) {
        try run(
            """
            INSERT INTO key_revocation_vote (key, belongs_to, signed_by, signature, at) VALUES (
                \(key.bytes), \(vote.holder.bytes), \(vote.signature.key.bytes), \(vote.signature.bytes),
                \(vote.at.milliseconds))
            ON CONFLICT (key, belongs_to) DO NOTHING
            """
        )
    }

    /// Takes back what somebody agreed to; where nobody is left who agreed, nothing is asked any more.
    package func removeVote(of holder: ID<LedgerHolder>, on key: ID<LedgerKey>) throws(StorageError) {
        try run("DELETE FROM key_revocation_vote WHERE key = \(key.bytes) AND belongs_to = \(holder.bytes)")
        try run(
            """
            DELETE FROM key_revocation WHERE key = \(key.bytes)
                AND NOT EXISTS (SELECT 1 FROM key_revocation_vote WHERE key = \(key.bytes))
            """
        )
    }

    /// Forgets what was asked of a key, with who agreed.
    package func removeRevocation(of key: ID<LedgerKey>) throws(StorageError) {
        try run("DELETE FROM key_revocation WHERE key = \(key.bytes)")
    }
}
