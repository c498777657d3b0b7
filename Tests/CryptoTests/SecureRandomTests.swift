import Crypto
import Testing

@Suite struct SecureRandomTests {
    @Test(arguments: [0, 1, 12, 64, 65, 5000])
    func `bytes come in the number asked for`(count: Int) {
        #expect(SecureRandom.bytes(count).count == count)
    }

    @Test func `bytes do not repeat across the refills of the reserve`() {
        let drawn = Set((0..<2000).map { _ in SecureRandom.bytes(16) })
        #expect(drawn.count == 2000)
        #expect(drawn.allSatisfy { $0.contains { $0 != 0 } })
    }

    @Test func `S17: a token has 128 random bits as text for a URL`() {
        let tokens = Set((0..<1000).map { _ in SecureRandom.token() })
        #expect(tokens.count == 1000)
        for token in tokens {
            #expect(token.utf8.count == 22)
            #expect(Base64.decode(token)?.count == 16)
            #expect(!token.contains { "+/=".contains($0) })
        }
    }

    @Test func `codes use every character and no other`() {
        let codes = (0..<500).map { _ in SecureRandom.code(characters: 8) }
        #expect(codes.allSatisfy { $0.utf8.count == 8 })
        #expect(Set(codes.joined()) == Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
        let digits = (0..<500).map { _ in SecureRandom.digits(6) }
        #expect(digits.allSatisfy { $0.utf8.count == 6 })
        #expect(Set(digits.joined()) == Set("0123456789"))
    }

    @Test(arguments: [
        ("ab1d-ef9h", "AB1DEF9H"), (" o0Il L ", "00111"), ("ABCU", nil), ("", nil), ("- -", nil), ("é", nil),
    ])
    func `a typed code is read as it was meant`(typed: String, code: String?) {
        #expect(TypedCode.normalized(typed) == code)
    }
}
