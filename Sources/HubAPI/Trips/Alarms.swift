import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func alarms(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let items = try await hub.alarms(for: caller.member).map { AlarmBody($0) }
        return .json(ListBody(items: items))
    }

    func acknowledge(_ id: ID<Alarm>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.acknowledge(id, by: caller.member)
        return .done
    }

    func act(_ id: ID<Alarm>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.act(on: id, by: caller.member)
        return .done
    }

    func confirm(_ id: ID<Alarm>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.confirmSafe(id, by: caller.member)
        return .done
    }

    func clear(_ id: ID<Alarm>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PinBody.self, from: request)
        try await hub.clear(id, pin: body.pin, by: caller.member)
        return .done
    }

    /// Takes a call for help, which only other calls for help of this session can hold up (F75).
    func startCountdown(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(StartCountdownBody.self, from: request)
        try caller.requireToBe(body.member)
        let age = body.startedAgoMilliseconds
        guard (0...86_400_000).contains(age) else {
            throw Problem.invalid("startedAgoMilliseconds", "Enter a start within the last day.")
        }
        let help = HelpRequest(id: body.id, cause: body.cause.cause, startedAgoMilliseconds: age)
        let (countdown, isTold, isRecorded) = try await hub.startCountdown(help, by: caller.member)
        await hub.noteCall(body.id, by: caller)
        var answer = HelpCountdownBody(countdown, told: isTold)
        answer.recorded = isRecorded
        return .json(answer, status: 201)
    }

    func cancelCountdown(_ id: ID<HelpCountdown>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(CallOffBody.self, from: request)
        try caller.requireToBe(body.member)
        return .json(CalledOffBody(told: try await hub.cancelCountdown(id, pin: body.pin, by: caller.member)))
    }

    func drills(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.drills(of: caller.member).map(DrillBody.init)))
    }

    func startDrill(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(StartDrillBody.self, from: request)
        try await hub.startDrill(body.members, by: caller.member)
        return .done
    }

    func confirmDrill(_ id: ID<Drill>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.confirmDrill(id, by: caller.member)
        return .done
    }
}

extension HelpCountdownBody {
    fileprivate init(_ countdown: HelpCountdown, told: Bool) {
        self.init(
            id: countdown.id,
            cause: HelpCauseName(countdown.cause),
            state: HelpCountdownBody.state(countdown.phase),
            startedAt: countdown.startedAt,
            firesAt: countdown.firesAt,
            told: told
        )
    }

    init(running countdown: TravellerVisibleState.CountdownFace) {
        self.init(countdown, state: "running", told: false)
    }

    init(ended: TravellerVisibleState.EndedCountdownFace, told: Bool) {
        self.init(ended.countdown, state: HelpCountdownBody.state(ended.phase), told: told)
    }

    private init(_ countdown: TravellerVisibleState.CountdownFace, state: String, told: Bool) {
        self.init(
            id: countdown.id,
            cause: HelpCauseName(countdown.cause),
            state: state,
            startedAt: countdown.startedAt,
            firesAt: countdown.firesAt,
            told: told
        )
    }

    private static func state(_ phase: HelpCountdown.Phase) -> String {
        switch phase {
        case .running: "running"
        case .stopped: "stopped"
        case .fired: "fired"
        case .missed: "missed"
        }
    }
}

extension DrillBody {
    fileprivate init(_ report: DrillReport) {
        self.init(
            id: report.id,
            mine: report.isMine,
            member: report.member,
            name: report.name,
            sentAt: report.sentAt,
            confirmedAt: report.confirmedAt,
            deliveries: report.deliveries.map(MessageStateBody.init)
        )
    }
}

extension AuthenticatedSession {
    /// Refuses what was kept for another member as without a session: nothing is sent in another name (F86).
    fileprivate func requireToBe(_ member: ID<Member>?) throws(Problem) {
        guard member == nil || member == self.member else { throw .notLoggedIn }
    }
}
