/// Something is wrong with somebody, and people are told until one of them takes it up or it is cleared.
///
/// A state machine, opened by `SafetyWatch`: `apply(_:now:)` takes every event in every phase, and `deadline` names the
/// moment at which it must be asked again. docs/why/0006-trips-and-alarms.md has the whole table.
public struct Alarm: Hashable, Sendable {
    /// Whether people are being called.
    public enum Phase: Hashable, Sendable {
        /// Nobody has taken it up; it is sent again at `nextAt`, and after the last step no more.
        case calling(nextAt: Timestamp?)
        /// A recipient has; the escalation waits until then (F69).
        case acknowledged(until: Timestamp)
        case closed(Closing, at: Timestamp)
    }

    /// How it ended.
    public enum Closing: UInt8, Hashable, Sendable {
        /// The traveller said so, with the PIN.
        case safe = 1
        /// A companion said so of one that its traveller cannot lift.
        case confirmed = 2
    }

    /// What its traveller's own sessions are shown of it (F28, F29).
    public enum Face: Hashable, Sendable {
        /// All of it.
        case open
        /// Cleared at that moment; in truth it was the duress PIN that was given.
        case appearsCleared(at: Timestamp)
        /// Nothing: it began with the duress PIN.
        case hidden
    }

    /// An alarm as it was when the duress PIN made it look cleared.
    ///
    /// One that is really over changes no more, nor moves with the clock; this does not either.
    struct Cleared: Hashable, Sendable {
        var openedAt: Timestamp
        var facts: [AlarmFact]
        var acknowledgedBy: [ID<Companion>]
    }

    public let id: ID<Alarm>
    public let trip: ID<Trip>?
    public internal(set) var openedAt: Timestamp
    public internal(set) var facts: [AlarmFact]
    public internal(set) var phase: Phase
    public internal(set) var face: Face
    /// Who is shown as responding, in their order: recipients, and guests of the trip.
    public internal(set) var acknowledgedBy: [ID<Companion>] = []
    /// When a recipient last acknowledged it, or did something.
    var respondedAt: Timestamp?
    var hold = AlarmHold()
    /// Until then the alarmed see where the traveller is, although the traveller's screens say that nobody does; nil
    /// where nothing is hidden, or that is over.
    public internal(set) var sharedUntil: Timestamp?
    /// The last step of the escalation that was sent.
    var step: UInt8 = 0
    /// The backup contacts know of it.
    public internal(set) var isWidened = false
    /// What it is to whom it has to look cleared; nil where its face is another.
    var cleared: Cleared?

    /// How long a traveller under duress is still followed (F29).
    static let sharedMinutes: Int64 = 60
    /// The same cause again within this time is told once.
    static let repeatMilliseconds: Int64 = 60_000
    /// So many who took it up are named; more still count.
    static let acknowledgedMax = 32
}

/// What can happen to an alarm that is open.
public enum AlarmEvent: Hashable, Sendable {
    /// Something else became known.
    case fact(AlarmFact)
    /// "I'm on it", by a recipient.
    case acknowledge(ID<Companion>)
    /// The same by a guest of the trip, who holds nothing (F69).
    case acknowledgeAsGuest(ID<Companion>)
    /// Somebody who took it up does something: looks, calls, writes.
    case act(ID<Companion>)
    /// The traveller is safe, and gave the PIN.
    case clear
    /// The traveller gave the duress PIN.
    case cover
    /// A companion has seen that the traveller is safe.
    case confirm(ID<Companion>)
    /// The moment of `deadline` has come.
    case deadline
}

/// What an alarm wants done.
public enum AlarmEffect: Hashable, Sendable {
    case send(NotificationRound)
    /// For exactly those who were alarmed, over the same channels (F24).
    case tell(AlarmNews)
    /// From now on the alarmed do not see where the traveller is.
    case endCovertSharing
    /// It is too late to say anything: the keeper is to look at it (F5).
    case leaveToPerson
}

/// What those who were alarmed hear afterwards.
public enum AlarmNews: Hashable, Sendable {
    /// Somebody takes care of it.
    case acknowledged(by: ID<Companion>)
    /// None of those who respond has done anything for ten minutes.
    case acknowledgedInVain
    /// The traveller said so, with the PIN.
    case allClear
    /// A companion has seen it.
    case confirmedSafe(by: ID<Companion>)

    /// Whether it is the last one.
    public var isEnd: Bool {
        switch self {
        case .allClear, .confirmedSafe: true
        case .acknowledged, .acknowledgedInVain: false
        }
    }
}

extension Alarm {
    /// Opens one, and calls everybody at once; `isHidden` from its traveller where that began it.
    init(_ id: ID<Alarm>, trip: ID<Trip>?, _ fact: AlarmFact, isHidden: Bool, now: Timestamp) {
        self.id = id
        self.trip = trip
        openedAt = now
        facts = [fact]
        face = isHidden ? .hidden : .open
        phase = .calling(nextAt: nil)
        if isHidden { sharedUntil = now.advanced(byMinutes: Alarm.sharedMinutes) }
    }

    public var isOpen: Bool {
        if case .closed = phase { return false }
        return true
    }

    /// Whether its traveller's sessions show it as open.
    public var isVisible: Bool { isOpen && face == .open }

    /// Whether the traveller has to be left alone.
    public var isUnderDuress: Bool { face != .open }

    /// Whether it opened within the last week; an older one that nobody lifted does not affect newer ones.
    public func isRecent(now: Timestamp) -> Bool {
        now.milliseconds(since: openedAt) < 7 * 86_400_000
    }

    /// Whether those who were alarmed heard of the duress PIN just now.
    func knowsOfDuress(now: Timestamp) -> Bool {
        isOpen
            && facts.contains {
                $0.cause == .duress && now.milliseconds(since: $0.knownAt) <= Alarm.repeatMilliseconds
            }
    }

    /// Whether those who were alarmed see where the traveller is, also where no trip shows it.
    public func sharesPosition(now: Timestamp) -> Bool {
        guard isOpen else { return false }
        return isUnderDuress ? sharedUntil.map { now < $0 } ?? false : true
    }
}
