/// Reads JSON once from front to back, without building a tree.
///
/// The caller asks for what it expects; anything else is skipped and comes as nil. Commas are not checked, and neither
/// is UTF-8 in what is skipped. Text that breaks off, or nests deeper than 64, ends the reading and sets `failed`.
/// Each value must be taken, by one call, after the key or element before it.
package struct JSONScanner: ~Escapable {
    /// What stands next.
    package enum Kind {
        case object, array, text, number
        /// `null`, `true`, `false`, or a word that JSON does not have.
        case word
        /// No value: the end, or a closing bracket.
        case nothing
    }

    /// Where a text stands between its quotes.
    package struct Text {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    static let depthMax = 64

    let bytes: Span<UInt8>
    /// Whether the text broke off, or nested too deep: what was read before may be less than it seems.
    package private(set) var failed = false
    private(set) var position = 0
    private var depth = 0

    /// Begins in front of the first value.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// What stands next, after white space.
    @inline(__always)
    package mutating func peek() -> Kind {
        skipWhiteSpace()
        guard position < bytes.count else { return .nothing }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"): return .nothing
        default: return .word
        }
    }

    /// Enters an object; skips anything else and returns false.
    package mutating func enterObject() -> Bool {
        enter(.object)
    }

    /// Enters an array; skips anything else and returns false.
    package mutating func enterArray() -> Bool {
        enter(.array)
    }

    /// The next key of the object that was entered; nil after the last, with the object left.
    @inline(__always)
    package mutating func nextKey() -> WireName? {
        guard let byte = nextByteAfterCommas() else { return nil }
        guard byte == UInt8(ascii: "\"") else {
            leave(expecting: UInt8(ascii: "}"))
            return nil
        }
        guard let key = readName() else { return nil }
        skipWhiteSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            fail()
            return nil
        }
        position += 1
        return key
    }

    /// Whether the array that was entered has another element; false after the last, with the array left.
    @inline(__always)
    package mutating func nextElement() -> Bool {
        guard let byte = nextByteAfterCommas() else { return false }
        switch byte {
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
            leave(expecting: UInt8(ascii: "]"))
            return false
        default:
            return true
        }
    }

    /// A number, also one written as text.
    @inline(__always)
    package mutating func number() -> Double? {
        switch peek() {
        case .number:
            let number = Decimal(bytes, from: position)
            position = number.end
            guard atEndOfWord else {
                skipWord()
                return nil
            }
            return number.value
        case .text:
            guard let text = readText(), !text.hasEscapes else { return nil }
            return wholeNumber(bytes, text.range)
        default:
            skip()
            return nil
        }
    }

    /// A text as it stands, with its escapes.
    @inline(__always)
    package mutating func text() -> Text? {
        guard peek() == .text else {
            skip()
            return nil
        }
        return readText()
    }

    /// A text as a name to look up.
    mutating func name() -> WireName? {
        guard peek() == .text else {
            skip()
            return nil
        }
        return readName()
    }

    /// A number or text as it stands, unescaped and cut off after so many bytes; `true` and `false` as words.
    mutating func scalar(bytesMax: Int) -> [UInt8]? {
        switch peek() {
        case .text:
            return readText().map { unescaped($0, bytesMax: bytesMax) }
        case .number, .word:
            let start = position
            skipWord()
            return unescaped(Text(range: start..<position, hasEscapes: false), bytesMax: bytesMax)
        default:
            skip()
            return nil
        }
    }

    /// Passes over one value of any kind.
    package mutating func skip() {
        switch peek() {
        case .object, .array: skipNested()
        case .text: _ = readText()
        case .number, .word: skipWord()
        case .nothing: break
        }
    }
}

extension JSONScanner {
    private mutating func enter(_ kind: Kind) -> Bool {
        guard peek() == kind else {
            skip()
            return false
        }
        guard depth < JSONScanner.depthMax else {
            fail()
            return false
        }
        depth += 1
        position += 1
        return true
    }

    private mutating func leave(expecting bracket: UInt8) {
        guard bytes[position] == bracket else { return fail() }
        position += 1
        depth -= 1
    }

    private mutating func fail() {
        failed = true
        position = bytes.count
    }

    @inline(__always)
    private mutating func skipWhiteSpace() {
        while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }

    @inline(__always)
    private mutating func nextByteAfterCommas() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ",") else { return byte }
            position += 1
        }
        fail()
        return nil
    }

    /// Takes the text whose opening quote stands next; nil where it never closes.
    @inline(__always)
    private mutating func readText() -> Text? {
        let start = position + 1
        let count = bytes.count
        var end = start
        while end &+ 8 <= count {
            let plain = plainTextBytes(in: bytes.word(at: end))
            end &+= plain
            if plain < 8 { break }
        }
        var hasEscapes = false
        while end < count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                position = end + 1
                return Text(range: start..<end, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                end += 1
            }
            end += 1
        }
        fail()
        return nil
    }

    /// Takes a name, of which sixteen bytes are looked at at once.
    @inline(__always)
    private mutating func readName() -> WireName? {
        let start = position &+ 1
        guard start &+ 16 < bytes.count else { return readText().map { name($0) } }
        let (first, second) = (bytes.word(at: start), bytes.word(at: start &+ 8))
        var count = plainTextBytes(in: first)
        if count == 8 { count &+= plainTextBytes(in: second) }
        if bytes[start &+ count] == UInt8(ascii: "\"") {
            position = start &+ count &+ 1
            return WireName(first, second, count: count)
        }
        return readText().map { $0.hasEscapes ? name($0) : WireName(first, second, count: $0.range.count) }
    }

    private var atEndOfWord: Bool {
        guard position < bytes.count else { return true }
        return endsWord(bytes[position])
    }

    private mutating func skipWord() {
        while position < bytes.count, !endsWord(bytes[position]) { position += 1 }
    }

    private mutating func skipNested() {
        // One bit for each open bracket, set for an object.
        var objects: UInt64 = 0
        var open = 0
        repeat {
            guard position < bytes.count else { return fail() }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard readText() != nil else { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth + open < JSONScanner.depthMax else { return fail() }
                objects = objects << 1 | (bytes[position] == UInt8(ascii: "{") ? 1 : 0)
                open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard (objects & 1 == 1) == (bytes[position] == UInt8(ascii: "}")) else { return fail() }
                objects >>= 1
                open -= 1
            default:
                break
            }
            position += 1
        } while open > 0
    }
}
