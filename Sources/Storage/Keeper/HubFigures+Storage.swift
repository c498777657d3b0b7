package import Family
package import SQL

/// What waits in the outbox on one channel.
package struct WaitingMessages: Hashable, Sendable {
    /// `text`, `push` or `mail`.
    package var channel: String
    package var count: Int
    package var oldestAt: Timestamp
}

/// How many of what a hub has: counts alone, which name nobody.
package struct HubCensus: Hashable, Sendable {
    package var members = 0
    package var families = 0
    package var sessions = 0
    /// Devices that are not revoked.
    package var devices = 0
    /// Those that were heard since a moment.
    package var devicesHeard = 0
    package var pushSubscriptions = 0

    /// Nobody and nothing.
    package init() {}
}

extension Transaction {
    /// What is still to be sent, by channel.
    package func waitingMessages() throws(StorageError) -> [WaitingMessages] {
        try rows(
            """
            SELECT channel, count(*), min(created_at) FROM outbox WHERE state IN ('queued', 'leased')
            GROUP BY channel ORDER BY channel
            """
        ).map { row throws(StorageError) in
            WaitingMessages(
                channel: try row.text(0),
                count: Int(try row.integer(1)),
                oldestAt: try row.timestamp(2)
            )
        }
    }

    /// How many messages were given up since a moment.
    package func failedMessages(since: Timestamp) throws(StorageError) -> Int {
        Int(
            try first("SELECT count(*) FROM outbox WHERE state = 'failed' AND ended_at >= \(since.milliseconds)")?
                .integer(0) ?? 0
        )
    }

    /// How many of what there is; devices count as heard when that was since `heardSince`.
    package func census(heardSince: Timestamp) throws(StorageError) -> HubCensus {
        let row = try first(
            """
            SELECT (SELECT count(*) FROM member), (SELECT count(*) FROM family), (SELECT count(*) FROM session),
                (SELECT count(*) FROM device WHERE revoked_at IS NULL),
                (SELECT count(*) FROM device WHERE revoked_at IS NULL AND heard_at >= \(heardSince.milliseconds)),
                (SELECT count(*) FROM push_subscription)
            """
        )
        var census = HubCensus()
        guard let row else { return census }
        census.members = Int(try row.integer(0))
        census.families = Int(try row.integer(1))
        census.sessions = Int(try row.integer(2))
        census.devices = Int(try row.integer(3))
        census.devicesHeard = Int(try row.integer(4))
        census.pushSubscriptions = Int(try row.integer(5))
        return census
    }
}
