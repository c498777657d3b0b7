/// The secret of a link: `hearth_ics_`, 30 random letters and digits, and a checksum of 6.
///
/// Scanners find leaked ones by `hearth_(pat|ics|live)_[0-9A-Za-z]{36}`. The checksum tells a mistyped or made-up one from
/// one that may exist, without a query.
public struct LinkSecret: Hashable, Sendable {
    /// What the link opens.
    public enum Kind: String, CaseIterable, Sendable {
        case calendar = "ics"
        case live
    }

    public let kind: Kind
    /// The whole secret, as in the link.
    public let text: String

    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let randomCount = 30
    private static let checksumCount = 6

    /// Makes a secret of random bytes, which `random` hands out in any number.
    public init(_ kind: Kind, random: (_ count: Int) -> [UInt8]) {
        var bytes = Array(Self.prefix(of: kind).utf8)
        let count = bytes.count + Self.randomCount
        while bytes.count < count {
            // 248 is the largest multiple of 62 in a byte: larger values would favour the first digits.
            for byte in random(Self.randomCount) where byte < 248 && bytes.count < count {
                bytes.append(Self.digits[Int(byte % 62)])
            }
        }
        self.kind = kind
        text = String(decoding: bytes + Self.checksum(of: bytes), as: UTF8.self)
    }

    /// Reads a secret; nil where the prefix, the length, a character or the checksum is wrong.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let kind = Kind.allCases.first(where: { text.hasPrefix(Self.prefix(of: $0)) }),
            bytes.count == Self.prefix(of: kind).utf8.count + Self.randomCount + Self.checksumCount,
            bytes.dropFirst(Self.prefix(of: kind).utf8.count).allSatisfy(Self.digits.contains),
            Array(bytes.suffix(Self.checksumCount)) == Self.checksum(of: bytes.dropLast(Self.checksumCount))
        else { return nil }
        self.kind = kind
        self.text = text
    }

    private static func prefix(of kind: Kind) -> String { "hearth_\(kind.rawValue)_" }

    /// CRC-32 in base 62, the highest digit first.
    private static func checksum(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var rest = crc32(bytes)
        var checksum: [UInt8] = []
        for _ in 0..<checksumCount {
            checksum.append(digits[Int(rest % 62)])
            rest /= 62
        }
        return checksum.reversed()
    }

    /// The CRC-32 of zlib and PNG.
    private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
