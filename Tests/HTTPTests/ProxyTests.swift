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

    @Test func `S36: nobody else is believed, and what was passed on is not near`() async throws {
        let headers = "X-Forwarded-For: 192.0.2.9\r\nX-Forwarded-Proto: https\r\n"
        #expect(try await Self.answer(trusting: ["10.0.0.0/8", "::1"], headers) == "127.0.0.1 plain far")
        #expect(try await Self.answer(trusting: [], "Forwarded: for=192.0.2.9\r\n") == "127.0.0.1 plain far")
    }
}
