import HTTP
import Testing
import WireClient

/// Requests that two readers could take for different ones are refused before anything is done.
struct StrictnessTests {
    private static let head = "POST /p HTTP/1.1\r\nHost: test\r\n"
    private static let end = "\r\n\r\n"

    private static func serve() throws -> Server {
        try startServer(
            { $0.commonHeaders = securityHeaders.map { Header($0.name, $0.value) } },
            handler: echo
        )
    }

    static let ambiguous: [String] = [
        head + "Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Content-Length : 2\r\n\r\n{}",
        head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        head + "Content-Length: +2\r\n\r\n{}", head + "Content-Length: 0x2\r\n\r\n{}",
        head + "Content-Length: 2 \r\n\r\n{}", head + "Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n",
        head + "Content-Length: 2, 2\r\n\r\n{}", head + "Content-Length: -2\r\n\r\n{}",
        head + "Content-Length:\r\n\r\n", head + "Content-Length: 99999999999999999999999\r\n\r\n",
        "POST /p HTTP/1.1\nHost: test\nContent-Length: 2\n\n{}",
        head + "X-A: b\nContent-Length: 2\r\n\r\n{}", head + "Content-Length: 2\r\n\n{}",
        head + "X-A: b\u{0}c\r\nContent-Length: 2\r\n\r\n{}", head + "X-\u{0}A: b\r\nContent-Length: 2\r\n\r\n{}",
        head + "X-A: b\rX-C: d\r\nContent-Length: 2\r\n\r\n{}", head + "X-A: b\r\r\nContent-Length: 2\r\n\r\n{}",
        head + "X-A: b\u{1}\r\n\r\n", head + "X-A: b\u{7F}\r\n\r\n", head + ": b\r\n\r\n", head + "X A: b\r\n\r\n",
        head + "X-A: b\r\n c\r\n\r\n", head + " X-A: b\r\n\r\n", head + "nothing\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\n",
        head + "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n 2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2;a\u{0}\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-A : b\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-A: b\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-A\r\n\r\n",
        head + "Transfer-Encoding: gzip\r\n\r\n", head + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /p HTTP/1.0\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/3.0\r\nHost: test\r\n\r\n", "GET / HTTP/1.1 \r\nHost: test\r\n\r\n", "GET /\r\nHost: test\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: test\r\n\r\n", "GET / http/1.1\r\nHost: test\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: test\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
    ]

    @Test(arguments: ambiguous)
    func `S49, S55: an ambiguous head or chunk gets 400, a closed connection and the security headers`(text: String)
        async throws
    {
        let server = try Self.serve()
        try await onThread {
            // In one piece, byte by byte, and behind a request that is in order.
            for way in 0..<3 {
                let client = try TestClient(port: server.port)
                if way == 2 {
                    try client.send(get("/first") + text)
                    #expect(try client.response().text == "GET /first \n")
                } else if way == 1 {
                    // The server closes while the rest is still being sent.
                    for byte in text.utf8 where (try? client.send([byte])) == nil { break }
                } else {
                    try client.send(text)
                }
                let answer = try client.response()
                #expect(answer.status == 400, "way \(way)")
                #expect(answer.wrongSecurityHeaders == [], "way \(way)")
                #expect(client.isClosed(), "way \(way)")
            }
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test(arguments: [
        get("/", "X: \(String(repeating: "x", count: 40_000))\r\n"), get("/" + String(repeating: "x", count: 40_000)),
        get("/", String(repeating: "a:\r\n", count: 1_500)), get("/?" + String(repeating: "a&", count: 2_000)),
        get("/", "Cookie: \(String(repeating: "a;", count: 2_000))\r\n"), String(repeating: "x", count: 40_000),
    ])
    func `S49, S55: a head that is too large gets 431 with the security headers`(text: String) async throws {
        let server = try Self.serve()
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(text)
            let answer = try client.response()
            #expect(answer.status == 431)
            #expect(answer.wrongSecurityHeaders == [])
            #expect(client.isClosed())
        }
    }

    @Test func `S49: whatever pieces they come in, requests in order are read the same`() async throws {
        let server = try Self.serve()
        let bytes = Array(
            ("\r\nPOST /a?b=c HTTP/1.1\r\nhost:test\r\nContent-Length:  5\r\nCookie: a=b; c=d\r\n\r\nhello"
                + "POST /b HTTP/1.1\r\nHost: test\r\nTRANSFER-encoding: Chunked\r\n\r\n"
                + "3;x=\"y\"\r\nabc\r\n1\r\nd\r\n0\r\n\r\nGET /c HTTP/1.0\r\n\r\n").utf8
        )
        try await onThread {
            for cut in 0..<bytes.count {
                let client = try TestClient(port: server.port)
                try client.send(Array(bytes[..<cut]))
                try client.send(Array(bytes[cut...]))
                let texts = try (0..<3).map { _ in try client.response().text }
                #expect(texts == ["POST /a b=c\nhello", "POST /b \nabcd", "GET /c \n"], "cut at \(cut)")
            }
        }
    }

    @Test func `S49: a large body comes through whole, in chunks and by length`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(8 << 20) } }) { request, responder in
            let sum = request.body.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
            responder.send(Response(200, body: Array("\(request.body.count) \(sum)".utf8)))
        }
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
        let sum = body.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/", body))
            #expect(try client.response().text == "3000000 \(sum)")
            try client.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: body.count, by: 70_001) {
                let piece = body[start..<min(start + 70_001, body.count)]
                try client.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
            }
            try client.send("0\r\n\r\n")
            #expect(try client.response().text == "3000000 \(sum)")
        }
    }
}
