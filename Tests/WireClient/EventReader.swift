import Foundation
import Synchronization

/// One event of a stream.
package struct ReadEvent: Sendable {
    package var id: Int64?
    package var name = ""
    package var data = ""
    /// When the reader had it whole.
    package let arrivedAt = ContinuousClock.now

    init(_ frame: Substring) {
        for line in frame.split(separator: "\n") {
            if line.hasPrefix("id: ") { id = Int64(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
        }
    }

    /// Whether it only says that the stream is alive.
    package var isBeat: Bool { name == "beat" }

    /// The data as JSON.
    package var json: [String: Any] {
        // What is no JSON has no fields, which the expectations then miss.
        ((try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any]) ?? [:]
    }
}

/// A reader of `/events`: a thread that collects what comes until the stream or the test ends.
package final class EventReader: Sendable {
    private struct State {
        var text = ""
        var events: [ReadEvent] = []
        var isEnded = false
        var mayRead = true
    }

    package let status: Int
    package let head: TestResponse
    private let state = Mutex(State())

    /// Opens the stream at a path, and reads it unless `isSlow`, which waits for `readOn`.
    package static func open(
        port: UInt16,
        path: String = "/api/v1/events",
        headers: [String],
        isSlow: Bool = false
    ) async throws -> EventReader {
        try await onThread {
            let client = try TestClient(port: port, receiveBufferBytes: isSlow ? 4_096 : nil)
            try client.send(requestBytes("GET", path, headers, nil))
            let reader = EventReader(try client.head(), isSlow: isSlow)
            let kept = Kept(client: client)
            Thread.detachNewThread { reader.read(kept.client) }
            return reader
        }
    }

    private init(_ head: TestResponse, isSlow: Bool) {
        status = head.status
        self.head = head
        state.withLock { $0.mayRead = !isSlow }
    }

    package var events: [ReadEvent] { state.withLock { $0.events } }
    package var text: String { state.withLock { $0.text } }
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Forgets what came, so that what comes from here on can be told apart.
    package func forget() {
        state.withLock {
            $0.text = ""
            $0.events = []
        }
    }

    /// Lets a slow reader read.
    package func readOn() {
        state.withLock { $0.mayRead = true }
    }

    /// Closes the connection from this side.
    package func hangUp() {
        state.withLock { $0.isEnded = true }
    }

    /// Waits for an event; nil where it does not come within a minute.
    package func event(where matches: @Sendable (ReadEvent) -> Bool) async throws -> ReadEvent? {
        _ = try await eventually { events.contains(where: matches) || isEnded }
        return events.first(where: matches)
    }

    private func read(_ client: TestClient) {
        defer { state.withLock { $0.isEnded = true } }
        var rest = ""
        while !isEnded {
            guard state.withLock({ $0.mayRead }) else {
                usleep(5_000)
                continue
            }
            // The end of the stream, or the patience of a test that ended long ago.
            guard let chunk = try? client.chunk() else { return }
            let piece = String(decoding: chunk, as: UTF8.self)
            rest += piece
            var events: [ReadEvent] = []
            while let end = rest.range(of: "\n\n") {
                events.append(ReadEvent(rest[..<end.lowerBound]))
                rest.removeSubrange(..<end.upperBound)
            }
            state.withLock {
                $0.text += piece
                $0.events += events
            }
        }
    }
}
