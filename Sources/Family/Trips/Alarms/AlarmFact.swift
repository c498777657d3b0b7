/// What is known to have happened, never what it may mean (F26).
public struct AlarmFact: Hashable, Sendable {
    /// Each has words of its own: "shake detected, no answer" is not "pressed SOS".
    public enum Cause: UInt8, CaseIterable, Hashable, Sendable {
        /// The phone was shaken, and nobody called it off.
        case shake = 1
        /// The SOS button was pressed, and nobody called it off.
        case sos = 2
        /// The companions were called.
        case alert = 3
        /// Not arrived, and no answer.
        case overdue = 4
        /// The duress PIN was given: do not call or text (F29).
        case duress = 5
    }

    public let cause: Cause
    /// When it happened, or when it was due.
    public internal(set) var at: Timestamp
    /// When the hub took it up.
    public internal(set) var knownAt: Timestamp
    /// Why it is told later than it should be; nil where it is in time.
    public let lateness: Lateness?

    /// What kept the news, when it comes over a minute late (F5).
    public enum Lateness: UInt8, Hashable, Sendable {
        /// The hub was away when it was due.
        case hubWasDown = 1
        /// The phone could not reach the hub when it happened.
        case phoneWasCutOff = 2
    }
}

extension AlarmFact {
    /// A countdown that nobody called off.
    init(_ countdown: HelpCountdown, now: Timestamp) {
        cause =
            switch countdown.cause {
            case .shake: .shake
            case .sos: .sos
            case .alert: .alert
            }
        at = countdown.startedAt.advanced(byMilliseconds: countdown.cause.milliseconds)
        knownAt = now
        let wasHubDown = now.milliseconds(since: countdown.firesAt) > Trip.lateMilliseconds
        let wasCutOff = countdown.firesAt.milliseconds(since: at) > Trip.lateMilliseconds
        lateness = wasHubDown ? .hubWasDown : wasCutOff ? .phoneWasCutOff : nil
    }

    /// A trip whose traveller neither arrived nor answered.
    static func overdue(promisedAt: Timestamp, now: Timestamp) -> AlarmFact {
        let isLate = now.milliseconds(since: promisedAt) > Trip.lateMilliseconds
        return AlarmFact(cause: .overdue, at: promisedAt, knownAt: now, lateness: isLate ? .hubWasDown : nil)
    }

    static func duress(now: Timestamp) -> AlarmFact {
        AlarmFact(cause: .duress, at: now, knownAt: now, lateness: nil)
    }
}
