package import Family
package import SQL

/// A member as whoever runs the hub sees them: no number, no position, and no moment within a day.
package struct MemberOverview: Hashable, Sendable {
    package var id: ID<Member>
    package var name: String
    package var role: String
    package var isKeeper: Bool
    package var isDisabled: Bool
    /// Devices that may report.
    package var devices: Int
    /// When one of them was last heard, or the pause began that goes on.
    package var heardAt: Timestamp?
}

extension Transaction {
    /// The members in the order that they came, at most `limit`.
    ///
    /// While somebody pauses, their devices count as silent from its beginning on (F39).
    package func memberOverviews(limit: Int, now: Timestamp) throws(StorageError) -> [MemberOverview] {
        try rows(
            """
            SELECT member.id, name, role, keeper, disabled_at IS NOT NULL,
                (SELECT count(*) FROM device WHERE device.member = member.id AND revoked_at IS NULL),
                (SELECT max(heard_at) FROM device WHERE device.member = member.id AND revoked_at IS NULL),
                (SELECT min(from_at) FROM pause WHERE pause.member = member.id AND from_at <= \(now.milliseconds)
                    AND (until IS NULL OR until > \(now.milliseconds)))
            FROM member ORDER BY member.id LIMIT \(limit)
            """
        ).map { row throws(StorageError) in
            let (heardAt, pausedAt) = (try row.timestampOrNull(6), try row.timestampOrNull(7))
            return MemberOverview(
                id: try row.id(0),
                name: try row.text(1),
                role: try row.text(2),
                isKeeper: try row.bool(3),
                isDisabled: try row.bool(4),
                devices: Int(try row.integer(5)),
                heardAt: heardAt.map { min($0, pausedAt ?? $0) }
            )
        }
    }
}
