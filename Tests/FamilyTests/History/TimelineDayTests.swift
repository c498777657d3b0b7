import Family
import Testing

/// Where a day begins and ends.
@Suite struct TimelineDayTests {
    /// 2026-03-01T23:00:00Z, which is midnight in Vaduz.
    private static let midnight = Timestamp(milliseconds: 1_772_406_000_000)
    private static let day: Int64 = 86_400

    @Test func `a member who sleeps at home has one stay from midnight to midnight`() {
        let start = TimelineDayTests.midnight.advanced(bySeconds: -3 * 3_600)
        let lived = LivedDay(legs: [.stay(minutes: 30 * 60)], phone: .dense(seconds: 300), start: start)
        let end = TimelineDayTests.midnight.advanced(bySeconds: TimelineDayTests.day)
        let timeline = Timeline(
            records: lived.records,
            places: PlaceSet([Scene.home]),
            period: TimelineDayTests.midnight..<end
        )
        #expect(timeline.words == ["stay 1"])
        let stay = timeline.stays[0]
        #expect(stay.from == TimelineDayTests.midnight && stay.to == end && stay.beganBefore && stay.wentOn)
    }

    @Test func `a phone that is silent all night was at home at midnight`() {
        // Last heard on the way in, heard again on the way out.
        let legs: [LivedDay.Leg] = [
            .go(east: 0, metresPerSecond: 1), .stay(minutes: 10), .go(east: 3_000, metresPerSecond: 10),
            .go(east: 0, metresPerSecond: 10), .stay(minutes: 600), .go(east: 4_000, metresPerSecond: 10),
        ]
        let start = TimelineDayTests.midnight.advanced(bySeconds: -4 * 3_600)
        let lived = LivedDay(legs: legs, phone: .distance(metres: 75), start: start)
        let end = TimelineDayTests.midnight.advanced(bySeconds: TimelineDayTests.day)
        let timeline = Timeline(
            records: lived.records,
            places: PlaceSet([Scene.home]),
            period: TimelineDayTests.midnight..<end
        )
        #expect(timeline.words == ["stay 1", "drive"])
        #expect(timeline.stays[0].from == TimelineDayTests.midnight && timeline.stays[0].beganBefore)
    }

    @Test func `a journey over midnight is cut in two, and nothing is lost or told twice`() {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 30), .go(east: 36_000, metresPerSecond: 20), .stay(minutes: 30),
        ]
        let start = TimelineDayTests.midnight.advanced(bySeconds: -45 * 60)
        let lived = LivedDay(legs: legs, start: start)
        let midnight = TimelineDayTests.midnight
        let parts = [
            midnight.advanced(bySeconds: -TimelineDayTests.day)..<midnight,
            midnight..<midnight.advanced(bySeconds: TimelineDayTests.day),
        ].map { Timeline(records: lived.records, places: PlaceSet([Scene.home]), period: $0) }
        #expect(parts.map(\.words) == [["stay 1", "drive"], ["drive", "stay"]])
        let ways = parts.flatMap(\.journeys).map(\.distanceMetres)
        #expect(abs(ways[0] - 18_000) < 1_200 && abs(ways[0] + ways[1] - 36_000) < 500)
        #expect(parts[0].journeys[0].to == midnight && parts[1].journeys[0].from == midnight)
        for part in parts { expectWhole(part) }
    }

    @Test(arguments: [23, 25] as [Int64])
    func `a day on which the clocks change has 23 or 25 hours`(_ hours: Int64) {
        let start = TimelineDayTests.midnight.advanced(bySeconds: -2 * 3_600)
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 10 * 60), .go(east: 6_000, metresPerSecond: 10), .stay(minutes: 40 * 60),
        ]
        let lived = LivedDay(legs: legs, phone: .dense(seconds: 60), start: start)
        let end = TimelineDayTests.midnight.advanced(bySeconds: hours * 3_600)
        let timeline = Timeline(
            records: lived.records,
            places: PlaceSet([Scene.home]),
            period: TimelineDayTests.midnight..<end
        )
        #expect(timeline.words == ["stay 1", "drive", "stay"])
        let seconds = timeline.entries.reduce(0.0) { $0 + $1.to.seconds(since: $1.from) }
        #expect(abs(seconds - Double(hours) * 3_600) < 1)
    }
}
