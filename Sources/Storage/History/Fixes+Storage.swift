package import Family
package import SQL

/// One stored fix, still sealed.
package struct FixRow: Sendable {
    package var at: Timestamp
    /// Keyed hash of device and position, so that a repeated fix finds itself.
    package var tag: Int64
    package var sealed: [UInt8]

    package init(at: Timestamp, tag: Int64, sealed: [UInt8]) {
        self.at = at
        self.tag = tag
        self.sealed = sealed
    }
}

extension Transaction {
    /// Adds a fix; false when the same one is there already.
    package func addFix(_ fix: FixRow, member: ID<Member>) throws(StorageError) -> Bool {
        let changed = try run(
            SQL(
                prepared: """
                    INSERT INTO fix (member, at, tag, sealed) VALUES ($1, $2, $3, $4)
                    ON CONFLICT DO NOTHING
                    """,
                [.blob(member.bytes), .integer(fix.at.milliseconds), .integer(fix.tag), .blob(fix.sealed)]
            )
        )
        return changed == 1
    }

    /// Whether a fix of exactly this time with this mark is there.
    package func hasFix(of member: ID<Member>, at: Timestamp, tag: Int64) throws(StorageError) -> Bool {
        try first(
            "SELECT 1 FROM fix WHERE member = \(member.bytes) AND at = \(at.milliseconds) AND tag = \(tag)"
        ) != nil
    }

    /// Whether a fix with this mark is there, taken at `since` or later.
    package func hasFix(of member: ID<Member>, tag: Int64, since: Timestamp) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM fix WHERE member = \(member.bytes) AND at >= \(since.milliseconds) AND tag = \(tag) LIMIT 1
            """
        ) != nil
    }

    /// Replaces the sealed contents of a fix that is there.
    package func setFix(_ fix: FixRow, member: ID<Member>) throws(StorageError) {
        try run(
            """
            UPDATE fix SET sealed = \(fix.sealed)
            WHERE member = \(member.bytes) AND at = \(fix.at.milliseconds) AND tag = \(fix.tag)
            """
        )
    }

    /// The time of a member's newest fix; nil without one.
    package func newestFixAt(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first("SELECT max(at) FROM fix WHERE member = \(member.bytes)")?.timestampOrNull(0)
    }

    /// The times of a member's first and last fix that are home; nil without one.
    package func fixBounds(of member: ID<Member>) throws(StorageError) -> ClosedRange<Timestamp>? {
        // Each by itself is one step in the index.
        let single = try first("SELECT min(at) FROM fix WHERE member = \(member.bytes)")?.timestampOrNull(0)
        let packed = try first("SELECT min(first_at) FROM fix_pack WHERE member = \(member.bytes)")?.timestampOrNull(0)
        // A pack ends at most a day after it began, so that the last one to end is among the last to begin.
        let lastPacked = try first(
            """
            SELECT max(last_at) FROM fix_pack WHERE member = \(member.bytes) AND first_at >= (
                SELECT max(first_at) FROM fix_pack WHERE member = \(member.bytes)) - \(Transaction.fixPackMilliseconds)
            """
        )?.timestampOrNull(0)
        let last = [try newestFixAt(of: member), lastPacked].compactMap(\.self).max()
        guard let last, let first = [single, packed].compactMap(\.self).min() else { return nil }
        return first...max(first, last)
    }

    /// When a member has fixes at home, from `from` up to, not including, `to`: of each pack and of each day of UTC the
    /// first and the last.
    package func fixSpans(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp
    ) throws(StorageError) -> [(from: Timestamp, to: Timestamp, count: Int)] {
        let earliest = from.advanced(byMilliseconds: -Transaction.fixPackMilliseconds)
        return try rows(
            """
            SELECT first_at, last_at, count FROM fix_pack
            WHERE member = \(member.bytes) AND first_at >= \(earliest.milliseconds) AND first_at < \(to.milliseconds)
                AND last_at >= \(from.milliseconds)
            UNION ALL
            SELECT min(at), max(at), count(*) FROM fix
            WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            GROUP BY at / \(Transaction.fixPackMilliseconds)
            """
        ).map { row throws(StorageError) in
            (try row.timestamp(0), try row.timestamp(1), Int(try row.integer(2)))
        }
    }

    /// A member's newest fixes that are later than `at`, the newest first.
    package func fixes(of member: ID<Member>, laterThan at: Timestamp, limit: Int) throws(StorageError) -> [FixRow] {
        try rows(
            """
            SELECT at, tag, sealed FROM fix WHERE member = \(member.bytes) AND at > \(at.milliseconds)
            ORDER BY at DESC, tag DESC LIMIT \(limit)
            """
        ).map(FixRow.init)
    }

    /// A member's fixes from `from` up to, not including, `to`, in the order of time, after the one named by `after`.
    package func fixes(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        after: (at: Timestamp, tag: Int64)?,
        limit: Int
    ) throws(StorageError) -> [FixRow] {
        let start = after.map(\.at) ?? from
        let afterTag = after.map(\.tag)
        return try rows(
            """
            SELECT at, tag, sealed FROM fix
            WHERE member = \(member.bytes) AND at >= \(start.milliseconds) AND at < \(to.milliseconds)
                AND (at > \(start.milliseconds) OR \(afterTag == nil ? 1 : 0) = 1 OR tag > \(afterTag))
            ORDER BY at, tag LIMIT \(limit)
            """
        ).map(FixRow.init)
    }
}

extension FixRow {
    fileprivate init(_ row: Row) throws(StorageError) {
        at = try row.timestamp(0)
        tag = try row.integer(1)
        sealed = try row.blob(2)
    }
}
