import Family

/// A time zone as a list of the moments at which its clocks change.
struct TestZone: Sendable {
    /// Ahead of UTC before the first change, in minutes.
    let minutes: Int64
    var changes: [(at: Timestamp, minutes: Int64)] = []

    func offset(_ moment: Timestamp) -> Int64 {
        (changes.last { $0.at <= moment }?.minutes ?? minutes) * 60
    }

    func day(_ text: String) -> LocalDay {
        LocalDay(moment(text), offsetSeconds: offset)
    }

    func day(_ moment: Timestamp) -> LocalDay {
        LocalDay(moment, offsetSeconds: offset)
    }

    func start(_ day: LocalDay) -> Timestamp {
        day.start(offsetSeconds: offset)
    }

    static let utc = TestZone(minutes: 0)

    /// Summer time from 29 March to 25 October 2026, each at 01:00 UTC.
    static let zurich = TestZone(
        minutes: 60,
        changes: [(moment("2026-03-29T01:00:00Z"), 120), (moment("2026-10-25T01:00:00Z"), 60)]
    )

    /// Summer time begins at midnight, which there is not, and ends at midnight, which is shown twice.
    static let beirut = TestZone(
        minutes: 120,
        changes: [(moment("2026-03-28T22:00:00Z"), 180), (moment("2026-10-24T21:00:00Z"), 120)]
    )

    /// 30 December 2011 was left out.
    static let apia = TestZone(minutes: -600, changes: [(moment("2011-12-30T10:00:00Z"), 840)])
}

/// A moment as RFC 3339 writes it; the earliest there is for anything else.
func moment(_ text: String) -> Timestamp {
    Timestamp(text: text) ?? Timestamp(milliseconds: .min)
}

/// A day of 2026 or another year; the first of 1970 for what is none.
func day(_ year: Int64, _ month: Int64, _ day: Int64) -> LocalDay {
    LocalDay(number: CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0)
}
