import API
import Family
import HTTP
import Hub

extension HubService {
    /// Identifies the caller as the route declares, then lets the handler answer (S53).
    ///
    /// Nothing else in this module turns a request into a caller.
    func perform(_ route: Route, _ request: Request) async throws -> Response {
        switch route.endpoint {
        case .open(let answer):
            try await answer(self, request)
        case .stranger(let budget, let answer):
            try await answer(self, hub.stranger(of: request, from: budget), request)
        case .session(let rule, let answer):
            try await answer(self, hub.visitor(of: request, rule), request)
        case .adult(let family, let rule, let answer):
            try await answer(self, hub.adult(of: request, family, rule), request)
        case .keeper(let rule, let answer):
            try await answer(self, hub.keeper(of: request, rule), request)
        case .view(let kind, let answer):
            try await answer(self, hub.guest(of: request, for: kind), request)
        case .sessionOrView(let answer):
            try await answer(self, hub.mapReader(of: request), request)
        case .sessionOrClockLink(let answer):
            try await answer(self, hub.clockReader(of: request), request)
        case .keeperOrMetricsToken(let answer):
            try await answer(self, metricsReader(of: request), request)
        case .sessionOrOneTimeSecret(let secret, let answer):
            try await answer(self, hub.secretHolder(of: request, secret(request)), request)
        case .device:
            throw Problem.notFound
        }
    }

    private func metricsReader(of request: Request) async throws -> MetricsReader {
        isMetricsToken(request.bearerToken) ? .program : .keeper(try await hub.keeper(of: request))
    }
}

extension Hub {
    /// The member whose session a request has; refused without one, or where another site speaks through a cookie.
    fileprivate func visitor(of request: Request, _ rule: SessionRule = SessionRule()) async throws -> Visitor {
        guard let token = try request.sessionToken(sending: rule.content), var visitor = try await visitor(token: token)
        else {
            try countStranger(request)
            throw Problem.notLoggedIn
        }
        request.rememberSender()
        try count(visitor.session, request, rule.budget)
        visitor.pin = request.headers["Hearth-Pin"]
        if request.headers["Hearth-Screen"] != nil { remember(request.screen, of: visitor.session) }
        return visitor
    }

    /// The member of a session who is an adult of a family; without a family, of their own.
    fileprivate func adult(of request: Request, _ family: ID<FamilyGroup>?, _ rule: SessionRule) async throws -> Adult {
        let visitor = try await visitor(of: request, rule)
        try await requireAdult(visitor.member, of: family)
        return Adult(visitor: visitor)
    }

    /// The member of a session who runs the hub.
    fileprivate func keeper(of request: Request, _ rule: SessionRule = SessionRule()) async throws -> Keeper {
        let visitor = try await visitor(of: request, rule)
        guard try await profile(visitor.member).keeper else { throw Problem.keeperOnly }
        return Keeper(visitor: visitor)
    }

    /// The browser that a view's cookie let in; refused where the cookie expired, or another site speaks through it.
    fileprivate func guest(of request: Request, for kind: ReservedRequest?) async throws -> TripGuest {
        _ = try request.asker
        guard let token = request.viewToken, let guest = try await guest(token: token) else {
            try countStranger(request)
            throw SafetyRefusal.viewEnded
        }
        request.rememberSender()
        try count(guest, request, for: kind)
        return guest
    }

    /// The map is for members, and for browsers that were let in to watch a trip or an alarm (F47).
    fileprivate func mapReader(of request: Request) async throws -> MapReader {
        if let token = request.viewToken, let guest = try await guest(token: token) { return .guest(guest) }
        return .member(try await visitor(of: request, .uncounted))
    }

    fileprivate func clockReader(of request: Request) async throws -> ClockReader {
        guard let token = request.queryFields["token"] else { return .member(try await visitor(of: request)) }
        guard let owner = try await clockOwner(token: token) else {
            try countStranger(request)
            throw Problem(401, "unknownToken", "This link opens nothing, or no longer.")
        }
        return .link(of: owner)
    }

    fileprivate func secretHolder(of request: Request, _ secret: OneTimeSecret?) async throws -> SecretHolder {
        _ = try request.asker
        guard let secret else { return .member(try await visitor(of: request)) }
        try countStranger(request)
        return .secret(secret)
    }

    /// The origin of a request without a session, counted for its network.
    fileprivate func stranger(of request: Request, from budget: StrangerBudget) throws(Problem) -> Asker {
        let asker = try request.asker
        switch budget {
        case .general: try countStranger(request)
        case .openingView:
            guard !request.isLoopback, let seconds = secondsToWait(openingViewFrom: asker.network) else { break }
            throw .tooManyRequests.retry(afterSeconds: seconds)
        }
        return asker
    }

    /// Counts a request without a session (S31); refused where its network sent too many.
    private func countStranger(_ request: Request) throws(Problem) {
        guard !request.isLoopback, let seconds = secondsToWait(network: request.client.neighbourhood) else { return }
        throw .tooManyRequests.retry(afterSeconds: seconds)
    }

    /// Counts a request of a session (S31); refused where its budget is used up.
    private func count(_ session: ID<Session>, _ request: Request, _ budget: SessionBudget) throws(Problem) {
        guard !request.isLoopback else { return }
        let seconds: Int? =
            switch budget {
            case .general: secondsToWait(session: session)
            case .uncounted: nil
            case .reserved(let kind): secondsToWait(session: session, for: kind)
            }
        if let seconds { throw .tooManyRequests.retry(afterSeconds: seconds) }
    }

    /// Counts a request of a browser without an account (S31); `kind` names the reserved ones (F75).
    private func count(_ guest: TripGuest, _ request: Request, for kind: ReservedRequest?) throws(Problem) {
        guard !request.isLoopback else { return }
        let seconds = kind.map { secondsToWait(viewer: guest.id, for: $0) } ?? secondsToWait(viewer: guest.id)
        if let seconds { throw .tooManyRequests.retry(afterSeconds: seconds) }
    }
}
