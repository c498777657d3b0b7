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

    /// Removes trip news that has not left yet, of one trip and to one companion.
    package func removeWaitingNews(of trip: ID<Trip>, to companion: ID<Member>) throws(StorageError) {
        try run(
            """
            DELETE FROM outbox WHERE state = 'queued' AND news IS NOT NULL
                AND incident = \(trip.bytes) AND member = \(companion.bytes)
            """
        )
    }

    /// How many texts with trip news were written since a moment, to anybody.
    package func newsTexts(since: Timestamp) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM outbox
                WHERE news IS NOT NULL AND channel = 'text' AND created_at > \(since.milliseconds)
                """
            )?.integer(0) ?? 0
        )
    }

    /// How many texts with news of one traveller's trips were written to one companion since a moment.
    package func newsTexts(
        of traveller: ID<Member>,
        to companion: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM outbox
                WHERE member = \(companion.bytes) AND news IS NOT NULL AND channel = 'text'
                    AND created_at > \(since.milliseconds)
                    AND incident IN (SELECT id FROM trip WHERE member = \(traveller.bytes))
                """
            )?.integer(0) ?? 0
        )
    }
}
