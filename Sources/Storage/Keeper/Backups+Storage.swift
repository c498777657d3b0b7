package import Family
package import SQL

/// A member's data key as stored, wrapped under the hub's key; nil for who has none.
package struct DataKeyRow: Hashable, Sendable {
    package var member: ID<Member>
    package var wrapped: [UInt8]?

    package init(member: ID<Member>, wrapped: [UInt8]?) {
        self.member = member
        self.wrapped = wrapped
    }
}

extension Transaction {
    /// Every member's data key, in the order of their identities.
    package func dataKeys() throws(StorageError) -> [DataKeyRow] {
        try rows("SELECT id, data_key_wrapped FROM member ORDER BY id").map { row throws(StorageError) in
            DataKeyRow(member: try row.id(0), wrapped: try row.blobOrNull(1))
        }
    }

    /// The data key of one member who has one, to try the hub's keys on; nil without members.
    package func someDataKey() throws(StorageError) -> DataKeyRow? {
        let row = try first(
            "SELECT id, data_key_wrapped FROM member WHERE data_key_wrapped IS NOT NULL ORDER BY id LIMIT 1"
        )
        guard let row else { return nil }
        return DataKeyRow(member: try row.id(0), wrapped: try row.blob(1))
    }

    /// Takes every data key out of a copy, in which nothing that they seal can be read then.
    package func removeDataKeys() throws(StorageError) {
        try run("UPDATE member SET data_key_wrapped = NULL")
    }

    /// Puts a data key back.
    package func setDataKey(_ row: DataKeyRow) throws(StorageError) {
        try run("UPDATE member SET data_key_wrapped = \(row.wrapped) WHERE id = \(row.member.bytes)")
    }

    /// The last step of the schema that was applied; nil in a database without any.
    package func lastMigration() throws(StorageError) -> String? {
        guard try hasTable("migration") else { return nil }
        return try first("SELECT max(name) FROM migration")?.textOrNull(0)
    }

    /// Ends what a database from a backup must not go on with, and answers how much that was.
    ///
    /// Messages are erased unsent, log-ins, links and codes open nothing any more: each may have been used or ended since.
    package func settleRestored(now: Timestamp) throws(StorageError) -> (messages: Int, sessions: Int) {
        let at = now.milliseconds
        let messages = try run(
            """
            UPDATE outbox
            SET state = 'failed', ended_at = \(at), recipient_sealed = NULL, text_sealed = NULL
            WHERE state IN ('queued', 'leased')
            """
        )
        let sessions = try run("DELETE FROM session")
        try run("DELETE FROM verification")
        try run("DELETE FROM one_time_link")
        try run("DELETE FROM connect_code")
        try run("DELETE FROM recovery")
        try run("DELETE FROM pin_reset")
        try run("DELETE FROM guardian_request")
        try settleRestoredCoins(now: now)
        try run("UPDATE invite SET ending = 'revoked' WHERE ending IS NULL")
        try run("UPDATE trip_viewer SET dropped_at = \(at) WHERE dropped_at IS NULL")
        return (messages, sessions)
    }
}
