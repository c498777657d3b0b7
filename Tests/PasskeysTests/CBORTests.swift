import Passkeys
import Testing

@Suite struct CBORTests {
    /// Of RFC 8949, appendix A.
    private static let examples: [(bytes: [UInt8], value: CBOR)] = [
        ([0x00], .unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)),
        ([0x19, 0x03, 0xE8], .unsigned(1_000)), ([0x1A, 0x00, 0x0F, 0x42, 0x40], .unsigned(1_000_000)),
        ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsigned(.max)),
        ([0x20], .negative(0)), ([0x38, 0x63], .negative(99)), ([0xF4], .simple(20)), ([0xF5], .simple(21)),
        ([0xF6], .simple(22)), ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
        ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")), ([0x62, 0xC3, 0xBC], .text("ü")),
        ([0x83, 1, 2, 3], .list([.unsigned(1), .unsigned(2), .unsigned(3)])), ([0xA0], .map([])),
    ]

    @Test func `the examples of the RFC are read as it says`() {
        for (bytes, value) in Self.examples { #expect(CBOR(bytes) == value) }
        let map = CBOR([0xA3, 0x01, 0x02, 0x20, 0x03, 0x61, 0x61, 0x41, 0xFF])
        #expect(map?[1] == .unsigned(2) && map?[-1]?.integer == 3 && map?["a"]?.bytes == [0xFF])
        #expect(map?[2] == nil && CBOR([0x00])?[1] == nil)
    }

    @Test(
        arguments: [
            [], [0x18], [0x1C], [0x5F, 0xFF], [0x9F, 0xFF], [0x42, 1], [0x61, 0xFF], [0x81], [0xA1, 1],
            [0xA2, 1, 1, 1, 1],
            [0xC0, 0x00], [0xF9, 0x00, 0x00], [0xF7], [0x00, 0x00],
            [0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [UInt8](repeating: 0x81, count: 100_000) + [0x00],
        ] as [[UInt8]]
    )
    func `rejects CBOR that is cut off, endless, too deep or of an unsupported kind`(_ bytes: [UInt8]) {
        #expect(CBOR(bytes) == nil)
    }

    @Test func `no bytes at all bring it down`() {
        var seed: UInt64 = 7
        for _ in 0..<20_000 {
            let bytes = (0..<24).map { _ -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: seed >> 56)
            }
            _ = CBOR(bytes)
            _ = AuthenticatorData(bytes + bytes)
            _ = ClientData(bytes)
        }
    }
}
