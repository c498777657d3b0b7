/// A time zone as the time zone database calls it, such as `Europe/Zurich`; only the form is checked.
public struct TimeZoneName: Hashable, Sendable {
    public let text: String

    /// Takes one to three parts of letters, digits, `_`, `+` and `-`, of at most 64 characters in all; nil for anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 64, (1...3).contains(parts.count), let first = text.utf8.first,
            Self.isLetter(first), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.mayStand) })
        else { return nil }
        self.text = text
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
