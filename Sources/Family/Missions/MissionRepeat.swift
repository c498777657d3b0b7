/// How a mission comes again.
public struct MissionRepeat: Hashable, Sendable {
    /// On which days.
    public enum Every: Hashable, Sendable {
        case day
        /// Monday to Friday.
        case workday
        /// Every seven days.
        case week
        case weekdays(Weekdays)
        /// On a day of each month, the last one where a month has fewer.
        case month(MonthDay)
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
        switch every {
        case .day, .week: day
        case .workday: day.isWorkday ? day : day.advanced(byDays: 7 - day.weekday)
        case .weekdays(let weekdays): weekdays.first(onOrAfter: day)
        case .month(let date): date.first(onOrAfter: day)
        }
    }

    /// The day that follows on another.
    public func day(after day: LocalDay) -> LocalDay {
        switch every {
        case .day, .workday, .weekdays, .month: first(onOrAfter: day.advanced(byDays: 1))
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
        case .weekdays(let weekdays): return weekdays.last(onOrBefore: today)
        case .month(let date): return date.last(onOrBefore: today)
        }
    }
}

/// Chosen days of a week, at least one.
public struct Weekdays: Hashable, Sendable {
    /// A bit for each, the lowest for Monday.
    public let mask: UInt8

    /// Nil for no day, and for bits that are none.
    public init?(mask: UInt8) {
        guard (1...0x7F).contains(mask) else { return nil }
        self.mask = mask
    }

    /// Takes 1 for Monday to 7 for Sunday; nil for none and for other numbers.
    public init?(numbers: [Int]) {
        var mask: UInt8 = 0
        for number in numbers {
            guard (1...7).contains(number) else { return nil }
            mask |= 1 << UInt8(number - 1)
        }
        self.init(mask: mask)
    }

    /// 1 for Monday to 7 for Sunday, in their order.
    public var numbers: [Int] { (1...7).filter { mask & 1 << UInt8($0 - 1) != 0 } }

    /// Whether a day is one of them.
    public func contains(_ day: LocalDay) -> Bool { mask & 1 << UInt8(day.weekday) != 0 }

    fileprivate func first(onOrAfter day: LocalDay) -> LocalDay {
        var day = day
        while !contains(day) { day = day.advanced(byDays: 1) }
        return day
    }

    fileprivate func last(onOrBefore day: LocalDay) -> LocalDay {
        var day = day
        while !contains(day) { day = day.advanced(byDays: -1) }
        return day
    }
}

/// A day of each month: 1 to 31, the last one where a month has fewer.
public struct MonthDay: Hashable, Sendable {
    public let number: Int

    /// Nil for what no month has.
    public init?(_ number: Int) {
        guard (1...31).contains(number) else { return nil }
        self.number = number
    }

    fileprivate func first(onOrAfter day: LocalDay) -> LocalDay {
        let found = day.inMonth(day: Int64(number))
        return found >= day ? found : day.firstOfNextMonth.inMonth(day: Int64(number))
    }

    fileprivate func last(onOrBefore day: LocalDay) -> LocalDay {
        let found = day.inMonth(day: Int64(number))
        return found <= day ? found : day.inMonth(day: 1).advanced(byDays: -1).inMonth(day: Int64(number))
    }
}

extension MissionRepeat.Every {
    /// How it is stored: which kind, and of some kinds which days.
    public var stored: (kind: Int64, days: Int64?) {
        switch self {
        case .day: (1, nil)
        case .workday: (2, nil)
        case .week: (3, nil)
        case .weekdays(let weekdays): (4, Int64(weekdays.mask))
        case .month(let date): (5, Int64(date.number))
        }
    }

    /// Reads what was stored; nil for what nothing is stored as.
    public init?(kind: Int64, days: Int64?) {
        switch (kind, days) {
        case (1, nil): self = .day
        case (2, nil): self = .workday
        case (3, nil): self = .week
        case (4, let days?):
            guard let weekdays = Weekdays(mask: UInt8(clamping: days)) else { return nil }
            self = .weekdays(weekdays)
        case (5, let days?):
            guard let date = MonthDay(Int(clamping: days)) else { return nil }
            self = .month(date)
        default: return nil
        }
    }
}
