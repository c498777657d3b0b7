import API
import Family
import HTTP
import Hub

extension HubService {
    /// A member's missions, countdowns and purchases, for their export.
    func missionsFile(of member: ID<Member>) async throws -> Response {
        let history = try await hub.missionHistory(of: member)
        return .json(
            MissionsFileBody(
                missions: history.missions.map { MissionBody($0.mission, $0.occurrences.map(OccurrenceBody.init)) },
                countdowns: history.sessions.map { CountdownBody($0) },
                purchases: history.purchases.map { PurchaseBody($0.purchase, name: $0.item.text) },
                settings: MissionSettingsBody(history.settings),
                streakPauses: history.pauses.map { StreakBody.Pause(since: $0.first, until: $0.last) },
                guestRecords: history.guestRecords.map(GuestRecordBody.init)
            )
        )
    }
}
