/// A telephone number in the international form of ITU-T E.164: `+` and 7 to 15 digits.
///
/// Only the form is checked here; whether a country has such a number is for the numbering plans to say.
public struct PhoneNumber: Hashable, Sendable {
    /// `+` and the digits, nothing else.
    public let e164: String

    /// Reads a number in international form; spaces, hyphens, dots, slashes and brackets between digits do not count.
    ///
    /// Nil where the country code is missing, or for anything that is not a number.
    public init?(_ input: String) {
        var digits: [UInt8] = []
        var international = false
        for byte in input.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte)
            case UInt8(ascii: "+") where digits.isEmpty && !international:
                international = true
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("),
                UInt8(ascii: ")"):
                continue
            default:
                return nil
            }
        }
        guard international, (7...15).contains(digits.count), digits[0] != UInt8(ascii: "0") else { return nil }
        e164 = "+" + String(decoding: digits, as: UTF8.self)
    }
}
