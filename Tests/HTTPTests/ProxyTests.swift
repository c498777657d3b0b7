import HTTP
import Testing
import WireClient

struct ProxyTests {
    private static func answer(trusting ranges: [String], _ headers: String) async throws -> String {
        let server = try startServer({ $0.trustedProxies = ranges.compactMap(AddressRange.init) }) {
            request,
            responder in
            let text =
                "\(request.client.text) \(request.isSecure ? "secure" : "plain") \(request.isLoopback ? "near" : "far")"
            responder.send(Response(200, body: Array(text.utf8)))
        }
        return try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/", headers))
            return try client.response().text
        }
    }

    @Test(arguments: [
        ("", "127.0.0.1 plain near"),
        ("X-Forwarded-For: 192.0.2.9\r\nX-Forwarded-Proto: https\r\n", "192.0.2.9 secure far"),
        ("X-Forwarded-For: 6.6.6.6, 192.0.2.9\r\n", "192.0.2.9 plain far"),
        ("X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 192.0.2.9 , 10.1.1.1\r\n", "192.0.2.9 plain far"),
        ("X-Forwarded-For: 127.0.0.1\r\n", "127.0.0.1 plain far"),
        ("X-Forwarded-For: 2001:db8::5\r\nX-Forwarded-Proto: HTTPS\r\n", "2001:db8::5 secure far"),
        ("X-Forwarded-For: 6.6.6.6, nonsense\r\n", "127.0.0.1 plain far"),
        ("X-Forwarded-Proto: https, http\r\n", "127.0.0.1 plain far"),
    ])
    func `S36: a trusted proxy names the client and says whether it came by https`(headers: String, text: String)
        async throws
    {
        #expect(try await Self.answer(trusting: ["127.0.0.0/8", "10.0.0.0/8"], headers) == text)
    }

    @Test func `S36: an untrusted proxy's headers are ignored, and a request passed on is not from this machine`()
        async throws
    {
        let headers = "X-Forwarded-For: 192.0.2.9\r\nX-Forwarded-Proto: https\r\n"
        #expect(try await Self.answer(trusting: ["10.0.0.0/8", "::1"], headers) == "127.0.0.1 plain far")
        #expect(try await Self.answer(trusting: [], "Forwarded: for=192.0.2.9\r\n") == "127.0.0.1 plain far")
    }

    @Test(arguments: [
        "Forwarded: for=192.0.2.9", "forwarded:", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: demo.example",
        "X-Forwarded-Server: proxy", "x-forwarded-port: 443", "X-Forwarded: for", "X-Real-IP: 192.0.2.9",
        "Via: 1.1 proxy", "CF-Connecting-IP: 192.0.2.9", "cf-ray: 1", "True-Client-IP: 192.0.2.9", "CDN-Loop: cdn",
        "X-Client-IP: 127.0.0.1", "Fly-Client-IP: 192.0.2.9", "X-Envoy-External-Address: 192.0.2.9",
        "X-Amzn-Trace-Id: 1", "Tailscale-User-Login: ana", "Ngrok-Trace: 1", "X-Original-Host: demo.example",
    ])
    func `S61: any header by which a proxy says that it passed a request on ends this machine`(_ header: String)
        async throws
    {
        for ranges in [[], ["10.0.0.0/8"], ["127.0.0.0/8"]] {
            #expect(try await Self.answer(trusting: ranges, header + "\r\n").hasSuffix("far"), "\(ranges)")
        }
    }

    @Test(arguments: ["Accept: */*", "Sec-Fetch-Site: same-origin", "X-Forward: y", "Viable: y", "X-Real: y", "CFO: y"])
    func `S61: a header that no proxy sends leaves a request counted as from this machine`(_ header: String)
        async throws
    {
        #expect(try await Self.answer(trusting: [], header + "\r\n") == "127.0.0.1 plain near")
    }
}
