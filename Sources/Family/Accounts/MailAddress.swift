/// A mail address in the form that almost all have: what stands before the at sign and a host name, in plain ASCII.
///
/// Only the form is checked; whether mail arrives there, a code shows.
public struct MailAddress: Hashable, Sendable {
    public let text: String

    /// Takes the bare address, of at most 254 characters (RFC 5321); nil for anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, let local = parts.first, let host = parts.last,
            (1...64).contains(local.count), local.allSatisfy(Self.mayStandBefore),
            local.first != UInt8(ascii: "."), local.last != UInt8(ascii: ".")
        else { return nil }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(Self.isLabel) else { return nil }
        self.text = text
    }

    private static func mayStandBefore(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ".!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLabel(_ label: some Collection<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let bytes = Array(label)
        return (1...63).contains(bytes.count) && bytes.first != hyphen && bytes.last != hyphen
            && bytes.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
