import Dispatch
import Glibc
import HTTP
import Synchronization
import Testing
import WireClient

/// Every stream gets a place in a list, and counts its closing.
private final class Watchers: Sendable {
    let streams = Mutex<[EventStream]>([])
    private let closings = Counter()

    func serve(pendingBytesMax: Int = 64 << 10) throws -> Server {
        try startServer({
            $0.timeout = .seconds(1)
            $0.connectionsMax = 2_000
        }) { [self] _, responder in
            let stream = EventStream(pendingBytesMax: pendingBytesMax, lastWords: Array("event: resync\n\n".utf8)) {
                self.closings.add()
            }
            streams.withLock { $0.append(stream) }
            stream.send(Array("event: hello\n\n".utf8))
            responder.send(Response(stream, [Header("Cache-Control", "no-store")]))
        }
    }

    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return streams.withLock { $0 }.count { $0.send(bytes) }
    }

    var closed: Int { closings.value }
}

struct EventStreamTests {
    /// A client that has read the greeting.
    private static func watch(_ port: UInt16, host: UInt8 = 1, receiveBufferBytes: Int32? = nil) throws -> TestClient {
        let client = try TestClient(port: port, host: host, receiveBufferBytes: receiveBufferBytes)
        try client.send(get("/events"))
        let head = try client.head()
        #expect(head.status == 200 && head["content-type"] == "text/event-stream")
        #expect(try client.text(until: "\n\n") == "event: hello\n\n")
        return client
    }

    @Test func `P4: five hundred watchers get every event, and stay`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve()
        try await onThread {
            let clients = try (0..<500).map { try Self.watch(server.port, host: UInt8(1 + $0 % 10)) }
            for round in 0..<3 {
                #expect(watchers.send("data: \(round)\n\n") == 500)
                for client in clients { #expect(try client.text(until: "\n\n") == "data: \(round)\n\n") }
            }
            #expect(watchers.closed == 0)
            watchers.streams.withLock { $0 }.forEach { $0.close() }
            for client in clients { #expect(try client.chunk() == nil) }
        }
        #expect(try await eventually { watchers.closed == 500 && server.liveExchanges == 0 })
    }

    @Test func `an idle stream outlives the timeout of the server`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve()
        let client = try await onThread { Kept(client: try Self.watch(server.port)) }
        try await Task.sleep(for: .milliseconds(2_500))
        #expect(watchers.send("data: still here\n\n") == 1)
        #expect(try await onThread { try client.client.text(until: "\n\n") } == "data: still here\n\n")
    }

    @Test func `a reader who left is noticed by the next heartbeat`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve()
        try await onThread { for _ in 0..<50 { _ = try Self.watch(server.port) } }
        #expect(watchers.closed == 0)
        watchers.send(": heartbeat\n\n")
        #expect(try await eventually { watchers.closed == 50 && server.liveExchanges == 0 })
        #expect(watchers.send("data: 1\n\n") == 0)
        #expect(watchers.closed == 50)
    }

    @Test func `a slow reader gets whole events, then the last words, then the end`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve(pendingBytesMax: 64 << 10)
        try await onThread {
            let client = try Self.watch(server.port, receiveBufferBytes: 4 << 10)
            let event = "data: \(String(repeating: "e", count: 20_000))\n\n"
            var sent = 0
            // Slower than the server writes, so that what is lost is the reader's doing.
            while watchers.send(event) == 1 {
                sent += 1
                if sent < 8 { #expect(try client.text(until: "\n\n") == event) }
                usleep(200)
            }
            #expect(watchers.send(event) == 0)
            var text = ""
            while let chunk = try client.chunk() { text += String(decoding: chunk, as: UTF8.self) }
            #expect(text.hasSuffix("\n\n"))
            var events = text.split(separator: "\n\n")
            #expect(events.popLast() == "event: resync")
            #expect(!events.isEmpty && events.count < sent)
            #expect(events.allSatisfy { $0 + "\n\n" == event })
        }
        #expect(try await eventually { watchers.closed == 1 && server.liveExchanges == 0 })
    }

    @Test func `a reader who reads nothing at all is cut off by the timeout`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve()
        let client = try await onThread {
            let client = try Self.watch(server.port, receiveBufferBytes: 4 << 10)
            while watchers.send("data: \(String(repeating: "e", count: 8_000))\n\n") == 1 {}
            return Kept(client: client)
        }
        #expect(try await eventually { watchers.closed == 1 && server.liveExchanges == 0 })
        _ = client
    }

    @Test func `an event stream that no client is to read is closed too`() async throws {
        let closings = Counter()
        let server = try startServer { request, responder in
            let stream = EventStream { closings.add() }
            if request.path == "/second" { responder.send(Response(204)) }
            if request.path != "/dropped" { responder.send(Response(stream)) }
        }
        try await onThread {
            let client = try TestClient(port: server.port)
            try client.send(get("/second") + "HEAD /head HTTP/1.1\r\nHost: t\r\n\r\n" + get("/dropped"))
            #expect(try client.response().status == 204)
            #expect(try client.response(toHEAD: true).status == 200)
            #expect(try client.response().status == 500)
        }
        #expect(try await eventually { closings.value == 3 && server.liveExchanges == 0 })
    }

    @Test func `many threads may send to one stream, and no event is torn or lost`() async throws {
        let watchers = Watchers()
        let server = try watchers.serve(pendingBytesMax: 10 << 20)
        let lines = try await onThread {
            let client = try Self.watch(server.port)
            let stream = try #require(watchers.streams.withLock { $0.first })
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<500 { stream.send(Array("data: \(thread)-\(number)\n\n".utf8)) }
            }
            stream.close()
            var text = ""
            while let chunk = try client.chunk() { text += String(decoding: chunk, as: UTF8.self) }
            return text.split(separator: "\n\n").map(String.init)
        }
        let expected = (0..<8).flatMap { thread in (0..<500).map { "data: \(thread)-\($0)" } }
        #expect(lines.sorted() == expected.sorted())
    }
}
