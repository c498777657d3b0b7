import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func companionTrips(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.companionTrips(of: caller.member).map(SafeTripBody.init(watched:))))
    }

    func companionTrip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(SafeTripBody(watched: try await hub.companionTrip(id, of: caller.member)))
    }

    func leaveTrip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.leaveTrip(id, by: caller.member)
        return .done
    }

    func acceptTrip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.acceptTrip(id, by: caller.member)
        return .done
    }

    func companionPositions(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let points = try await hub.companionTripPoints(id, of: caller.member, after: try request.afterTime)
        return .json(TripPositionsBody(points))
    }

    /// Who has a link or a code; the cookie goes to this browser alone.
    func openTripView(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(OpenTripViewBody.self, from: request)
        guard let key = TripKey(body) else { throw Problem.invalid("token", "Send a token or a code.") }
        let (guest, token) = try await hub.openView(
            by: key,
            known: request.viewToken,
            browser: request.browserName,
            from: origin
        )
        var response = Response.json(TripViewBody(try await hub.view(of: guest)), status: 201)
        response.headers.append(.cookie(.view, token, seconds: 86_400, for: request))
        return response
    }

    func tripView(_ guest: TripGuest, _ request: Request) async throws -> Response {
        .json(TripViewBody(try await hub.view(of: guest)))
    }

    func tripViewPositions(_ guest: TripGuest, _ request: Request) async throws -> Response {
        .json(TripPositionsBody(try await hub.tripPoints(for: guest, after: try request.afterTime)))
    }

    func acknowledgeByView(_ guest: TripGuest, _ request: Request) async throws -> Response {
        let body = try JSON.read(AcknowledgeByViewBody.self, from: request)
        try await hub.acknowledge(body.alarm, by: guest)
        return .done
    }

    /// Ends what a link or a code let this browser in to see (F90).
    func endViews(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        try await hub.endViews(trip: request.viewToken, live: request.liveToken)
        return .done
    }
}

extension Request {
    /// The token of the view's cookie, where one can be one.
    var viewToken: String? {
        self[.view].flatMap { Self.isToken($0) ? $0 : nil }
    }

    /// What to call the browser that asks: its maker's name for it and its system, as far as it says so.
    var browserName: String {
        let agent = headers["User-Agent"] ?? ""
        let browser = [("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari")]
            .first { agent.contains($0.0) }?.1
        let system = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
            ("Linux", "Linux"),
        ].first { agent.contains($0.0) }?.1
        return [browser ?? "A browser", system.map { "on \($0)" }].compactMap { $0 }.joined(separator: " ")
    }
}

extension TripKey {
    /// Nil where there is neither.
    fileprivate init?(_ body: OpenTripViewBody) {
        if let token = body.token {
            self = .token(token)
        } else if let code = body.code {
            self = .code(code, traveller: body.traveller)
        } else {
            return nil
        }
    }
}

extension TripViewBody {
    fileprivate init(_ view: TripGuestView) {
        self.init(
            viewer: view.viewer,
            trip: view.trip.map(SafeTripBody.init(watched:)),
            alarms: view.alarms.map { AlarmBody($0) }
        )
    }
}
