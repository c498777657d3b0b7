import SQL

extension Transaction {
    /// What adults want of a key, what its device has seen, and a tile of the log.
    func addWhatDevicesSaw() throws {
        try run("INSERT INTO key_revocation (key, ledger, valid_until) SELECT id, ledger, 0 FROM ledger_key")
        try run(
            """
            INSERT INTO key_revocation_vote (key, belongs_to, signed_by, signature, at)
            SELECT id, belongs_to, id, x'15', 0 FROM ledger_key WHERE belongs_to IS NOT NULL
            """
        )
        try run(
            """
            INSERT INTO ledger_cosignature (key, ledger, leaf_count, root, seconds, signature)
            SELECT id, ledger, 1, x'16', 0, x'17' FROM ledger_key
            """
        )
        try run("INSERT INTO ledger_tile (ledger, level, number, hash) SELECT id, 0, 0, x'18' FROM ledger")
    }
}
