import Family
import Testing

@Suite struct CountdownTests {
    private static let start = Timestamp(milliseconds: 1_772_352_300_000)
    private static let shake = Countdown(startedAt: start, deadline: start.advanced(bySeconds: 15))

    @Test func `a countdown runs from its whole length to nothing and stays there`() {
        for (after, remaining, fraction) in [(0, 15_000, 1), (3_000, 12_000, 0.8), (14_999, 1, 1 / 15_000.0)] {
            let now = CountdownTests.start.advanced(byMilliseconds: Int64(after))
            #expect(CountdownTests.shake.remainingMilliseconds(now: now) == Int64(remaining))
            #expect(abs(CountdownTests.shake.fractionLeft(now: now) - fraction) < 1e-12)
        }
        for late: Int64 in [15_000, 15_001, .max] {
            let now = CountdownTests.start.advanced(byMilliseconds: late)
            #expect(CountdownTests.shake.remainingMilliseconds(now: now) == 0)
            #expect(CountdownTests.shake.fractionLeft(now: now) == 0)
            #expect(CountdownTests.shake.phase(now: now) == .done)
        }
    }

    @Test(
        arguments: [
            (0, .hearth), (9_999, .hearth), (10_000, .caution), (12_499, .caution), (12_500, .danger),
            (14_999, .danger), (15_000, .done),
        ] as [(Int64, CountdownPhase)]
    )
    func `the last third goes through caution to danger`(after: Int64, phase: CountdownPhase) {
        #expect(CountdownTests.shake.phase(now: CountdownTests.start.advanced(byMilliseconds: after)) == phase)
    }

    @Test func `a clock that runs behind shows at most the full countdown`() {
        let early = CountdownTests.start.advanced(bySeconds: -90)
        #expect(CountdownTests.shake.remainingMilliseconds(now: early) == 15_000)
        #expect(CountdownTests.shake.fractionLeft(now: early) == 1)
        #expect(CountdownTests.shake.phase(now: early) == .hearth)
    }

    @Test(arguments: [0, -1, Int64.min]) func `a countdown that ends at or before its start is done`(
        milliseconds: Int64
    ) {
        let start = CountdownTests.start
        let countdown = Countdown(startedAt: start, deadline: start.advanced(byMilliseconds: milliseconds))
        #expect(countdown.remainingMilliseconds(now: start) == 0)
        #expect(countdown.fractionLeft(now: start) == 0)
        #expect(countdown.phase(now: start.advanced(bySeconds: -1)) == .done)
    }
}
