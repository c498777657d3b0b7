/// The time in which a call for help can still be taken back.
///
/// It lies with the hub, so that the phone may be gone before it is over. Nobody is told anything before its end (F23).
public struct HelpCountdown: Hashable, Sendable {
    /// What was done on the phone.
    public enum Cause: UInt8, CaseIterable, Hashable, Sendable {
        case shake = 1
        /// The SOS button.
        case sos = 2
        /// "Alert my companions".
        case alert = 3

        /// How long it can be taken back.
        public var milliseconds: Int64 {
            switch self {
            case .shake: 15_000
            case .sos: 5_000
            case .alert: 0
            }
        }
    }

    /// Where it stands; all but the first are for ever.
    public enum Phase: Hashable, Sendable {
        case running
        /// Called off in time, with the PIN.
        case stopped(at: Timestamp)
        /// Over; the alarm has its identity, or joined one that was open.
        case fired(at: Timestamp)
        /// The deadline passed while the hub was away for hours: no alarm was sent, and a person has to look (F5).
        case missed(at: Timestamp)
    }

    /// Made by the phone, so that a repeat is known.
    public let id: ID<HelpCountdown>
    /// The alarm that it opens, made by the hub: an id from outside could be that of another incident.
    public let alarm: ID<Alarm>
    public let trip: ID<Trip>?
    public let cause: Cause
    /// When it began, by the phone's count of the time since.
    public internal(set) var startedAt: Timestamp
    public internal(set) var firesAt: Timestamp
    public internal(set) var phase: Phase
    /// Whether an alarm was open when it was stopped, so that people had been notified then (F72).
    var isStoppedInAlarm = false

    /// Begins, when the phone's request is received.
    ///
    /// A phone that says it began in the future is not believed: that would only make it longer (F8).
    public init(
        id: ID<HelpCountdown>,
        alarm: ID<Alarm>,
        trip: ID<Trip>?,
        cause: Cause,
        startedAgoMilliseconds: Int64,
        now: Timestamp
    ) {
        let age = max(0, startedAgoMilliseconds)
        self.id = id
        self.alarm = alarm
        self.trip = trip
        self.cause = cause
        startedAt = now.advanced(byMilliseconds: -age)
        firesAt = now.advanced(byMilliseconds: max(0, cause.milliseconds - age))
        phase = .running
    }

    init(
        id: ID<HelpCountdown>,
        alarm: ID<Alarm>,
        trip: ID<Trip>?,
        cause: Cause,
        startedAt: Timestamp,
        firesAt: Timestamp,
        phase: Phase
    ) {
        self.id = id
        self.alarm = alarm
        self.trip = trip
        self.cause = cause
        self.startedAt = startedAt
        self.firesAt = firesAt
        self.phase = phase
    }

    /// When it must be handed its deadline; nil once it is over.
    public var deadline: Timestamp? { isRunning ? firesAt : nil }

    public var isRunning: Bool { phase == .running }

    /// When an alarm came of it, or ended with it; nil where neither did.
    ///
    /// Whether anybody was notified by that is for the hub to say, which knows what left it (F82).
    public var alarmedAt: Timestamp? {
        switch phase {
        case .fired(let at): at
        case .stopped(let at): isStoppedInAlarm ? at : nil
        case .running, .missed: nil
        }
    }

    /// Calls it off; false where it is over already.
    mutating func stop(now: Timestamp, inAlarm: Bool) -> Bool {
        guard isRunning else { return false }
        isStoppedInAlarm = inAlarm
        phase = .stopped(at: now)
        return true
    }

    /// Takes the deadline; false where it is over already, or not due.
    ///
    /// A countdown that is hours late is missed; one that fired has sent an alarm (F80).
    mutating func fire(now: Timestamp) -> Bool {
        guard isRunning, firesAt <= now else { return false }
        phase = now.milliseconds(since: firesAt) <= Trip.staleMilliseconds ? .fired(at: now) : .missed(at: now)
        return true
    }
}
