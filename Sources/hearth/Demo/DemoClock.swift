import Demo
import Family
import Synchronization

/// The time of the demo: the real one, or one that begins elsewhere and, once it is hurried, runs faster.
final class DemoClock: Sendable {
    /// From where on time runs at which pace.
    private struct Pace {
        var from: Timestamp
        var monotonicNanoseconds: Int64
        var speed: Double

        func time(at nanoseconds: Int64) -> Timestamp {
            let elapsed = Double(nanoseconds - monotonicNanoseconds) / 1_000_000
            return from.advanced(byMilliseconds: Int64(elapsed * speed))
        }
    }

    /// How many times faster than real time, once it is hurried.
    let speed: Double
    /// Nil follows real time.
    private let pace: Mutex<Pace>?
    /// Where it stands while what happened earlier is made; nil where it runs.
    private let standing = Mutex<Timestamp?>(nil)

    /// A clock that begins at a time of today's, or now, at the pace of real time.
    init(speed: Double, start: TimeOfDay?) {
        self.speed = speed
        let now = realTime()
        guard start != nil || speed != 1 else {
            pace = nil
            return
        }
        let from = start.map { LocalTime(day: LocalTime(now).day, millisecondOfDay: $0.milliseconds).moment }
        pace = Mutex(Pace(from: from ?? now, monotonicNanoseconds: monotonicNanoseconds(), speed: 1))
    }

    /// Where it stands, each look is a millisecond later: what is made in a row has an order.
    func now() -> Timestamp {
        let stood = standing.withLock { moment -> Timestamp? in
            moment = moment?.advanced(byMilliseconds: 1)
            return moment
        }
        return stood ?? running
    }

    /// What it shows, or will show once it runs.
    var running: Timestamp {
        pace?.withLock { $0.time(at: monotonicNanoseconds()) } ?? realTime()
    }

    /// Stands at a moment, until it runs on from what it would show by then.
    func stand(at moment: Timestamp?) {
        standing.withLock { $0 = moment }
    }

    /// From here on it runs at its speed, so that what was prepared before took no more time than it took.
    func hurry() {
        pace?.withLock { pace in
            let nanoseconds = monotonicNanoseconds()
            pace = Pace(from: pace.time(at: nanoseconds), monotonicNanoseconds: nanoseconds, speed: speed)
        }
    }

    /// Waits until a moment of this clock, which runs at its speed, and 50 real milliseconds at least.
    func sleep(until moment: Timestamp) async throws {
        let milliseconds = Double(moment.milliseconds(since: now())) / speed
        try await Task.sleep(for: .milliseconds(max(50, Int64(milliseconds.rounded(.up)))))
    }
}
