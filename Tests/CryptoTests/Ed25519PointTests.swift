import Crypto
import Testing

@Suite struct Ed25519PointTests {
    /// The base point itself is the point of the number one.
    private let base: [UInt8] = [0x58] + [UInt8](repeating: 0x66, count: 31)

    private func number(_ first: UInt8) -> [UInt8] { [first] + [UInt8](repeating: 0, count: 31) }

    @Test func `the number behind a point is its secret, and no other is`() {
        #expect(Ed25519Point.isSecret(number(1), of: base))
        #expect(!Ed25519Point.isSecret(number(2), of: base))
        #expect(!Ed25519Point.isSecret(number(0), of: base))
        #expect(!Ed25519Point.isSecret([], of: base))
        #expect(!Ed25519Point.isSecret(number(1), of: []))
    }

    @Test func `refuses a number that is not below the group's order, though it leads to the same point`() {
        // The order L plus one (RFC 8032, 5.1).
        let order: [UInt8] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ]
        var larger = order
        larger[0] += 1
        #expect(!Ed25519Point.isSecret(larger, of: base))
    }
}
