import HearthProgram

/// Many open event streams of a hub, each of another watcher.
final class EventCrowd {
    private(set) var sockets: [LoopbackSocket] = []
    private var marks: [EventMark] = []
    private var opened = Set<Int>()
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private let request: [[UInt8]]
    private let port: UInt16

    init(port: UInt16, sessionTokens: [String]) {
        self.port = port
        request = sessionTokens.map { token in
            let head = """
                GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\
                Authorization: Bearer \(token)\r\n\r\n
                """
            return Array(head.utf8)
        }
    }

    /// Streams that open at once; a crowd that comes all together takes more memory for a moment.
    private static let openingMax = 256

    /// Opens all streams and waits until each has said its first words and nothing more comes for a while.
    func open(_ poller: inout Poller) throws {
        let end = monotonicNanoseconds() + 60_000_000_000
        for number in request.indices {
            let socket = try LoopbackSocket(port: port)
            sockets.append(socket)
            marks.append(EventMark())
            try poller.add(socket, number: number)
            try socket.send(request[number])
            while sockets.count - opened.count >= EventCrowd.openingMax {
                try hear(&poller, nanoseconds: 1_000_000_000, until: end)
            }
        }
        var quietSince = monotonicNanoseconds()
        while opened.count < sockets.count || monotonicNanoseconds() - quietSince < 500_000_000 {
            if try hear(&poller, nanoseconds: 100_000_000, until: end) { quietSince = monotonicNanoseconds() }
        }
    }

    /// Reads what some streams say, and whether any said anything.
    @discardableResult
    private func hear(_ poller: inout Poller, nanoseconds: Int64, until end: Int64) throws -> Bool {
        guard monotonicNanoseconds() < end else {
            throw CommandFailure(words: "only \(opened.count) of \(request.count) streams opened in a minute")
        }
        let ready = try poller.wait(nanoseconds: nanoseconds)
        for number in ready.map(Int.init) {
            let count = try sockets[number].receive(into: &buffer)
            guard count > 0, opened.insert(number).inserted else { continue }
            guard buffer[..<count].starts(with: Array("HTTP/1.1 200".utf8)) else {
                throw CommandFailure(
                    words: "a stream was refused: \(String(decoding: buffer[..<count], as: UTF8.self))"
                )
            }
        }
        return !ready.isEmpty
    }

    /// How many `presence` events are whole with what a stream has just said.
    func events(of number: Int, in buffer: [UInt8], count: Int) -> Int {
        marks[number].count(in: buffer[..<count])
    }

    deinit {
        for socket in sockets { socket.close() }
    }
}

/// Finds the beginning of each `presence` event in a stream, wherever it was cut.
///
/// A hub sends an event in one piece, so the time of its first words is the time of all.
struct EventMark {
    private static let words = Array("event: presence\n".utf8)
    private var matched = 0

    mutating func count(in bytes: ArraySlice<UInt8>) -> Int {
        var found = 0
        for byte in bytes {
            if byte == EventMark.words[matched] {
                matched += 1
            } else {
                matched = byte == EventMark.words[0] ? 1 : 0
            }
            if matched == EventMark.words.count {
                found += 1
                matched = 0
            }
        }
        return found
    }
}
