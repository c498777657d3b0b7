import HearthClient
import Testing

@Suite struct EventParserTests {
    private let stream = """
        retry: 2000\n
        : nobody reads this\n
        id: 7\nevent: presence\ndata: {"a":1}\n
        event: beat\r\ndata: {}\r\n\r
        id: 8\ndata: one\ndata:two\n
        event: without data\n
        data\n
        id: 9\nevent: half
        """

    @Test func `a stream means the same in pieces of any size`() throws {
        let bytes = Array(stream.utf8)
        var whole = EventParser(lastID: "5")
        let events = try whole.append(bytes)
        #expect(events.map(\.name) == ["presence", "beat", "message", "message"])
        #expect(events.map(\.data) == [#"{"a":1}"#, "{}", "one\ntwo", ""])
        #expect(events.map(\.lastID) == ["7", "7", "8", "8"])
        #expect(whole.retry == .seconds(2))
        for size in 1...40 {
            var parser = EventParser(lastID: "5")
            var found: [RawEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.append(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(found == events, "in pieces of \(size)")
        }
    }

    @Test func `a line without an end is given up`() {
        var parser = EventParser()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(throws: Never.self) { try parser.append(line) }
        #expect(throws: ClientFailure.unreadable("events in lines")) { try parser.append(line) }
    }

    @Test func `an event's number with a zero byte in it is ignored, and the last valid number is kept`() throws {
        var parser = EventParser()
        _ = try parser.append(Array("id: 3\ndata: x\n\nid: a\0b\ndata: y\n\n".utf8))
        #expect(parser.lastID == "3", "a number with a zero in it is none")
    }
}
