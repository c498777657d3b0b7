import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func missions(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let filter = MissionFilter(
            priority: try request.choice("priority", MissionPriorityName.self)?.priority,
            assignee: try request.identity("assignee"),
            stage: try request.choice("state", MissionFilter.Stage.names)
        )
        let order = try request.choice("sort", MissionOrder.names) ?? .added
        let missions = try await hub.missions(for: caller.member, filter, by: order)
        return .json(ListBody(items: missions.map { MissionBody($0) }))
    }

    func addMission(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddMissionBody.self, from: request)
        let wish = try MissionRequest(adding: body, by: caller.member)
        return .json(MissionBody(try await hub.addMission(body.id, by: caller.member, wish)), status: 201)
    }

    func addMissions(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddMissionsBody.self, from: request)
        let missions = try body.missions.map { ($0.id, try MissionRequest(adding: $0, by: caller.member)) }
        let intakes = try await hub.addMissions(missions, by: caller.member)
        return .json(ListBody(items: zip(missions, intakes).map { MissionIntakeBody($0.0, $1, in: request.language) }))
    }

    func mission(_ id: ID<Mission>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(MissionBody(try await hub.mission(id, for: caller.member)))
    }

    func changeMission(_ id: ID<Mission>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangeMissionBody.self, from: request)
        let wish = try MissionRequest(body, by: caller.member)
        return .json(MissionBody(try await hub.changeMission(id, by: caller.member, wish)))
    }

    func removeMission(_ id: ID<Mission>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.setMissionRemoved(id, by: caller.member, true)
        return .done
    }

    func restoreMission(_ id: ID<Mission>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        try await hub.setMissionRemoved(id, by: caller.member, false)
        return .json(MissionBody(try await hub.mission(id, for: caller.member)))
    }

    func decide(
        _ decision: MissionRoute.Decision,
        on id: ID<Mission>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let body = try JSON.read(DecideMissionBody.self, from: request)
        let gold = try body.gold.map { text throws(Problem) in try Amount(text, of: "gold") }
        let (mission, isDecided) = try await hub.decide(
            MissionDecision(decision, gold: gold),
            on: body.occurrence,
            of: id,
            version: body.version,
            by: caller.member
        )
        return .json(MissionDecisionBody(alreadyHandled: !isDecided, mission: MissionBody(mission)))
    }
}

extension MissionDecision {
    fileprivate init(_ decision: MissionRoute.Decision, gold: Amount?) {
        self =
            switch decision {
            case .claim: .claim
            case .approve: .approve(gold: gold)
            case .reject: .reject
            case .undo: .undo
            }
    }
}

/// How a mission is wished for, whether it is new or changed.
private protocol MissionWish {
    var title: String { get }
    var minutes: Int { get }
    var priority: MissionPriorityName? { get }
    var assignee: ID<Member>? { get }
    var anyone: Bool? { get }
    var turns: [ID<Member>]? { get }
    var repeats: MissionRepeatsBody? { get }
    var due: LocalDay? { get }
    var needsApproval: Bool? { get }
}

extension AddMissionBody: MissionWish {}

extension ChangeMissionBody: MissionWish {}

extension MissionRequest {
    fileprivate init(adding body: AddMissionBody, by member: ID<Member>) throws(Problem) {
        try self.init(body, by: member)
        // Longer than any mission takes is all of it.
        broughtMilliseconds = Int64(max(0, min(body.focusedSeconds ?? 0, 86_400))) * 1_000
    }

    fileprivate init(_ wish: some MissionWish, by member: ID<Member>) throws(Problem) {
        self.init(
            name: wish.title,
            minutes: wish.minutes,
            priority: wish.priority?.priority ?? .medium,
            assignee: try MissionRequest.assignee(wish, by: member),
            turns: wish.turns ?? [],
            repeats: try wish.repeats.map { body throws(Problem) in try MissionRequest.repeats(body) },
            due: wish.due,
            needsApproval: wish.needsApproval ?? false
        )
    }

    /// Who is to do it: whoever takes it, who is named, or else who asks; nobody in particular where some take turns.
    private static func assignee(_ wish: some MissionWish, by member: ID<Member>) throws(Problem) -> ID<Member>? {
        let (isForAll, hasTurns) = (wish.anyone ?? false, !(wish.turns ?? []).isEmpty)
        guard isForAll || hasTurns else { return wish.assignee ?? member }
        guard wish.assignee == nil, isForAll != hasTurns else {
            let words: Phrase = "A mission is for one person, for whoever takes it, or for some who take turns."
            throw .invalid(hasTurns ? "turns" : "anyone", words)
        }
        return nil
    }

    private static func repeats(_ body: MissionRepeatsBody) throws(Problem) -> MissionRepeat {
        guard let repeats = body.repeats else {
            throw .invalid("repeats", "Enter weekdays from 1 to 7, or a day of the month from 1 to 31.")
        }
        return repeats
    }
}
