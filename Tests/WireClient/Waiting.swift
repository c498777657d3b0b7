import Foundation
import Synchronization

/// Runs blocking client code beside the threads that tasks share, so that servers with task handlers go on.
package func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
        // A thread of its own: the pool that queues share grows slowly where its threads block.
        Thread.detachNewThread {
            done.resume(with: Result { try work() })
        }
    }
}

/// Waits until the condition holds; false after 24 000 looks, two minutes on an idle machine.
///
/// The limit counts looks, not time: on a machine that stands still it stands still too.
package func eventually(_ condition: @Sendable () -> Bool) async throws -> Bool {
    for _ in 0..<24_000 {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}

/// Asks until the answer is yes; false after 2 400 answers, two minutes on an idle machine.
package func asked(until isSo: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<2_400 {
        if try await isSo() { return true }
        try await Task.sleep(for: .milliseconds(50))
    }
    return try await isSo()
}

/// A GET request for a path.
package func get(_ path: String, _ headers: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n"
}

/// A POST request with a body of known length.
package func post(_ path: String, _ body: [UInt8], _ headers: String = "") -> [UInt8] {
    Array("POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body
}

/// The bytes of a request, a body among them only where there is one.
package func requestBytes(
    _ method: String,
    _ path: String,
    _ headers: [String],
    _ body: [UInt8]?,
    host: String = "hearth.test"
) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + headers
    if let body { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
}

/// Hands a client from one thread to the next; whoever holds it last uses it alone.
package struct Kept: Sendable {
    package nonisolated(unsafe) let client: TestClient

    package init(client: TestClient) {
        self.client = client
    }
}

/// A number that any thread may raise.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .acquiring) }

    package func add() {
        count.wrappingAdd(1, ordering: .releasing)
    }
}

/// Bytes that follow from a seed.
package struct SeededBytes: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        // splitmix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
