package import Family
package import SQL

/// One piece of trip news on its way to one companion, by every channel; the domain knows no more of it.
package enum NewsDelivery: Sendable {}

extension Transaction {
    /// Removes the text or mail that waits for a push message not to be confirmed: a browser has shown it (F78).
    func removeFollowUp(of message: ID<OutboxMessage>) throws(StorageError) {
        try run(
            """
            DELETE FROM outbox WHERE state = 'queued' AND channel <> 'push'
                AND news = (SELECT news FROM outbox WHERE id = \(message.bytes))
            """
        )
    }

    /// Removes trip news that has not left yet, of one trip and to one companion; what is being sent is not tried again.
    package func removeWaitingNews(
        of trip: ID<Trip>,
        to companion: ID<Member>,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            DELETE FROM outbox WHERE state = 'queued' AND news IS NOT NULL
                AND incident = \(trip.bytes) AND member = \(companion.bytes)
            """
        )
        try run(
            """
            UPDATE outbox SET expires_at = \(now.milliseconds) WHERE state = 'leased' AND news IS NOT NULL
                AND incident = \(trip.bytes) AND member = \(companion.bytes)
            """
        )
    }

    /// The companions of a traveller's trips that began after a moment, each once for each trip, but for one trip.
    package func companionsOfTrips(
        of traveller: ID<Member>,
        since: Timestamp,
        besides trip: ID<Trip>?
    ) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT trip_companion.member FROM trip JOIN trip_companion ON trip_companion.trip = trip.id
            WHERE trip.member = \(traveller.bytes) AND trip.started_at > \(since.milliseconds)
                AND trip.id <> \(trip?.bytes ?? [])
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// How many texts with news of a trip were written to a companion.
    package func newsTexts(of trip: ID<Trip>, to companion: ID<Member>) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM outbox
                WHERE member = \(companion.bytes) AND news IS NOT NULL AND channel = 'text'
                    AND incident = \(trip.bytes)
                """
            )?.integer(0) ?? 0
        )
    }
}
