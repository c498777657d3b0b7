/// Numbers that follow from a seed and a purpose: one more draw for one purpose changes nothing for another.
struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The stream of one purpose, such as an actor's delays.
    init(seed: UInt64, _ purpose: String, _ number: Int = 0) {
        // FNV-1a, which keeps different words apart.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in Array("\(purpose) \(number)".utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        state = seed &* 0xd134_2543_de82_ef95 ^ hash
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }

    /// A number within a range.
    mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True once in `count` draws.
    mutating func once(in count: Int) -> Bool { next() % UInt64(count) == 0 }
}
