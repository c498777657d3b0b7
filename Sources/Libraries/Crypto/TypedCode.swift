/// Codes that people read aloud and type, in Crockford's base32: no I, L, O or U to mistake.
package enum TypedCode {
    private static let symbols = [UInt8]("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The code that somebody meant by what they typed, or nil where it cannot be one.
    ///
    /// Case, spaces and dashes do not matter; O is read as 0, I and L as 1.
    package static func normalized(_ typed: String) -> String? {
        var code: [UInt8] = []
        for character in typed.utf8 {
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            case UInt8(ascii: "o"), UInt8(ascii: "O"): code.append(UInt8(ascii: "0"))
            case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"):
                code.append(UInt8(ascii: "1"))
            default:
                let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
                let upper = isLower ? character - 32 : character
                guard symbols.contains(upper) else { return nil }
                code.append(upper)
            }
        }
        return code.isEmpty ? nil : String(decoding: code, as: UTF8.self)
    }

    /// One character for the low five bits of each byte.
    static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.map { symbols[Int($0 & 31)] }, as: UTF8.self)
    }
}
