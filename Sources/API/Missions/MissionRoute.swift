public import Family

/// What the hub answers about missions, countdowns, gold and streaks.
public enum MissionRoute: Hashable, Sendable {
    /// What is decided about an occurrence.
    public enum Decision: String, CaseIterable, Hashable, Sendable {
        case claim
        case approve
        case reject
        case undo
    }

    /// What is asked of a countdown that runs.
    public enum CountdownRequest: String, CaseIterable, Hashable, Sendable {
        case stop
        case pause
        case resume
        case cancel
    }

    case missions
    case addMission
    /// Brings in a list that was kept on a device.
    case addMissions
    case mission(ID<Mission>)
    case changeMission(ID<Mission>)
    case removeMission(ID<Mission>)
    case restoreMission(ID<Mission>)
    case decide(ID<Mission>, Decision)
    case start(ID<Mission>)
    case ask(ID<Mission>, CountdownRequest)
    /// How I stand.
    case myFocus
    /// How a child stands.
    case focus(ID<Member>)
    case countdowns(ID<Member>)
    case pauseStreak(ID<Member>)
    case resumeStreak(ID<Member>)
    case settings(ID<Member>)
    case setSettings(ID<Member>)
    /// What I did, bought and wished for before I had an account.
    case guestRecords
    case addGuestRecords
    case removeGuestRecords
}

extension MissionRoute {
    private static func mission(_ id: ID<Mission>) -> String { "/missions/\(id.text)" }
    private static func member(_ id: ID<Member>) -> String { "/members/\(id.text)" }

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .missions: ("GET", "/missions")
        case .addMission: ("POST", "/missions")
        case .addMissions: ("POST", "/missions/batch")
        case .mission(let id): ("GET", Self.mission(id))
        case .changeMission(let id): ("PATCH", Self.mission(id))
        case .removeMission(let id): ("DELETE", Self.mission(id))
        case .restoreMission(let id): ("POST", Self.mission(id) + "/restore")
        case .decide(let id, let decision): ("POST", Self.mission(id) + "/\(decision.rawValue)")
        case .start(let id): ("POST", Self.mission(id) + "/start")
        case .ask(let id, let request): ("POST", Self.mission(id) + "/\(request.rawValue)")
        case .myFocus: ("GET", "/me/focus")
        case .focus(let id): ("GET", Self.member(id) + "/focus")
        case .countdowns(let id): ("GET", Self.member(id) + "/countdowns")
        case .pauseStreak(let id): ("PUT", Self.member(id) + "/streak-pause")
        case .resumeStreak(let id): ("DELETE", Self.member(id) + "/streak-pause")
        case .settings(let id): ("GET", Self.member(id) + "/mission-settings")
        case .setSettings(let id): ("PUT", Self.member(id) + "/mission-settings")
        case .guestRecords: ("GET", "/me/guest-records")
        case .addGuestRecords: ("POST", "/me/guest-records")
        case .removeGuestRecords: ("DELETE", "/me/guest-records")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [MissionRoute] {
        switch parts.count {
        case 1 where parts == ["missions"]: [.missions, .addMission]
        case 2 where parts == ["me", "focus"]: [.myFocus]
        case 2 where parts == ["me", "guest-records"]: [.guestRecords, .addGuestRecords, .removeGuestRecords]
        case 2 where parts == ["missions", "batch"]: [.addMissions]
        case 2 where parts[0] == "missions":
            ID(text: parts[1]).map { [.mission($0), .changeMission($0), .removeMission($0)] } ?? []
        case 3 where parts[0] == "missions": ID(text: parts[1]).map { verbs($0, parts[2]) } ?? []
        case 3 where parts[0] == "members": ID(text: parts[1]).map { ofMember($0, parts[2]) } ?? []
        default: []
        }
    }

    private static func verbs(_ mission: ID<Mission>, _ verb: String) -> [MissionRoute] {
        if let decision = Decision(rawValue: verb) { return [.decide(mission, decision)] }
        if let request = CountdownRequest(rawValue: verb) { return [.ask(mission, request)] }
        return switch verb {
        case "start": [.start(mission)]
        case "restore": [.restoreMission(mission)]
        default: []
        }
    }

    private static func ofMember(_ member: ID<Member>, _ name: String) -> [MissionRoute] {
        switch name {
        case "focus": [.focus(member)]
        case "countdowns": [.countdowns(member)]
        case "streak-pause": [.pauseStreak(member), .resumeStreak(member)]
        case "mission-settings": [.settings(member), .setSettings(member)]
        default: []
        }
    }
}
