import HTTP
import Hub

/// The cookie of a session (S17): only this host, only over HTTPS, never read by scripts.
let sessionCookieName = "__Host-hearth"

extension Hub {
    /// Who sent a request; refused where nobody is logged in, or another site speaks through a cookie.
    func visitor(of request: Request) async throws -> Visitor {
        guard let token = try request.sessionToken(), let visitor = try await visitor(token: token) else {
            throw Problem.notLoggedIn
        }
        return visitor
    }

    /// The same, where only the keeper may ask.
    func keeper(of request: Request) async throws -> Visitor {
        let visitor = try await visitor(of: request)
        guard try await profile(visitor.member).keeper else { throw Problem.keeperOnly }
        return visitor
    }
}

extension Request {
    /// The session's token, from `Authorization: Bearer` or else the cookie; nil without one.
    func sessionToken() throws(Problem) -> String? {
        if headers["Authorization"] != nil { return bearerToken }
        guard let token = cookies[sessionCookieName] else { return nil }
        try refuseOtherSites()
        return token
    }

    /// Whether nothing but reading is asked for.
    var isSafe: Bool {
        let method = method
        return method == "GET" || method == "HEAD"
    }

    /// S20: a request that a cookie speaks for must come from the hub's own page, streams too.
    private func refuseOtherSites() throws(Problem) {
        if let site = headers["Sec-Fetch-Site"] {
            // A link followed from elsewhere reads a page, but never brings the hub to do anything.
            guard site == "same-origin" || site == "none" else { throw .crossSite }
        } else if let origin = headers["Origin"] {
            guard let host = headers["Host"], origin == (isSecure ? "https://" : "http://") + host else {
                throw .crossSite
            }
        } else if !isSafe {
            throw .crossSite
        }
        guard isSafe || body.isEmpty || isJSON else {
            throw .jsonOnly
        }
    }

    /// Whether the body is said to be JSON, or nothing is said of it.
    var mayBeJSON: Bool { headers["Content-Type"] == nil || isJSON }

    private var isJSON: Bool {
        headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased() == "application/json"
    }
}
