extension RequestHead {
    /// Reads from a head that is in order who asks, and over what.
    init(
        _ storage: HeadStorage,
        reader: StrictReader,
        isTLS: Bool,
        id: UInt64,
        trustedProxies: [AddressRange]
    ) {
        let peer = reader.peer
        self.storage = storage
        self.reader = reader
        self.id = id
        let headers = Headers(storage: storage)
        let isTrusted = trustedProxies.contains { $0.contains(peer) }
        client = isTrusted ? headers.forwardedClient(behind: peer, trustedProxies) : peer
        isSecure = isTLS || isTrusted && headers.isForwardedFromHTTPS
        isLoopback = peer.isLoopback && !headers.isForwarded
    }

    /// Whether the answer is to have no body.
    var isHEAD: Bool { storage.bytes[storage.method].elementsEqual("HEAD".utf8) }

    /// How the body is encoded; nil for a way that is neither understood here nor handed on.
    func isBodyGzipped(passingOn codings: Set<String>) -> Bool? {
        switch headers["Content-Encoding"]?.lowercased() {
        case nil, "", "identity": false
        case "gzip", "x-gzip": true
        case let coding?: codings.contains(coding) ? false : nil
        }
    }

    /// The Content-Length; which is a number (`HeadRules`).
    var declaredBodyBytes: Int? {
        headers["Content-Length"].flatMap { Int($0) }
    }
}

extension Headers {
    /// Whether a proxy passed the request on, trusted or not: it has any header by which one says so (S61).
    ///
    /// A browser on this machine sends none of these. What a proxy leaves out by itself, no hub can see.
    fileprivate var isForwarded: Bool {
        var isForwarded = false
        storage.forEachHeader { name, _ in
            if Self.marksOfProxies.contains(where: { storage.matches($0, at: name) })
                || Self.familiesOfProxies.contains(where: { storage.begins(with: $0, at: name) })
            {
                isForwarded = true
            }
        }
        return isForwarded
    }

    /// What proxies, tunnels and delivery networks add to a request.
    private static let marksOfProxies: [StaticString] = [
        "Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-Original-Forwarded-For", "Client-IP",
        "True-Client-IP", "Fastly-Client-IP", "Fly-Client-IP", "CDN-Loop", "X-Original-Host", "X-Host", "X-Remote-IP",
        "X-Remote-Addr", "X-ProxyUser-IP", "X-Azure-ClientIP", "X-Azure-SocketIP", "X-Scheme", "X-Request-Start",
    ]
    private static let familiesOfProxies: [StaticString] = [
        "X-Forwarded", "CF-", "X-Envoy-", "X-Amzn-", "X-Amz-Cf-", "X-Appengine-", "Tailscale-", "Ngrok-",
    ]

    /// Whether the nearest proxy says that the client used https.
    fileprivate var isForwardedFromHTTPS: Bool {
        guard let list = self["X-Forwarded-Proto"] else { return false }
        let last = list.split(separator: ",").last?.drop { $0 == " " }
        return last?.lowercased() == "https"
    }

    /// The nearest address in X-Forwarded-For that is no trusted proxy; the client may have made up those left of it.
    fileprivate func forwardedClient(behind peer: ClientAddress, _ trusted: [AddressRange]) -> ClientAddress {
        var nearest = peer
        let entries = self["X-Forwarded-For"]?.split(separator: ",") ?? []
        for entry in entries.reversed() {
            let text = entry.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard let address = ClientAddress(String(text)) else { break }
            nearest = address
            guard trusted.contains(where: { $0.contains(address) }) else { break }
        }
        return nearest
    }
}
