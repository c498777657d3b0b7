/// Writes JSON from front to back; commas come by themselves.
package struct JSONWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Begins with nothing written.
    package init() {}

    /// Writes an object, after its key where it has one.
    package mutating func object(_ key: StaticString? = nil, _ content: (inout JSONWriter) -> Void) {
        nested(key, open: "{", close: "}", content)
    }

    /// Writes a list, after its key where it has one.
    package mutating func array(_ key: StaticString? = nil, _ content: (inout JSONWriter) -> Void) {
        nested(key, open: "[", close: "]", content)
    }

    /// Writes a text.
    package mutating func text(_ key: StaticString? = nil, _ value: String) {
        text(key, value.utf8)
    }

    /// Writes UTF-8 as text; every control character is escaped.
    mutating func text(_ key: StaticString? = nil, _ utf8: some Sequence<UInt8>) {
        begin(key)
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: Array("\\u00".utf8))
                bytes.append(hexadecimalCharacter(byte >> 4))
                bytes.append(hexadecimalCharacter(byte & 15))
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a number with so many decimals at most; beyond 10^9 it is held there.
    package mutating func number(_ key: StaticString? = nil, _ value: Double, decimals: Int = 0) {
        begin(key)
        bytes.append(decimal: value, decimals: decimals)
    }

    /// Writes a whole number.
    package mutating func number(_ key: StaticString? = nil, _ value: Int64) {
        begin(key)
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits: value.magnitude)
    }

    mutating func bool(_ key: StaticString? = nil, _ value: Bool) {
        begin(key)
        bytes.append(contentsOf: Array((value ? "true" : "false").utf8))
    }

    private mutating func nested(
        _ key: StaticString?,
        open: Unicode.Scalar,
        close: Unicode.Scalar,
        _ content: (inout JSONWriter) -> Void
    ) {
        begin(key)
        bytes.append(UInt8(ascii: open))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    /// Keys are names of this program, which need no escapes.
    private mutating func begin(_ key: StaticString?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        guard let key else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: key.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}

/// The character of a value below 16, in upper case.
func hexadecimalCharacter(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

extension [UInt8] {
    /// Appends a number rounded to so many decimals (at most 9), without zeros at its end.
    ///
    /// Magnitudes beyond 10^9 are held there: no figure of a position comes near.
    mutating func append(decimal value: Double, decimals: Int) {
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let held = Swift.min(Swift.max(value.isNaN ? 0 : value, -1e9), 1e9)
        let scaled = Int64((held * Double(scale)).rounded())
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let whole: UInt64
        var rest: UInt64
        (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        append(digits: whole)
        guard rest > 0 else { return }
        var width = decimals
        while rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
        append(UInt8(ascii: "."))
        append(digits: rest, width: width)
    }

    /// Appends a whole number with so many digits at least.
    fileprivate mutating func append(digits value: UInt64, width: Int = 1) {
        let start = count
        var rest = value
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        // Not as a slice, which would be a copy.
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}
