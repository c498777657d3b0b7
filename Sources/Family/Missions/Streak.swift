/// How many days in a row somebody finished something.
///
/// It is worked out from what was done and never kept: nothing can be lost by it, no gold depends on it, and a day on which
/// nothing was due or that was paused neither counts nor breaks it (F65).
public struct Streak: Hashable, Sendable {
    /// What one day was.
    public enum Day: UInt8, CaseIterable, Hashable, Sendable {
        /// Something was finished, whatever else was not.
        case done = 1
        /// Something was due, and nothing was finished.
        case missed = 2
        /// Nothing was due.
        case free = 3
        /// Its member, or an adult for them, paused: illness, a holiday, no reason.
        case paused = 4
    }

    /// Days on which something was finished.
    public let days: Int

    /// Further back nobody counts.
    private static let daysMax: Int64 = 3_660

    /// Counts back from today, which is not missed before it is over.
    public init(until today: LocalDay, day: (LocalDay) -> Day) {
        var count = day(today) == .done ? 1 : 0
        for back in 1...Streak.daysMax {
            switch day(today.advanced(byDays: -back)) {
            case .done: count += 1
            case .free, .paused: continue
            case .missed:
                days = count
                return
            }
        }
        days = count
    }
}

/// Days that somebody paused their streak for (F65).
public struct StreakPause: Hashable, Sendable {
    public let first: LocalDay
    /// Nil while it goes on.
    public let last: LocalDay?

    public init(first: LocalDay, last: LocalDay?) {
        self.first = first
        self.last = last
    }

    /// Whether a day lies in it.
    public func contains(_ day: LocalDay) -> Bool {
        first <= day && day <= last ?? day
    }
}
