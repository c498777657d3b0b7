import HTTPClient

/// The services that push messages may be sent through (S26): each browser has its maker's.
package struct PushServices: Sendable {
    let policy: OutboundPolicy

    /// Those of the browsers.
    package static let ofBrowsers = PushServices(policy: .push)

    /// One service that the keeper set instead, wherever it is: `http://HOST:PORT` or `https://HOST:PORT`.
    ///
    /// Nil for another address.
    package init?(keepers url: String) {
        let parts = url.split(separator: "://", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["http", "https"].contains(parts[0]) else { return nil }
        let words = parts[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(words.count), !words[0].isEmpty else { return nil }
        let usual = parts[0] == "https" ? 443 : 80
        guard let port = words.count == 2 ? Int(words[1]) : usual, (1...65_535).contains(port) else { return nil }
        var policy = OutboundPolicy(hosts: [words[0]])
        policy.scheme = parts[0]
        policy.port = port
        policy.permits = { _ in true }
        // What listens on one machine often does so at its old address alone.
        policy.resolve = { NetworkAddress.all(of: $0).sorted { $0.bytes.count < $1.bytes.count } }
        self.policy = policy
    }

    init(policy: OutboundPolicy) {
        self.policy = policy
    }

    /// Whether a browser's address belongs to one of them.
    package func have(_ endpoint: String) -> Bool { policy.allows(endpoint) }
}
