/// What a member's own sessions are shown of the watch over them, and nothing else is.
///
/// It is the same for both PINs, at once and ever after (F28, F29): what goes on behind a duress PIN has no part in it.
public struct TravellerVisibleState: Hashable, Sendable {
    /// A trip as its traveller sees it.
    public struct TripFace: Hashable, Sendable {
        public let id: ID<Trip>
        public let phase: Trip.Phase
        public let dueAt: Timestamp
        public let extensionsLeft: UInt8
        public let question: TripQuestion?
        /// The arrival was proposed, and its traveller is still there.
        public let isArrivalProposed: Bool
    }

    /// A countdown that can still be called off.
    public struct CountdownFace: Hashable, Sendable {
        public let id: ID<HelpCountdown>
        public let cause: HelpCountdown.Cause
        public let startedAt: Timestamp
        public let firesAt: Timestamp
    }

    /// A countdown that is over.
    public struct EndedCountdownFace: Hashable, Sendable {
        public let countdown: CountdownFace
        public let phase: HelpCountdown.Phase
    }

    /// An alarm that goes on.
    public struct AlarmFace: Hashable, Sendable {
        public let id: ID<Alarm>
        public let trip: ID<Trip>?
        public let facts: [AlarmFact]
        public let acknowledgedBy: [ID<Companion>]
    }

    public let trip: TripFace?
    public let countdowns: [CountdownFace]
    /// Those that are over and still known, so that a page never has to guess what became of one (F72).
    public let endedCountdowns: [EndedCountdownFace]
    public let alarms: [AlarmFace]
    /// The pad takes nothing before then.
    public let lockedUntil: Timestamp?
    /// Whether what protects is weakened by the PIN alone.
    public let needsPIN: Bool
}

extension SafetyWatch {
    /// What the member's own sessions are shown.
    public var travellerFace: TravellerVisibleState {
        TravellerVisibleState(
            trip: trip.map(TravellerVisibleState.TripFace.init),
            countdowns: countdowns.filter { $0.isRunning }.map(TravellerVisibleState.CountdownFace.init),
            endedCountdowns: countdowns.filter { !$0.isRunning }.map { countdown in
                TravellerVisibleState.EndedCountdownFace(
                    countdown: TravellerVisibleState.CountdownFace(countdown),
                    phase: countdown.phase
                )
            },
            alarms: alarms.filter { $0.isVisible }.map(TravellerVisibleState.AlarmFace.init),
            lockedUntil: pad.lockedUntil,
            needsPIN: needsPIN
        )
    }

    /// Since when the clock's hand of the member points at In Danger, for one who was alarmed or for the member's own
    /// sessions; nil where it does not, as for anybody else.
    public func inDangerSince(toTraveller: Bool) -> Timestamp? {
        alarms.filter { toTraveller ? $0.isVisible : $0.isOpen }.map { $0.openedAt }.min()
    }
}

extension Alarm {
    /// The alarm as seen without the duress PIN (F67): cleared where its traveller's screens say so, nil where they
    /// never showed it.
    public var withoutDuress: Alarm? {
        switch face {
        case .open: return self
        case .hidden: return nil
        case .appearsCleared(let at):
            var seen = self
            (seen.face, seen.phase, seen.sharedUntil) = (.open, .closed(.safe, at: at), nil)
            if let cleared {
                (seen.openedAt, seen.facts) = (cleared.openedAt, cleared.facts)
                seen.acknowledgedBy = cleared.acknowledgedBy
            }
            seen.facts.removeAll { $0.cause == .duress }
            return seen
        }
    }
}

extension TravellerVisibleState.TripFace {
    init(_ trip: Trip) {
        id = trip.id
        phase = trip.phase
        dueAt = trip.dueAt
        extensionsLeft = Trip.extensionsMax - trip.extensionsCount
        question = trip.question
        isArrivalProposed = trip.arrival.isProposed && !trip.hasEnded
    }
}

extension TravellerVisibleState.CountdownFace {
    init(_ countdown: HelpCountdown) {
        id = countdown.id
        cause = countdown.cause
        startedAt = countdown.startedAt
        firesAt = countdown.firesAt
    }
}

extension TravellerVisibleState.AlarmFace {
    init(_ alarm: Alarm) {
        id = alarm.id
        trip = alarm.trip
        facts = alarm.facts
        acknowledgedBy = alarm.acknowledgedBy
    }
}
