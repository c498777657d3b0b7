package import Family
package import SQL

/// A browser without an account that was let in, as stored.
package struct TripViewerRow: Sendable {
    package var id: ID<LinkViewers.Viewer>
    /// Whose trip or alarm it is.
    package var member: ID<Member>
    package var trip: ID<Trip>?
    package var alarm: ID<Alarm>?
    /// Who was sent the link, where that was one of an alarm.
    package var recipient: ID<Member>?
    /// The outside contact who was sent it.
    package var contact: ID<Contact>?
    package var browser: String
    package var openedAt: Timestamp
    package var expiresAt: Timestamp
    package var droppedAt: Timestamp?

    package init(
        id: ID<LinkViewers.Viewer>,
        member: ID<Member>,
        browser: String,
        openedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.browser = browser
        self.openedAt = openedAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString =
        "id, member, trip, alarm, recipient, contact, browser, opened_at, expires_at, dropped_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        trip = try row.idOrNull(2)
        alarm = try row.idOrNull(3)
        recipient = try row.idOrNull(4)
        contact = try row.idOrNull(5)
        browser = try row.text(6)
        openedAt = try row.timestamp(7)
        expiresAt = try row.timestamp(8)
        droppedAt = try row.timestampOrNull(9)
    }
}

extension Transaction {
    /// Lets a member watch over a trip, once more where they had ceased to.
    package func addCompanion(_ member: ID<Member>, to trip: ID<Trip>, now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO trip_companion (trip, member, added_at) VALUES (
                \(trip.bytes), \(member.bytes), \(now.milliseconds))
            ON CONFLICT (trip, member) DO UPDATE SET ended_at = NULL,
                accepted_at = CASE WHEN trip_companion.ended_at IS NULL THEN trip_companion.accepted_at END
            """
        )
    }

    /// Ends a member's watching; false where they did not.
    package func endCompanion(_ member: ID<Member>, of trip: ID<Trip>, now: Timestamp) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE trip_companion SET ended_at = \(now.milliseconds)
            WHERE trip = \(trip.bytes) AND member = \(member.bytes) AND ended_at IS NULL
            """
        ) == 1
    }

    /// Records that a companion watches over a trip; false where they do not, or said so before.
    package func acceptCompanion(_ member: ID<Member>, of trip: ID<Trip>, now: Timestamp) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE trip_companion SET accepted_at = \(now.milliseconds)
            WHERE trip = \(trip.bytes) AND member = \(member.bytes) AND ended_at IS NULL AND accepted_at IS NULL
            """
        ) == 1
    }

    /// When a companion said that they watch over a trip; nil where they have not.
    package func companionAcceptedAt(_ member: ID<Member>, of trip: ID<Trip>) throws(StorageError) -> Timestamp? {
        try first(
            "SELECT accepted_at FROM trip_companion WHERE trip = \(trip.bytes) AND member = \(member.bytes)"
        )?.timestampOrNull(0)
    }

    /// Who watches over a trip, in the order they were asked.
    package func companions(of trip: ID<Trip>) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT member FROM trip_companion WHERE trip = \(trip.bytes) AND ended_at IS NULL
            ORDER BY added_at, member
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Whether a member was ever chosen to watch over a trip.
    package func wasCompanion(_ member: ID<Member>, of trip: ID<Trip>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM trip_companion WHERE trip = \(trip.bytes) AND member = \(member.bytes)") != nil
    }

    /// Since when one of two members sees the other, or `other` watches over that trip; nil where neither does now.
    package func knownSince(
        _ other: ID<Member>,
        to member: ID<Member>,
        onTrip trip: ID<Trip>?,
        now: Timestamp
    ) throws(StorageError) -> Timestamp? {
        try first(
            """
            SELECT min(known_at) FROM (
                SELECT created_at AS known_at FROM connection
                WHERE (viewer = \(other.bytes) AND subject = \(member.bytes)
                        OR viewer = \(member.bytes) AND subject = \(other.bytes))
                    AND precision > 0 AND coalesce(expires_at, \(Int64.max)) > \(now.milliseconds)
                UNION ALL
                SELECT added_at FROM trip_companion WHERE trip = \(trip?.bytes) AND member = \(other.bytes)) AS known
            """
        )?.timestampOrNull(0)
    }

    /// The trips that a member watches over and that began after a moment, the newest first.
    package func trips(watchedBy member: ID<Member>, after: Timestamp) throws(StorageError) -> [TripRow] {
        let ids = try rows(
            """
            SELECT trip FROM trip_companion
            WHERE member = \(member.bytes) AND ended_at IS NULL AND added_at > \(after.milliseconds)
            ORDER BY added_at DESC LIMIT 100
            """
        )
        var trips: [TripRow] = []
        for row in ids {
            if let trip = try trip(try row.id(0)) { trips.append(trip) }
        }
        return trips
    }

    /// Adds a browser that was let in, under the hash of its token.
    package func addTripViewer(_ viewer: TripViewerRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO trip_viewer (\(literal: TripViewerRow.columns), token_hash) VALUES (
                \(viewer.id.bytes), \(viewer.member.bytes), \(viewer.trip?.bytes), \(viewer.alarm?.bytes),
                \(viewer.recipient?.bytes), \(viewer.contact?.bytes), \(viewer.browser),
                \(viewer.openedAt.milliseconds), \(viewer.expiresAt.milliseconds), \(viewer.droppedAt?.milliseconds), \(tokenHash))
            """
        )
    }

    /// Gives a browser another token and more time.
    package func renewTripViewer(
        _ id: ID<LinkViewers.Viewer>,
        tokenHash: [UInt8],
        expiresAt: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE trip_viewer SET token_hash = \(tokenHash), expires_at = \(expiresAt.milliseconds)
            WHERE id = \(id.bytes)
            """
        )
    }

    /// The browser with this token, whether it may still look or not.
    package func tripViewer(tokenHash: [UInt8]) throws(StorageError) -> TripViewerRow? {
        try first("SELECT \(literal: TripViewerRow.columns) FROM trip_viewer WHERE token_hash = \(tokenHash)")
            .map(TripViewerRow.init)
    }

    /// Whether a browser that was let in has an id.
    package func isTripViewer(_ id: ID<LinkViewers.Viewer>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM trip_viewer WHERE id = \(id.bytes)") != nil
    }

    /// Ends the view of a browser that leaves; that it was opened stays recorded.
    package func endTripViewer(tokenHash: [UInt8], now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE trip_viewer SET expires_at = \(now.milliseconds)
            WHERE token_hash = \(tokenHash) AND expires_at > \(now.milliseconds)
            """
        )
    }

    /// The browsers that a trip was opened in, the first ones first, also those that were removed.
    package func tripViewers(of trip: ID<Trip>) throws(StorageError) -> [TripViewerRow] {
        try rows(
            """
            SELECT \(literal: TripViewerRow.columns) FROM trip_viewer WHERE trip = \(trip.bytes)
            ORDER BY opened_at, id LIMIT 200
            """
        ).map(TripViewerRow.init)
    }

    /// Removes a browser from a trip for good; false where it does not look.
    package func dropTripViewer(
        _ id: ID<LinkViewers.Viewer>,
        of trip: ID<Trip>,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE trip_viewer SET dropped_at = \(now.milliseconds)
            WHERE id = \(id.bytes) AND trip = \(trip.bytes) AND dropped_at IS NULL
            """
        ) == 1
    }

    /// When a browser of a member last said that it showed a push message; nil where none ever did.
    package func pushShownAt(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first("SELECT max(shown_at) FROM push_subscription WHERE member = \(member.bytes)")?.timestampOrNull(0)
    }
}

extension Transaction {
    /// How many people and browsers watch over a member's trips.
    package func watcherCount(of member: ID<Member>) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT (SELECT count(*) FROM trip_companion JOIN trip ON trip.id = trip_companion.trip
                    JOIN trip_detail ON trip_detail.trip = trip.id
                    WHERE trip.member = \(member.bytes) AND trip_companion.ended_at IS NULL
                        AND trip_detail.ended_at IS NULL)
                    + (SELECT count(*) FROM trip_viewer JOIN trip_detail ON trip_detail.trip = trip_viewer.trip
                        WHERE trip_viewer.member = \(member.bytes) AND trip_viewer.dropped_at IS NULL
                            AND trip_detail.ended_at IS NULL)
                """
            )?.integer(0) ?? 0
        )
    }

    /// Lets one companion watch over a member's trips no longer.
    package func endWatching(
        by companion: ID<Member>,
        of member: ID<Member>,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE trip_companion SET ended_at = \(now.milliseconds)
            WHERE member = \(companion.bytes) AND ended_at IS NULL
                AND trip IN (SELECT id FROM trip WHERE member = \(member.bytes))
            """
        )
    }

    /// Lets nobody watch over a member's trips any more; who was alarmed stays alarmed.
    package func endWatching(of member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE trip_companion SET ended_at = \(now.milliseconds)
            WHERE ended_at IS NULL AND trip IN (SELECT id FROM trip WHERE member = \(member.bytes))
            """
        )
        try run(
            """
            UPDATE trip_viewer SET dropped_at = \(now.milliseconds)
            WHERE member = \(member.bytes) AND trip IS NOT NULL AND dropped_at IS NULL
            """
        )
    }
}
