import Family
import Testing

@Suite struct LocalDayTests {
    @Test(
        arguments: [
            ("2026-03-28T22:59:59.999Z", 28), ("2026-03-28T23:00:00Z", 29), ("2026-03-29T21:59:59.999Z", 29),
            ("2026-03-29T22:00:00Z", 30),
        ] as [(String, Int64)]
    )
    func `a day in which the clocks go forward has 23 hours`(text: String, date: Int64) {
        #expect(TestZone.zurich.day(text) == day(2026, 3, date))
    }

    @Test func `days begin when the clocks say so, also on the days on which they change`() {
        let begins: [(TestZone, LocalDay, String)] = [
            (.zurich, day(2026, 3, 29), "2026-03-28T23:00:00Z"), (.zurich, day(2026, 3, 30), "2026-03-29T22:00:00Z"),
            (.zurich, day(2026, 10, 25), "2026-10-24T22:00:00Z"), (.zurich, day(2026, 10, 26), "2026-10-25T23:00:00Z"),
            // Midnight is skipped: the day begins at one o'clock.
            (.beirut, day(2026, 3, 29), "2026-03-28T22:00:00Z"),
            // Midnight comes twice: the day before lasts until the second one.
            (.beirut, day(2026, 10, 25), "2026-10-24T22:00:00Z"),
            (.apia, day(2011, 12, 29), "2011-12-29T10:00:00Z"), (.apia, day(2011, 12, 31), "2011-12-30T10:00:00Z"),
        ]
        for (zone, day, text) in begins { #expect(zone.start(day) == moment(text), "\(text)") }
    }

    @Test(arguments: [TestZone.utc, .zurich, .beirut])
    func `every moment of a year lies in its day, and days follow on each other without a gap`(zone: TestZone) {
        var start = zone.start(day(2026, 1, 1))
        for number in day(2026, 1, 1).number..<day(2027, 1, 1).number {
            let today = LocalDay(number: number)
            let next = zone.start(today.advanced(byDays: 1))
            #expect(zone.day(start) == today)
            #expect(zone.day(next.advanced(byMilliseconds: -1)) == today)
            #expect((23...25).contains(next.milliseconds(since: start) / 3_600_000))
            start = next
        }
    }

    @Test func `weeks begin on Monday`() {
        #expect(day(1970, 1, 1).weekday == 3)
        #expect(day(2026, 11, 22).weekday == 6)
        #expect(day(2026, 11, 23).weekday == 0)
        #expect(day(1969, 12, 29).weekday == 0)
        #expect((16...22).map { day(2026, 11, $0).isWorkday } == [true, true, true, true, true, false, false])
    }
}
