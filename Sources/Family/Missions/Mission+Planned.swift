extension Mission {
    /// The times that come after an occurrence, up to and on `last`, as far as they are known by now.
    ///
    /// Of a mission whose next day is counted from the day it is done, nothing is known before that.
    public func planned(after occurrence: Occurrence, through last: LocalDay, limit: Int) -> [PlannedTime] {
        guard let repeats, repeats.from == .due, removedAt == nil, let due = occurrence.due else { return [] }
        var times: [PlannedTime] = []
        var (day, doer) = (due, occurrence.doer)
        while times.count < limit {
            day = repeats.day(after: day)
            guard day <= last else { break }
            doer = turn(after: doer)
            times.append(PlannedTime(day: day, doer: doer))
        }
        return times
    }
}

/// A time at which a mission is to come.
public struct PlannedTime: Hashable, Sendable {
    public let day: LocalDay
    /// The assignee; nil until a member takes it.
    public let doer: ID<Member>?

    public init(day: LocalDay, doer: ID<Member>?) {
        self.day = day
        self.doer = doer
    }
}
