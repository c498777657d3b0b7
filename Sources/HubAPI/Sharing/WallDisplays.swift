import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    /// A display stands for months: the cookie lasts as long as browsers keep one, and the link ends it.
    private static let wallCookieSeconds: Int64 = 400 * 86_400

    func openWall(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let token = try JSON.read(OpenWallBody.self, from: request).token
        guard Request.isToken(token), let reader = try await hub.openWall(token: token) else {
            throw Problem.notFound
        }
        var response = Response.json(WallBody(try await hub.wall(of: reader)), status: 201)
        response.headers.append(.cookie(.wall, token, seconds: Self.wallCookieSeconds, for: request))
        return response
    }

    func wall(_ reader: WallReader, _ request: Request) async throws -> Response {
        .json(WallBody(try await hub.wall(of: reader)))
    }

    func setOnWalls(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(OnWallsBody.self, from: request)
        // To agree takes a proof; to take it back, the PIN while a trip runs.
        if body.shown { try await hub.requireRecentProof(caller) } else { try await hub.requirePIN(caller) }
        try await hub.setOnWalls(caller.member, body.shown)
        return .json(body)
    }
}

extension Request {
    /// The token of a wall display's cookie, where one can be one.
    var wallToken: String? {
        self[.wall].flatMap { Self.isToken($0) ? $0 : nil }
    }
}

extension WallBody {
    fileprivate init(_ wall: Wall) {
        var clock = ClockBody(wall.clock)
        // A link opens no pictures.
        for index in clock.hands.indices { clock.hands[index].picture = nil }
        self.init(
            clock: clock,
            people: wall.people?.map { one in
                Person(
                    name: one.person.name,
                    colour: one.person.colour,
                    presence: one.presence.map { PresenceBody($0, of: one.member) }
                )
            },
            missions: wall.missions?.map { Mission(title: $0.title, doer: $0.doer, state: Mission.State($0.state)) }
        )
    }
}

extension WallBody.Mission.State {
    fileprivate init(_ state: MissionOnWall.State) {
        self =
            switch state {
            case .open: .open
            case .claimed: .claimed
            case .done: .done
            }
    }
}
