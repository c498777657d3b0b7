package import Family
import SQL
import Storage

/// All that is kept of a member's missions, for their export.
package struct MissionHistory: Sendable {
    /// What they gave or were given, with every time that it fell to them or to nobody yet, the latest first.
    package var missions: [(mission: Mission, occurrences: [Occurrence])]
    /// The latest first.
    package var sessions: [FocusSession]
    /// The latest first.
    package var purchases: [(purchase: Purchase, item: MissionName)]
    package var settings: MissionSettings
    /// Days for which they paused their streak, the latest first.
    package var pauses: [StreakPause]
    /// What they brought along from before they had an account, the newest first.
    package var guestRecords: [GuestRecord]
}

extension Hub {
    private static let historyMax = 100_000

    /// All that is kept of a member's missions, countdowns and purchases; of others it says nothing.
    package func missionHistory(of member: ID<Member>) async throws -> MissionHistory {
        try await database.read { transaction in
            let missions = try transaction.missions(about: member).map { row in
                (
                    mission: row.mission,
                    occurrences: try transaction.occurrences(of: row.mission.id, limit: Hub.historyMax)
                        .filter { $0.doer == nil || $0.doer == member }
                )
            }
            let purchases = try transaction.purchases(of: member, limit: Hub.historyMax).compactMap { purchase in
                try transaction.storeItem(purchase.item).map { (purchase: purchase, item: $0.item.name) }
            }
            return MissionHistory(
                missions: missions,
                sessions: try transaction.focusSessions(of: member, limit: Hub.historyMax),
                purchases: purchases,
                settings: try transaction.missionSettings(of: member),
                pauses: try transaction.streakPauses(of: member),
                guestRecords: try transaction.guestRecords(of: member)
            )
        }
    }
}
