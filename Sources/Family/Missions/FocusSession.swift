/// A countdown for a mission, as it was started, paused and ended by the hub's clock (F62).
///
/// All that it ever shows follows from these moments, so that it goes on while pages are closed, phones are locked and the
/// hub restarts.
public struct FocusSession: Hashable, Sendable {
    /// Where it stands; the last one is for ever.
    public enum Phase: Hashable, Sendable {
        case running(since: Timestamp)
        case paused(since: Timestamp)
        case ended(Ending, at: Timestamp)
    }

    /// How it ended.
    public enum Ending: UInt8, CaseIterable, Hashable, Sendable {
        /// Its whole time passed.
        case finished = 1
        /// Stopped before, where that is allowed: what passed counts.
        case stopped = 2
        /// Called off in its first ten seconds: as if it had never been.
        case cancelled = 3
        /// Given up later: nothing of it counts.
        case abandoned = 4
    }

    /// Made by the page, so that a repeat is known.
    public let id: ID<FocusSession>
    public let member: ID<Member>
    public let mission: ID<Mission>
    /// Which of the mission's occurrences.
    public let occurrence: UInt32
    public let startedAt: Timestamp
    /// The day it is counted for: the one on which it was started, where its member lives.
    public let day: LocalDay
    /// At least a minute.
    public let plannedMilliseconds: Int64
    public let mayPause: Bool
    public let mayStop: Bool
    /// What of it had passed on a guest's device before it came here: it counts for the mission and pays nothing (F62).
    public let broughtMilliseconds: Int64
    public internal(set) var phase: Phase
    /// What passed before the phase began, without pauses.
    public internal(set) var workedMilliseconds: Int64
    /// All pauses that are over.
    public internal(set) var pausedMilliseconds: Int64
    /// As much as pays, which is known when it has ended.
    public internal(set) var rewardedMilliseconds: Int64

    /// So long after the start it can be called off for nothing.
    public static let cancelMilliseconds: Int64 = 10_000
    /// All its pauses together; with the last millisecond of them it is over.
    public static let pausesMillisecondsMax: Int64 = 3_600_000
    /// Less than this pays nothing (F63).
    public static let rewardedMillisecondsMin: Int64 = 60_000

    /// A countdown as it was stored.
    public init(
        id: ID<FocusSession>,
        member: ID<Member>,
        mission: ID<Mission>,
        occurrence: UInt32,
        startedAt: Timestamp,
        day: LocalDay,
        plannedMilliseconds: Int64,
        mayPause: Bool,
        mayStop: Bool,
        phase: Phase,
        workedMilliseconds: Int64,
        pausedMilliseconds: Int64,
        rewardedMilliseconds: Int64,
        broughtMilliseconds: Int64 = 0
    ) {
        self.id = id
        self.member = member
        self.mission = mission
        self.occurrence = occurrence
        self.startedAt = startedAt
        self.day = day
        self.plannedMilliseconds = plannedMilliseconds
        self.mayPause = mayPause
        self.mayStop = mayStop
        self.phase = phase
        self.workedMilliseconds = workedMilliseconds
        self.pausedMilliseconds = pausedMilliseconds
        self.rewardedMilliseconds = rewardedMilliseconds
        self.broughtMilliseconds = broughtMilliseconds
    }

    /// Begins.
    init(_ plan: FocusPlan, at moment: Timestamp) {
        id = plan.id
        member = plan.member
        mission = plan.mission
        occurrence = plan.occurrence
        startedAt = moment
        day = plan.today
        plannedMilliseconds = max(FocusSession.rewardedMillisecondsMin, plan.plannedMilliseconds)
        mayPause = plan.mayPause
        mayStop = plan.mayStop
        phase = .running(since: moment)
        // Some of it is always left, so that it ends by the hub's clock.
        broughtMilliseconds = max(0, min(plan.broughtMilliseconds, plannedMilliseconds - 1_000))
        (workedMilliseconds, pausedMilliseconds, rewardedMilliseconds) = (broughtMilliseconds, 0, 0)
    }

    public var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Until when it is called off for nothing; of one that was brought along, what passed before would be lost with that.
    public var freeUntil: Timestamp {
        startedAt.advanced(byMilliseconds: broughtMilliseconds > 0 ? -1 : FocusSession.cancelMilliseconds)
    }

    /// When it must be asked again: its end, or when its pauses are used up; nil once it is over.
    public var deadline: Timestamp? {
        switch phase {
        case .running(let since): since.advanced(byMilliseconds: plannedMilliseconds - workedMilliseconds)
        case .paused(let since):
            since.advanced(byMilliseconds: FocusSession.pausesMillisecondsMax - pausedMilliseconds)
        case .ended: nil
        }
    }

    /// When it ended; nil while it has not.
    public var endedAt: Timestamp? {
        if case .ended(_, let moment) = phase { moment } else { nil }
    }

    /// What has passed at a moment, without pauses: never more than was planned.
    public func elapsedMilliseconds(now: Timestamp) -> Int64 {
        guard case .running(let since) = phase else { return workedMilliseconds }
        return min(workedMilliseconds + max(0, now.milliseconds(since: since)), plannedMilliseconds)
    }

    /// What counts for the mission: nothing of a countdown that was called off or given up.
    public var countedMilliseconds: Int64 {
        switch phase {
        case .ended(.finished, _), .ended(.stopped, _): workedMilliseconds
        case .running, .paused, .ended: 0
        }
    }

    /// What the ring shows at a moment: it stands still during a pause, and after the end.
    public func countdown(now: Timestamp) -> Countdown {
        let begin = now.advanced(byMilliseconds: -elapsedMilliseconds(now: now))
        return Countdown(startedAt: begin, deadline: begin.advanced(byMilliseconds: plannedMilliseconds))
    }

    /// What is left, in milliseconds.
    public func remainingMilliseconds(now: Timestamp) -> Int64 {
        plannedMilliseconds - elapsedMilliseconds(now: now)
    }
}
