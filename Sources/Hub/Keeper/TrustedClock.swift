package import Family
import Synchronization

/// Why the hub does not trust this machine's clock.
package enum ClockAnomaly: Hashable, Sendable {
    /// The clock was set by so many milliseconds while the hub ran, or before it started: the hub goes by its own time.
    case jumped(milliseconds: Int64)
    /// By the clock nothing ran here for so long, and nobody keeps the clock right: what is old is not deleted yet.
    case wasAway(milliseconds: Int64)
}

/// The time of day by a clock that may be set wrong: it goes on by elapsed time, whatever becomes of the machine's clock.
///
/// Deadlines, sessions and what is old are all judged by it. It never follows a step of the machine's clock by itself:
/// `believedStep` says when one is to be believed, and ``Hub/correctClock()`` makes it with the deadlines (F80).
package final class TrustedClock: Sendable {
    /// What is read of the machine.
    package struct Readings: Sendable {
        /// The machine's clock.
        package var wall: @Sendable () -> Timestamp
        /// Milliseconds since the machine's start, at an even pace whatever becomes of the clock.
        package var steadyMilliseconds: @Sendable () -> Int64
        /// Whether a time service keeps the clock right.
        package var isKept: @Sendable () -> Bool

        package init(
            wall: @escaping @Sendable () -> Timestamp,
            steadyMilliseconds: @escaping @Sendable () -> Int64,
            isKept: @escaping @Sendable () -> Bool
        ) {
            self.wall = wall
            self.steadyMilliseconds = steadyMilliseconds
            self.isKept = isKept
        }
    }

    /// What an earlier run wrote down.
    package struct Known: Sendable {
        /// The time of day as that run had it.
        package var at: Timestamp
        /// Milliseconds since then; nil where the machine was started again in between.
        package var elapsedMilliseconds: Int64?

        package init(at: Timestamp, elapsedMilliseconds: Int64? = nil) {
            self.at = at
            self.elapsedMilliseconds = elapsedMilliseconds
        }
    }

    private struct State {
        /// When the machine started; the time is that long after it.
        var bootedAt: Timestamp
        /// By how much the machine's clock is off, and since which steady moment.
        var jump: (milliseconds: Int64, since: Int64)?
    }

    /// A larger step is believed only where a time service keeps the clock right, and is told to the keeper.
    private static let jumpMilliseconds: Int64 = 120_000
    /// Less is no step: two clocks are not read at one moment.
    private static let stepMilliseconds: Int64 = 500
    /// A step is believed when the clock holds on to it for so long.
    private static let believedMilliseconds: Int64 = 60_000
    /// Nothing ran for longer than this: the clock may be ahead.
    private static let awayMilliseconds: Int64 = 7 * 86_400_000
    /// So long after a start whoever runs the hub has had time to look.
    private static let doubtMilliseconds: Int64 = 86_400_000

    private let readings: Readings
    private let startedAt: Int64
    private let away: Int64
    private let state: Mutex<State>

    /// Time goes on by elapsed time from what an earlier run of the same boot knew.
    ///
    /// After a new start of the machine it goes on from the machine's clock, or from what was known where that clock is
    /// behind it: then it was set back.
    package init(_ readings: Readings, known: Known?) {
        self.readings = readings
        startedAt = readings.steadyMilliseconds()
        let wall = readings.wall()
        let now: Timestamp
        if let known, let elapsed = known.elapsedMilliseconds {
            away = 0
            now = known.at.advanced(byMilliseconds: elapsed)
        } else {
            away = known.map { wall.milliseconds(since: $0.at) } ?? 0
            now = away < -Self.jumpMilliseconds ? known?.at ?? wall : wall
        }
        state = Mutex(State(bootedAt: now.advanced(byMilliseconds: -startedAt)))
    }

    /// The time of day.
    package var now: Timestamp { reading.now }

    /// The time of day and the steady moment of it: what the next start goes on from.
    package var reading: (now: Timestamp, steadyMilliseconds: Int64) {
        state.withLock { state in
            let steady = readings.steadyMilliseconds()
            return (state.bootedAt.advanced(byMilliseconds: steady), steady)
        }
    }

    /// When the machine started, by this time of day: set where that turns out to have been another moment.
    package var bootedAt: Timestamp {
        get { state.withLock { $0.bootedAt } }
        set { state.withLock { $0 = State(bootedAt: newValue) } }
    }

    /// By how much time is to step so that it is the machine's again; nil while nothing says that the machine is right.
    ///
    /// Asked each second or so: a step is believed once the clock has held on to it for a minute.
    package var believedStep: Int64? {
        state.withLock { state in
            let steady = readings.steadyMilliseconds()
            let off = readings.wall().milliseconds(since: state.bootedAt.advanced(byMilliseconds: steady))
            guard abs(off) >= Self.stepMilliseconds else {
                state.jump = nil
                return nil
            }
            guard let jump = state.jump, abs(off - jump.milliseconds) < Self.stepMilliseconds else {
                state.jump = (off, steady)
                return nil
            }
            guard steady - jump.since >= Self.believedMilliseconds else { return nil }
            return abs(off) <= Self.jumpMilliseconds || readings.isKept() ? off : nil
        }
    }

    /// Why the machine's clock is not trusted now; nil where it is.
    package var doubt: ClockAnomaly? {
        let (now, steady) = reading
        let off = readings.wall().milliseconds(since: now)
        if abs(off) > Self.jumpMilliseconds { return .jumped(milliseconds: off) }
        guard away > Self.awayMilliseconds, steady - startedAt < Self.doubtMilliseconds, !readings.isKept() else {
            return nil
        }
        return .wasAway(milliseconds: away)
    }
}
