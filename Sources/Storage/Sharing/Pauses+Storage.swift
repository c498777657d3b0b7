package import Family
package import SQL

/// A pause as stored: from then on nobody else is shown anything newer.
package struct PauseRow: Hashable, Sendable {
    package var from: Timestamp
    /// Nil while it has no end.
    package var until: Timestamp?

    package init(from: Timestamp, until: Timestamp?) {
        self.from = from
        self.until = until
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        from = try row.timestamp(0)
        until = try row.timestampOrNull(1)
    }
}

extension Transaction {
    /// A member's newest pauses, newest first.
    package func pauses(of member: ID<Member>, limit: Int) throws(StorageError) -> [PauseRow] {
        try rows(
            "SELECT from_at, until FROM pause WHERE member = \(member.bytes) ORDER BY from_at DESC LIMIT \(limit)"
        ).map(PauseRow.init)
    }

    /// Adds a pause, or gives the one that began then another end.
    package func setPause(_ pause: PauseRow, of member: ID<Member>) throws(StorageError) {
        try run(
            """
            INSERT INTO pause (member, from_at, until)
            VALUES (\(member.bytes), \(pause.from.milliseconds), \(pause.until?.milliseconds))
            ON CONFLICT (member, from_at) DO UPDATE SET until = excluded.until
            """
        )
    }
}
