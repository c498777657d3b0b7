import Dispatch
import HTTP
import Synchronization

/// Runs blocking client code beside the threads that tasks share, so that servers with task handlers go on.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
        DispatchQueue.global().async {
            done.resume(with: Result { try work() })
        }
    }
}

/// Waits until the condition holds; false after ten seconds.
func eventually(_ condition: @Sendable () -> Bool) async throws -> Bool {
    for _ in 0..<2_000 {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}

/// A server on a free port of this machine.
func startServer(
    _ configure: (inout ServerConfiguration) -> Void = { _ in },
    handler: @escaping @Sendable (Request, Responder) -> Void
) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1:0")
    configure(&configuration)
    return try Server(configuration, handler: handler)
}

/// Answers with what it was sent: method, path and query on the first line, then the body.
let echo: @Sendable (Request, Responder) -> Void = { request, responder in
    let line = "\(request.method) \(request.path) \(request.query)\n"
    responder.send(Response(200, body: Array(line.utf8) + request.body))
}

/// A GET request for a path.
func get(_ path: String, _ headers: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n"
}

/// A POST request with a body of known length.
func post(_ path: String, _ body: [UInt8], _ headers: String = "") -> [UInt8] {
    Array("POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body
}

/// Hands a client from one thread to the next; whoever holds it last uses it alone.
struct Kept: Sendable {
    nonisolated(unsafe) let client: TestClient
}

/// A number that any thread may raise.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() {
        count.wrappingAdd(1, ordering: .releasing)
    }
}

/// Bytes that follow from a seed.
struct SeededBytes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        // splitmix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
