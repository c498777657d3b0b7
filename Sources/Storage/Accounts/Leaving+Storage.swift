package import Family
package import SQL

/// An account that has ended, whose rows are still going.
package struct LeavingRow: Sendable {
    package var id: Int64
    /// Nil once no row is left and only the database's log has to be emptied.
    package var member: ID<Member>?

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.integer(0)
        member = try row.idOrNull(1)
    }
}

extension Transaction {
    /// Remembers that a member's rows are to go.
    package func startLeaving(_ member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run("INSERT INTO leaving (member, started_at) VALUES (\(member.bytes), \(now.milliseconds))")
    }

    /// The accounts whose rows are still going, in the order in which they ended.
    package func leaving() throws(StorageError) -> [LeavingRow] {
        try rows("SELECT id, member FROM leaving ORDER BY id LIMIT 1000").map(LeavingRow.init)
    }

    /// Forgets whose rows went.
    package func forgetWhoLeaves(_ id: Int64) throws(StorageError) {
        try run("UPDATE leaving SET member = NULL WHERE id = \(id)")
    }

    /// Forgets that somebody left a moment ago.
    package func endLeaving(_ id: Int64) throws(StorageError) {
        try run("DELETE FROM leaving WHERE id = \(id)")
    }

    /// Keeps the hash by which a backup knows whom to delete again.
    package func addTombstone(_ memberHash: [UInt8], now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO tombstone (member_hash, created_at) VALUES (\(memberHash), \(now.milliseconds))
            ON CONFLICT DO NOTHING
            """
        )
    }

    /// The hashes of all who left.
    package func tombstones() throws(StorageError) -> [[UInt8]] {
        try rows("SELECT member_hash FROM tombstone ORDER BY created_at").map { row throws(StorageError) in
            try row.blob(0)
        }
    }

    /// Whether anybody has left.
    package func hasTombstones() throws(StorageError) -> Bool {
        try first("SELECT 1 FROM tombstone LIMIT 1") != nil
    }

    /// Whether the member with this hash has left.
    package func isTombstone(_ memberHash: [UInt8]) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM tombstone WHERE member_hash = \(memberHash)") != nil
    }

    /// Makes another member the keeper as well.
    package func makeKeeper(_ id: ID<Member>) throws(StorageError) {
        try run("UPDATE member SET keeper = 1 WHERE id = \(id.bytes)")
    }

    /// How many keepers and members the hub has who may log in, without one of them.
    package func othersInHub(than id: ID<Member>) throws(StorageError) -> (keepers: Int, members: Int) {
        let row = try first(
            """
            SELECT count(CASE WHEN keeper = 1 THEN 1 END), count(*) FROM member
            WHERE id <> \(id.bytes) AND disabled_at IS NULL
            """
        )
        guard let row else { return (0, 0) }
        return (Int(try row.integer(0)), Int(try row.integer(1)))
    }
}
