import HTTP
import Testing
import WireClient

struct BodyTests {
    private static let gzipHeader = "Content-Encoding: gzip\r\n"

    /// Sends the bytes chunked, cut at random, and returns the response.
    private static func sendChunked(_ body: [UInt8], to port: UInt16, seed: UInt64, headers: String = "") throws
        -> TestResponse
    {
        var random = SeededBytes(seed: seed)
        let client = try TestClient(port: port)
        try client.send("POST /in HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\(headers)\r\n")
        var rest = body[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...9_000, using: &random))
            try client.send(Array("\(String(part.count, radix: 16));x=y\r\n".utf8) + part + Array("\r\n".utf8))
            rest = rest.dropFirst(part.count)
        }
        try client.send("0\r\nTrailer: x\r\n\r\n")
        return try client.response()
    }

    @Test func `a chunked body arrives whole however it is cut`() async throws {
        let seed = Seeds.of("bodies")
        let server = try startServer(handler: echo)
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let response = try await onThread { try Self.sendChunked(body, to: server.port, seed: seed) }
        #expect(response.body == Array("POST /in \n".utf8) + body, "seed \(seed)")
    }

    @Test func `a body of eight megabytes arrives whole`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(8 << 20) } }, handler: echo)
        let body = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 5) }
        let isEqual = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/in", body))
            return try client.response().body == Array("POST /in \n".utf8) + body
        }
        #expect(isEqual)
    }

    @Test func `a client that asks first is told to go on, or refused before it sends`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(1 << 20) } }, handler: echo)
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try client.head().status == 100)
            try client.send("hi")
            #expect(try client.response().text == "POST / \nhi")
            try client.send("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n")
            #expect(try client.response().status == 413)
            #expect(client.isClosed())
        }
    }

    @Test func `S30: a body a little too large gets 413 and the connection stays`() async throws {
        let server = try startServer(
            { $0.bodyPolicy = { $0.path == "/small" ? .limit(10) : .limit(100) } },
            handler: echo
        )
        try await onThread {
            let client = try TestClient(port: server.port)
            let body = [UInt8](repeating: 65, count: 11)
            try client.send(post("/small", body))
            let refused = try client.response()
            #expect(refused.status == 413)
            #expect(refused["content-type"] == "application/problem+json")
            #expect(refused.text.contains(#""code":"bodyTooLarge""#))
            try client.send(post("/other", body))
            #expect(try client.response().status == 200)
        }
    }

    @Test func `S30: a chunked body beyond the limit is not read for ever`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(1 << 10) } }, handler: echo)
        try await onThread {
            let response = try Self.sendChunked([UInt8](repeating: 1, count: 10 << 10), to: server.port, seed: 1)
            #expect(response.status == 413)
            let client = try TestClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("400\r\n".utf8) + [UInt8](repeating: 1, count: 1 << 10) + Array("\r\n".utf8)
            var sent = 0
            #expect(throws: ClientError.self) {
                while sent < 100 << 10 {
                    try client.send(chunk)
                    sent += 1
                }
            }
            #expect(sent < 100 << 10)
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `a gzipped body is inflated, sent at once or in pieces`() async throws {
        let seed = Seeds.of("bodies")
        var random = SeededBytes(seed: seed)
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(1 << 20) } }, handler: echo)
        let body = (0..<300_000).map { _ in UInt8.random(in: 65...90, using: &random) }
        let packed = try await onThread { try gzipped(body) }
        try await onThread {
            let pieces = try Self.sendChunked(packed, to: server.port, seed: seed, headers: Self.gzipHeader)
            #expect(pieces.body == Array("POST /in \n".utf8) + body, "seed \(seed)")
            let client = try TestClient(port: server.port)
            try client.send(post("/in", packed, Self.gzipHeader))
            #expect(try client.response().body == Array("POST /in \n".utf8) + body, "seed \(seed)")
        }
    }

    @Test func `S30: gzip may grow ten times, not more`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(100 << 20) } }, handler: echo)
        let bomb = try await onThread { try gzipped([UInt8](repeating: 0, count: 50 << 20)) }
        let small = try await onThread { try gzipped([UInt8](repeating: 0, count: 64 << 10)) }
        try await onThread {
            for (packed, status) in [(bomb, 413), (small, 200)] {
                let client = try TestClient(port: server.port)
                try client.send(post("/in", packed, Self.gzipHeader))
                #expect(try client.response().status == status)
            }
        }
    }

    @Test func `S30: the limit counts inflated bytes`() async throws {
        let server = try startServer({ $0.bodyPolicy = { _ in .limit(50_000) } }, handler: echo)
        let packed = try await onThread { try gzipped([UInt8](repeating: 0, count: 60_000)) }
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/in", packed, Self.gzipHeader))
            return try client.response()
        }
        #expect(response.status == 413)
    }

    @Test(arguments: ["cut", "flipped", "trailing", "plain", "header", "two"])
    func `bad gzip gets 400`(kind: String) async throws {
        let server = try startServer(handler: echo)
        var packed = try await onThread { try gzipped((0..<2_000).map { UInt8(truncatingIfNeeded: $0) }) }
        switch kind {
        case "cut": packed.removeLast(5)
        case "flipped": packed[packed.count - 6] ^= 0x10
        case "trailing": packed.append(0)
        case "plain": packed = Array("{\"not\":\"gzip\"}".utf8)
        case "header": packed = Array(packed.prefix(4))
        default: packed += packed
        }
        let body = packed
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/in", body, Self.gzipHeader))
            return try client.response()
        }
        #expect(response.status == 400)
    }

    @Test func `an encoding that is not known gets 415`() async throws {
        let server = try startServer(handler: echo)
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/in", [1, 2], "Content-Encoding: br\r\n"))
            return try client.response()
        }
        #expect(response.status == 415)
    }

    @Test func `a coding that the handler reads itself is passed on as it came`() async throws {
        let server = try startServer({ $0.codingsPassedOn = ["aes128gcm"] }, handler: echo)
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(post("/in", [1, 2], "Content-Encoding: aes128gcm\r\n"))
            return try client.response()
        }
        #expect(response.status == 200 && Array(response.body.suffix(2)) == [1, 2])
    }

    /// Drops every "x"; holds the last byte back until the end.
    private struct WithoutX: BodyFilter {
        var held: UInt8?

        mutating func condense(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
            for index in bytes.indices where bytes[index] != UInt8(ascii: "x") {
                if let held { output.append(held) }
                held = bytes[index]
            }
        }

        mutating func finish(into output: inout [UInt8]) {
            if let held { output.append(held) }
        }
    }

    @Test func `S30: a body beyond its size is condensed from the first byte, a smaller one is left alone`()
        async throws
    {
        let server = try startServer(
            {
                $0.bodyPolicy = { _ in .condense(beyond: 1_000, hardLimit: 500_000) { WithoutX() } }
            },
            handler: echo
        )
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
        let cases: [(body: [UInt8], status: Int, kept: String?)] = [
            (Array("xaxb".utf8), 200, "xaxb"),
            (Array("xa".utf8) + filler + Array("bc".utf8), 200, "abc"),
            (filler + [UInt8](repeating: 65, count: 1_000), 200, String(repeating: "A", count: 1_000)),
            (filler + [UInt8](repeating: 65, count: 1_001), 413, nil),
            (filler + filler, 413, nil),
        ]
        for (body, status, kept) in cases {
            let answers = try await onThread {
                let client = try TestClient(port: server.port)
                try client.send(post("/in", body))
                return [try client.response(), try Self.sendChunked(body, to: server.port, seed: 3)]
            }
            for answer in answers {
                #expect(answer.status == status)
                if let kept { #expect(answer.text == "POST /in \n" + kept) }
            }
        }
    }
}
