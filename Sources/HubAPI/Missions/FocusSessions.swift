import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    /// Countdowns of one page.
    private static let countdownsMax = 200

    func startCountdown(for mission: ID<Mission>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(StartMissionBody.self, from: request)
        let started = try await hub.startFocus(
            body.id,
            for: body.occurrence,
            of: mission,
            by: caller.member,
            broughtMilliseconds: body.broughtMilliseconds ?? 0
        )
        return .json(CountdownBody(started), status: 201)
    }

    func ask(
        _ asked: MissionRoute.CountdownRequest,
        for mission: ID<Mission>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let body = try JSON.read(AskMissionCountdownBody.self, from: request)
        let wish = FocusRequest(asked)
        return .json(CountdownBody(try await hub.ask(wish, of: body.countdown, for: mission, by: caller.member)))
    }

    /// How a member stands; nil for who asks.
    func focus(of member: ID<Member>?, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(FocusBody(try await hub.focus(of: member ?? caller.member, for: caller.member)))
    }

    func countdowns(of member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        let limit = try request.number("limit", in: 1...HubService.countdownsMax, otherwise: 50)
        let page = try await hub.countdowns(
            of: member,
            for: caller.member,
            after: try request.identity("after"),
            limit: limit
        )
        let next = page.count == limit ? page.last?.session.id.text : nil
        return .json(ListBody(items: page.map { CountdownBody($0) }, next: next))
    }

    func pauseStreak(of member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(PauseStreakBody.self, from: request)
        return .json(StreakBody(try await hub.pauseStreak(of: member, until: body.until, by: caller.member)))
    }

    func resumeStreak(of member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        .json(StreakBody(try await hub.resumeStreak(of: member, by: caller.member)))
    }

    func missionSettings(of member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        .json(MissionSettingsBody(try await hub.missionSettings(of: member, for: caller.member)))
    }

    func setMissionSettings(of member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(MissionSettingsBody.self, from: request)
        guard let settings = body.settings else {
            throw Problem.invalid("weightHigh", "Enter 1 to 10 gold per minute.")
        }
        try await hub.setMissionSettings(of: member, by: caller.member, settings)
        return .json(body)
    }
}

extension FocusRequest {
    fileprivate init(_ asked: MissionRoute.CountdownRequest) {
        self =
            switch asked {
            case .stop: .stop
            case .pause: .pause
            case .resume: .resume
            case .cancel: .cancel
            }
    }
}
