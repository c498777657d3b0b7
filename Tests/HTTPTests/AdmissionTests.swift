import HTTP
import Testing
import WireClient

/// Who may hold how many connections, before anything is known of them.
struct AdmissionTests {
    /// A client that sends the beginning of a head and no more; nil where it is turned away.
    private static func drip(_ port: UInt16, host: UInt8) -> TestClient? {
        // Where the server closes at once, the connection or its first bytes may fail.
        guard let client = try? TestClient(port: port, host: host), (try? client.send("GET / HT")) != nil,
            !client.isClosed(within: .milliseconds(20))
        else { return nil }
        return client
    }

    private static func isAnswered(_ port: UInt16, host: UInt8, path: String = "/") -> Bool {
        // A refused connection may fail at once.
        guard let client = try? TestClient(port: port, host: host), (try? client.send(get(path))) != nil else {
            return false
        }
        // Or before an answer.
        return (try? client.response().status) == 200
    }

    @Test func `S49: 140 dripping connections of one address hold an eighth, and shut out nobody else`() async throws {
        let server = try startServer({ $0.connectionsMax = 100 }, handler: echo)
        try await onThread {
            let dripping = (0..<140).compactMap { _ in Self.drip(server.port, host: 2) }
            #expect(dripping.count == 12)
            #expect(!Self.isAnswered(server.port, host: 2))
            for host in UInt8(3)..<12 { #expect(Self.isAnswered(server.port, host: host), "127.0.0.\(host)") }
            _ = dripping
        }
        #expect(try await eventually { Self.isAnswered(server.port, host: 2) }, "once they are gone")
    }

    @Test func `S49: behind a proxy the forwarded address holds an eighth`() async throws {
        let server = try startServer({
            $0.connectionsMax = 80
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        }) { request, responder in
            // Kept waiting, each holds its connection.
            if request.path == "/" { responder.send(Response(200)) }
        }
        try await onThread {
            func ask(for client: String, _ count: Int) throws -> [TestClient] {
                try (0..<count).map { _ in
                    let connection = try TestClient(port: server.port)
                    try connection.send(get("/", "X-Forwarded-For: \(client)\r\n"))
                    return connection
                }
            }
            let greedy = try ask(for: "203.0.113.7", 30)
            let statuses = try greedy.map { try $0.response().status }
            #expect(statuses.count { $0 == 200 } == 10 && statuses.count { $0 == 503 } == 20)
            for other in try ask(for: "198.51.100.1", 5) { #expect(try other.response().status == 200) }
        }
    }

    @Test func `S49: strangers leave room for known sessions, and an old one makes room for a newcomer`() async throws {
        let server = try startServer({ $0.connectionsMax = 16 }) { request, responder in
            if request.path == "/known" { request.rememberSender() }
            responder.send(Response(200))
        }
        try await onThread {
            #expect(Self.isAnswered(server.port, host: 200, path: "/known"))
            var dripping: [TestClient] = []
            for host in UInt8(2)..<9 {
                for _ in 0..<2 { dripping += [Self.drip(server.port, host: host)].compactMap { $0 } }
            }
            #expect(dripping.count == 14)
            #expect(Self.isAnswered(server.port, host: 200), "somebody known")
            #expect(!Self.isAnswered(server.port, host: 9), "no room yet, all are new")
            #expect(dripping.allSatisfy { !$0.isClosed(within: .milliseconds(75)) })
            #expect(Self.isAnswered(server.port, host: 9), "the oldest made room")
            #expect(dripping.count { $0.isClosed(within: .milliseconds(50)) } == 1)
        }
    }

    @Test(arguments: ["", get("/")])
    func `S49: a head that drips is cut off in time, also on a kept connection`(before: String) async throws {
        let server = try startServer({ $0.headTimeout = .seconds(1) }, handler: echo)
        let took = try await onThread {
            let client = try TestClient(port: server.port)
            if !before.isEmpty {
                try client.send(before)
                #expect(try client.response().status == 200)
            }
            return ContinuousClock().measure {
                for byte in Array(get("/", "X: \(String(repeating: "y", count: 300))\r\n").utf8)
                // Sending fails once the server has cut it off.
                where (try? client.send([byte])) == nil || client.isClosed(within: .milliseconds(50)) { break }
            }
        }
        #expect(took > .milliseconds(900) && took < .seconds(8))
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `S49: neither a slow body nor a slow answer counts as a slow head`() async throws {
        let server = try startServer({ $0.headTimeout = .seconds(1) }) { request, responder in
            Task {
                try await Task.sleep(for: .milliseconds(request.path == "/slow" ? 2_500 : 0))
                responder.send(Response(200, body: request.body))
            }
        }
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/slow"))
            #expect(try client.response().status == 200)
            let body = [UInt8](repeating: 7, count: 30)
            try client.send(Array(post("/", body).dropLast(30)))
            for byte in body.dropLast() {
                try client.send([byte])
                #expect(!client.isClosed(within: .milliseconds(85)))
            }
            try client.send([7])
            #expect(try client.response().body == body)
        }
    }
}
