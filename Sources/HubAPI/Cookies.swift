import HTTP

/// A cookie of the hub: for its host alone, never read by scripts.
enum HubCookie: CaseIterable {
    /// A session (S17).
    case session
    /// A browser that asked for a code, which no other browser can use (S6).
    case verify
    /// The members who logged in in a browser before: a secret for each, with dots between (S46).
    case device
    /// A browser without an account that was let in to a trip.
    case view
    /// A browser without an account that a live link let in: one that watches a trip or an alarm goes on with that.
    case live
    /// A wall display, which a read-only link let in.
    case wall

    /// The name where browsers keep it over HTTPS alone, and set it for no other host.
    private var guardedName: String {
        switch self {
        case .session: "__Host-hearth"
        case .verify: "__Host-hearth-verify"
        case .device: "__Host-hearth-device"
        case .view: "__Host-hearth-view"
        case .live: "__Host-hearth-live"
        case .wall: "__Host-hearth-wall"
        }
    }

    /// The name on this machine over plain HTTP, where WebKit drops whatever is for HTTPS alone.
    private var plainName: String {
        switch self {
        case .session: "hearth-session"
        case .verify: "hearth-verify"
        case .device: "hearth-device"
        case .view: "hearth-view"
        case .live: "hearth-live"
        case .wall: "hearth-wall"
        }
    }

    /// What it is called in this request and in its answer.
    func name(in request: Request) -> String { request.isPlainAtHome ? plainName : guardedName }
}

extension Request {
    /// The value of a cookie; nil where it was not sent.
    subscript(cookie: HubCookie) -> String? { cookies[cookie.name(in: self)] }

    /// Whether a browser on this machine asks over plain HTTP by a name of this machine.
    ///
    /// The name as well: behind a proxy that says nothing of whom it speaks for, the address alone is this machine's.
    var isPlainAtHome: Bool {
        guard !isSecure, isLoopback, let host = headers["Host"]?.lowercased() else { return false }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["localhost", "127.0.0.1", "[::1]"].contains(name)
    }
}

extension Header {
    /// Sets a cookie for this host alone, out of reach of scripts, and but for this machine's own browser over HTTPS alone;
    /// for no seconds it goes.
    static func cookie(_ cookie: HubCookie, _ value: String, seconds: Int64, for request: Request) -> Header {
        let secure = request.isPlainAtHome ? "" : " Secure;"
        let name = cookie.name(in: request)
        return Header("Set-Cookie", "\(name)=\(value); Path=/; Max-Age=\(seconds);\(secure) HttpOnly; SameSite=Lax")
    }
}
