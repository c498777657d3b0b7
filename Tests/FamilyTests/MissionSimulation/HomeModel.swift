import Family

/// The same home as plainly as it can be written, to hold the rules against: countdowns are counted second by second, and
/// everything else is read anew out of what was asked and granted.
struct HomeModel {
    /// A countdown as somebody with a stopwatch sees it.
    struct Stopwatch {
        let id: ID<FocusSession>
        let member: ID<Member>
        let mission: ID<Mission>
        let number: UInt32
        let day: LocalDay
        let planned: Int64
        let startedAt: Timestamp
        var isPaused = false
        var worked: Int64 = 0
        var paused: Int64 = 0
        var ending: FocusSession.Ending?
        var endedAt: Timestamp?
        /// Seconds that pay, once it has ended.
        var rewarded: Int64 = 0

        /// Seconds that count.
        var counted: Int64 { ending == .finished || ending == .stopped ? worked : 0 }
    }

    /// All there ever were, in the order of their starts.
    private(set) var watches: [Stopwatch] = []
    /// Those that have not ended.
    private var running: [Int] = []
    let mayStop: Bool

    init(mayStop: Bool) {
        self.mayStop = mayStop
    }

    mutating func start(_ watch: Stopwatch) {
        running.append(watches.count)
        watches.append(watch)
    }

    /// Lets one second pass.
    mutating func second(endingAt moment: Timestamp) {
        for index in running {
            if watches[index].isPaused {
                watches[index].paused += 1
                if watches[index].paused == 3_600 { end(index, mayStop ? .stopped : .abandoned, moment) }
            } else {
                watches[index].worked += 1
                if watches[index].worked == watches[index].planned { end(index, .finished, moment) }
            }
        }
    }

    mutating func take(_ request: FocusRequest, of id: ID<FocusSession>, now: Timestamp) {
        guard let index = watches.firstIndex(where: { $0.id == id && $0.ending == nil }) else { return }
        switch request {
        case .pause: watches[index].isPaused = true
        case .resume: watches[index].isPaused = false
        case .stop: end(index, .stopped, now)
        case .cancel:
            let age = now.milliseconds - watches[index].startedAt.milliseconds
            end(index, age <= 10_000 ? .cancelled : .abandoned, now)
        }
    }

    /// Seconds of a countdown that pay, after all that ended before it on its day.
    private func rewarded(_ watch: Stopwatch) -> Int64 {
        var left: Int64 = 4 * 3_600
        for other in watches where other.ending != nil && other.member == watch.member && other.day == watch.day {
            left -= other.rewarded
        }
        return watch.counted < 60 ? 0 : min(watch.counted, left)
    }

    private mutating func end(_ index: Int, _ ending: FocusSession.Ending, _ moment: Timestamp) {
        running.removeAll { $0 == index }
        var watch = watches[index]
        (watch.ending, watch.endedAt) = (ending, moment)
        watch.rewarded = rewarded(watch)
        watches[index] = watch
    }
}
