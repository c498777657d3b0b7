/// One event of a stream, as the HTML standard cuts it out of the bytes.
package struct RawEvent: Hashable, Sendable {
    package var name = "message"
    package var data = ""
    /// The number after which the stream can be resumed, as of this event.
    package var lastID: String
}

/// Cuts server-sent events out of bytes that come in pieces of any size.
package struct EventParser {
    /// The number of the last event that had one; empty where the stream has to begin anew.
    package private(set) var lastID: String
    /// How soon to come back after a break, where the hub said so.
    package private(set) var retry: Duration?
    private var line: [UInt8] = []
    private var event: RawEvent
    private var hasData = false

    /// A line longer than this is not one of the hub's.
    static let lineBytesMax = 1 << 20

    /// A parser of a stream that goes on after a number, or begins anew.
    package init(lastID: String = "") {
        self.lastID = lastID
        event = RawEvent(lastID: lastID)
    }

    /// Takes a piece, and hands out what is whole with it.
    ///
    /// - Throws: `ClientFailure.unreadable` where a line has no end.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(ClientFailure) -> [RawEvent] {
        var events: [RawEvent] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                if let event = endLine() { events.append(event) }
                line.removeAll(keepingCapacity: true)
            } else {
                guard line.count < Self.lineBytesMax else { throw .unreadable("events in lines") }
                line.append(byte)
            }
        }
        return events
    }

    /// Makes ready for the first byte of another stream.
    mutating func beginAnew() {
        line.removeAll()
        event = RawEvent(lastID: lastID)
        hasData = false
    }

    /// Forgets where the stream was, so that the next one begins anew.
    mutating func forgetPlace() {
        lastID = ""
    }

    private mutating func endLine() -> RawEvent? {
        guard !line.isEmpty else { return endEvent() }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "event": event.name = text
        case "data":
            event.data += hasData ? "\n" + text : text
            hasData = true
        case "id" where !value.contains(0): lastID = text
        case "retry":
            if let milliseconds = Int(text), (0...3_600_000).contains(milliseconds) {
                retry = .milliseconds(milliseconds)
            }
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> RawEvent? {
        defer {
            event = RawEvent(lastID: lastID)
            hasData = false
        }
        guard hasData else { return nil }
        event.lastID = lastID
        return event
    }
}
