import HTTP
import Synchronization
import Testing

/// Requests and answers without a socket, as a simulation has them.
@Suite struct DirectServerTests {
    private let sender = ClientAddress("192.0.2.7")

    /// Asks a server and answers what it was answered before the call returned.
    private func ask(
        _ server: DirectServer,
        _ method: String = "GET",
        _ target: String = "/",
        headers: [Header] = [],
        body: [UInt8] = []
    ) throws -> DirectAnswer? {
        let request = DirectRequest(method, target, headers: headers, body: body, from: try #require(sender))
        let heard = Heard<DirectAnswer>()
        server.ask(request) { answer in heard.all.withLock { $0.append(answer) } }
        let all = heard.all.withLock { $0 }
        #expect(all.count <= 1, "a request is answered once")
        return all.first
    }

    private func bytes(_ answer: DirectAnswer?) -> [UInt8]? {
        guard case .bytes(let bytes) = answer?.body else { return nil }
        return bytes
    }

    @Test func `a handler sees the request as it was meant, and its answer comes back with the common headers`() throws
    {
        var configuration = ServerConfiguration(listen: "")
        configuration.commonHeaders = [Header("X-Common", "yes"), Header("Cache-Control", "no-store")]
        let server = DirectServer(configuration) { request, responder in
            let seen = "\(request.method) \(request.path) \(request.query) \(request.headers["x-word"] ?? "")"
            let who = "\(request.client.text) \(request.isSecure) \(request.isLoopback)"
            let text = "\(seen) \(who) \(String(decoding: request.body, as: UTF8.self))"
            responder.send(Response(201, [Header("cache-control", "private")], body: Array(text.utf8)))
            responder.send(Response(500))
        }
        let headers = [Header("X-Word", "hello")]
        let answer = try ask(server, "PUT", "/a/b?c=d", headers: headers, body: Array("body".utf8))
        #expect(answer?.status == 201)
        #expect(String(decoding: bytes(answer) ?? [], as: UTF8.self) == "PUT /a/b c=d hello 192.0.2.7 true false body")
        #expect(answer?.headers == [Header("cache-control", "private"), Header("X-Common", "yes")])
    }

    @Test func `a body that is too large, or not what its coding says, never reaches the handler`() throws {
        var configuration = ServerConfiguration(listen: "")
        configuration.bodyPolicy = { _ in .limit(4) }
        let server = DirectServer(configuration) { _, responder in responder.send(Response(200)) }
        #expect(try ask(server, "POST", body: [1, 2, 3, 4])?.status == 200)
        #expect(try ask(server, "POST", body: [1, 2, 3, 4, 5])?.status == 413)
        let gzip = [Header("Content-Encoding", "gzip")]
        #expect(try ask(server, "POST", headers: gzip, body: [1, 2, 3])?.status == 400)
        #expect(try ask(server, "POST", headers: [Header("Content-Encoding", "br")], body: [1])?.status == 415)
    }

    @Test func `a request that its handler forgets is answered 500`() throws {
        let server = DirectServer(ServerConfiguration(listen: "")) { _, _ in }
        #expect(try ask(server)?.status == 500)
    }

    @Test func `an event stream is read as it comes, wakes its reader once, and ends`() throws {
        let closed = Heard<Bool>()
        let stream = EventStream { closed.all.withLock { $0.append(true) } }
        let server = DirectServer(ServerConfiguration(listen: "")) { _, responder in responder.send(Response(stream)) }
        guard case .events(let reader) = try ask(server)?.body else {
            Issue.record("no stream came")
            return
        }
        let woken = Heard<Int>()
        let read = { (number: Int) in reader.read { woken.all.withLock { $0.append(number) } } }
        #expect(read(1) == [])
        stream.send([1, 2])
        stream.send([3])
        #expect(woken.all.withLock { $0 } == [1], "once, however much comes")
        #expect(read(2) == [1, 2, 3])
        let long = [UInt8](repeating: 7, count: 10_000)
        stream.send(long)
        #expect(woken.all.withLock { $0 } == [1, 2] && read(3) == long)
        stream.close()
        #expect(read(4) == nil)
        reader.hangUp()
        #expect(closed.all.withLock { $0 } == [true])
        #expect(!stream.send([1]), "it has no reader")
    }
}

/// Values in the order in which they came.
private final class Heard<Value: Sendable>: Sendable {
    let all = Mutex<[Value]>([])
}
