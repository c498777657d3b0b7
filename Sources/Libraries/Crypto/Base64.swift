/// Base64 of RFC 4648.
package enum Base64 {
    /// Which characters stand for 62 and 63.
    package enum Alphabet: Sendable {
        /// `+` and `/`, with `=` at the end.
        case standard
        /// `-` and `_`, without an end mark.
        case urlSafe

        fileprivate var symbols: [UInt8] {
            switch self {
            case .standard: Base64.standardSymbols
            case .urlSafe: Base64.urlSafeSymbols
            }
        }
    }

    private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standardSymbols = [UInt8]((common + "+/").utf8)
    private static let urlSafeSymbols = [UInt8]((common + "-_").utf8)

    /// The value of each character in either alphabet, 255 where it has none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for symbols in [standardSymbols, urlSafeSymbols] {
            for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        }
        return values
    }()

    /// The text of some bytes.
    package static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard) -> String {
        let symbols = alphabet.symbols
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var gathered: UInt32 = 0
        var bits = 0
        for byte in bytes {
            gathered = gathered << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(symbols[Int(gathered >> bits & 63)])
            }
        }
        if bits > 0 { text.append(symbols[Int(gathered << (6 - bits) & 63)]) }
        if alphabet == .standard {
            while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text in either alphabet, with or without `=` at its end; nil where it is none.
    ///
    /// Each run of bytes has one text up to alphabet and padding: bits left over must be zero.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var gathered: UInt32 = 0
        var bits = 0
        var padding = 0
        for symbol in text {
            guard symbol != UInt8(ascii: "=") else {
                padding += 1
                continue
            }
            let value = values[Int(symbol)]
            guard value != 255, padding == 0 else { return nil }
            gathered = gathered << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: gathered >> bits))
        }
        // A lone last character holds six bits and no byte.
        guard bits < 6, padding <= 2, gathered & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }

    /// The bytes of a text, as ``decode(_:)-(Sequence)`` reads them.
    package static func decode(_ text: String) -> [UInt8]? {
        decode(text.utf8)
    }
}
