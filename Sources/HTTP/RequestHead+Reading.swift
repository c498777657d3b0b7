extension RequestHead {
    /// Judges a head that the library let pass: who asks, and over what.
    init(_ storage: HeadStorage, peer: ClientAddress, isTLS: Bool, id: UInt64, trustedProxies: [AddressRange]) {
        self.storage = storage
        self.id = id
        let headers = Headers(storage: storage)
        let isTrusted = trustedProxies.contains { $0.contains(peer) }
        client = isTrusted ? headers.forwardedClient(behind: peer, trustedProxies) : peer
        isSecure = isTLS || isTrusted && headers.isForwardedFromHTTPS
        isLoopback = peer.isLoopback && !headers.isForwarded
    }

    /// What is wrong with the head, whoever it is for; nil when nothing is.
    ///
    /// A length given twice, or in two ways, is how requests are smuggled past a proxy (RFC 9112, 6.1).
    func refusal(version: HTTPVersion) -> Response? {
        let encodings = headers.count(of: "Transfer-Encoding")
        guard encodings + headers.count(of: "Content-Length") <= 1 else { return .badRequest }
        if encodings == 1 && headers["Transfer-Encoding"]?.lowercased() != "chunked" { return .badRequest }
        guard headers.count(of: "Host") == 1 || version == .other && headers.count(of: "Host") == 0 else {
            return .badRequest
        }
        let target = storage.bytes[..<storage.method.lowerBound]
        guard !target.isEmpty, target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return .badRequest }
        return nil
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

    /// The Content-Length; the library has refused those that are not numbers.
    var declaredBodyBytes: Int? {
        headers["Content-Length"].flatMap { Int($0) }
    }
}

/// The version of HTTP as far as it matters here.
enum HTTPVersion {
    case oneDotOne
    /// 1.0, which needs no Host header.
    case other
}

extension Headers {
    /// Whether a proxy passed the request on, trusted or not.
    fileprivate var isForwarded: Bool {
        count(of: "X-Forwarded-For") > 0 || count(of: "Forwarded") > 0 || count(of: "X-Forwarded-Proto") > 0
    }

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
