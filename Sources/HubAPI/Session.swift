import Family
import HTTP
import Hub

extension Hub {
    /// Who sent a request; refused where nobody is logged in, or another site speaks through a cookie.
    ///
    /// `content` is what a body must be where a cookie speaks for its sender; `budget` is what the request is taken from.
    func visitor(
        of request: Request,
        sending content: BodyContent = .json,
        from budget: SessionBudget = .general
    ) async throws -> Visitor {
        guard let token = try request.sessionToken(sending: content), var visitor = try await visitor(token: token)
        else {
            try countStranger(request)
            throw Problem.notLoggedIn
        }
        request.rememberSender()
        try count(visitor.session, request, budget)
        visitor.pin = request.headers["Hearth-Pin"]
        if request.headers["Hearth-Screen"] != nil { remember(request.screen, of: visitor.session) }
        return visitor
    }

    /// Counts a request of somebody unknown (S31); refused where their network sent too many.
    func countStranger(_ request: Request) throws(Problem) {
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
    func count(_ guest: TripGuest, _ request: Request, for kind: ReservedRequest? = nil) throws(Problem) {
        guard !request.isLoopback else { return }
        let seconds = kind.map { secondsToWait(viewer: guest.id, for: $0) } ?? secondsToWait(viewer: guest.id)
        if let seconds { throw .tooManyRequests.retry(afterSeconds: seconds) }
    }

    /// The origin of a request that opens a view, counted apart from all else that its network asks (F75).
    func viewOpener(of request: Request) throws(Problem) -> Asker {
        let asker = try request.asker
        guard !request.isLoopback, let seconds = secondsToWait(openingViewFrom: asker.network) else { return asker }
        throw .tooManyRequests.retry(afterSeconds: seconds)
    }

    /// Who asks without a session, counted as somebody unknown.
    func stranger(of request: Request) throws(Problem) -> Asker {
        let asker = try request.asker
        try countStranger(request)
        return asker
    }

    /// The same, where only the keeper may ask.
    func keeper(of request: Request, sending content: BodyContent = .json) async throws -> Visitor {
        let visitor = try await visitor(of: request, sending: content)
        guard try await profile(visitor.member).keeper else { throw Problem.keeperOnly }
        return visitor
    }
}

/// The budget that a session's request is taken from (S31).
enum SessionBudget {
    case general
    /// For map tiles, which a page asks for by the dozen.
    case uncounted
    /// For requests that nothing else of the session may hold up (F75).
    case reserved(ReservedRequest)
}

/// What the body of a request may be.
///
/// None can be sent by another site without asking first: no form can say that it sends these (S20).
enum BodyContent {
    case json
    case picture
    case bytes
}

extension Request {
    /// The session's token, from `Authorization: Bearer` or else the cookie; nil without one.
    func sessionToken(sending content: BodyContent) throws(Problem) -> String? {
        if headers["Authorization"] != nil { return bearerToken }
        guard let token = self[.session] else { return nil }
        try refuseOtherSites(sending: content)
        return token
    }

    /// Whether nothing but reading is asked for.
    var isSafe: Bool {
        let method = method
        return method == "GET" || method == "HEAD"
    }

    /// S20: a request that a cookie speaks for must come from the hub's own page, streams too.
    private func refuseOtherSites(sending content: BodyContent) throws(Problem) {
        if let site = headers["Sec-Fetch-Site"] {
            // A link followed from elsewhere reads a page, but never brings the hub to do anything.
            guard site == "same-origin" || site == "none" else { throw .crossSite }
        } else if headers["Origin"] != nil {
            guard isFromOwnOrigin else { throw .crossSite }
        } else if !isSafe {
            throw .crossSite
        }
        guard !isSafe, !body.isEmpty else { return }
        switch content {
        case .json: guard isJSON else { throw .jsonOnly }
        case .picture: guard isPicture else { throw .pictureOnly }
        case .bytes: guard isBytes else { throw .bytesOnly }
        }
    }

    /// Whether `Origin` is where the hub itself is reached.
    var isFromOwnOrigin: Bool {
        guard let host = headers["Host"] else { return false }
        return headers["Origin"] == (isSecure ? "https://" : "http://") + host
    }

    /// Whether the body is said to be JSON, or nothing is said of it.
    var mayBeJSON: Bool { headers["Content-Type"] == nil || isJSON }

    /// Whether the body is said to be a picture of some kind; which kind, its bytes say.
    var isPicture: Bool { contentType?.hasPrefix("image/") ?? false }

    /// Whether the body is said to be bytes of no kind that is known here.
    var isBytes: Bool { contentType == "application/octet-stream" }

    private var isJSON: Bool { contentType == "application/json" }

    private var contentType: String? {
        headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
}
