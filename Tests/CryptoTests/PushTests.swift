import Crypto
import Foundation
import Testing

@Suite struct PushTests {
    private let walrus = Array("I am the walrus".utf8)

    @Test func `one record is encrypted as RFC 8188, 3.1 shows it`() throws {
        let content = EncryptedContent.encrypt(
            [EncryptedContent.Record(walrus)],
            secret: try bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: try bytes("I1BsxtFttlv3u_Oo94xnmw"),
            keyID: [],
            recordSize: 4_096
        )
        #expect(content == (try bytes("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")))
    }

    @Test func `several records with padding are encrypted as RFC 8188, 3.2 shows it`() throws {
        let content = EncryptedContent.encrypt(
            [
                EncryptedContent.Record(Array(walrus.prefix(7)), paddingCount: 1),
                EncryptedContent.Record(Array(walrus.dropFirst(7))),
            ],
            secret: try bytes("BO3ZVPxUlnLORbVGMpbT1Q"),
            salt: try bytes("uNCkWiNYzKTnBN9ji3-qWA"),
            keyID: Array("a1".utf8),
            recordSize: 25
        )
        let expected =
            "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA"
        #expect(content == (try bytes(expected)))
    }

    @Test func `a message for a browser is encrypted as RFC 8291, 5 shows it`() throws {
        let scalar = try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        let sender = try #require(P256Key(scalar: scalar))
        let sent =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        #expect(sender.publicKey == (try bytes(sent)))
        let receiver =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        let (point, secret) = (try bytes(receiver), try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let keys = try #require(PushKeys(publicKey: point, authentication: secret))
        let content = keys.encrypt(
            EncryptedContent.Record(Array("When I grow up, I want to be a watermelon".utf8)),
            sender: sender,
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw")
        )
        let expected =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
            + "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(content == (try bytes(expected)))
    }

    @Test func `the voucher that RFC 8292, 2.4 shows is genuine, and another by a word is not`() throws {
        let signed =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN"
            + "1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        let signature =
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        let point = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        let encodedPoint = try bytes(point)
        let key = try #require(SignatureKey.p256(point: encodedPoint))
        #expect(key.isGenuine(encoded(try bytes(signature)), of: Array(signed.utf8)))
        #expect(!key.isGenuine(encoded(try bytes(signature)), of: Array((signed + "A").utf8)))
    }

    @Test func `a voucher names the service, its end and the keeper, signed with the key that it names`() throws {
        let key = P256Key.random()
        let voucher = VAPIDToken(key: key, subject: "mailto:keeper@hearth.example")
        // Signatures differ each time, and some have a shorter number in them.
        for _ in 0..<64 {
            let text = voucher.authorization(for: "https://push.example", milliseconds: 1_453_480_568_000)
            let parts = text.dropFirst("vapid t=".count).split(separator: ",k=")
            #expect(try bytes(String(parts[1])) == key.publicKey)
            let words = parts[0].split(separator: ".")
            let claims =
                #"{"aud":"https://push.example","exp":1453523768,"sub":"mailto:keeper@hearth.example"}"#
            #expect(String(decoding: try bytes(String(words[1])), as: UTF8.self) == claims)
            let signature = try bytes(String(words[2]))
            #expect(signature.count == 64)
            let message = Array("\(words[0]).\(words[1])".utf8)
            let checker = try #require(SignatureKey.p256(point: key.publicKey))
            #expect(checker.isGenuine(encoded(signature), of: message))
        }
    }

    @Test func `a private half is less than the curve's order, and not nought`() throws {
        let order = try bytes("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE")
        #expect(P256Key(scalar: order) == nil)
        #expect(P256Key(scalar: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Key(scalar: [UInt8](repeating: 1, count: 31)) == nil)
        #expect(P256Key(scalar: order.dropLast() + [0x50]) != nil)
    }

    @Test func `a point that lies on no curve is no browser's key`() {
        let secret = [UInt8](repeating: 7, count: 16)
        #expect(PushKeys(publicKey: [4] + [UInt8](repeating: 1, count: 64), authentication: secret) == nil)
        #expect(PushKeys(publicKey: P256Key.random().publicKey, authentication: [1]) == nil)
        #expect(PushKeys(publicKey: [2] + P256Key.random().publicKey.dropFirst(), authentication: secret) == nil)
        #expect(P256Key.random().agree(with: [4] + [UInt8](repeating: 1, count: 64)) == nil)
    }

    @Test func `one secret has one key pair for each purpose`() {
        let secret = HMACKey([1, 2, 3])
        let key = P256Key.derived(from: secret, purpose: "one")
        #expect(key.publicKey == P256Key.derived(from: secret, purpose: "one").publicKey)
        #expect(key.publicKey != P256Key.derived(from: secret, purpose: "other").publicKey)
    }

    @Test func `a push encrypted and signed here is read by another implementation, from empty to longest`() throws {
        let texts = ["", "a", String(repeating: "ü", count: 300), String(repeating: "z", count: 3_993)]
        let receiver = P256Key.random()
        let keys = try #require(PushKeys(publicKey: receiver.publicKey, authentication: SecureRandom.bytes(16)))
        #expect(keys.encrypt([UInt8](repeating: 0, count: 3_994)) == nil)
        let voucher = VAPIDToken(key: .random(), subject: "mailto:keeper@hearth.example")
        let reader = try OtherMake()
        for text in texts {
            let content = try #require(reader.encrypted(text))
            let authorization = voucher.authorization(for: "https://push.example", milliseconds: OtherMake.now)
            #expect(try reader.read(content, authorization) == text)
        }
    }

    private func bytes(_ text: String) throws -> [UInt8] {
        try #require(Base64.decode(text))
    }

    /// A signature of 64 bytes as DER has it.
    private func encoded(_ signature: [UInt8]) -> [UInt8] {
        let numbers = [signature.prefix(32), signature.suffix(32)].map { half in
            let digits = Array(half.drop { $0 == 0 })
            let whole = digits.first.map { $0 >= 0x80 } ?? true ? [0] + digits : digits
            return [0x02, UInt8(whole.count)] + whole
        }
        return [0x30, UInt8(numbers[0].count + numbers[1].count)] + numbers[0] + numbers[1]
    }
}
