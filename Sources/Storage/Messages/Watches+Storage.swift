package import Family
package import SQL

/// A watch as stored; what is asked for is the hub's to read.
package struct WatchRow: Sendable {
    package var viewer: ID<Member>
    package var subject: ID<Member>
    package var wishes: String
    package var silence: Silence

    package init(viewer: ID<Member>, subject: ID<Member>, wishes: String, silence: Silence = Silence()) {
        self.viewer = viewer
        self.subject = subject
        self.wishes = wishes
        self.silence = silence
    }

    fileprivate static let columns: StaticString = "viewer, subject, wishes, quiet_since, battery_told"

    fileprivate init(_ row: Row) throws(StorageError) {
        viewer = try row.id(0)
        subject = try row.id(1)
        wishes = try row.text(2)
        silence = Silence(quietSince: try row.timestampOrNull(3), isBatteryTold: try row.integer(4) != 0)
    }
}

/// A crossing that waits to be told; the domain's value with whose it is.
package struct CrossingRow: Sendable {
    package var id: ID<Crossing>
    package var member: ID<Member>
    package var crossing: Crossing

    package init(id: ID<Crossing>, member: ID<Member>, crossing: Crossing) {
        self.id = id
        self.member = member
        self.crossing = crossing
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        guard let kind = Crossing.Kind(rawValue: UInt8(clamping: try row.integer(3))) else {
            throw StorageError(.corrupt, "a crossing is of no kind")
        }
        crossing = Crossing(
            place: try row.id(2),
            kind: kind,
            at: try row.timestamp(4),
            dueAt: try row.timestamp(5)
        )
    }
}

extension Transaction {
    /// What a viewer watches.
    package func watches(by viewer: ID<Member>) throws(StorageError) -> [WatchRow] {
        try rows("SELECT \(literal: WatchRow.columns) FROM watch WHERE viewer = \(viewer.bytes) ORDER BY subject")
            .map(WatchRow.init)
    }

    /// Who watches a member.
    package func watches(of subject: ID<Member>) throws(StorageError) -> [WatchRow] {
        try rows("SELECT \(literal: WatchRow.columns) FROM watch WHERE subject = \(subject.bytes) ORDER BY viewer")
            .map(WatchRow.init)
    }

    /// Every watch, by viewer and subject, after one of them.
    package func watches(
        after last: (viewer: ID<Member>, subject: ID<Member>)?,
        limit: Int
    ) throws(StorageError) -> [WatchRow] {
        try rows(
            """
            SELECT \(literal: WatchRow.columns) FROM watch
            WHERE (viewer, subject) > (\(last?.viewer.bytes ?? []), \(last?.subject.bytes ?? []))
            ORDER BY viewer, subject LIMIT \(limit)
            """
        ).map(WatchRow.init)
    }

    /// Whether anybody watches a member.
    package func isWatched(_ subject: ID<Member>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM watch WHERE subject = \(subject.bytes) LIMIT 1") != nil
    }

    /// Sets what a viewer asks for of a member; what was told already stays known.
    package func setWatch(_ watch: WatchRow) throws(StorageError) {
        try run(
            """
            INSERT INTO watch (\(literal: WatchRow.columns)) VALUES (
                \(watch.viewer.bytes), \(watch.subject.bytes), \(watch.wishes),
                \(watch.silence.quietSince?.milliseconds), \(watch.silence.isBatteryTold ? 1 : 0))
            ON CONFLICT (viewer, subject) DO UPDATE SET wishes = excluded.wishes
            """
        )
    }

    /// Records what a viewer was told; false where somebody else did so since.
    package func setSilence(_ silence: Silence, of watch: WatchRow) throws(StorageError) -> Bool {
        let before = watch.silence
        return try run(
            """
            UPDATE watch SET quiet_since = \(silence.quietSince?.milliseconds),
                battery_told = \(silence.isBatteryTold ? 1 : 0)
            WHERE viewer = \(watch.viewer.bytes) AND subject = \(watch.subject.bytes)
                AND quiet_since IS NOT DISTINCT FROM \(before.quietSince?.milliseconds)
                AND battery_told = \(before.isBatteryTold ? 1 : 0)
            """
        ) == 1
    }

    /// Ends a watch.
    package func removeWatch(viewer: ID<Member>, subject: ID<Member>) throws(StorageError) {
        try run("DELETE FROM watch WHERE viewer = \(viewer.bytes) AND subject = \(subject.bytes)")
    }

    /// Adds a crossing, unless it undoes one that nobody was told of: then both are nothing.
    package func addCrossing(_ row: CrossingRow) throws(StorageError) {
        let crossing = row.crossing
        let undone = try run(
            """
            DELETE FROM crossing WHERE member = \(row.member.bytes) AND place = \(crossing.place.bytes)
                AND kind <> \(Int64(crossing.kind.rawValue))
            """
        )
        guard undone == 0 else { return }
        try run(
            """
            INSERT INTO crossing (id, member, place, kind, at, due_at) VALUES (
                \(row.id.bytes), \(row.member.bytes), \(crossing.place.bytes), \(Int64(crossing.kind.rawValue)),
                \(crossing.at.milliseconds), \(crossing.dueAt.milliseconds))
            """
        )
    }

    /// The crossings that are due, the first ones first.
    package func dueCrossings(now: Timestamp, limit: Int) throws(StorageError) -> [CrossingRow] {
        try rows(
            """
            SELECT id, member, place, kind, at, due_at FROM crossing WHERE due_at <= \(now.milliseconds)
            ORDER BY due_at, id LIMIT \(limit)
            """
        ).map(CrossingRow.init)
    }

    /// Removes a crossing; false where somebody else did so.
    package func removeCrossing(_ id: ID<Crossing>) throws(StorageError) -> Bool {
        try run("DELETE FROM crossing WHERE id = \(id.bytes)") == 1
    }
}
