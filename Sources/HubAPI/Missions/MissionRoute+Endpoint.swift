import API

extension MissionRoute {
    /// Missions, countdowns, gold and streaks.
    var endpoint: Endpoint {
        switch self {
        case .missions: .session { try await $0.missions($1, $2) }
        case .addMission: .session { try await $0.addMission($1, $2) }
        case .addMissions: .session { try await $0.addMissions($1, $2) }
        case .mission(let id): .session { try await $0.mission(id, $1, $2) }
        case .changeMission(let id): .session { try await $0.changeMission(id, $1, $2) }
        case .removeMission(let id): .session { try await $0.removeMission(id, $1, $2) }
        case .restoreMission(let id): .session { try await $0.restoreMission(id, $1, $2) }
        case .decide(let id, let decision): .session { try await $0.decide(decision, on: id, $1, $2) }
        case .start(let id): .session { try await $0.startCountdown(for: id, $1, $2) }
        case .ask(let id, let asked): .session { try await $0.ask(asked, for: id, $1, $2) }
        case .myFocus: .session { try await $0.focus(of: nil, $1, $2) }
        case .focus(let member): .session { try await $0.focus(of: member, $1, $2) }
        case .countdowns(let member): .session { try await $0.countdowns(of: member, $1, $2) }
        case .pauseStreak(let member): .session { try await $0.pauseStreak(of: member, $1, $2) }
        case .resumeStreak(let member): .session { try await $0.resumeStreak(of: member, $1, $2) }
        case .settings(let member): .session { try await $0.missionSettings(of: member, $1, $2) }
        case .setSettings(let member): .session { try await $0.setMissionSettings(of: member, $1, $2) }
        case .guestRecords: .session { try await $0.guestRecords($1, $2) }
        case .addGuestRecords: .session { try await $0.addGuestRecords($1, $2) }
        case .removeGuestRecords: .session { try await $0.removeGuestRecords($1, $2) }
        }
    }
}
