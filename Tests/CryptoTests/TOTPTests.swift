import Crypto
import Testing

@Suite struct TOTPTests {
    /// The secret of RFC 6238, appendix B, for SHA-1.
    private let secret = Array("12345678901234567890".utf8)

    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)]
    )
    func `S12: codes are those of RFC 6238, appendix B`(_ seconds: Int64, _ code: String) {
        #expect(TOTP.code(secret: secret, step: seconds / 30, digits: 8) == code)
        let short = String(code.suffix(6))
        #expect(TOTP.step(of: short, secret: secret, milliseconds: seconds * 1_000, after: 0) == seconds / 30)
    }

    @Test func `S12: a clock may be one step off, and no step is good twice`() {
        let code = TOTP.code(secret: secret, step: 100)
        for now in 99...101 as ClosedRange<Int64> {
            #expect(TOTP.step(of: code, secret: secret, milliseconds: now * 30_000, after: 99) == 100)
            #expect(TOTP.step(of: code, secret: secret, milliseconds: now * 30_000, after: 100) == nil)
        }
        for now in [98, 102] as [Int64] {
            #expect(TOTP.step(of: code, secret: secret, milliseconds: now * 30_000, after: 0) == nil)
        }
        #expect(TOTP.step(of: "", secret: secret, milliseconds: 3_000_000, after: 0) == nil)
        let spaced = code.prefix(3) + " " + code.suffix(3)
        #expect(TOTP.step(of: String(spaced), secret: secret, milliseconds: 3_000_000, after: 0) == 100)
    }

    @Test func `a secret is written as apps read it, by the examples of RFC 4648`() {
        for (plain, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")] {
            #expect(TOTP.text(ofSecret: Array(plain.utf8)) == text)
        }
        #expect(TOTP.makeSecret().count == 20)
    }
}
