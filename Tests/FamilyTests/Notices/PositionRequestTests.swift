import Family
import Testing

/// How often somebody may ask where others are.
@Suite struct PositionRequestTests {
    private static let now = Timestamp(milliseconds: 1_772_352_300_000)

    private func minutesAgo(_ minutes: [Int64]) -> [Timestamp] {
        minutes.map { PositionRequestTests.now.advanced(bySeconds: -60 * $0) }
    }

    private func wait(_ toOne: [Int64], _ others: [Int64] = []) -> Int? {
        let all = (toOne + others).sorted(by: >)
        let now = PositionRequestTests.now
        return PositionRequestRules.waitSeconds(toOne: minutesAgo(toOne), toAnybody: minutesAgo(all), now: now)
    }

    @Test func `one person is asked again after ten minutes, and another at once`() {
        #expect(wait([]) == nil)
        #expect(wait([9]) == 60)
        #expect(wait([10]) == nil)
        #expect(wait([], [0, 1, 2]) == nil)
    }

    @Test func `six questions a day to one person are enough, and thirty to all`() {
        #expect(wait([300, 250, 200, 150, 100]) == nil)
        #expect(wait([300, 250, 200, 150, 100, 50]) == (1_440 - 300) * 60)
        #expect(wait([], (1...29).map { 1_430 - $0 }) == nil)
        #expect(wait([], (1...30).map { 1_430 - $0 }) == 11 * 60)
    }
}
