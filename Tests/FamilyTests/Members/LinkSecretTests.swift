import Family
import Testing

@Suite struct LinkSecretTests {
    @Test(arguments: [
        (LinkSecret.Kind.calendar, "hearth_ics_0123456789ABCDEFGHIJKLMNOPQRST1rLlwH"),
        (.live, "hearth_live_0123456789ABCDEFGHIJKLMNOPQRST3QMDed"),
    ])
    func `a secret carries zlib's CRC-32 of all before it in base 62`(_ kind: LinkSecret.Kind, _ text: String) {
        let made = LinkSecret(kind) { count in (0..<UInt8(count)).map { $0 } }
        #expect(made.text == text)
        #expect(LinkSecret(text) == made)
    }

    /// The checksums by another program's CRC-32, written in base 62.
    @Test(arguments: [
        "hearth_live_00000000000000000000000000000016KYR4", "hearth_live_V1StGXR8Z5jdHi6BmyT3a9Kq2LwXo00uoUpm",
    ])
    func `reads what another program made`(_ text: String) {
        #expect(LinkSecret(text)?.kind == .live)
    }

    @Test func `every digit is as likely as the others`() {
        var next: UInt8 = 0
        var counts: [Character: Int] = [:]
        for _ in 0..<248 {
            let secret = LinkSecret(.calendar) { _ in
                next &+= 1
                return [next]
            }
            for digit in secret.text.dropFirst(11).prefix(30) { counts[digit, default: 0] += 1 }
        }
        #expect(counts.count == 62 && Set(counts.values) == [120])
    }

    @Test(arguments: [
        "", "hearth_ics_", "hearth_ics_0123456789ABCDEFGHIJKLMNOPQRST1rLlwI",
        "hearth_ics_1123456789ABCDEFGHIJKLMNOPQRST1rLlwH", "hearth_live_0123456789ABCDEFGHIJKLMNOPQRST1rLlwH",
        "hearth_ics_0123456789ABCDEFGHIJKLMNOPQRST1rLlwH0", "hearth_ics_0123456789ABCDEFGHIJKLMNOPQRS-1rLlwH",
        "hearth_pat_0123456789ABCDEFGHIJKLMNOPQRST1rLlwH", "HEARTH_ICS_0123456789ABCDEFGHIJKLMNOPQRST1rLlwH",
    ])
    func `rejects a wrong prefix, length, character or checksum`(_ text: String) {
        #expect(LinkSecret(text) == nil)
    }
}
