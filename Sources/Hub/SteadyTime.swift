package import Family
import Synchronization

/// Why the hub does not trust this machine's clock.
package enum ClockDoubt: Hashable, Sendable {
    /// The clock was set by so many milliseconds while the hub ran, or before it started: the hub goes by its own time.
    case jumped(milliseconds: Int64)
    /// By the clock nothing ran here for so long, and nobody keeps the clock right: what is old is not deleted yet.
    case wasAway(milliseconds: Int64)
}

/// The time of day by a clock that may be set wrong: it goes on by itself where the machine's clock jumps.
///
/// Deadlines, sessions and what is old are all judged by it. A jump is believed once something keeps the machine's clock
/// right and holds on to it; until then, or until the hub is started anew, time goes on as if nothing had happened.
package final class SteadyTime: Sendable {
    /// What is read of the machine.
    package struct Readings: Sendable {
        /// The machine's clock.
        package var wall: @Sendable () -> Timestamp
        /// Milliseconds since some moment, at an even pace whatever becomes of the clock.
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

    private struct State {
        var base: Timestamp
        var steadyBase: Int64
        /// By how much the machine's clock is off, and since which steady moment.
        var jump: (milliseconds: Int64, since: Int64)?
    }

    /// Less is no jump: time services set clocks by such steps.
    private static let jumpMilliseconds: Int64 = 120_000
    /// A jump is believed when a clock that is kept right holds on to it for so long.
    private static let believedMilliseconds: Int64 = 60_000
    /// Nothing ran for longer than this: the clock may be ahead.
    private static let awayMilliseconds: Int64 = 7 * 86_400_000
    /// So long after a start whoever runs the hub has had time to look.
    private static let doubtMilliseconds: Int64 = 86_400_000

    private let readings: Readings
    private let startedAt: Int64
    private let away: Int64
    private let state: Mutex<State>

    /// Time goes on from the machine's clock, or from `lastKnown` where that is behind it: then the clock was set back.
    package init(_ readings: Readings, lastKnown: Timestamp?) {
        self.readings = readings
        startedAt = readings.steadyMilliseconds()
        let wall = readings.wall()
        away = lastKnown.map { wall.milliseconds(since: $0) } ?? 0
        let base = away < -Self.jumpMilliseconds ? lastKnown ?? wall : wall
        state = Mutex(State(base: base, steadyBase: startedAt))
    }

    /// The time of day.
    package var now: Timestamp {
        state.withLock { state in
            let (wall, steady) = (readings.wall(), readings.steadyMilliseconds())
            let own = state.base.advanced(byMilliseconds: steady - state.steadyBase)
            let off = wall.milliseconds(since: own)
            if abs(off) > Self.jumpMilliseconds, !isBelieved(off, steady, &state) { return own }
            (state.base, state.steadyBase, state.jump) = (wall, steady, nil)
            return wall
        }
    }

    /// Why the machine's clock is not trusted now; nil where it is.
    package var doubt: ClockDoubt? {
        _ = now
        if let jump = state.withLock({ $0.jump }) { return .jumped(milliseconds: jump.milliseconds) }
        guard away > Self.awayMilliseconds, readings.steadyMilliseconds() - startedAt < Self.doubtMilliseconds,
            !readings.isKept()
        else { return nil }
        return .wasAway(milliseconds: away)
    }

    private func isBelieved(_ off: Int64, _ steady: Int64, _ state: inout State) -> Bool {
        guard let jump = state.jump, abs(off - jump.milliseconds) <= Self.jumpMilliseconds else {
            state.jump = (off, steady)
            return false
        }
        return steady - jump.since >= Self.believedMilliseconds && readings.isKept()
    }
}
