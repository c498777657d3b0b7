package import Family
package import SQL

extension Transaction {
    /// Ends every read-only link of a member.
    package func removeClockLinks(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM clock_link WHERE member = \(member.bytes)")
    }

    /// Ends the links that show something of a member without a log-in, as where old log-ins end.
    package func endOpenLinks(of member: ID<Member>, now: Timestamp) throws(StorageError) {
        try endLiveLinks(of: member, now: now)
        try removeClockLinks(of: member)
        try removeCalendarLinks(of: member)
    }

    /// How many browsers a member logged in with are known, but for one.
    package func knownDeviceCount(of member: ID<Member>, except tokenHash: [UInt8]?) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM known_device
                WHERE member = \(member.bytes) AND made_here = 1 AND token_hash <> \(tokenHash ?? [])
                """
            )?.integer(0) ?? 0
        )
    }

    /// How many links there are that open a member's account once.
    package func linkCount(of member: ID<Member>, now: Timestamp) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM one_time_link
                WHERE member = \(member.bytes) AND expires_at > \(now.milliseconds)
                """
            )?.integer(0) ?? 0
        )
    }

    /// Lets a waiting connect code grant at most this.
    package func limitConnectCode(of member: ID<Member>, to precision: Precision) throws(StorageError) {
        let level = Int64(precision.rawValue)
        try run(
            """
            UPDATE connect_code SET precision = \(level) WHERE member = \(member.bytes) AND precision > \(level)
            """
        )
    }

    /// After how many days a member is reminded; nil until they chose.
    package func reminderDays(of member: ID<Member>) throws(StorageError) -> Int? {
        try first("SELECT days FROM sharing_reminder WHERE member = \(member.bytes)")?.integerOrNull(0).map { Int($0) }
    }

    /// Chooses after how many days a member is reminded, 1 to 30.
    package func setReminderDays(of member: ID<Member>, _ days: Int) throws(StorageError) {
        try run(
            """
            INSERT INTO sharing_reminder (member, days) VALUES (\(member.bytes), \(Int64(days)))
            ON CONFLICT (member) DO UPDATE SET days = excluded.days
            """
        )
    }

    /// Those who share with somebody and are to be reminded of it, at most `limit`.
    ///
    /// The days count from the last reminder, and at first from the oldest consent that stands.
    package func membersToRemind(now: Timestamp, usualDays: Int, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT connection.subject FROM connection
            JOIN member ON member.id = connection.subject AND member.disabled_at IS NULL
            LEFT JOIN sharing_reminder ON sharing_reminder.member = connection.subject
            WHERE connection.precision > 0
                AND (connection.expires_at IS NULL OR connection.expires_at > \(now.milliseconds))
            GROUP BY connection.subject
            HAVING min(connection.created_at) <= \(now.milliseconds)
                    - 86400000 * coalesce(max(sharing_reminder.days), \(Int64(usualDays)))
                AND coalesce(max(sharing_reminder.reminded_at), 0) <= \(now.milliseconds)
                    - 86400000 * coalesce(max(sharing_reminder.days), \(Int64(usualDays)))
            LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Records that a member is reminded now.
    package func setReminded(_ member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO sharing_reminder (member, reminded_at) VALUES (\(member.bytes), \(now.milliseconds))
            ON CONFLICT (member) DO UPDATE SET reminded_at = excluded.reminded_at
            """
        )
    }

    /// Puts away a member's notices of one kind, about one person where that is given.
    package func removeNotices(
        of member: ID<Member>,
        kind: String,
        about: ID<Member>? = nil
    ) throws(StorageError) {
        try run(
            """
            DELETE FROM notice WHERE member = \(member.bytes) AND kind = \(kind)
                AND (\(about == nil ? 1 : 0) = 1 OR about = \(about?.bytes))
            """
        )
    }

    /// Puts away a member's notices of one kind about one place.
    package func removeNotices(of member: ID<Member>, kind: String, place: ID<Place>) throws(StorageError) {
        try run(
            "DELETE FROM notice WHERE member = \(member.bytes) AND kind = \(kind) AND place = \(place.bytes)"
        )
    }
}
