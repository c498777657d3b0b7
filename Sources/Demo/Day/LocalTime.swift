package import Family

/// A moment on the wall clocks of Liechtenstein: Central European Time, with summer time from the last Sunday of March,
/// 01:00 UTC, to the last Sunday of October, 01:00 UTC.
///
/// That is the rule since 1996; earlier and later years are reckoned by it too.
package struct LocalTime: Hashable, Sendable {
    /// Days since 1970-01-01.
    package var day: Int64
    /// 0..<86 400 000.
    package var millisecondOfDay: Int64

    package init(day: Int64, millisecondOfDay: Int64) {
        self.day = day
        self.millisecondOfDay = millisecondOfDay
    }

    /// What the wall clocks show at a moment.
    package init(_ moment: Timestamp) {
        let local = moment.milliseconds + LocalTime.offsetMilliseconds(at: moment)
        (day, millisecondOfDay) = local.flooredQuotientAndRemainder(dividingBy: LocalTime.dayMilliseconds)
    }

    /// The moment; of a time that the clocks show twice the second one, of one that they skip an hour before it.
    package var moment: Timestamp {
        let winter = Timestamp(
            milliseconds: day * LocalTime.dayMilliseconds + millisecondOfDay - LocalTime.winterMilliseconds
        )
        let summer = winter.advanced(byMilliseconds: -LocalTime.hourMilliseconds)
        return LocalTime.isSummer(winter) ? summer : winter
    }

    private static let hourMilliseconds: Int64 = 3_600_000
    private static let dayMilliseconds: Int64 = 24 * hourMilliseconds
    private static let winterMilliseconds = hourMilliseconds

    /// How far the clocks are ahead of UTC.
    package static func offsetMilliseconds(at moment: Timestamp) -> Int64 {
        isSummer(moment) ? 2 * hourMilliseconds : hourMilliseconds
    }

    private static func isSummer(_ moment: Timestamp) -> Bool {
        let days = moment.milliseconds.flooredQuotientAndRemainder(dividingBy: dayMilliseconds).quotient
        let year = CivilDate(daysSince1970: days).year
        guard let begins = change(year: year, month: 3), let ends = change(year: year, month: 10) else { return false }
        return moment >= begins && moment < ends
    }

    /// The last Sunday of a month with 31 days, at 01:00 UTC.
    private static func change(year: Int64, month: Int64) -> Timestamp? {
        guard let last = CivilDate(year: year, month: month, day: 31)?.daysSince1970 else { return nil }
        // 1970-01-01 was a Thursday.
        let daysAfterSunday = (last + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder
        return Timestamp(milliseconds: (last - daysAfterSunday) * dayMilliseconds + hourMilliseconds)
    }
}
