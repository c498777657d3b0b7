import Crypto
import Testing

@Suite struct SecretBoxTests {
    private let plain = [UInt8](#"{"_type":"location"}"#.utf8)

    @Test func `the published box of NaCl opens`() {
        let box = SecretBox(key: hexadecimal("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"))
        let nonce = hexadecimal("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
        let sealed = hexadecimal(
            """
            f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a
            c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae
            90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74
            e355a5
            """
        )
        let message = hexadecimal(
            """
            be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c6129
            6cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde
            048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705
            """
        )
        #expect(box.open(nonce + sealed) == message)
    }

    @Test func `a passphrase is cut or filled with zeros to 32 bytes`() {
        let short = SecretBox(passphrase: "s3cr1t é")
        let filled = SecretBox(key: [UInt8]("s3cr1t é".utf8) + [UInt8](repeating: 0, count: 23))
        #expect(filled.open(short.seal(plain)) == plain)
        let long = SecretBox(passphrase: String(repeating: "a", count: 40))
        #expect(SecretBox(key: [UInt8](repeating: 0x61, count: 32)).open(long.seal(plain)) == plain)
    }

    @Test func `a box that is truncated, altered or sealed with another passphrase does not open`() {
        let box = SecretBox(passphrase: "s3cr1t")
        let sealed = box.seal(plain)
        #expect(box.open(box.seal([])) == [])
        for count in 0..<sealed.count { #expect(box.open([UInt8](sealed.prefix(count))) == nil) }
        for position in sealed.indices {
            var changed = sealed
            changed[position] ^= 0x80
            #expect(box.open(changed) == nil)
        }
        #expect(SecretBox(passphrase: "s3cr1T").open(sealed) == nil)
    }
}
