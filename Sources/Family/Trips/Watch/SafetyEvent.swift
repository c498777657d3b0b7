/// What can happen to the watch over one member; who may cause it is checked before it comes here.
public enum SafetyEvent: Hashable, Sendable {
    case start(TripPlan)
    /// A request that takes the PIN, with the vault's judgement of what was typed.
    case entered(PINVerdict, for: PINRequest)
    /// `POST /countdowns`.
    case help(HelpRequest)
    /// A heartbeat.
    case heard(usualIntervalMilliseconds: Int64?)
    case fix(TripFix)
    /// "I'm fine" to what was asked on the way.
    case answer
    /// A recipient acknowledges an alarm.
    case acknowledge(ID<Alarm>, by: ID<Companion>)
    /// A guest of the trip does.
    case acknowledgeAsGuest(ID<Alarm>, by: ID<Companion>)
    /// One who acknowledged it does something.
    case act(ID<Alarm>, by: ID<Companion>)
    /// A companion has seen that a traveller under duress is safe.
    case confirm(ID<Alarm>, by: ID<Companion>)
    /// A deputy notified people in the hub's place.
    case toldByDeputy(DeputyTold)
    /// The moment of `deadline` has come.
    case deadline
}

/// What only the traveller may do (F32).
///
/// The hub carries out the effects of the PIN before it weakens or stops anything: under duress the companions are called
/// while they are still known, and they go on seeing the traveller through the alarm.
public enum PINRequest: Hashable, Sendable {
    case arrive
    case cancel
    case extend(minutes: Int64)
    /// "I'm safe": calls off every countdown, and the one named even where it was not heard of yet, and clears every
    /// alarm.
    case safe(ID<HelpCountdown>?)
    /// Showing a companion less, removing one, or a viewer, which the hub does once the PIN is taken.
    case weaken
    /// Ends every sharing; the trip with it.
    case stopEverything
}

/// A call for help as the phone sends it.
public struct HelpRequest: Hashable, Sendable {
    public var id: ID<HelpCountdown>
    public var cause: HelpCountdown.Cause
    /// How long ago it began, by a clock of the phone that only goes forward.
    public var startedAgoMilliseconds: Int64

    public init(id: ID<HelpCountdown>, cause: HelpCountdown.Cause, startedAgoMilliseconds: Int64) {
        self.id = id
        self.cause = cause
        self.startedAgoMilliseconds = startedAgoMilliseconds
    }
}

/// What the watch wants done, in the order that it happened.
public enum SafetyEffect: Hashable, Sendable {
    /// For the traveller's own sessions and channels.
    case ask(TravellerPrompt, ID<Trip>)
    /// For a trip's companions, as a piece of news.
    case tell(TripNews, ID<Trip>)
    /// For those of a trip's companions who are no recipients of an alarm under duress: what the traveller was made to
    /// say, which they hear as they would with the right PIN (F67).
    case pretend(TripNews, ID<Trip>)
    /// For everybody an alarm is for, over every channel at once (F16).
    case send(NotificationRound)
    /// For exactly those who were alarmed, over the same channels (F24).
    case tellAlarmed(AlarmNews, ID<Alarm>)
    /// From now on the trip shows nobody where the traveller is; an open alarm may still.
    case endSharing(ID<Trip>)
    /// From now on the alarm does not show it any more either.
    case endCovertSharing(ID<Alarm>)
    /// Too late to call anybody: the keeper and those it would have called are to look at it (F5); with the trip it is of.
    case leaveToPerson(ID<Alarm>, trip: ID<Trip>?)
    /// A deputy sent this: those it reached are written down as recipients, and nothing is sent.
    case recordTold(NotificationRound)
    /// A deputy sent what was over by then: those it reached hear that it is over.
    case toldInVain(ID<Alarm>)

    /// Whether the traveller's own sessions may learn of it.
    public var isForTraveller: Bool {
        if case .ask = self { return true }
        return false
    }

    /// News of a trip as those hear it who do not learn of the duress PIN; nil for anything else.
    var pretended: SafetyEffect? {
        if case .tell(let news, let trip) = self { return .pretend(news, trip) }
        return nil
    }
}

/// What the traveller's page is answered; the same for both PINs.
public enum SafetyAnswer: Hashable, Sendable {
    case done
    /// Nothing changed, and no timer stopped.
    case wrongPIN
    /// Nothing was looked at.
    case locked(until: Timestamp)
    case refused(TripRefusal)
}

/// What became of one event.
public struct SafetyOutcome: Hashable, Sendable {
    public var answer: SafetyAnswer
    public var effects: [SafetyEffect]

    init(_ answer: SafetyAnswer = .done, _ effects: [SafetyEffect] = []) {
        self.answer = answer
        self.effects = effects
    }
}
