import API
import Family
import HTTP
import Hub

extension HubService {
    func companionTrips(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        return .json(ListBody(items: try await hub.companionTrips(of: visitor.member).map(SafeTripBody.init(watched:))))
    }

    func companionTrip(_ id: ID<Trip>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        return .json(SafeTripBody(watched: try await hub.companionTrip(id, of: visitor.member)))
    }

    func leaveTrip(_ id: ID<Trip>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        try await hub.leaveTrip(id, by: visitor.member)
        return .done
    }

    func acceptTrip(_ id: ID<Trip>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        try await hub.acceptTrip(id, by: visitor.member)
        return .done
    }

    func companionPositions(_ id: ID<Trip>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let points = try await hub.companionTripPoints(id, of: visitor.member, after: try request.afterTime)
        return .json(TripPositionsBody(points))
    }

    /// Who has a link or a code; the cookie goes to this browser alone.
    func openTripView(_ request: Request) async throws -> Response {
        let asker = try hub.viewOpener(of: request)
        let body = try JSON.read(OpenTripViewBody.self, from: request)
        guard let key = TripKey(body) else { throw Problem.invalid("token", "Send a token or a code.") }
        let (guest, token) = try await hub.openView(
            by: key,
            known: request.viewToken,
            browser: request.browserName,
            from: asker
        )
        var response = Response.json(TripViewBody(try await hub.view(of: guest)), status: 201)
        response.headers.append(.cookie(.view, token, seconds: 86_400, for: request))
        return response
    }

    func tripView(_ request: Request) async throws -> Response {
        .json(TripViewBody(try await hub.view(of: try await guest(of: request))))
    }

    func tripViewPositions(_ request: Request) async throws -> Response {
        let guest = try await guest(of: request)
        return .json(TripPositionsBody(try await hub.tripPoints(for: guest, after: try request.afterTime)))
    }

    func acknowledgeByView(_ request: Request) async throws -> Response {
        let guest = try await guest(of: request, for: .acknowledgement)
        let body = try JSON.read(AcknowledgeByViewBody.self, from: request)
        try await hub.acknowledge(body.alarm, by: guest)
        return .done
    }

    /// Whether a browser without an account asks that was let in.
    func isGuest(_ request: Request) async throws -> Bool {
        guard let token = request.viewToken else { return false }
        return try await hub.guest(token: token) != nil
    }

    /// Who was let in; refused where the cookie opens nothing any more, or another site speaks through it.
    private func guest(of request: Request, for kind: ReservedRequest? = nil) async throws -> TripGuest {
        _ = try request.asker
        guard let token = request.viewToken, let guest = try await hub.guest(token: token) else {
            try hub.countStranger(request)
            throw SafetyRefusal.viewEnded
        }
        request.rememberSender()
        try hub.count(guest, request, for: kind)
        return guest
    }
}

extension Request {
    /// The token of the view's cookie, where one can be one.
    fileprivate var viewToken: String? {
        self[.view].flatMap { Self.isToken($0) ? $0 : nil }
    }

    /// What to call the browser that asks: its maker's name for it and its system, as far as it says so.
    fileprivate var browserName: String {
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
