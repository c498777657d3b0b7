import Family
import SQL
import Storage

/// How a hub fares at one moment: counts and delays, which name nobody.
package struct HubFigures: Sendable {
    package var members = 0
    package var families = 0
    package var sessions = 0
    /// Devices that may report, and those of them that were heard in the last day.
    package var devices = 0
    package var devicesHeard = 0
    package var pushSubscriptions = 0
    /// Messages that are still to be sent, by channel.
    package var waiting: [(channel: String, count: Int)] = []
    /// Messages that were given up in the last day.
    package var failedMessages = 0
    /// For how long the oldest message has waited.
    package var oldestMessageMilliseconds: Int64 = 0
    /// For how long the earliest deadline has been due and not met; 0 where none is late.
    package var deadlineDelayMilliseconds: Int64 = 0

    fileprivate init(_ census: HubCensus) {
        (members, families, sessions) = (census.members, census.families, census.sessions)
        (devices, devicesHeard) = (census.devices, census.devicesHeard)
        pushSubscriptions = census.pushSubscriptions
    }
}

extension Hub {
    private static let dayMilliseconds: Int64 = 86_400_000

    /// Reads how the hub fares; throws `StorageError`.
    package func figures() async throws -> HubFigures {
        let now = outside.now()
        let dayAgo = now.advanced(byMilliseconds: -Hub.dayMilliseconds)
        return try await database.read { transaction in
            let waiting = try transaction.waitingMessages()
            let due = try transaction.nextSafetyDeadline()
            var figures = HubFigures(try transaction.census(heardSince: dayAgo))
            figures.waiting = waiting.map { ($0.channel, $0.count) }
            figures.oldestMessageMilliseconds = waiting.map { now.milliseconds(since: $0.oldestAt) }.max() ?? 0
            figures.failedMessages = try transaction.failedMessages(since: dayAgo)
            figures.deadlineDelayMilliseconds = max(0, due.map { now.milliseconds(since: $0) } ?? 0)
            return figures
        }
    }

    /// How many changes wait for the database.
    package var waitingWrites: Int { database.waitingWrites }
}
