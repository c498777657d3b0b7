/// Reads `name=value&name=value` as an address or a form writes it, front to back.
///
/// Percent escapes and plus signs are undone; a broken escape stands for itself.
struct FormReader: ~Escapable {
    /// Longer values are cut off.
    static let valueBytesMax = 4_096

    private let bytes: Span<UInt8>
    private var position = 0
    /// The value that belongs to the name returned last.
    private(set) var value: [UInt8] = []

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// The next name in lower case, with its value in `value`; nil at the end.
    mutating func next() -> WireName? {
        while position < bytes.count, bytes[position] == UInt8(ascii: "&") { position += 1 }
        guard position < bytes.count else { return nil }
        var name = WireName()
        while let byte = nextByte(before: UInt8(ascii: "=")) {
            let isUpperCase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            name.append(isUpperCase ? byte | 0x20 : byte)
        }
        value.removeAll(keepingCapacity: true)
        if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
            position += 1
            while let byte = nextByte(before: UInt8(ascii: "&")) {
                if value.count < FormReader.valueBytesMax { value.append(byte) }
            }
        }
        return name
    }

    /// The next byte of a part that ends before `end` or `&`.
    private mutating func nextByte(before end: UInt8) -> UInt8? {
        guard position < bytes.count, bytes[position] != end, bytes[position] != UInt8(ascii: "&") else { return nil }
        defer { position += 1 }
        guard bytes[position] != UInt8(ascii: "+") else { return UInt8(ascii: " ") }
        guard bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
            let high = hexadecimalDigit(bytes[position + 1]), let low = hexadecimalDigit(bytes[position + 2])
        else { return bytes[position] }
        position += 2
        return high << 4 | low
    }
}

/// Writes a form, or the part of an address after `?`.
struct FormWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ name: StaticString, _ value: String) {
        begin(name)
        bytes.append(percentEscaped: value.utf8)
    }

    /// Adds a number with so many decimals at most.
    mutating func add(_ name: StaticString, _ value: Double, decimals: Int) {
        begin(name)
        bytes.append(decimal: value, decimals: decimals)
    }

    private mutating func begin(_ name: StaticString) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes.append(contentsOf: Array(name.description.utf8))
        bytes.append(UInt8(ascii: "="))
    }
}

extension [UInt8] {
    /// Appends text with all but unreserved characters escaped (RFC 3986, section 2.3).
    mutating func append(percentEscaped text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                append(byte)
            default:
                append(UInt8(ascii: "%"))
                append(hexadecimalCharacter(byte >> 4))
                append(hexadecimalCharacter(byte & 15))
            }
        }
    }
}
