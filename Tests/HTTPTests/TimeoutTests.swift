import HTTP
import Synchronization
import Testing
import WireClient

struct TimeoutTests {
    @Test(arguments: [
        ("", get("/")), ("GET / HT", "TP/1.1\r\nHost: a\r\n\r\n"), ("GET / HTTP/1.1\r\nHost: a\r\n", "\r\n"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", "defghi"),
    ])
    func `a connection that says nothing more is closed`(text: String, rest: String) async throws {
        // Heads and bodies take no time: idleness alone can close a connection.
        let time = StandingTime()
        let servers = try [1, 600].map { seconds in
            try startServer(
                {
                    $0.timeout = .seconds(seconds)
                    $0.now = { time.now() }
                },
                handler: echo
            )
        }
        try await onThread {
            let patient = try TestClient(port: servers[1].port)
            try patient.send(text)
            let began = ContinuousClock.now
            let client = try TestClient(port: servers[0].port)
            try client.send(text)
            #expect(client.isClosed())
            // What a slow machine adds to this can only make it more.
            #expect(ContinuousClock.now - began > .milliseconds(500), "not at once")
            try patient.send(rest)
            #expect(try patient.response().status == 200, "and not where the server waits for longer")
        }
        #expect(try await eventually { servers[0].liveExchanges == 0 })
    }

    @Test func `a kept connection is closed when nothing more is asked`() async throws {
        let server = try startServer({ $0.timeout = .seconds(1) }, handler: echo)
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            #expect(try client.response().status == 200)
            #expect(client.isClosed())
        }
    }

    @Test func `a body that comes byte by byte is cut off`() async throws {
        let (time, heads) = (StandingTime(), Counter())
        let server = try startServer(
            {
                // As the library counts it, longer than this test takes.
                $0.timeout = .seconds(600)
                $0.now = { time.now() }
                $0.bodyPolicy = { _ in
                    heads.add()
                    return .limit(1 << 20)
                }
            },
            handler: echo
        )
        let begin: @Sendable () throws -> Kept = {
            let client = try TestClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
            return Kept(client: client)
        }
        let slow = try await onThread(begin)
        try #require(try await eventually { heads.value == 1 })
        // Between a head and its body nothing asks for the time.
        let asked = time.asked
        try await onThread { try slow.client.send("x") }
        try #require(try await eventually { time.asked > asked }, "it is noted when the body began")
        time.pass(.milliseconds(200))
        let later = try await onThread(begin)
        try await onThread { try later.client.send("x") }
        time.pass(.seconds(300))
        try await onThread { try slow.client.send("x") }
        time.pass(.milliseconds(299_900))
        try await onThread {
            try slow.client.send("x")
            #expect(slow.client.isClosed(), "600.1 s after its first byte")
            try later.client.send("xxx")
            #expect(try later.client.response().text == "POST / \nxxxx", "but not 599.9 s after")
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `waiting for an answer is no idleness`() async throws {
        let held = Mutex<Responder?>(nil)
        let server = try startServer({ $0.timeout = .seconds(1) }) { _, responder in
            held.withLock { $0 = responder }
        }
        let waiting = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            return Kept(client: client)
        }
        try #require(try await eventually { held.withLock { $0 != nil } })
        #expect(try await onThread { try TestClient(port: server.port).isClosed() }, "who began later, and was idle")
        held.withLock { $0 }?.send(Response(200))
        held.withLock { $0 = nil }
        #expect(try await onThread { try waiting.client.response().status } == 200)
    }
}
