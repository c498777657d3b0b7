/// A decimal number found in text.
struct Decimal {
    /// Nil where there is no number, or one beyond the range of `Double`.
    var value: Double?
    /// The position after the last byte that belongs to it.
    var end: Int

    /// Reads the number that begins at `start`: optional sign, digits, fraction and exponent.
    ///
    /// Correctly rounded. Longer than 512 bytes is no number.
    @inline(__always)
    init(_ bytes: Span<UInt8>, from start: Int) {
        var position = start
        let count = bytes.count
        var negative = false
        if position < count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            negative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var mantissa: UInt64 = 0
        var exponent = 0
        let firstDigit = position
        while position < count, let digit = digitValue(bytes[position]) {
            mantissa = mantissa &* 10 &+ digit
            position &+= 1
        }
        var digits = position - firstDigit
        if position < count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            let firstDecimal = position
            while position < count, let digit = digitValue(bytes[position]) {
                mantissa = mantissa &* 10 &+ digit
                position &+= 1
            }
            exponent = firstDecimal - position
            digits -= exponent
        }
        guard digits > 0 else {
            (value, end) = (nil, position)
            return
        }
        if position < count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            let written = Decimal.exponent(bytes, from: position + 1)
            exponent += written.value
            position = written.end
        }
        end = position
        // Up to 2^53 and 10^22 both factors are exact, so that one operation rounds once (W. D. Clinger, 1990).
        // Nineteen digits cannot overflow 64 bits.
        if digits <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let magnitude = Double(mantissa)
            let scaled = exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
            value = negative ? -scaled : scaled
        } else {
            value = Decimal.slowly(bytes, start..<position)
        }
    }

    /// The exponent after `e`, held at five digits; without any digit the `e` itself is the end.
    private static func exponent(_ bytes: Span<UInt8>, from start: Int) -> (value: Int, end: Int) {
        var position = start
        var negative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            negative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        let firstDigit = position
        var value = 0
        while position < bytes.count, let digit = digitValue(bytes[position]) {
            value = min(value * 10 + Int(digit), 99_999)
            position += 1
        }
        guard position > firstDigit else { return (0, start - 1) }
        return (negative ? -value : value, position)
    }

    @inline(never)
    private static func slowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        guard range.count <= 512, let value = Double(text(bytes, range)), value.isFinite else { return nil }
        return value
    }
}

/// The number that fills a text, spaces around it apart; nil for anything else.
func wholeNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    let range = trimmed(bytes, range)
    guard !range.isEmpty else { return nil }
    let number = Decimal(bytes.extracting(range), from: 0)
    return number.end == range.count ? number.value : nil
}

/// The same bytes without the spaces around them.
func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, bytes[lower] <= UInt8(ascii: " ") { lower += 1 }
    while upper > lower, bytes[upper - 1] <= UInt8(ascii: " ") { upper -= 1 }
    return lower..<upper
}

/// Some bytes as text, with invalid UTF-8 repaired.
func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
        for offset in 0..<range.count { buffer[offset] = bytes[range.lowerBound + offset] }
        return range.count
    }
}

@inline(__always)
func digitValue(_ byte: UInt8) -> UInt64? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? UInt64(value) : nil
}

private let powersOfTen: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]
