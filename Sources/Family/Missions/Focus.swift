/// All that decides about one member's countdowns: the one that runs, and what was rewarded today.
///
/// There is one for each member, whatever the device, so that at most one countdown runs (F62) and none overlaps another
/// (F63).
public struct Focus: Hashable, Sendable {
    /// The one that runs or is paused; nil where none does.
    public private(set) var session: FocusSession?
    /// When the last one ended.
    public private(set) var endedAt: Timestamp?
    /// The latest day on which something was counted.
    public private(set) var day: LocalDay
    /// What that day's countdowns pay for.
    public private(set) var rewardedMilliseconds: Int64

    /// So much of one day pays (F63).
    public static let rewardedMillisecondsMax: Int64 = 4 * 3_600_000

    /// What was stored of a member, or nothing yet.
    public init(
        session: FocusSession? = nil,
        endedAt: Timestamp? = nil,
        day: LocalDay = LocalDay(number: 0),
        rewardedMilliseconds: Int64 = 0
    ) {
        self.session = session
        self.endedAt = endedAt
        self.day = day
        self.rewardedMilliseconds = rewardedMilliseconds
    }

    /// When it must be asked again; nil where nothing runs.
    public var deadline: Timestamp? { session?.deadline }

    /// Starts a countdown; the same plan once more answers the one that runs.
    ///
    /// `handleDeadline` is asked before, because what has ended is part of what is left to do; who keeps countdowns that are
    /// over answers a repeated start with the one that it was. Throws `.alreadyRunning`.
    public mutating func start(_ plan: FocusPlan, now: Timestamp) throws(FocusRefusal) -> FocusSession {
        if let session {
            guard session.isStarted(by: plan) else { throw .alreadyRunning(session.id) }
            return session
        }
        // A clock that was set back does not count the same minutes twice.
        let started = FocusSession(plan, at: max(now, endedAt ?? now))
        session = started
        return started
    }

    /// Takes what its member asks of the countdown that runs; answers it where it has ended by that.
    ///
    /// One whose time is over has ended, whatever is asked. What is refused changes nothing. Throws `.notRunning` for any
    /// other countdown than the one that runs.
    public mutating func apply(
        _ request: FocusRequest,
        of id: ID<FocusSession>,
        now: Timestamp
    ) throws(FocusRefusal) -> FocusSession? {
        guard var session, session.id == id else { throw .notRunning }
        if let ended = handleDeadline(now: now) { return ended }
        switch request {
        case .pause: try session.pause(now: now)
        case .resume: session.resume(now: now)
        case .stop: try session.stop(now: now)
        case .cancel: session.cancel(now: now)
        }
        return keep(session)
    }

    /// Ends the countdown where its time is over, at the moment at which it was, however late that is noticed.
    public mutating func handleDeadline(now: Timestamp) -> FocusSession? {
        guard var session, session.handleDeadline(now: now) else { return nil }
        return keep(session)
    }

    /// Keeps a countdown that goes on; counts and answers one that has ended.
    private mutating func keep(_ session: FocusSession) -> FocusSession? {
        guard let moment = session.endedAt else {
            self.session = session
            return nil
        }
        // A day that comes again, on a journey over the date line, is no other day.
        if session.day > day { (day, rewardedMilliseconds) = (session.day, 0) }
        var ended = session
        ended.reward(atMost: Focus.rewardedMillisecondsMax - rewardedMilliseconds)
        rewardedMilliseconds += ended.rewardedMilliseconds
        self.session = nil
        if moment > endedAt ?? moment.advanced(byMilliseconds: -1) { endedAt = moment }
        return ended
    }
}

/// What somebody starts a countdown with.
public struct FocusPlan: Hashable, Sendable {
    public var id: ID<FocusSession>
    public var member: ID<Member>
    public var mission: ID<Mission>
    /// Which of the mission's occurrences.
    public var occurrence: UInt32
    /// Less than a minute is a minute.
    public var plannedMilliseconds: Int64
    /// The day it is where the member lives.
    public var today: LocalDay
    public var mayPause: Bool
    public var mayStop: Bool
    /// What of it has passed on a guest's device.
    public var broughtMilliseconds: Int64

    /// What an occurrence still takes, under a family's settings.
    public init(
        id: ID<FocusSession>,
        member: ID<Member>,
        occurrence: Occurrence,
        of mission: Mission,
        today: LocalDay,
        settings: MissionSettings,
        broughtMilliseconds: Int64 = 0
    ) {
        self.id = id
        self.member = member
        self.mission = mission.id
        self.occurrence = occurrence.number
        plannedMilliseconds = occurrence.plannedMilliseconds(of: mission)
        self.today = today
        mayPause = settings.mayPause
        mayStop = settings.mayStop
        self.broughtMilliseconds = broughtMilliseconds
    }
}

/// What a member can ask of the countdown that runs.
public enum FocusRequest: UInt8, CaseIterable, Hashable, Sendable {
    case pause = 1
    case resume = 2
    /// Ends it; what passed counts.
    case stop = 3
    /// Calls it off: for nothing in the first ten seconds, later for what passed.
    case cancel = 4
}

/// Why a countdown does not do what was asked; it is as it was before.
public enum FocusRefusal: Error, Hashable, Sendable {
    /// Another one runs, on whatever device.
    case alreadyRunning(ID<FocusSession>)
    /// It is not the one that runs.
    case notRunning
    /// The family has settled that there are no pauses.
    case pauseNotAllowed
    /// An hour of pauses is used up.
    case noPauseLeft
    /// The family has settled that it runs to its end or counts nothing.
    case stopNotAllowed
}
