import Crypto
import Testing

@Suite struct AEADKeyTests {
    private let key = AEADKey([UInt8](0..<32))
    private let plain = [UInt8]("47.3769, 8.5417".utf8)

    @Test func `S34: sealed data opens only with the same key and the same additional bytes`() {
        let sealed = key.seal(plain, additional: [1])
        #expect(sealed.count == plain.count + AEADKey.overhead)
        #expect(key.open(sealed, additional: [1]) == plain)
        #expect(key.open(sealed, additional: [2]) == nil)
        #expect(key.open(sealed, additional: []) == nil)
        #expect(AEADKey([UInt8](1..<33)).open(sealed, additional: [1]) == nil)
    }

    @Test func `S34: a sealed text does not open when any one bit is another or it was cut`() {
        let sealed = key.seal(plain, additional: [])
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(key.open(changed, additional: []) == nil, "bit \(bit)")
        }
        for count in 0..<sealed.count {
            #expect(key.open([UInt8](sealed.prefix(count)), additional: []) == nil, "cut to \(count)")
        }
        #expect(key.open(sealed + [0], additional: []) == nil)
        #expect(key.open(sealed, additional: []) == plain, "a refusal leaves the key as good as before")
    }

    @Test(arguments: [
        (
            "0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000", "", "",
            "", "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        (
            "0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000",
            "00000000000000000000000000000000", "", "cea7403d4d606b6e074ec5d3baf39d18",
            "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
            1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
            """,
            "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            """
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
            8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
            """,
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func `S34: AES-256-GCM opens the published cases of its authors`(
        key: String,
        nonce: String,
        plain: String,
        additional: String,
        cipher: String,
        tag: String
    ) {
        let sealed = hexadecimal(nonce) + hexadecimal(cipher) + hexadecimal(tag)
        let opened = AEADKey(hexadecimal(key)).open(sealed, additional: hexadecimal(additional))
        #expect(opened == hexadecimal(plain))
    }

    @Test func `S34: no two sealings share a nonce, over threads and keys`() async {
        let other = AEADKey([UInt8](repeating: 9, count: 32))
        let nonces = await withTaskGroup(of: [[UInt8]].self) { group in
            for key in [key, key, other, other] {
                group.addTask { (0..<20_000).map { _ in [UInt8](key.seal([], additional: []).prefix(12)) } }
            }
            return await group.reduce(into: Set<[UInt8]>()) { $0.formUnion($1) }
        }
        #expect(nonces.count == 80_000)
    }

    @Test func `S34: one key serves many threads at once`() async {
        let wrong = await withTaskGroup(of: Int.self) { group in
            for thread in UInt8(0)..<4 {
                group.addTask { [key] in
                    (0..<5_000).count { number in
                        let plain = [thread, UInt8(number & 255), UInt8(number >> 8)]
                        return key.open(key.seal(plain, additional: [thread]), additional: [thread]) != plain
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `S34: a wrapped data key opens for its purpose and owner alone`() throws {
        let (data, wrapped) = key.makeWrappedKey(purpose: "fixes", owner: [7])
        let sealed = data.seal(plain, additional: [])
        #expect(wrapped.count == 60)
        #expect(try #require(key.unwrap(wrapped, purpose: "fixes", owner: [7])).open(sealed, additional: []) == plain)
        #expect(key.unwrap(wrapped, purpose: "fixes", owner: [8]) == nil)
        #expect(key.unwrap(wrapped, purpose: "photos", owner: [7]) == nil)
        #expect(AEADKey([UInt8](1..<33)).unwrap(wrapped, purpose: "fixes", owner: [7]) == nil)
    }
}
