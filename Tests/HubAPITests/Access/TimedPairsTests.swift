import Testing
import WireClient

@Suite struct TimedPairsTests {
    /// Times on a busy machine: some requests take many times as long as others.
    private func times(_ chance: inout SeededBytes, laterMilliseconds: Int = 0) -> Duration {
        let isHeldUp = Int.random(in: 0..<8, using: &chance) == 0
        return .milliseconds(Int.random(in: isHeldUp ? 60...400 : 20...30, using: &chance) + laterMilliseconds)
    }

    @Test(arguments: 1...5)
    func `the same requests are never found apart, however busy the machine`(_ seed: UInt64) {
        var chance = SeededBytes(seed: seed)
        var pairs = TimedPairs()
        for _ in 0..<200 { pairs.add(times(&chance), times(&chance)) }
        #expect(!pairs.areApart(by: .milliseconds(20)), "\(pairs)")
    }

    @Test(arguments: 1...5)
    func `a kind that takes longer is found, whichever it is`(_ seed: UInt64) {
        var chance = SeededBytes(seed: seed)
        var pairs = TimedPairs()
        for _ in 0..<200 {
            let (plain, late) = (
                Duration.milliseconds(Int.random(in: 20...60, using: &chance)),
                Duration.milliseconds(Int.random(in: 90...130, using: &chance))
            )
            if seed.isMultiple(of: 2) { pairs.add(plain, late) } else { pairs.add(late, plain) }
        }
        #expect(pairs.areApart(by: .milliseconds(50)), "\(pairs)")
    }
}
