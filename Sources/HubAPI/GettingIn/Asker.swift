import HTTP
import Hub

/// The cookie of a browser that asked for a code, which no other browser can use (S6).
let browserCookieName = "__Host-hearth-verify"

/// The cookie by which a browser is known to members who logged in there (S11).
let deviceCookieName = "__Host-hearth-device"

extension Request {
    /// Where a request of somebody unknown comes from.
    ///
    /// Refused where another site speaks through a browser: nobody is logged in, or asked for a code, unawares.
    var asker: Asker {
        get throws(Problem) {
            if let site = headers["Sec-Fetch-Site"] {
                guard site == "same-origin" || site == "none" else { throw .crossSite }
            } else if headers["Origin"] != nil {
                guard isFromOwnOrigin else { throw .crossSite }
            }
            let cookies = cookies
            return Asker(
                network: client.neighbourhood,
                browser: secret(browserCookieName, in: cookies),
                device: secret(deviceCookieName, in: cookies)
            )
        }
    }

    /// Whether a browser sent it: every one that keeps `__Host-` cookies says so (Fetch Metadata).
    var isFromBrowser: Bool { headers["Sec-Fetch-Site"] != nil || headers["Cookie"] != nil }

    /// A cookie that can be one of the hub's own tokens.
    private func secret(_ name: String, in cookies: [FormField]) -> String? {
        cookies.first { $0.name == name }.flatMap { (20...64).contains($0.value.utf8.count) ? $0.value : nil }
    }
}

extension ClientAddress {
    /// What neighbours share, by which they count as one (S4): /24 of IPv4, /64 of IPv6.
    var neighbourhood: [UInt8] { Array(bytes.prefix(isIPv4 ? 3 : 8)) }
}

extension Header {
    /// Sets a cookie for this host alone, over HTTPS alone, out of reach of scripts; for no seconds it goes.
    static func cookie(_ name: String, _ value: String, seconds: Int64) -> Header {
        Header("Set-Cookie", "\(name)=\(value); Path=/; Max-Age=\(seconds); Secure; HttpOnly; SameSite=Lax")
    }
}
