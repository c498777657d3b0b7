package import Family
package import SQL

/// A tracker that a Traccar server forwards, as stored.
package struct TrackerRow: Sendable {
    package var id: ID<Tracker>
    /// The device by whose token it is forwarded.
    package var bridge: ID<Device>
    package var member: ID<Member>
    /// A keyed hash of Traccar's `uniqueId`.
    package var mark: [UInt8]
    package var sealed: [UInt8]
    /// The device whose positions these are; nil while it is only offered.
    package var device: ID<Device>?
    package var heardAt: Timestamp

    package init(
        id: ID<Tracker>,
        bridge: ID<Device>,
        member: ID<Member>,
        mark: [UInt8],
        sealed: [UInt8],
        heardAt: Timestamp
    ) {
        self.id = id
        self.bridge = bridge
        self.member = member
        self.mark = mark
        self.sealed = sealed
        self.heardAt = heardAt
    }

    fileprivate static let columns: StaticString = "id, bridge, member, mark, sealed, device, heard_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        bridge = try row.id(1)
        member = try row.id(2)
        mark = try row.blob(3)
        sealed = try row.blob(4)
        device = try row.idOrNull(5)
        heardAt = try row.timestamp(6)
    }
}

extension Transaction {
    /// Adds a tracker that is only offered.
    package func addTracker(_ tracker: TrackerRow) throws(StorageError) {
        try run(
            """
            INSERT INTO tracker (\(literal: TrackerRow.columns)) VALUES (
                \(tracker.id.bytes), \(tracker.bridge.bytes), \(tracker.member.bytes), \(tracker.mark),
                \(tracker.sealed), \(tracker.device?.bytes), \(tracker.heardAt.milliseconds))
            """
        )
    }

    /// The tracker with this mark among those of one Traccar server; nil where it is new.
    package func tracker(mark: [UInt8], of bridge: ID<Device>) throws(StorageError) -> TrackerRow? {
        try first(
            """
            SELECT \(literal: TrackerRow.columns) FROM tracker WHERE bridge = \(bridge.bytes) AND mark = \(mark)
            """
        ).map(TrackerRow.init)
    }

    /// One tracker; nil if absent.
    package func tracker(_ id: ID<Tracker>) throws(StorageError) -> TrackerRow? {
        try first("SELECT \(literal: TrackerRow.columns) FROM tracker WHERE id = \(id.bytes)").map(TrackerRow.init)
    }

    /// The trackers of all Traccar servers of a member, in the order in which they were heard first.
    package func trackers(of member: ID<Member>) throws(StorageError) -> [TrackerRow] {
        try rows("SELECT \(literal: TrackerRow.columns) FROM tracker WHERE member = \(member.bytes) ORDER BY id")
            .map(TrackerRow.init)
    }

    /// How many trackers one Traccar server forwards.
    package func trackerCount(of bridge: ID<Device>) throws(StorageError) -> Int {
        Int(try first("SELECT count(*) FROM tracker WHERE bridge = \(bridge.bytes)")?.integer(0) ?? 0)
    }

    /// Records what was heard of a tracker last.
    package func touchTracker(_ id: ID<Tracker>, sealed: [UInt8], heardAt: Timestamp) throws(StorageError) {
        try run(
            "UPDATE tracker SET sealed = \(sealed), heard_at = \(heardAt.milliseconds) WHERE id = \(id.bytes)"
        )
    }

    /// Says whose positions a tracker's are.
    package func bindTracker(_ id: ID<Tracker>, to device: ID<Device>) throws(StorageError) {
        try run("UPDATE tracker SET device = \(device.bytes) WHERE id = \(id.bytes)")
    }

    /// Forgets a tracker with its binding.
    package func removeTracker(_ id: ID<Tracker>) throws(StorageError) {
        try run("DELETE FROM tracker WHERE id = \(id.bytes)")
    }

    /// Removes what a revoked device forwards, and where it was as a thing; what was bound to it is offered again.
    func clearRevokedDevice(_ id: ID<Device>) throws(StorageError) {
        try run("DELETE FROM tracker WHERE bridge = \(id.bytes)")
        try run("UPDATE tracker SET device = NULL WHERE device = \(id.bytes)")
        try run("DELETE FROM thing_position WHERE device = \(id.bytes)")
    }

    /// Replaces where a thing was last.
    package func setThingPosition(
        _ sealed: [UInt8],
        at: Timestamp,
        of device: ID<Device>,
        member: ID<Member>
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO thing_position (device, member, at, sealed)
            VALUES (\(device.bytes), \(member.bytes), \(at.milliseconds), \(sealed))
            ON CONFLICT (device) DO UPDATE SET at = excluded.at, sealed = excluded.sealed
            """
        )
    }

    /// The time of a thing's newest fix; nil before the first.
    package func thingPositionTime(of device: ID<Device>) throws(StorageError) -> Timestamp? {
        try first("SELECT at FROM thing_position WHERE device = \(device.bytes)")?.timestamp(0)
    }

    /// Where a member's things were last, sealed.
    package func thingPositions(of member: ID<Member>) throws(StorageError) -> [ID<Device>: [UInt8]] {
        var positions: [ID<Device>: [UInt8]] = [:]
        for row in try rows("SELECT device, sealed FROM thing_position WHERE member = \(member.bytes)") {
            positions[try row.id(0)] = try row.blob(1)
        }
        return positions
    }
}
