import Crypto
import Testing

@Suite struct MD5Tests {
    /// Of the test suite of RFC 1321, A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
    func `the digests of the standard, in one piece and byte by byte`(_ text: String, _ digest: String) {
        var (whole, pieces) = (MD5.Running(), MD5.Running())
        whole.update(Array(text.utf8))
        for byte in text.utf8 { pieces.update([byte]) }
        #expect(whole.hexadecimal == digest && pieces.hexadecimal == digest)
    }
}
