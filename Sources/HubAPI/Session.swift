import HTTP
import Hub

/// The budget that a session's request is taken from (S31).
enum SessionRateLimiter: Sendable {
    case general
    /// For map tiles, which a page asks for by the dozen.
    case uncounted
    /// For requests that nothing else of the session may hold up (F75).
    case reserved(ReservedRequest)
}

/// What the body of a request may be.
///
/// None can be sent by another site without asking first: no form can say that it sends these (S20).
enum BodyContent: Sendable {
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
