import Demo
import Family
import Testing

@Suite struct LocalTimeTests {
    @Test(arguments: [
        ("2026-01-15T11:00:00Z", 12, 0), ("2026-07-15T10:00:00Z", 12, 0), ("2026-03-29T00:59:00Z", 1, 59),
        ("2026-03-29T01:00:00Z", 3, 0), ("2026-10-25T00:59:00Z", 2, 59), ("2026-10-25T01:00:00Z", 2, 0),
        ("2027-03-28T01:00:00Z", 3, 0), ("2026-12-31T23:30:00Z", 0, 30),
    ])
    func `the wall clock follows the rule of summer time`(_ moment: String, hour: Int64, minute: Int64) throws {
        let local = LocalTime(try #require(Timestamp(text: moment)))
        #expect(local.millisecondOfDay == (hour * 60 + minute) * 60_000)
    }

    @Test func `every quarter of an hour of two years comes back from the wall clock, but for the one shown twice`()
        throws
    {
        var moment = try #require(Timestamp(text: "2026-01-01T00:00:00Z"))
        let end = try #require(Timestamp(text: "2028-01-01T00:00:00Z"))
        var changed = 0
        while moment < end {
            if LocalTime(moment).moment != moment { changed += 1 }
            moment = moment.advanced(bySeconds: 900)
        }
        // The first of the two hours that look alike, in each October.
        #expect(changed == 8)
    }

    @Test func `a local day begins at local midnight`() throws {
        let local = LocalTime(try #require(Timestamp(text: "2026-06-30T22:15:00Z")))
        #expect(LocalTime(day: local.day, millisecondOfDay: 0).moment.text == "2026-06-30T22:00:00.000Z")
    }

    @Test func `a time of day is read as it is typed`() {
        #expect(TimeOfDay(text: "15:30") == TimeOfDay(15, 30))
        #expect(TimeOfDay(text: "7:05") == TimeOfDay(7, 5))
        for text in ["", "15", "15:3", "24:00", "12:60", "1:2:3", "+1:00", "ab:cd", "015:00"] {
            #expect(TimeOfDay(text: text) == nil, "\(text)")
        }
    }
}
