/// How a mission comes again.
public struct MissionRepeat: Hashable, Sendable {
    /// On which days.
    public enum Every: UInt8, CaseIterable, Hashable, Sendable {
        case day = 1
        /// Monday to Friday.
        case workday = 2
        /// Every seven days.
        case week = 3
    }

    /// What the next day is counted from.
    public enum From: UInt8, CaseIterable, Hashable, Sendable {
        /// The day it was due: what was not done by the next one lapses.
        case due = 1
        /// The day it was done: it waits for as long as it takes.
        case completion = 2
    }

    public let every: Every
    public let from: From

    public init(every: Every, from: From) {
        self.every = every
        self.from = from
    }

    /// The first day on or after another that it may be due on.
    public func first(onOrAfter day: LocalDay) -> LocalDay {
        every == .workday && !day.isWorkday ? day.advanced(byDays: 7 - day.weekday) : day
    }

    /// The day that follows on another.
    public func day(after day: LocalDay) -> LocalDay {
        switch every {
        case .day: day.advanced(byDays: 1)
        case .workday: first(onOrAfter: day.advanced(byDays: 1))
        case .week: day.advanced(byDays: 7)
        }
    }

    /// The next day it is due on, when it was due on one and is dealt with on `today`.
    ///
    /// Days that passed while nobody looked are left out: what comes next is the latest that has begun, or the first to come.
    public func next(after due: LocalDay, today: LocalDay) -> LocalDay {
        guard from == .due else { return day(after: today) }
        let next = day(after: due)
        guard next < today else { return next }
        switch every {
        case .day: return today
        case .workday: return today.isWorkday ? today : today.advanced(byDays: 4 - today.weekday)
        case .week: return due.advanced(byDays: today.days(since: due) / 7 * 7)
        }
    }
}
