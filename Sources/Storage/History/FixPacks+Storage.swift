package import Family
package import SQL

/// Many fixes of a member in one row, still sealed.
package struct FixPackRow: Sendable {
    package var id: Int64
    package var firstAt: Timestamp
    package var lastAt: Timestamp
    package var count: Int
    package var sealed: [UInt8]
}

extension Transaction {
    /// No row spans more time than this.
    package static let fixPackMilliseconds: Int64 = 86_400_000

    /// Adds a row of packed fixes.
    package func addFixPack(
        of member: ID<Member>,
        from first: Timestamp,
        to last: Timestamp,
        count: Int,
        sealed: [UInt8]
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO fix_pack (member, first_at, last_at, count, sealed)
            VALUES (\(member.bytes), \(first.milliseconds), \(last.milliseconds), \(count), \(sealed))
            """
        )
    }

    /// Removes a row of packed fixes; false where it is gone.
    package func removeFixPack(_ id: Int64) throws(StorageError) -> Bool {
        try run("DELETE FROM fix_pack WHERE id = \(id)") == 1
    }

    /// A member's rows with fixes from `from` up to, not including, `to`, in the order of time.
    package func fixPacks(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        limit: Int
    ) throws(StorageError) -> [FixPackRow] {
        let earliest = from.advanced(byMilliseconds: -Transaction.fixPackMilliseconds)
        return try rows(
            """
            SELECT id, first_at, last_at, count, sealed FROM fix_pack
            WHERE member = \(member.bytes) AND first_at >= \(earliest.milliseconds) AND first_at < \(to.milliseconds)
                AND last_at >= \(from.milliseconds)
            ORDER BY first_at, id LIMIT \(limit)
            """
        ).map { row throws(StorageError) in
            FixPackRow(
                id: try row.integer(0),
                firstAt: try row.timestamp(1),
                lastAt: try row.timestamp(2),
                count: Int(try row.integer(3)),
                sealed: try row.blob(4)
            )
        }
    }

    /// The time of a member's oldest fix that has a row of its own; nil without one.
    package func oldestFixAt(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first("SELECT min(at) FROM fix WHERE member = \(member.bytes)")?.timestampOrNull(0)
    }

    /// Removes a member's rows of single fixes from `from` up to, not including, `to`; answers how many there were.
    package func removeFixes(of member: ID<Member>, from: Timestamp, to: Timestamp) throws(StorageError) -> Int {
        try run(
            """
            DELETE FROM fix WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            """
        )
    }

    /// Removes what of these fixes stands in the tables of the inbox.
    package func removeInboxRows(of member: ID<Member>, from: Timestamp, to: Timestamp) throws(StorageError) {
        try run(
            """
            DELETE FROM fix_inbox_0
            WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            """
        )
        try run(
            """
            DELETE FROM fix_inbox_1
            WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            """
        )
    }

    /// Whether a member has packed fixes from before a time.
    package func hasFixPack(of member: ID<Member>, before end: Timestamp) throws(StorageError) -> Bool {
        try first(
            "SELECT 1 FROM fix_pack WHERE member = \(member.bytes) AND first_at < \(end.milliseconds) LIMIT 1"
        ) != nil
    }

    /// Members in the order of their identities, after this one.
    package func memberIDs(after member: ID<Member>?, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows("SELECT id FROM member WHERE id > \(member?.bytes ?? []) ORDER BY id LIMIT \(limit)")
            .map { row throws(StorageError) in try row.id(0) }
    }
}
