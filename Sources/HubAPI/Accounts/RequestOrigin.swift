import HTTP
import Hub
import Languages

extension Request {
    /// Where a request of somebody unknown comes from.
    ///
    /// Refused where another site speaks through a browser: nobody is logged in, or asked for a code, unawares.
    var origin: RequestOrigin {
        get throws(Problem) {
            if let site = headers["Sec-Fetch-Site"] {
                guard site == "same-origin" || site == "none" else { throw .crossSite }
            } else if headers["Origin"] != nil {
                guard isFromOwnOrigin else { throw .crossSite }
            }
            return RequestOrigin(
                network: client.neighbourhood,
                browser: self[.verify].flatMap { Self.isToken($0) ? $0 : nil },
                devices: secrets(in: self[.device] ?? ""),
                language: language
            )
        }
    }

    /// The language that it asks for; English where it names none that the hub has.
    var language: Language { headers["Accept-Language"].flatMap { Language(accepting: $0) } ?? .english }

    /// Whether a browser sent it: every one that keeps the hub's cookies says so (Fetch Metadata).
    var isFromBrowser: Bool { headers["Sec-Fetch-Site"] != nil || headers["Cookie"] != nil }

    /// Whether a text can be one of the hub's own tokens.
    static func isToken(_ text: some StringProtocol) -> Bool { (20...64).contains(text.utf8.count) }

    /// The parts of a cookie that can be the hub's own tokens, as many as count.
    private func secrets(in value: String) -> [String] {
        value.split(separator: ".", maxSplits: RequestOrigin.devicesMax).prefix(RequestOrigin.devicesMax)
            .filter(Self.isToken).map(String.init)
    }
}

extension ClientAddress {
    /// What neighbours share, by which they count as one (S4): /24 of IPv4, /64 of IPv6.
    var neighbourhood: [UInt8] { Array(bytes.prefix(isIPv4 ? 3 : 8)) }
}
