/// A telephone number in the international form of ITU-T E.164: `+` and 7 to 15 digits.
///
/// Only the form is checked here; what people write, and whether a country has such a number, is for the numbering plans
/// to say.
public struct PhoneNumber: Hashable, Sendable {
    /// `+` and the digits, nothing else.
    public let e164: String

    /// Takes `+` and the digits; nil for anything else, such as a number with spaces.
    public init?(e164: String) {
        let digits = e164.utf8.dropFirst()
        guard e164.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count),
            digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.e164 = e164
    }
}
