import Dispatch
import HTTP
import Synchronization
import Testing
import WireClient

struct StopTests {
    @Test func `answers under way are sent before the server stops`() async throws {
        let kept = Mutex<[Responder]>([])
        let server = try startServer { _, responder in kept.withLock { $0.append(responder) } }
        async let statuses = onThread {
            let clients = try (0..<20).map { _ in try TestClient(port: server.port) }
            for client in clients { try client.send(get("/")) }
            return try clients.map { try $0.response().status }
        }
        #expect(try await eventually { kept.withLock { $0.count } == 20 })
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
            for responder in kept.withLock({ $0 }) { responder.send(Response(200)) }
            kept.withLock { $0 = [] }
        }
        #expect(await server.stop(within: .seconds(5)) == 0)
        #expect(try await statuses == [Int](repeating: 200, count: 20))
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `a request not answered within the time to stop gets 503 and is counted`() async throws {
        let kept = Mutex<[Responder]>([])
        let server = try startServer { _, responder in kept.withLock { $0.append(responder) } }
        async let statuses = onThread {
            let clients = try (0..<3).map { _ in try TestClient(port: server.port) }
            for client in clients { try client.send(get("/")) }
            return try clients.map { try $0.response().status }
        }
        #expect(try await eventually { kept.withLock { $0.count } == 3 })
        #expect(await server.stop(within: .milliseconds(50)) == 3)
        #expect(try await statuses == [503, 503, 503])
        // Too late, and without harm.
        for responder in kept.withLock({ $0 }) { responder.send(Response(200)) }
        kept.withLock { $0 = [] }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `a stopping server refuses connections and turns new requests away`() async throws {
        let kept = Mutex<Responder?>(nil)
        // Another server that was given the port would take connections in its place.
        let port = try portNobodyIsGiven()
        let server = try startServer({ $0.listen = "127.0.0.1:\(port)" }) { request, responder in
            if request.path == "/slow" { kept.withLock { $0 = responder } } else { responder.send(Response(200)) }
        }
        let (old, slow) = try await onThread {
            let old = try TestClient(port: server.port)
            try old.send(get("/"))
            #expect(try old.response().status == 200)
            let slow = try TestClient(port: server.port)
            try slow.send(get("/slow"))
            return (Kept(client: old), Kept(client: slow))
        }
        #expect(try await eventually { kept.withLock { $0 != nil } })
        async let cut = server.stop(within: .seconds(10))
        // Nil is what is waited for.
        #expect(try await eventually { (try? TestClient(port: server.port)) == nil })
        try await onThread {
            try old.client.send(get("/"))
            #expect(try old.client.response().status == 503)
            #expect(old.client.isClosed())
        }
        kept.withLock { $0 }?.send(Response(200))
        kept.withLock { $0 = nil }
        #expect(try await onThread { try slow.client.response().status } == 200)
        #expect(await cut == 0)
    }

    @Test func `streams end cleanly when the server stops`() async throws {
        let closings = Counter()
        let server = try startServer { _, responder in
            let stream = EventStream { closings.add() }
            responder.send(Response(stream))
            stream.send(Array("event: hello\n\n".utf8))
        }
        let clients = try await onThread {
            try (0..<100).map { _ in
                let client = try TestClient(port: server.port)
                try client.send(get("/"))
                #expect(try client.head().status == 200)
                #expect(try client.text(until: "\n\n") == "event: hello\n\n")
                return Kept(client: client)
            }
        }
        #expect(await server.stop(within: .seconds(5)) == 0)
        #expect(closings.value == 100)
        try await onThread {
            let rests = try clients.map { try $0.client.chunk() }
            #expect(rests.allSatisfy { $0 == nil })
        }
        #expect(try await eventually { server.liveExchanges == 0 })
    }

    @Test func `a server may be stopped twice, let go unstopped, and stopped under load`() async throws {
        for turn in 0..<10 {
            let queue = DispatchQueue(label: "writer")
            let server = try startServer { _, responder in queue.async { responder.send(Response(200)) } }
            let isLoaded = Counter()
            async let load: Void = onThread {
                // The load ends with whatever the stop does to it.
                while let client = try? TestClient(port: server.port), (try? client.send(get("/"))) != nil,
                    // As the line before.
                    (try? client.response()) != nil
                { isLoaded.add() }
            }
            #expect(try await eventually { isLoaded.value > 20 })
            if turn.isMultiple(of: 2) { await server.stop(within: .seconds(1)) }
            await server.stop(within: .zero)
            try await load
            #expect(try await eventually { server.liveExchanges == 0 })
        }
    }

    @Test func `a server that is let go cuts its connections`() async throws {
        let kept = Mutex<[Responder]>([])
        for _ in 0..<10 {
            let client = try await Self.askAndLeave { responder in kept.withLock { $0.append(responder) } }
            #expect(try await onThread { client.client.isClosed() })
        }
    }

    /// A client whose request is held by a server that is gone.
    private static func askAndLeave(_ keep: @escaping @Sendable (Responder) -> Void) async throws -> Kept {
        let isAsked = Counter()
        let server = try startServer { _, responder in
            keep(responder)
            isAsked.add()
        }
        let client = try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/"))
            return Kept(client: client)
        }
        #expect(try await eventually { isAsked.value == 1 })
        return client
    }
}
