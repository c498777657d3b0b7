import HTTP
import Testing
import WireClient

/// S62: `Host` is read by its grammar (RFC 9110, 7.2; RFC 3986, 3.2.2).
struct HostTests {
    private func status(_ host: String) async throws -> Int {
        let server = try startServer { request, responder in
            responder.send(Response(200, body: Array((request.headers["Host"] ?? "none").utf8)))
        }
        return try await onThread {
            let client = try TestClient(port: server.port)
            try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            let answer = try client.response()
            if answer.status == 200 { #expect(answer.text == host) }
            return answer.status
        }
    }

    @Test(arguments: [
        "[::1]anything", "[::1].evil.example", "[::1]:80.evil.example", "[::1", "::1", "[]", "[localhost]",
        "[127.0.0.1]",
        "[::1%25eth0]", "[v1]", "[v.a]", "[vx.a]", "[v1.]", "[[::1]]", "a[::1]", "localhost:80:80",
        "localhost:x", "localhost:+80", "user@localhost", "localhost/path", "localhost?q", "localhost#f", "local host",
        "localhost ", "localhost\t", "a%2", "a%zz", "a\"b", "a<b", "a\\b", "a^b", "a|b", "h\u{E9}st",
        "localhost,[::1]",
    ])
    func `S62: a host that breaks its grammar gets 400`(_ host: String) async throws {
        #expect(try await status(host) == 400)
    }

    @Test(arguments: [
        "localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8080", "[::1]:",
        "[2001:DB8::192.0.2.1]", "[v1.fe80::a+en1]", "hearth.test", "my_hub.lan.", "localhost:", "a%2Db",
        "a!$&'()*+,;=b",
        "xn--bcher-kva.example:443",
    ])
    func `S62: a host in order is taken as it was sent`(_ host: String) async throws {
        #expect(try await status(host) == 200)
    }
}
