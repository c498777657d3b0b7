import HTTP
import Testing
import WireClient

struct RequestTests {
    @Test func `many requests share one connection`() async throws {
        let server = try startServer(handler: echo)
        let texts = try await onThread {
            let client = try TestClient(port: server.port)
            return try (0..<100).map { number in
                try client.send(get("/a%2Fb/\(number)?x=%20&y"))
                return try client.response().text
            }
        }
        #expect(texts == (0..<100).map { "GET /a%2Fb/\($0) x=%20&y\n" })
        #expect(await server.stop(within: .seconds(1)) == 0)
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let server = try startServer(handler: echo)
        let texts = try await onThread {
            let client = try TestClient(port: server.port)
            let requests = (0..<50).map { number in
                number.isMultiple(of: 2)
                    ? Array(get("/\(number)").utf8) : post("/\(number)", Array("body \(number)".utf8))
            }
            try client.send(requests.flatMap(\.self))
            return try (0..<50).map { _ in try client.response().text }
        }
        for (number, text) in texts.enumerated() {
            #expect(text == (number.isMultiple(of: 2) ? "GET /\(number) \n" : "POST /\(number) \nbody \(number)"))
        }
    }

    @Test func `headers are found whatever their case, and repeated ones are joined`() async throws {
        let server = try startServer { request, responder in
            let tags = request.headers["x-tag"] ?? "none"
            let cookies = request.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            let user = request.basicCredentials?.user ?? "nobody"
            let fields = request.queryFields["q"] ?? ""
            responder.send(
                Response(200, body: Array("\(tags);\(cookies);\(user);\(fields);\(request.client.text)".utf8))
            )
        }
        let text = try await onThread {
            let client = try TestClient(port: server.port)
            let headers = "X-TAG: a\r\nx-Tag: b\r\nCookie: s=1; t=\"two\"\r\nAuthorization: Basic YWxpY2U6eA==\r\n"
            try client.send(get("/?q=1+2", headers))
            return try client.response().text
        }
        #expect(text == "a, b;s=1|t=two;alice;1 2;127.0.0.1")
    }

    @Test func `HEAD, 204 and 304 carry no body and keep the connection`() async throws {
        let server = try startServer { request, responder in
            let status = Int(request.path.dropFirst()) ?? 200
            responder.send(Response(status, body: status == 200 ? Array("hello".utf8) : []))
        }
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send("HEAD /200 HTTP/1.1\r\nHost: test\r\n\r\n")
            let head = try client.response(toHEAD: true)
            #expect(head.status == 200 && head["content-length"] == "5")
            for status in [204, 304, 200] {
                try client.send(get("/\(status)"))
                let response = try client.response()
                #expect(response.status == status)
                #expect(response.text == (status == 200 ? "hello" : ""))
            }
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: twelve\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n",
    ])
    func `a malformed request gets 400 and the connection ends`(request: String) async throws {
        let server = try startServer(handler: echo)
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(request)
            let response = try client.response()
            #expect(response.status == 400)
            #expect(client.isClosed())
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `random bytes never bring the server down`() async throws {
        let seed = Seeds.of("cut requests")
        // The library may learn of a client that leaves within a request by the timeout alone.
        let server = try startServer({ $0.timeout = .seconds(1) }, handler: echo)
        try await onThread {
            var random = SeededBytes(seed: seed)
            for _ in 0..<300 {
                let client = try TestClient(port: server.port)
                var bytes = post("/p?q", Array("abc".utf8), "X-A: b\r\nTransfer-Encoding: chunked\r\n")
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                try client.send(bytes)
            }
            let client = try TestClient(port: server.port)
            try client.send(get("/alive"))
            #expect(try client.response().status == 200, "seed \(seed)")
        }
        #expect(try await eventually { server.liveExchanges == 0 }, "seed \(seed)")
    }

    @Test func `a head beyond the limit gets 431`() async throws {
        let server = try startServer({ $0.headBytesMax = 4 << 10 }, handler: echo)
        try await onThread {
            for size in [4 << 10, 7 << 10, 100 << 10] {
                let client = try TestClient(port: server.port)
                try client.send(get("/", "X-Long: \(String(repeating: "x", count: size))\r\n"))
                #expect(try client.response().status == 431, "\(size)")
            }
            let client = try TestClient(port: server.port)
            try client.send(get("/", "X-Long: \(String(repeating: "x", count: 3 << 10))\r\n"))
            #expect(try client.response().status == 200)
        }
    }

    @Test func `S21: common headers are on every answer, and an answer's own header wins`() async throws {
        let prepared = PreparedResponse(200, [Header("cache-control", "max-age=60")], body: Array("[]".utf8))
        let server = try startServer({
            $0.commonHeaders = [Header("Cache-Control", "no-store"), Header("X-Content-Type-Options", "nosniff")]
            $0.bodyPolicy = { _ in .limit(10) }
        }) { request, responder in
            responder.send(request.path == "/prepared" ? Response(prepared) : Response(404))
        }
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/prepared") + get("/prepared") + get("/other"))
            try client.send(post("/large", [UInt8](repeating: 0, count: 20)))
            let answers = try (0..<4).map { _ in try client.response() }
            #expect(answers.map(\.status) == [200, 200, 404, 413])
            #expect(answers.map { $0["cache-control"] } == ["max-age=60", "max-age=60", "no-store", "no-store"])
            #expect(answers.allSatisfy { $0["x-content-type-options"] == "nosniff" })
            #expect(answers.allSatisfy { answer in answer.headers.count { $0.name == "cache-control" } == 1 })
        }
    }

    @Test func `one prepared answer serves two servers with different common headers`() async throws {
        let prepared = PreparedResponse(200, body: Array("[]".utf8))
        let servers = try ["one", "two"].map { name in
            try startServer({ $0.commonHeaders = [Header("X-Name", name)] }) { $1.send(Response(prepared)) }
        }
        try await onThread {
            for _ in 0..<3 {
                for (server, name) in zip(servers, ["one", "two"]) {
                    let client = try TestClient(port: server.port)
                    try client.send(get("/"))
                    #expect(try client.response()["x-name"] == name)
                }
            }
        }
    }
}
