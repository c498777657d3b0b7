/// The head of one request in a single array: target, method, then each header behind its two lengths.
///
/// One allocation for a whole head is what keeps a request cheap; strings are made only of what a handler asks for.
struct HeadStorage: Sendable {
    private(set) var bytes: [UInt8]
    private var pathEnd = 0
    private var targetEnd = 0
    private var methodEnd = 0

    /// Starts with the request's target as it came: a path and, behind the first "?", a query.
    init(target: UnsafeRawBufferPointer) {
        bytes = []
        bytes.reserveCapacity(max(512, target.count))
        unsafe bytes.append(contentsOf: target)
        targetEnd = target.count
        pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? targetEnd
        methodEnd = targetEnd
    }

    /// Sets the method; called once, before the first header.
    mutating func setMethod(_ method: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: method)
        methodEnd = bytes.count
    }

    /// Adds a header; what is longer than 65 535 bytes is cut there, far above what a connection's memory admits.
    mutating func addHeader(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let nameCount = min(name.count, 0xFFFF)
        let valueCount = min(value.count, 0xFFFF)
        for count in [nameCount, valueCount] {
            bytes.append(UInt8(count & 0xFF))
            bytes.append(UInt8(count >> 8))
        }
        unsafe bytes.append(contentsOf: name.prefix(nameCount))
        unsafe bytes.append(contentsOf: value.prefix(valueCount))
    }

    var method: Range<Int> { targetEnd..<methodEnd }
    var path: Range<Int> { 0..<pathEnd }
    var query: Range<Int> { min(pathEnd + 1, targetEnd)..<targetEnd }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func forEachHeader(_ visit: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        var at = methodEnd
        while at + 4 <= bytes.count {
            let nameStart = at + 4
            let nameEnd = nameStart + (Int(bytes[at]) | Int(bytes[at + 1]) << 8)
            let valueEnd = nameEnd + (Int(bytes[at + 2]) | Int(bytes[at + 3]) << 8)
            visit(nameStart..<nameEnd, nameEnd..<valueEnd)
            at = valueEnd
        }
    }

    /// Whether the bytes at `range` are `name`, ASCII case apart.
    func matches(_ name: StaticString, at range: Range<Int>) -> Bool {
        guard name.utf8CodeUnitCount == range.count else { return false }
        return name.withUTF8Buffer { letters in
            for offset in 0..<range.count
            where unsafe lowercased(letters[offset]) != lowercased(bytes[range.lowerBound + offset]) { return false }
            return true
        }
    }
}

extension HeadStorage {
    /// Whether the bytes at `range` begin with `prefix`, ASCII case apart.
    func begins(with prefix: StaticString, at range: Range<Int>) -> Bool {
        range.count >= prefix.utf8CodeUnitCount
            && matches(prefix, at: range.prefix(prefix.utf8CodeUnitCount))
    }
}

/// The lower-case form of an ASCII letter; every other byte as it is.
func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
