import HTTP
import Synchronization
import Testing
import WireClient

/// Who may hold how many connections, before anything is known of them.
///
/// Their time is simulated, so that the slowness of a machine is never taken for a client's: what a server closes and
/// what it answers is waited for, and one connection tells when to look at another.
struct AdmissionTests {
    /// A head that is not whole, which any number of letters may follow, and its end.
    private static let (start, rest) = ("GET / HTTP/1.1\r\nHost: test\r\nX: y", "\r\n\r\n")

    private static func serve(
        _ time: StandingTime,
        _ configure: (inout ServerConfiguration) -> Void = { _ in },
        handler: @escaping @Sendable (Request, Responder) -> Void = echo
    ) throws -> Server {
        try startServer(
            {
                $0.now = { time.now() }
                // Longer than a test takes: the library's own clock closes nothing.
                $0.timeout = .seconds(600)
                // Whoever connects first is admitted first.
                $0.threads = 1
                configure(&$0)
            },
            handler: handler
        )
    }

    /// A client that sends the beginning of a head and no more; nil where it is turned away before that.
    private static func drip(_ port: UInt16, host: UInt8) -> TestClient? {
        // Where the server closes at once, the connection or its first bytes may fail.
        guard let client = try? TestClient(port: port, host: host), (try? client.send(start)) != nil else { return nil }
        return client
    }

    /// The clients that the server leaves open, once it has closed all but `count`; more of them after a minute.
    private static func left(_ count: Int, of clients: [TestClient]) -> [TestClient] {
        var left = clients
        let end = ContinuousClock.now + .seconds(60)
        while left.count > count, ContinuousClock.now < end {
            left.removeAll { $0.isClosed(within: .milliseconds(1)) }
        }
        return left
    }

    /// Whether a client whose head is under way is answered once that is whole.
    private static func finishes(_ client: TestClient) -> Bool {
        // One that was closed gets no answer.
        guard (try? client.send(rest)) != nil else { return false }
        // As above.
        return (try? client.response().status) == 200
    }

    private static func isAnswered(_ port: UInt16, host: UInt8, path: String = "/") -> Bool {
        // A refused connection may fail at once.
        guard let client = try? TestClient(port: port, host: host), (try? client.send(get(path))) != nil else {
            return false
        }
        // Or before an answer.
        return (try? client.response().status) == 200
    }

    @Test func `S49: 140 dripping connections of one address hold an eighth, and other addresses are served`()
        async throws
    {
        let server = try Self.serve(StandingTime()) { $0.connectionsMax = 100 }
        try await onThread {
            let dripping = (0..<140).compactMap { _ in Self.drip(server.port, host: 2) }
            let held = Self.left(12, of: dripping)
            #expect(!Self.isAnswered(server.port, host: 2))
            for host in UInt8(3)..<12 { #expect(Self.isAnswered(server.port, host: host), "127.0.0.\(host)") }
            #expect(held.count { Self.finishes($0) } == 12)
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
        let time = StandingTime()
        let server = try Self.serve(time, { $0.connectionsMax = 16 }) { request, responder in
            if request.path == "/known" { request.rememberSender() }
            responder.send(Response(200))
        }
        try await onThread {
            #expect(Self.isAnswered(server.port, host: 200, path: "/known"))
            let oldest = try #require(Self.drip(server.port, host: 2))
            // Whoever is answered came after it.
            #expect(Self.isAnswered(server.port, host: 200), "somebody known")
            time.pass(.milliseconds(500))
            let hosts: [UInt8] = [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]
            let others = hosts.compactMap { Self.drip(server.port, host: $0) }
            #expect(Self.isAnswered(server.port, host: 200), "somebody known, beside as many strangers as there may be")
            #expect(!Self.isAnswered(server.port, host: 9), "no room: the oldest has been there for half a second")
            time.pass(.milliseconds(501))
            #expect(Self.isAnswered(server.port, host: 9), "the oldest made room")
            #expect(oldest.isClosed())
            #expect(others.count { Self.finishes($0) } == hosts.count, "and nobody else did")
        }
    }

    @Test(arguments: ["", get("/")])
    func `S49: a head that drips is cut off in time, also on a kept connection`(before: String) async throws {
        let time = StandingTime()
        let server = try Self.serve(time)
        let connect: @Sendable () throws -> Kept = {
            let client = try TestClient(port: server.port)
            if !before.isEmpty {
                try client.send(before)
                #expect(try client.response().status == 200)
            }
            return Kept(client: client)
        }
        let old = try await onThread(connect)
        // The server asks for the time to note when this head began, and for nothing else before.
        let asked = before.isEmpty ? 0 : time.asked
        try await onThread { try old.client.send(Self.start) }
        try #require(try await eventually { time.asked > asked })
        time.pass(.milliseconds(200))
        let younger = try await onThread(connect)
        try await onThread { try younger.client.send(Self.start) }
        time.pass(.milliseconds(9_900))
        let isCut = try await onThread {
            (0..<1_200).contains { _ in
                // Sending fails once the server has cut it off.
                (try? old.client.send("y")) == nil || old.client.isClosed(within: .milliseconds(50))
            }
        }
        #expect(isCut, "10.1 s after it began, however much came since")
        #expect(try await onThread { Self.finishes(younger.client) }, "but not 9.9 s after")
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `S49: neither a slow body nor a slow answer counts as a slow head`() async throws {
        let time = StandingTime()
        let held = Mutex<Responder?>(nil)
        let server = try Self.serve(
            time,
            handler: { request, responder in
                guard request.path == "/slow" else { return responder.send(Response(200, body: request.body)) }
                held.withLock { $0 = responder }
            }
        )
        let silent = try await onThread { Kept(client: try TestClient(port: server.port)) }
        try #require(try await eventually { time.asked > 0 }, "it is noted when this one began")
        let (slow, posting) = try await onThread {
            let (slow, posting) = (try TestClient(port: server.port), try TestClient(port: server.port))
            try slow.send(get("/slow"))
            try posting.send(Array(post("/", [7, 7, 7]).dropLast(2)))
            return (Kept(client: slow), Kept(client: posting))
        }
        try #require(try await eventually { held.withLock { $0 != nil } && server.liveExchanges == 2 })
        time.pass(.milliseconds(10_100))
        #expect(try await onThread { silent.client.isClosed() }, "whose head is as old is cut off")
        held.withLock { $0 }?.send(Response(200))
        held.withLock { $0 = nil }
        try await onThread {
            #expect(try slow.client.response().status == 200)
            try posting.client.send([7, 7])
            #expect(try posting.client.response().body == [7, 7, 7])
        }
    }
}
