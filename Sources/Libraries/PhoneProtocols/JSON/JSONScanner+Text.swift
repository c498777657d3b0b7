extension JSONScanner {
    /// What a text says, as a name to look up.
    func name(_ text: Text) -> WireName {
        var name = WireName()
        if text.hasEscapes {
            for byte in unescaped(text, bytesMax: 256) { name.append(byte) }
        } else {
            for index in text.range { name.append(bytes[index]) }
        }
        return name
    }

    /// A text, cut off after so many bytes.
    package mutating func string(bytesMax: Int) -> String? {
        text().map { string($0, bytesMax: bytesMax) }
    }

    /// What a text says, cut off after so many bytes.
    func string(_ text: Text, bytesMax: Int) -> String {
        String(decoding: unescaped(text, bytesMax: bytesMax), as: UTF8.self)
    }

    /// The bytes that a text stands for, cut off after so many; lone surrogates and unknown escapes become U+FFFD.
    package func unescaped(_ text: Text, bytesMax: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(text.range.count, bytesMax))
        var position = text.range.lowerBound
        while position < text.range.upperBound, output.count < bytesMax {
            let byte = bytes[position]
            position += 1
            guard text.hasEscapes, byte == UInt8(ascii: "\\"), position < text.range.upperBound else {
                output.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "n"): output.append(10)
            case UInt8(ascii: "t"): output.append(9)
            case UInt8(ascii: "r"): output.append(13)
            case UInt8(ascii: "b"): output.append(8)
            case UInt8(ascii: "f"): output.append(12)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(escape)
            case UInt8(ascii: "u"): append(codePoint(&position, before: text.range.upperBound), to: &output)
            default: append("\u{FFFD}", to: &output)
            }
        }
        if output.count > bytesMax { output.removeLast(output.count - bytesMax) }
        return output
    }

    /// Reads the four digits after `\u`, and the second half of a surrogate pair where one follows.
    private func codePoint(_ position: inout Int, before end: Int) -> Unicode.Scalar {
        guard let high = hexadecimal(position, before: end) else { return "\u{FFFD}" }
        position += 4
        guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
        guard position + 6 <= end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u"),
            let low = hexadecimal(position + 2, before: end), (0xDC00..<0xE000).contains(low)
        else { return "\u{FFFD}" }
        position += 6
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private func hexadecimal(_ position: Int, before end: Int) -> UInt32? {
        guard position + 4 <= end else { return nil }
        var value: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = hexadecimalDigit(bytes[position + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        output.append(contentsOf: Array(String(scalar).utf8))
    }
}

/// The value of one hexadecimal digit in either case.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Whether a byte cannot belong to a number or a word of JSON.
@inline(__always)
func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
        true
    default: false
    }
}
