import Dispatch
import HTTP
import Synchronization
import Testing
import WireClient

struct AnswerTests {
    @Test func `answers from another thread reach the right client under load`() async throws {
        let queue = DispatchQueue(label: "writer")
        let server = try startServer { request, responder in
            let path = request.path
            // Some answers come before the handler returns, some after the connection sleeps.
            queue.async { responder.send(Response(200, body: Array(path.utf8))) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    try await onThread {
                        let client = try TestClient(port: server.port)
                        for turn in 0..<200 {
                            try client.send(get("/\(number)/\(turn)"))
                            #expect(try client.response().text == "/\(number)/\(turn)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `a handler that waits answers from its task`() async throws {
        var configuration = ServerConfiguration(listen: "127.0.0.1:0")
        configuration.threads = 1
        let server = try Server(configuration) { request async in
            await Task.yield()
            return Response(200, body: request.body)
        }
        let texts = try await onThread {
            let client = try TestClient(port: server.port)
            return try (0..<100).map { number in
                try client.send(post("/", Array("\(number)".utf8)))
                return try client.response().text
            }
        }
        #expect(texts == (0..<100).map(String.init))
    }

    @Test(arguments: ["at once", "later"])
    func `S38: a request that the handler leaves unanswered gets 500`(when: String) async throws {
        let server = try startServer { _, responder in
            if when == "later" { DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { _ = responder } }
        }
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            return try client.response()
        }
        #expect(response.status == 500)
        #expect(response.text.contains(#""code":"internal""#))
    }

    @Test func `only the first answer counts`() async throws {
        let server = try startServer { _, responder in
            for status in [201, 500, 200] { responder.send(Response(status)) }
        }
        let statuses = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/") + get("/"))
            return [try client.response().status, try client.response().status]
        }
        #expect(statuses == [201, 201])
    }

    @Test func `a header with a line break is left out and reported`() async throws {
        let faults = Mutex<[String]>([])
        let server = try startServer({ $0.onFault = { fault in faults.withLock { $0.append(fault) } } }) {
            $1.send(Response(200, [Header("X-Bad", "a\r\nSet-Cookie: b"), Header("X-Good", "c")]))
        }
        let response = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            return try client.response()
        }
        #expect(response["set-cookie"] == nil && response["x-bad"] == nil && response["x-good"] == "c")
        #expect(faults.withLock { $0.count } == 1)
    }

    @Test func `nothing is left of thousands of requests however they end`() async throws {
        let kept = Mutex<[Responder]>([])
        let server = try startServer({
            $0.timeout = .seconds(1)
            $0.bodyPolicy = { _ in .limit(1_000) }
        }) { request, responder in
            switch request.path {
            case "/now": responder.send(Response(200, body: Array("ok".utf8)))
            case "/later": DispatchQueue.global().async { responder.send(Response(200)) }
            case "/kept": kept.withLock { $0.append(responder) }
            case "/stream":
                let stream = EventStream()
                responder.send(Response(stream))
                DispatchQueue.global().async { if stream.send([1]) { stream.close() } }
            default: break
            }
        }
        let requests: [[UInt8]] = [
            Array(get("/now").utf8), Array(get("/later").utf8), Array(get("/kept").utf8), Array(get("/stream").utf8),
            Array(get("/dropped").utf8), post("/now", [1, 2, 3]), post("/now", [UInt8](repeating: 0, count: 2_000)),
            Array(post("/now", [UInt8](repeating: 0, count: 900)).prefix(500)), Array(get("/now").utf8.dropLast(3)),
            Array("GET /now HT".utf8),
        ]
        try await onThread {
            for number in 0..<3_000 {
                let client = try TestClient(port: server.port)
                try client.send(requests[number % requests.count])
                if number % 3 == 0 { client.resetWhenClosed() }
                let isWhole = [0, 1, 4, 5, 6].contains(number % requests.count)
                if isWhole && number % 2 == 0 { _ = try client.response() }
            }
        }
        for responder in kept.withLock({ $0 }) { responder.send(Response(200)) }
        kept.withLock { $0 = [] }
        #expect(try await eventually { server.liveExchanges == 0 }, "\(server.liveExchanges)")
        #expect(await server.stop(within: .seconds(1)) == 0)
    }
}
