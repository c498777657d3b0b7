import API
import Deputy
import Family
import HTTP
import Hub
import Languages

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
        case .sessionOrNone(let answer):
            try await answer(self, callerOrNone(of: request, asking: route), request)
        case .session(let rule, let answer):
            try await answer(self, hub.caller(of: request, rule), request)
        case .adult(let family, let rule, let answer):
            try await answer(self, hub.adult(of: request, family, rule), request)
        case .keeper(let rule, let answer):
            try await answer(self, hub.keeper(of: request, rule), request)
        case .view(let kind, let answer):
            try await answer(self, hub.guest(of: request, for: kind), request)
        case .liveView(let answer):
            try await answer(self, hub.liveViewer(of: request), request)
        case .wall(let answer):
            try await answer(self, hub.wallReader(of: request), request)
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
        case .deputy(let answer):
            try await answer(self, hub.deputy(of: request), request)
        case .joiningDeputy(let answer):
            try await answer(self, hub.joiningDeputy(of: request), request)
        }
    }

    private func callerOrNone(of request: Request, asking route: Route) async throws -> AuthenticatedSession? {
        let caller = try await hub.callerOrNone(of: request)
        // The answer is no refusal, so that nothing else would tell of a token that opens nothing (S37).
        if caller == nil { await noteDenied(.notLoggedIn, route, request) }
        return caller
    }

    private func metricsReader(of request: Request) async throws -> MetricsReader {
        isMetricsToken(request.bearerToken) ? .program : .keeper(try await hub.keeper(of: request))
    }
}

extension Hub {
    /// The member whose session a request has; refused without one, or where another site speaks through a cookie.
    fileprivate func caller(of request: Request, _ rule: SessionRule = SessionRule()) async throws
        -> AuthenticatedSession
    {
        guard let caller = try await openSession(of: request, rule) else { throw Problem.notLoggedIn }
        guard rule.heldAccess != .always, caller.heldBy != nil else { return caller }
        guard rule.heldAccess == .duringCall, try await isCalling(caller) else { throw Problem.sessionHeld }
        return caller
    }

    /// The member whose session a request has, or none; refused where another site speaks through a browser.
    fileprivate func callerOrNone(of request: Request) async throws -> AuthenticatedSession? {
        _ = try request.origin
        return try await openSession(of: request)
    }

    /// The member whose session a request has, counted; without one it is counted for its network.
    private func openSession(of request: Request, _ rule: SessionRule = SessionRule()) async throws
        -> AuthenticatedSession?
    {
        guard let token = try request.sessionToken(sending: rule.content), var caller = try await caller(token: token)
        else {
            try countStranger(request)
            return nil
        }
        request.rememberSender()
        try count(caller.session, request, rule.budget)
        caller.pin = request.headers["Hearth-Pin"]
        if request.headers["Hearth-Screen"] != nil { remember(request.screen, of: caller.session) }
        return caller
    }

    /// The member of a session who is an adult of a family; without a family, of their own.
    fileprivate func adult(of request: Request, _ family: ID<FamilyGroup>?, _ rule: SessionRule) async throws -> Adult {
        let caller = try await caller(of: request, rule)
        try await requireAdult(caller.member, of: family)
        return Adult(caller: caller)
    }

    /// The member of a session who runs the hub.
    fileprivate func keeper(of request: Request, _ rule: SessionRule = SessionRule()) async throws -> Keeper {
        let caller = try await caller(of: request, rule)
        guard try await profile(caller.member).keeper else { throw Problem.keeperOnly }
        return Keeper(caller: caller)
    }

    /// The browser that a view's cookie let in; refused where the cookie expired, or another site speaks through it.
    fileprivate func guest(of request: Request, for kind: ReservedRequest?) async throws -> TripGuest {
        _ = try request.origin
        guard let token = request.viewToken, let guest = try await guest(token: token) else {
            try countStranger(request)
            throw SafetyRefusal.viewEnded
        }
        request.rememberSender()
        try count(guest, request, for: kind)
        return guest
    }

    /// The browser that the cookie of a live view let in; refused as that of another view is.
    fileprivate func liveViewer(of request: Request) async throws -> LiveViewer {
        _ = try request.origin
        guard let token = request.liveToken, let viewer = try await liveViewer(token: token) else {
            try countStranger(request)
            throw LiveLinkRefusal.viewEnded
        }
        request.rememberSender()
        try refuse(request, for: retryAfterSeconds(viewer: viewer.id))
        return viewer
    }

    /// The wall display that a cookie let in; refused as a live view is.
    fileprivate func wallReader(of request: Request) async throws -> WallReader {
        _ = try request.origin
        guard let token = request.wallToken, let reader = try await wallReader(token: token) else {
            try countStranger(request)
            throw LiveLinkRefusal.viewEnded
        }
        request.rememberSender()
        try refuse(request, for: retryAfterSeconds(viewer: ID(sharing: reader.link)))
        return reader
    }

    /// The map is for members, and for browsers that were let in to watch a trip, an alarm, a live link (F47) or a wall's
    /// map.
    fileprivate func mapReader(of request: Request) async throws -> MapReader {
        if let token = request.viewToken, let guest = try await guest(token: token) { return .guest(guest) }
        if let token = request.liveToken, let viewer = try await liveViewer(token: token) { return .liveViewer(viewer) }
        if let token = request.wallToken, let reader = try await wallReader(token: token), reader.parts.contains(.map) {
            return .wall(reader)
        }
        return .member(try await caller(of: request, .uncounted))
    }

    fileprivate func clockReader(of request: Request) async throws -> ClockReader {
        guard let token = request.queryFields["token"] else { return .member(try await caller(of: request)) }
        guard let link = try await wallReader(token: token), link.parts.isEmpty else {
            try countStranger(request)
            throw Problem(401, "unknownToken", "Link expired or revoked.")
        }
        return .link(of: link.member)
    }

    fileprivate func secretHolder(of request: Request, _ secret: OneTimeSecret?) async throws -> SecretHolder {
        _ = try request.origin
        guard let secret else { return .member(try await caller(of: request)) }
        try countStranger(request)
        return .secret(secret)
    }

    /// The deputy that signed a request: nothing that was recorded, and no other side of the pairing, passes.
    fileprivate func deputy(of request: Request) async throws -> DeputyCaller {
        _ = try request.origin
        guard request.body.count <= DeputyTurn.bytesMax, let deputy = try await deputy(signing: request.body) else {
            try countStranger(request)
            throw Problem.notDeputy
        }
        request.rememberSender()
        try refuse(request, for: retryAfterSeconds(deputy: deputy.id))
        return deputy
    }

    /// A machine whose keeper was told the code that this hub shows.
    fileprivate func joiningDeputy(of request: Request) async throws -> DeputyJoin {
        _ = try request.origin
        // Each try counts, a good one too: a code of 130 bits is found by none of them.
        try countStranger(request)
        guard let join = DeputyJoin(json: request.body), isProven(join) else { throw Problem.notDeputy }
        return join
    }

    /// The origin of a request without a session, counted for its network.
    fileprivate func stranger(of request: Request, from budget: AnonymousRateLimiter) throws(Problem) -> RequestOrigin {
        let origin = try request.origin
        switch budget {
        case .general: try countStranger(request)
        case .openingView: try refuse(request, for: retryAfterSeconds(openingViewFrom: origin.network))
        }
        return origin
    }

    /// Counts a request without a session (S31); refused where its network sent too many.
    private func countStranger(_ request: Request) throws(Problem) {
        try refuse(request, for: retryAfterSeconds(network: request.client.neighbourhood))
    }

    /// Counts a request of a session (S31); refused where its budget is used up.
    private func count(_ session: ID<Session>, _ request: Request, _ budget: SessionRateLimiter) throws(Problem) {
        switch budget {
        case .general: try refuse(request, for: retryAfterSeconds(session: session))
        case .uncounted: break
        case .reserved(let kind): try refuse(request, for: retryAfterSeconds(session: session, for: kind))
        }
    }

    /// Counts a request of a browser without an account (S31); `kind` names the reserved ones (F75).
    private func count(_ guest: TripGuest, _ request: Request, for kind: ReservedRequest?) throws(Problem) {
        if let kind {
            try refuse(request, for: retryAfterSeconds(viewer: guest.id, for: kind))
        } else {
            try refuse(request, for: retryAfterSeconds(viewer: guest.id))
        }
    }

    /// Refuses where a budget is used up; this machine's own requests are taken from none.
    private func refuse(_ request: Request, for retryAfterSeconds: @autoclosure () -> Int?) throws(Problem) {
        guard !request.isLoopback, let seconds = retryAfterSeconds() else { return }
        throw .tooManyRequests.retry(afterSeconds: seconds)
    }
}
