import Crypto
import Testing

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `texts are those of RFC 4648, with or without their end marks`(plain: String, text: String) {
        let bytes = [UInt8](plain.utf8)
        let unpadded = String(text.prefix { $0 != "=" })
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.encode(bytes, alphabet: .urlSafe) == unpadded)
        #expect(Base64.decode(text) == bytes)
        #expect(Base64.decode(unpadded) == bytes)
    }

    @Test func `both alphabets are read`() {
        #expect(Base64.encode([0xfb, 0xff, 0xbf]) == "+/+/")
        #expect(Base64.encode([0xfb, 0xff, 0xbf], alphabet: .urlSafe) == "-_-_")
        #expect(Base64.decode("+/-_") == [0xfb, 0xff, 0xbf])
    }

    @Test(arguments: ["A", "AAAAA", "Zg=g", "Zh==", "Zm9=", "Zg===", "Z g=", "Zm9v!", "Zm9vé", "====", "Zg==\n"])
    func `text that is not valid base64 is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
