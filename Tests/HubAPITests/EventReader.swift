import Family
import Foundation
import HTTP
import HubAPI
import Synchronization
import WireClient

/// One event of a stream, or a comment.
struct ReadEvent: Sendable {
    var id: Int64?
    var name = ""
    var data = ""
    var isComment = false

    init(_ frame: Substring) {
        for line in frame.split(separator: "\n") {
            if line.hasPrefix(":") { isComment = true }
            if line.hasPrefix("id: ") { id = Int64(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
        }
    }

    /// The data as JSON.
    var json: [String: Any] {
        // What is no JSON has no fields, which the expectations then miss.
        ((try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any]) ?? [:]
    }
}

/// A reader of `/events`: a thread that collects what comes until the stream or the test ends.
final class EventReader: Sendable {
    private struct State {
        var text = ""
        var events: [ReadEvent] = []
        var isEnded = false
        var mayRead = true
    }

    let status: Int
    let head: TestResponse
    private let state = Mutex(State())

    /// Opens a stream, and reads it unless `isSlow`, which waits for `readOn`.
    static func open(
        _ service: TestService,
        token: String,
        headers: [String] = [],
        path: String = "/api/v1/events",
        isSlow: Bool = false
    ) async throws -> EventReader {
        let port = service.server.port
        return try await onThread {
            let client = try TestClient(port: port, receiveBufferBytes: isSlow ? 4_096 : nil)
            try client.send(requestBytes("GET", path, ["Authorization: Bearer \(token)"] + headers, nil))
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

    var events: [ReadEvent] { state.withLock { $0.events } }
    var text: String { state.withLock { $0.text } }
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Forgets what came, so that what comes from here on can be told apart.
    func forget() {
        state.withLock {
            $0.text = ""
            $0.events = []
        }
    }

    /// Lets a slow reader read.
    func readOn() {
        state.withLock { $0.mayRead = true }
    }

    /// Closes the connection from this side.
    func hangUp() {
        state.withLock { $0.isEnded = true }
    }

    /// Waits for an event; nil where it does not come within ten seconds.
    func event(where matches: @Sendable (ReadEvent) -> Bool) async throws -> ReadEvent? {
        _ = try await eventually { events.contains(where: matches) || isEnded }
        return events.first(where: matches)
    }

    /// Waits for the next presence of somebody that says so.
    func presence(of member: TestMember, saying words: String? = nil) async throws -> ReadEvent? {
        let id = member.id.text
        return try await event { event in
            event.name == "presence" && event.data.contains(id) && words.map { event.data.contains($0) } ?? true
        }
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
