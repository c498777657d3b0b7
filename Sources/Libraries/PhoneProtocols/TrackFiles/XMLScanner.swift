/// Reads XML once from front to back, as far as tracks need it: elements, attributes and text as they stand.
///
/// No entity is ever expanded, nothing is fetched, and a document type is passed over unread, so that a hostile file
/// costs no more than its own bytes. Ends with `.broken` where the text breaks off or nests deeper than 64.
struct XMLScanner: ~Escapable {
    enum Event {
        /// An element begins; its name without a namespace prefix.
        case opens(WireName)
        case closes
        /// Characters between tags, entities unexpanded.
        case text(Range<Int>)
        case end
        case broken
    }

    static let depthMax = 64

    let bytes: Span<UInt8>
    /// How many elements are open, the one just opened included.
    private(set) var depth = 0
    private(set) var position = 0
    private var attributes = 0..<0
    /// An element like `<a/>` was opened and has yet to close.
    private var closesNext = false

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    mutating func next() -> Event {
        if closesNext {
            closesNext = false
            return close()
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(readText()) }
            if starts(with: "<!--") {
                guard skip(past: "-->", from: position + 4) else { return .broken }
            } else if starts(with: "<![CDATA[") {
                let start = position + 9
                guard skip(past: "]]>", from: start) else { return .broken }
                return .text(start..<position - 3)
            } else if starts(with: "<?") {
                guard skip(past: "?>", from: position + 2) else { return .broken }
            } else if starts(with: "<!") {
                guard skipDeclaration() else { return .broken }
            } else if starts(with: "</") {
                guard skip(past: ">", from: position + 2) else { return .broken }
                return close()
            } else {
                return open()
            }
        }
        return depth == 0 ? .end : .broken
    }

    /// Where the value of an attribute of the element just opened stands, or nil.
    func attribute(_ name: StaticString) -> Range<Int>? {
        var position = attributes.lowerBound
        let end = attributes.upperBound
        while position < end {
            while position < end, isSpace(bytes[position]) { position += 1 }
            let nameStart = position
            while position < end, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: "=") { position += 1 }
            let nameRange = nameStart..<position
            while position < end, isSpace(bytes[position]) || bytes[position] == UInt8(ascii: "=") { position += 1 }
            guard position < end else { return nil }
            let quote = bytes[position]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let valueStart = position + 1
            position = valueStart
            while position < end, bytes[position] != quote { position += 1 }
            if equals(nameRange, name) { return valueStart..<position }
            position += 1
        }
        return nil
    }
}

extension XMLScanner {
    private mutating func open() -> Event {
        var name = WireName()
        position += 1
        while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">"),
            bytes[position] != UInt8(ascii: "/")
        {
            if bytes[position] == UInt8(ascii: ":") { name = WireName() } else { name.append(bytes[position]) }
            position += 1
        }
        let start = position
        var quote: UInt8?
        while position < bytes.count, quote != nil || bytes[position] != UInt8(ascii: ">") {
            let byte = bytes[position]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            position += 1
        }
        guard position < bytes.count, name.count > 0, depth < XMLScanner.depthMax else { return .broken }
        depth += 1
        closesNext = position > start && bytes[position - 1] == UInt8(ascii: "/")
        attributes = start..<(closesNext ? position - 1 : position)
        position += 1
        return .opens(name)
    }

    private mutating func close() -> Event {
        guard depth > 0 else { return .broken }
        depth -= 1
        return .closes
    }

    private mutating func readText() -> Range<Int> {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return start..<position
    }

    /// Passes over `<!DOCTYPE` up to its end or to the bracket before its own declarations, or over one of these.
    ///
    /// Those declarations and comments are then passed over one by one, and the `]>` behind them is mere text.
    private mutating func skipDeclaration() -> Bool {
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: ">") || byte == UInt8(ascii: "[") {
                return true
            }
        }
        return false
    }

    private mutating func skip(past end: StaticString, from start: Int) -> Bool {
        position = start
        while position < bytes.count {
            if starts(with: end) {
                position += end.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        return position + count <= bytes.count && equals(position..<position + count, text)
    }

    private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<wanted.count where bytes[range.lowerBound + offset] != wanted[offset] { return false }
            return true
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ")
    }
}
