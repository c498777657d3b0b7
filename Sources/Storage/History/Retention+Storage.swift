package import Family
package import SQL

extension Transaction {
    /// How many days a member keeps their own history; nil inside is for ever, nil where they chose nothing.
    package func historyDays(of member: ID<Member>) throws(StorageError) -> Int?? {
        guard let row = try first("SELECT history_days FROM retention WHERE member = \(member.bytes)") else {
            return nil
        }
        return .some(try row.integerOrNull(0).map { Int($0) })
    }

    /// Sets how many days a member keeps their own history; nil is for ever.
    package func setHistoryDays(of member: ID<Member>, _ days: Int?) throws(StorageError) {
        try run(
            """
            INSERT INTO retention (member, history_days) VALUES (\(member.bytes), \(days))
            ON CONFLICT (member) DO UPDATE SET history_days = excluded.history_days
            """
        )
    }

    /// Of a page of members after `last`, those who keep their history for some days only; who chose nothing, for
    /// `daysAtFirst`.
    package func membersByHistory(
        after last: ID<Member>?,
        daysAtFirst: Int,
        limit: Int
    ) throws(StorageError) -> [(member: ID<Member>, days: Int?)] {
        try rows(
            """
            SELECT member.id, CASE WHEN retention.member IS NULL THEN \(daysAtFirst) ELSE retention.history_days END
            FROM member LEFT JOIN retention ON retention.member = member.id
            WHERE member.id > \(last?.bytes ?? []) ORDER BY member.id LIMIT \(limit)
            """
        ).map { row throws(StorageError) in (try row.id(0), try row.integerOrNull(1).map { Int($0) }) }
    }

    /// Whether a member has a fix at home that was taken at `end` or before.
    package func hasFix(of member: ID<Member>, upTo end: Timestamp) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM fix WHERE member = \(member.bytes) AND at <= \(end.milliseconds) LIMIT 1") != nil
    }

    /// Deletes up to so many of a member's fixes taken at `end` or before, and all of those in the inbox's tables.
    package func deleteFixes(of member: ID<Member>, upTo end: Timestamp, rows: Int) throws(StorageError) -> Int {
        try run("DELETE FROM fix_inbox_0 WHERE member = \(member.bytes) AND at <= \(end.milliseconds)")
        try run("DELETE FROM fix_inbox_1 WHERE member = \(member.bytes) AND at <= \(end.milliseconds)")
        return try run(
            """
            DELETE FROM fix WHERE (member, at, tag) IN (
                SELECT member, at, tag FROM fix
                WHERE member = \(member.bytes) AND at <= \(end.milliseconds) LIMIT \(rows))
            """
        )
    }
}
