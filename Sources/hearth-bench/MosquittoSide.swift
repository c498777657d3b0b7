import HearthProgram

/// The reference: the same messages through mosquitto at QoS 1, stored nowhere (MQTT 3.1.1).
final class MosquittoSide: LiveSide {
    private(set) var senders: [LoopbackSocket] = []
    private(set) var watchers: [LoopbackSocket] = []
    private var readers: [PacketReader] = []
    private let payload: [UInt8]
    private var packetID: UInt16 = 0

    /// Connects everyone; `payload` is what is published, as long as the body of a phone's request.
    init(port: UInt16, subjects: Int, senders count: Int, payload: [UInt8]) throws {
        self.payload = payload
        for number in 0..<subjects {
            let socket = try MosquittoSide.connected(port: port, name: "watcher\(number)")
            try socket.send(MosquittoSide.subscribe(to: MosquittoSide.topic(number)))
            try MosquittoSide.wait(for: 5, on: socket)
            watchers.append(socket)
            readers.append(PacketReader())
        }
        for number in 0..<count { senders.append(try MosquittoSide.connected(port: port, name: "sender\(number)")) }
    }

    /// Never needed: the broker keeps a connection without keep-alive for ever.
    func reopen(sender _: Int) throws {
        throw CommandFailure(words: "mosquitto hung up")
    }

    func message(about subject: Int) -> [UInt8] {
        packetID = packetID == .max ? 1 : packetID + 1
        // PUBLISH at QoS 1 (section 3.3).
        let body = text(MosquittoSide.topic(subject)) + [UInt8(packetID >> 8), UInt8(packetID & 0xFF)] + payload
        return packet(0x32, body)
    }

    func isAnswered(sender number: Int, _ buffer: [UInt8], count: Int) -> Bool {
        // PUBACK (section 3.4), four bytes that come in one piece.
        count >= 4 && buffer[0] == 0x40
    }

    func messages(watcher number: Int, _ buffer: [UInt8], count: Int) throws -> Int {
        let identifiers = readers[number].append(buffer, count: count)
        for identifier in identifiers { try watchers[number].send([0x40, 2, identifier.high, identifier.low]) }
        return identifiers.count
    }

    private static func topic(_ subject: Int) -> String { "owntracks/member\(subject)/phone" }

    private static func connected(port: UInt16, name: String) throws -> LoopbackSocket {
        let socket = try LoopbackSocket(port: port)
        // CONNECT with a clean session and no keep-alive (section 3.1).
        try socket.send(packet(0x10, text("MQTT") + [4, 2, 0, 0] + text(name)))
        try wait(for: 4, on: socket)
        return socket
    }

    private static func subscribe(to topic: String) -> [UInt8] {
        packet(0x82, [0, 1] + text(topic) + [1])
    }

    /// Waits for an acknowledgement of so many bytes.
    private static func wait(for bytes: Int, on socket: LoopbackSocket) throws {
        var poller = try Poller()
        try poller.add(socket, number: 0)
        var buffer = [UInt8](repeating: 0, count: 64)
        let ready = try poller.wait(nanoseconds: 5_000_000_000)
        guard !ready.isEmpty, try socket.receive(into: &buffer) == bytes else {
            throw CommandFailure(words: "mosquitto does not answer as expected")
        }
    }

    deinit {
        for socket in senders + watchers { socket.close() }
    }
}

/// Finds the PUBLISH packets in what a subscriber gets.
private struct PacketReader {
    private var rest: [UInt8] = []

    /// The packet identifiers of the messages that are whole now.
    mutating func append(_ buffer: [UInt8], count: Int) -> [(high: UInt8, low: UInt8)] {
        rest.append(contentsOf: buffer[..<count])
        var identifiers: [(high: UInt8, low: UInt8)] = []
        while let (start, end) = firstPacket() {
            if rest[0] & 0xF0 == 0x30 {
                let topicEnd = start + 2 + Int(rest[start]) << 8 + Int(rest[start + 1])
                identifiers.append((rest[topicEnd], rest[topicEnd + 1]))
            }
            rest.removeFirst(end)
        }
        return identifiers
    }

    /// Where the first packet's content begins and ends, once it is whole (section 2.2.3).
    private func firstPacket() -> (start: Int, end: Int)? {
        var length = 0
        for (index, byte) in rest.dropFirst().prefix(4).enumerated() {
            length |= Int(byte & 0x7F) << (7 * index)
            guard byte & 0x80 == 0 else { continue }
            let start = index + 2
            return rest.count >= start + length ? (start, start + length) : nil
        }
        return nil
    }
}

/// A packet with its length before it.
private func packet(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length = content.count
    var bytes = [type]
    repeat {
        bytes.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
        length >>= 7
    } while length > 0
    return bytes + content
}

/// A text with its length before it.
private func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
}
