/// A day on somebody's wall calendar, whatever the clocks do in it.
///
/// What a zone does is handed in as a function: how many seconds its clocks are ahead of UTC at a moment. Nothing is
/// ever reckoned by adding 24 hours to a moment, so that a day of 23 or 25 hours is a day like any other.
@frozen
public struct LocalDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let number: Int64

    private static let milliseconds: Int64 = 86_400_000

    /// The day so many days after 1970-01-01.
    public init(number: Int64) {
        self.number = number
    }

    /// The day that the clocks show at a moment.
    public init(_ moment: Timestamp, offsetSeconds: (Timestamp) -> Int64) {
        let local = moment.advanced(bySeconds: offsetSeconds(moment))
        number = local.milliseconds.flooredQuotientAndRemainder(dividingBy: LocalDay.milliseconds).quotient
    }

    public static func < (left: LocalDay, right: LocalDay) -> Bool {
        left.number < right.number
    }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int64 {
        // 1970-01-01 was a Thursday.
        (number + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder
    }

    /// Monday to Friday.
    public var isWorkday: Bool { weekday < 5 }

    /// The day so many days later.
    public func advanced(byDays days: Int64) -> LocalDay {
        LocalDay(number: number + days)
    }

    /// That day of the month in which this one lies, from 1; its last one where it has fewer.
    public func inMonth(day wanted: Int64) -> LocalDay {
        let first = number - CivilDate(daysSince1970: number).day + 1
        return LocalDay(number: min(first + wanted, firstOfNextMonth.number) - 1)
    }

    /// The first of the month after the one in which this day lies.
    public var firstOfNextMonth: LocalDay {
        let first = number - CivilDate(daysSince1970: number).day + 1
        // 31 days after the first of a month lies one of the first days of the next.
        return LocalDay(number: first + 32 - CivilDate(daysSince1970: first + 31).day)
    }

    /// How many days this one lies after another.
    public func days(since earlier: LocalDay) -> Int64 {
        number - earlier.number
    }

    /// The moment at which the day begins.
    ///
    /// Where the clocks skip midnight, when they do so; where they show it twice, the second time, because the day before
    /// is not over before it.
    public func start(offsetSeconds: (Timestamp) -> Int64) -> Timestamp {
        let midnight = Timestamp(milliseconds: number * LocalDay.milliseconds)
        // No zone changes its clocks twice within two days.
        let before = offsetSeconds(midnight.advanced(byMilliseconds: -LocalDay.milliseconds))
        let after = offsetSeconds(midnight.advanced(byMilliseconds: LocalDay.milliseconds))
        let late = midnight.advanced(bySeconds: -min(before, after))
        let early = midnight.advanced(bySeconds: -max(before, after))
        guard before < after else { return offsetSeconds(late) == after ? late : early }
        if offsetSeconds(late) == before { return late }
        if offsetSeconds(early) == after { return early }
        return change(from: early, to: late, offsetSeconds)
    }

    /// When the clocks show a minute of the day, 0 to 1 439: the first time where they show it twice; where they skip it, as
    /// long after they went forward as it would have been after the hour that they skipped began.
    public func moment(minuteOfDay: Int, offsetSeconds: (Timestamp) -> Int64) -> Timestamp {
        let shown = Timestamp(milliseconds: number * LocalDay.milliseconds + Int64(minuteOfDay) * 60_000)
        let before = offsetSeconds(shown.advanced(byMilliseconds: -LocalDay.milliseconds))
        let after = offsetSeconds(shown.advanced(byMilliseconds: LocalDay.milliseconds))
        for offset in [max(before, after), min(before, after)] {
            let moment = shown.advanced(bySeconds: -offset)
            if offsetSeconds(moment) == offset { return moment }
        }
        return shown.advanced(bySeconds: -before)
    }

    /// The first moment at which the clocks are as they are at the end of a stretch.
    private func change(
        from early: Timestamp,
        to late: Timestamp,
        _ offsetSeconds: (Timestamp) -> Int64
    ) -> Timestamp {
        var (low, high) = (early.milliseconds, late.milliseconds)
        let after = offsetSeconds(late)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offsetSeconds(Timestamp(milliseconds: middle)) == after { high = middle } else { low = middle }
        }
        return Timestamp(milliseconds: high)
    }
}
