/// One time that a mission is to be done, and how far it has come.
///
/// A state machine: `apply(_:in:)` in `Occurrence+Events.swift` takes every event in every phase, and nothing changes but
/// through it. Who may cause an event is for `MissionPermissions` to say before it comes here.
public struct Occurrence: Hashable, Sendable {
    /// Where it stands.
    public enum Phase: Hashable, Sendable {
        /// To be done.
        case open
        /// Somebody says it is done; an adult is asked.
        case claimed(at: Timestamp)
        /// An adult agreed; what was paid for it can be undone for a day.
        case approved(at: Timestamp, paid: Amount)
        /// Done, and nobody had to be asked.
        case done(at: Timestamp, paid: Amount)
        /// The next one has begun, and nothing was done for this one.
        case lapsed(at: Timestamp)
    }

    public let mission: ID<Mission>
    /// Which one of the mission's, from 0.
    public let number: UInt32
    /// The day it is wanted on; before it nothing can be done for one that repeats.
    public internal(set) var due: LocalDay?
    /// Whom it falls to; nil until somebody takes it.
    public internal(set) var doer: ID<Member>?
    public internal(set) var phase: Phase
    /// Grows with every change of phase, and with everything an adult decides: who saw another one is late (F60).
    public internal(set) var version: UInt32
    /// The countdown that runs for it, or is paused.
    public internal(set) var running: ID<FocusSession>?
    /// What countdowns measured.
    public internal(set) var focusedMilliseconds: Int64
    /// As much of it as pays (F63).
    public internal(set) var rewardedMilliseconds: Int64
    /// How many approvals were undone.
    public internal(set) var round: UInt32
    /// Whether the mission's next occurrence was made: only one ever is.
    public internal(set) var hasFollower: Bool

    /// An approval can be undone for so long (F64).
    public static let undoMilliseconds: Int64 = 24 * 3_600_000

    /// An occurrence as it was stored, or a new one of which nothing is done.
    public init(
        mission: ID<Mission>,
        number: UInt32,
        due: LocalDay?,
        doer: ID<Member>?,
        phase: Phase = .open,
        version: UInt32 = 1,
        running: ID<FocusSession>? = nil,
        focusedMilliseconds: Int64 = 0,
        rewardedMilliseconds: Int64 = 0,
        round: UInt32 = 0,
        hasFollower: Bool = false
    ) {
        self.mission = mission
        self.number = number
        self.due = due
        self.doer = doer
        self.phase = phase
        self.version = version
        self.running = running
        self.focusedMilliseconds = focusedMilliseconds
        self.rewardedMilliseconds = rewardedMilliseconds
        self.round = round
        self.hasFollower = hasFollower
    }

    public var isOpen: Bool { phase == .open }

    /// Since when it is no longer open; nil while it is.
    public var since: Timestamp? {
        switch phase {
        case .open: nil
        case .claimed(let moment), .approved(let moment, _), .done(let moment, _), .lapsed(let moment): moment
        }
    }

    /// What it paid; nil while it is not done.
    public var paid: Amount? {
        switch phase {
        case .open, .claimed, .lapsed: nil
        case .approved(_, let paid), .done(_, let paid): paid
        }
    }

    /// Whether it is done, or lapsed.
    public var isOver: Bool {
        switch phase {
        case .open, .claimed: false
        case .approved, .done, .lapsed: true
        }
    }

    /// Whole minutes that countdowns measured.
    public var focusedMinutes: Int64 { focusedMilliseconds / 60_000 }

    /// Whole minutes that pay.
    public var rewardedMinutes: Int64 { rewardedMilliseconds / 60_000 }

    /// What is left for the next countdown; at least a minute, so that one can always be started.
    public func plannedMilliseconds(of mission: Mission) -> Int64 {
        max(60_000, mission.minutes.milliseconds - focusedMilliseconds)
    }

    /// Counts what was done of it on a guest's device, but for its last minute.
    ///
    /// It need not be done again, and pays nothing (F62).
    public mutating func bring(milliseconds: Int64, of mission: Mission) {
        focusedMilliseconds = max(0, min(milliseconds, mission.minutes.milliseconds - 60_000))
    }

    /// Drops time that a guest's device measured: adults approve only what this hub measured itself.
    public mutating func countMeasuredAlone() {
        guard isOpen else { return }
        focusedMilliseconds = min(focusedMilliseconds, rewardedMilliseconds)
    }

    /// The day with which it lapses while it is open; nil for one that waits.
    public func lapses(of mission: Mission) -> LocalDay? {
        guard let repeats = mission.repeats, repeats.from == .due else { return nil }
        return due.map(repeats.day)
    }
}

extension Mission {
    /// The first time it is to be done, for a mission that was added today.
    public func firstOccurrence(today: LocalDay) -> Occurrence {
        let day = repeats.map { $0.first(onOrAfter: due ?? today) } ?? due
        return Occurrence(mission: id, number: 0, due: day, doer: turn(after: nil))
    }

    /// The next time, after one that is dealt with today; nil for a mission that comes once.
    func occurrence(after occurrence: Occurrence, today: LocalDay, away: Set<ID<Member>>) -> Occurrence? {
        guard let repeats, removedAt == nil else { return nil }
        let day = repeats.next(after: occurrence.due ?? today, today: today)
        let doer = turn(after: occurrence.doer, away: away)
        return Occurrence(mission: id, number: occurrence.number + 1, due: day, doer: doer)
    }
}
