import Crypto
import Testing

@Suite struct HMACKeyTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the digests of FIPS 180-4`(text: String, digest: String) {
        #expect(SHA256.hexadecimal([UInt8](text.utf8)) == digest)
        #expect(SHA256.digest([UInt8](text.utf8)) == hexadecimal(digest))
    }

    @Test(arguments: [
        (4_095, "e2e8bab8dad4a3879ffed30a624fee2310f39141d454c57f89e908e527dfd8cd"),
        (4_096, "c93eee2d0db02f10acc7460d9576e122dcf8cd53c4bf8dfcae1b3e74ebcfff5a"),
        (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `SHA-256 of many bytes is the same function`(count: Int, digest: String) {
        #expect(SHA256.hexadecimal([UInt8](repeating: UInt8(ascii: "a"), count: count)) == digest)
    }

    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), [UInt8]("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            [UInt8]("Jefe".utf8), [UInt8]("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `HMAC-SHA256 gives the codes of RFC 4231`(key: [UInt8], message: [UInt8], code: String) {
        let hmac = HMACKey(key)
        #expect(hmac.authenticate(message) == hexadecimal(code))
        #expect(hmac.isValid(hexadecimal(code), for: message))
        #expect(!hmac.isValid(hexadecimal(code), for: message + [0]))
        #expect(!hmac.isValid([UInt8](hexadecimal(code).dropLast()), for: message))
    }

    @Test func `keys are derived as RFC 5869 expands them`() {
        let key = HMACKey(hexadecimal("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
        let expected = hexadecimal("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf")
        #expect(key.derive(hexadecimal("f0f1f2f3f4f5f6f7f8f9")) == expected)
    }

    @Test func `SipHash-2-4 gives the hashes of its reference implementation`() {
        let key = SipHashKey([UInt8](0..<16))
        #expect(key.hash([]) == 0x726f_db47_dd0e_0e31)
        #expect(key.hash([0]) == 0x74f8_39c5_93dc_67fd)
        #expect(key.hash([UInt8](0..<15)) == 0xa129_ca61_49be_45e5)
    }

    @Test func `equality in constant time is equality`() {
        #expect(isEqualInConstantTime([], []))
        #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2, 4]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2]))
    }
}
