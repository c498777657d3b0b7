import HTTP
import Testing
import WireClient

struct TimeoutTests {
    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
    ])
    func `a connection that says nothing more is closed`(text: String) async throws {
        let server = try startServer({ $0.timeout = .seconds(1) }, handler: echo)
        let took = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(text)
            return ContinuousClock().measure { #expect(client.isClosed()) }
        }
        #expect(took > .milliseconds(500) && took < .seconds(20))
        #expect(try await eventually { server.liveExchanges == 0 })
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
        let server = try startServer({ $0.timeout = .seconds(1) }, handler: echo)
        let took = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
            return ContinuousClock().measure {
                // Nothing can be sent any more once the server has cut it off.
                for _ in 0..<300 where (try? client.send("x")) != nil {
                    _ = client.isClosed(within: .milliseconds(100))
                }
            }
        }
        #expect(took < .seconds(20))
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `waiting for an answer is no idleness`() async throws {
        let server = try startServer({ $0.timeout = .seconds(1) }) { _, responder in
            Task {
                try await Task.sleep(for: .seconds(2))
                responder.send(Response(200))
            }
        }
        let status = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            return try client.response().status
        }
        #expect(status == 200)
    }
}
