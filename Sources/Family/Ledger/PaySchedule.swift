/// When something is paid again and again: at a time of day of somebody's own clock.
///
/// An occurrence is a day of the calendar. Every day that the schedule names is one, whatever clocks do on it, so that
/// none is skipped or comes twice.
public struct PaySchedule: Hashable, Sendable {
    /// On which days.
    public enum Repetition: Hashable, Sendable {
        case daily
        /// 1 is Monday, 7 Sunday.
        case weekly(weekday: Int)
        /// 1 to 31; the last day where a month has fewer.
        case monthly(day: Int)
    }

    public let repetition: Repetition
    /// 0 to 1 439.
    public let minuteOfDay: Int

    /// Nil where a number is out of its range.
    public init?(_ repetition: Repetition, minuteOfDay: Int) {
        switch repetition {
        case .daily: break
        case .weekly(let weekday): guard (1...7).contains(weekday) else { return nil }
        case .monthly(let day): guard (1...31).contains(day) else { return nil }
        }
        guard (0..<1_440).contains(minuteOfDay) else { return nil }
        self.repetition = repetition
        self.minuteOfDay = minuteOfDay
    }

    /// The first occurrence on a day or after it; days are counted from 1970-01-01.
    public func occurrence(onOrAfter day: Int64) -> Int64 {
        switch repetition {
        case .daily:
            return day
        case .weekly(let weekday):
            let today = LocalDay(number: day).weekday + 1
            return day + (Int64(weekday) - today + 7) % 7
        case .monthly(let wanted):
            let (today, wanted) = (LocalDay(number: day), Int64(wanted))
            let occurrence = today.inMonth(day: wanted)
            return (occurrence >= today ? occurrence : today.firstOfNextMonth.inMonth(day: wanted)).number
        }
    }

    /// When an occurrence is paid, by clocks that are so many seconds ahead of UTC at a moment.
    public func moment(of occurrence: Int64, offsetSeconds: (Timestamp) -> Int64) -> Timestamp {
        LocalDay(number: occurrence).moment(minuteOfDay: minuteOfDay, offsetSeconds: offsetSeconds)
    }

    /// The first occurrence whose moment is still to come.
    public func occurrence(after now: Timestamp, offsetSeconds: (Timestamp) -> Int64) -> Int64 {
        var occurrence = occurrence(onOrAfter: LocalDay(now, offsetSeconds: offsetSeconds).number - 1)
        while moment(of: occurrence, offsetSeconds: offsetSeconds) <= now {
            occurrence = self.occurrence(onOrAfter: occurrence + 1)
        }
        return occurrence
    }
}
