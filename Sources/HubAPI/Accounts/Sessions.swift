import API
import Family
import HTTP
import Hub
import Languages
import Passkeys

extension HubService {
    /// Tells a browser whether it is logged in, without a refusal in its console; a wrong token is answered as none is.
    func sessionState(_ caller: AuthenticatedSession?, _ request: Request) async throws -> Response {
        var views: [SessionStateBody.View] = []
        if let token = request.viewToken, try await hub.guest(token: token) != nil { views.append(.trip) }
        if let token = request.liveToken, try await hub.liveViewer(token: token) != nil { views.append(.live) }
        if let token = request.wallToken, try await hub.wallReader(token: token) != nil { views.append(.wall) }
        var state = SessionStateBody(isLoggedIn: caller != nil, views: views)
        if let caller, let admitters = try await hub.admitters(of: caller) {
            state.heldFor = admitters.map(\.name)
            state.heldAs = HeldMemberBody(try await hub.heldOverview(of: caller.member), of: caller.member)
            return .json(state)
        }
        if let caller, request.queryFields["family"] == "true" {
            state.family = try await familyView(of: caller, on: request.screen)
        }
        return .json(state)
    }

    /// What routes of their own answer too, for a page that begins: one answer instead of six.
    private func familyView(of caller: AuthenticatedSession, on screen: Screens) async throws -> FamilyViewBody {
        let member = caller.member
        return FamilyViewBody(
            me: MeBody(try await hub.profile(member)),
            connections: try await connections(of: member),
            presence: try await presence(for: member, on: screen),
            clock: ClockBody(try await hub.clock(of: member, on: screen)),
            shown: ShownBody(try await hub.shown(for: member)),
            liveLinks: try await hub.liveLinks(of: member).map(LiveLinkBody.init)
        )
    }

    func logIn(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(LogInBody.self, from: request)
        if let link = body.link { return try await loggedIn(try await hub.logIn(byLink: link), origin, request) }
        return try await loggedIn(try await logIn(body, from: origin), origin, request)
    }

    private func logIn(_ body: LogInBody, from origin: RequestOrigin) async throws -> (
        caller: AuthenticatedSession, token: String
    ) {
        let (second, isShared) = (try Proof(besideLogIn: body), body.sharedDevice ?? false)
        if let verification = body.verification, let code = body.code {
            let proof = CodeProof(verification: verification, code: code)
            return try await hub.logIn(
                proof,
                password: body.password,
                second: second,
                isShared: isShared,
                from: origin
            )
        }
        if case .passkey(let passkey) = second, body.password == nil {
            return try await hub.logIn(passkey, isShared: isShared, from: origin)
        }
        guard let phone = body.phone else { throw Problem.invalid("phone", "A field is missing.") }
        guard let password = body.password else { throw Problem.invalid("password", "A field is missing.") }
        return try await hub.logIn(
            phone: phone,
            region: body.region,
            password: password,
            second: second,
            isShared: isShared,
            from: origin
        )
    }

    /// The answer to whoever has just logged in; a browser is remembered as one that its member uses,
    /// unless others use it too.
    func loggedIn(
        _ session: (caller: AuthenticatedSession, token: String),
        _ origin: RequestOrigin,
        _ request: Request,
        status: Int = 201
    ) async throws -> Response {
        let caller = session.caller
        var response = Response.json(
            LoggedInBody(member: caller.member, token: session.token, expiresAt: caller.expiresAt),
            status: status
        )
        let seconds = max(0, caller.expiresAt.milliseconds(since: hub.outside.now()) / 1_000)
        response.headers.append(.cookie(.session, session.token, seconds: seconds, for: request))
        guard request.isFromBrowser, !caller.isShared, caller.heldBy == nil else { return response }
        let secrets = try await hub.remember(origin, for: caller.member, session: caller.session)
        let value = secrets.joined(separator: ".")
        response.headers.append(.cookie(.device, value, seconds: Hub.deviceMilliseconds / 1_000, for: request))
        return response
    }

    func sessions(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let sessions = try await hub.sessions(of: caller.member).map { row in
            SessionBody(
                id: row.id,
                createdAt: row.createdAt,
                lastSeenAt: row.lastSeenAt,
                expiresAt: row.expiresAt,
                current: row.id == caller.session
            )
        }
        return .json(ListBody(items: sessions))
    }

    func endSession(_ reference: SessionReference, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let id =
            switch reference {
            case .current: caller.session
            case .id(let id): id
            }
        // Who logs out here goes on being watched over; another session may be the phone that is heard.
        if id != caller.session { try await hub.requirePIN(caller) }
        let isElsewhere = id != caller.session
        guard try await hub.endSession(id, of: caller.member, forgettingBrowser: isElsewhere) else {
            throw Problem.notFound
        }
        return try await isElsewhere ? .done : loggedOut(request)
    }
}

extension HeldMemberBody {
    fileprivate init(_ overview: HeldOverview, of member: ID<Member>) {
        self.init(
            member: member,
            name: overview.name,
            pinsSet: overview.hasPINs,
            reachesNobody: overview.reachesNobody,
            emergency: EmergencyBody(overview.emergency)
        )
    }
}

extension HubService {
    /// Done, and nothing of the member stays in this browser (S22, F90), but that it is known.
    func loggedOut(_ request: Request) async throws -> Response {
        var response = try await endViews(try request.origin, request)
        for cookie in [HubCookie.session, .verify, .wall] {
            response.headers.append(.cookie(cookie, "", seconds: 0, for: request))
        }
        response.headers.append(Header("Clear-Site-Data", #""cache", "storage""#))
        return response
    }
}

extension Proof {
    /// What comes beside number and password, or beside a code; nil where nothing does.
    fileprivate init?(besideLogIn body: LogInBody) throws(Problem) {
        if let passkey = body.passkey {
            self = .passkey(try PasskeyProof(passkey))
        } else if let code = body.totp {
            self = .totp(code)
        } else if let code = body.recoveryCode {
            self = .recoveryCode(code)
        } else {
            return nil
        }
    }
}
