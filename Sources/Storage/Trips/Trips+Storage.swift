package import Family
package import SQL

/// A trip as stored; whatever says where it goes stays sealed here.
package struct TripRow: Sendable {
    package var id: ID<Trip>
    package var member: ID<Member>
    package var requestHash: [UInt8]
    package var startedAt: Timestamp
    package var sealed: [UInt8]

    package init(id: ID<Trip>, member: ID<Member>, requestHash: [UInt8], startedAt: Timestamp, sealed: [UInt8]) {
        self.id = id
        self.member = member
        self.requestHash = requestHash
        self.startedAt = startedAt
        self.sealed = sealed
    }

    fileprivate static let columns: StaticString =
        "trip.id, trip.member, trip.request_hash, trip.started_at, trip.sealed"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        requestHash = try row.blob(2)
        startedAt = try row.timestamp(3)
        sealed = try row.blob(4)
    }
}

/// What is known of a trip under way, for a month.
package struct TripDetailRow: Sendable {
    package var trip: ID<Trip>
    package var endedAt: Timestamp?
    package var routeSealed: [UInt8]?
    package var stateSealed: [UInt8]
    package var linkHash: [UInt8]?
    package var codeHash: [UInt8]?

    package init(trip: ID<Trip>, routeSealed: [UInt8]?, stateSealed: [UInt8]) {
        self.trip = trip
        self.routeSealed = routeSealed
        self.stateSealed = stateSealed
    }
}

extension Transaction {
    /// Adds a trip.
    package func addTrip(_ trip: TripRow) throws(StorageError) {
        try run(
            """
            INSERT INTO trip (id, member, request_hash, started_at, sealed) VALUES (
                \(trip.id.bytes), \(trip.member.bytes), \(trip.requestHash), \(trip.startedAt.milliseconds),
                \(trip.sealed))
            """
        )
    }

    /// Replaces what is kept of a trip for ever.
    package func setTrip(_ id: ID<Trip>, sealed: [UInt8]) throws(StorageError) {
        try run("UPDATE trip SET sealed = \(sealed) WHERE id = \(id.bytes)")
    }

    /// One trip.
    package func trip(_ id: ID<Trip>) throws(StorageError) -> TripRow? {
        try first("SELECT \(literal: TripRow.columns) FROM trip WHERE id = \(id.bytes)").map(TripRow.init)
    }

    /// A member's trips, the newest first.
    package func trips(of member: ID<Member>, limit: Int) throws(StorageError) -> [TripRow] {
        try rows(
            """
            SELECT \(literal: TripRow.columns) FROM trip WHERE member = \(member.bytes)
            ORDER BY started_at DESC LIMIT \(limit)
            """
        ).map(TripRow.init)
    }

    /// Replaces what is known of a trip under way.
    package func setTripDetail(_ detail: TripDetailRow) throws(StorageError) {
        try run(
            """
            INSERT INTO trip_detail (trip, ended_at, route_sealed, state_sealed, link_hash, code_hash) VALUES (
                \(detail.trip.bytes), \(detail.endedAt?.milliseconds), \(detail.routeSealed), \(detail.stateSealed),
                \(detail.linkHash), \(detail.codeHash))
            ON CONFLICT (trip) DO UPDATE SET ended_at = excluded.ended_at, state_sealed = excluded.state_sealed,
                link_hash = excluded.link_hash, code_hash = excluded.code_hash
            """
        )
    }

    /// What is known of a trip; nil a month after its end.
    ///
    /// The route comes only where it is asked for.
    package func tripDetail(_ trip: ID<Trip>, withRoute: Bool) throws(StorageError) -> TripDetailRow? {
        let row = try first(
            """
            SELECT ended_at, state_sealed, link_hash, code_hash,
                CASE WHEN \(withRoute ? 1 : 0) = 1 THEN route_sealed END
            FROM trip_detail WHERE trip = \(trip.bytes)
            """
        )
        guard let row else { return nil }
        var detail = TripDetailRow(trip: trip, routeSealed: try row.blobOrNull(4), stateSealed: try row.blob(1))
        detail.endedAt = try row.timestampOrNull(0)
        detail.linkHash = try row.blobOrNull(2)
        detail.codeHash = try row.blobOrNull(3)
        return detail
    }

    /// The trip that a link or a code opens, by its keyed hash.
    package func trip(openedBy hash: [UInt8]) throws(StorageError) -> TripRow? {
        try first(
            """
            SELECT \(literal: TripRow.columns) FROM trip JOIN trip_detail ON trip_detail.trip = trip.id
            WHERE trip_detail.link_hash = \(hash) OR trip_detail.code_hash = \(hash)
            """
        ).map(TripRow.init)
    }

    /// Adds a point of a trip's way; a second one of the same moment replaces the first.
    package func addTripPoint(_ trip: ID<Trip>, at: Timestamp, sealed: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO trip_point (trip, at, sealed) VALUES (\(trip.bytes), \(at.milliseconds), \(sealed))
            ON CONFLICT (trip, at) DO UPDATE SET sealed = excluded.sealed
            """
        )
    }

    /// Points of a trip's way after a moment and up to another, the oldest first.
    package func tripPoints(
        _ trip: ID<Trip>,
        after: Timestamp,
        upTo end: Timestamp,
        limit: Int
    ) throws(StorageError) -> [(at: Timestamp, sealed: [UInt8])] {
        try rows(
            """
            SELECT at, sealed FROM trip_point
            WHERE trip = \(trip.bytes) AND at > \(after.milliseconds) AND at <= \(end.milliseconds)
            ORDER BY at LIMIT \(limit)
            """
        ).map { row throws(StorageError) in (try row.timestamp(0), try row.blob(1)) }
    }

    /// Removes a point of a trip's way.
    package func removeTripPoint(_ trip: ID<Trip>, at: Timestamp) throws(StorageError) {
        try run("DELETE FROM trip_point WHERE trip = \(trip.bytes) AND at = \(at.milliseconds)")
    }
}

/// Points of the device that goes along while a trip shows another one, beside those of its way.
extension Transaction {
    /// Adds such a point; a second one of the same moment replaces the first.
    package func addTrueTripPoint(_ trip: ID<Trip>, at: Timestamp, sealed: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO true_trip_point (trip, at, sealed) VALUES (\(trip.bytes), \(at.milliseconds), \(sealed))
            ON CONFLICT (trip, at) DO UPDATE SET sealed = excluded.sealed
            """
        )
    }

    /// These points and those of the trip's way after a moment, the oldest first, these first of one moment.
    package func trueTripPoints(
        _ trip: ID<Trip>,
        after: Timestamp,
        limit: Int
    ) throws(StorageError) -> [(at: Timestamp, sealed: [UInt8])] {
        try rows(
            """
            SELECT at, sealed, 0 AS part FROM true_trip_point
            WHERE trip = \(trip.bytes) AND at > \(after.milliseconds)
            UNION ALL SELECT at, sealed, 1 FROM trip_point
            WHERE trip = \(trip.bytes) AND at > \(after.milliseconds)
            ORDER BY at, part LIMIT \(limit)
            """
        ).map { row throws(StorageError) in (try row.timestamp(0), try row.blob(1)) }
    }

    /// Moves these points to the trip's way; those that are there stay.
    package func moveTrueTripPoints(_ trip: ID<Trip>) throws(StorageError) {
        try run(
            """
            INSERT INTO trip_point (trip, at, sealed) SELECT trip, at, sealed FROM true_trip_point
            WHERE trip = \(trip.bytes) ON CONFLICT (trip, at) DO NOTHING
            """
        )
        try run("DELETE FROM true_trip_point WHERE trip = \(trip.bytes)")
    }
}
