import Family
import Synchronization

/// The hub's memory of whom it watches over, and a clock that never goes back.
final class SafetyMemory: Sendable {
    private struct State {
        var newest = Timestamp(milliseconds: .min)
        /// When the clock was last corrected, by the corrected clock; nil where it never was.
        var correctedAt: Timestamp?
        var members: Set<ID<Member>> = []
        /// Those whose own screens show that something runs.
        var hurried: Set<ID<Member>> = []
        /// When that ended for those for whom it did lately.
        var restsSince: [ID<Member>: Timestamp] = [:]
        /// Whose watch could not be handled, and when it is tried again.
        var troubled: [ID<Member>: Timestamp] = [:]
    }

    /// The ways that are followed now.
    let paths = Mutex(TwoGenerationCache<ID<Trip>, RoutePath>(capacity: 2_000))
    /// How often each device reports on a trip.
    let rhythms = Mutex(TwoGenerationCache<ID<Device>, ReportRhythm>(capacity: 10_000))
    private let state = Mutex(State())

    /// The time, or the latest that was told where the machine's clock was set back.
    ///
    /// The clock is read inside the lock: a reading from before a correction never follows it.
    func now(_ clock: () -> Timestamp) -> Timestamp {
        state.withLock { state in
            state.newest = max(state.newest, clock())
            return state.newest
        }
    }

    /// Corrects the clock, and follows it.
    func correct(_ time: TrustedClock, bootedAt: Timestamp) {
        state.withLock { state in
            let step = bootedAt.milliseconds(since: time.bootedAt)
            time.bootedAt = bootedAt
            state.newest = time.now
            state.correctedAt = state.newest
            state.troubled = state.troubled.mapValues { $0.advanced(byMilliseconds: step) }
        }
    }

    /// A caller's reading of the clock, or the time where the clock was corrected since it was read (F80).
    func settled(_ reading: Timestamp, now clock: () -> Timestamp) -> Timestamp {
        let now = self.now(clock)
        guard let correctedAt = state.withLock({ $0.correctedAt }) else { return reading }
        return (correctedAt...max(correctedAt, now)).contains(reading) ? reading : now
    }

    func isWatched(_ member: ID<Member>) -> Bool {
        state.withLock { $0.members.contains(member) }
    }

    func isHurried(_ member: ID<Member>) -> Bool {
        state.withLock { $0.hurried.contains(member) }
    }

    /// Whether a member's positions are taken on a disk that is low: while something shows as running, and an hour longer,
    /// as long as an alarm behind a second PIN goes on (F29).
    func isAdmitted(_ member: ID<Member>, now: Timestamp) -> Bool {
        state.withLock { $0.hurried.contains(member) || $0.restsSince[member].map { Self.isLately($0, now) } ?? false }
    }

    func note(_ member: ID<Member>, isWatched: Bool, isHurried: Bool, now: Timestamp) {
        state.withLock { state in
            if isWatched { state.members.insert(member) } else { state.members.remove(member) }
            if isHurried { return _ = state.hurried.insert(member) }
            guard state.hurried.remove(member) != nil else { return }
            state.restsSince = state.restsSince.filter { Self.isLately($0.value, now) }
            state.restsSince[member] = now
        }
    }

    private static func isLately(_ then: Timestamp, _ now: Timestamp) -> Bool {
        now.milliseconds(since: then) < 3_600_000
    }

    func replace(_ members: [ID<Member>], hurried: [ID<Member>]) {
        state.withLock { ($0.members, $0.hurried) = (Set(members), Set(hurried)) }
    }

    /// Those who are not to be tried again yet.
    func troubled(now: Timestamp) -> Set<ID<Member>> {
        state.withLock { state in
            state.troubled = state.troubled.filter { $0.value > now }
            return Set(state.troubled.keys)
        }
    }

    /// Notes that somebody's watch could not be handled.
    func setAside(_ member: ID<Member>, until: Timestamp) {
        state.withLock { $0.troubled[member] = until }
    }
}
