public import Family

/// A cause as the API writes it.
public enum HelpCauseName: String, Codable, Sendable {
    case shake
    case sos
    case alert

    /// The name of a cause.
    public init(_ cause: HelpCountdown.Cause) {
        self =
            switch cause {
            case .shake: .shake
            case .sos: .sos
            case .alert: .alert
            }
    }

    /// The cause that it names.
    public var cause: HelpCountdown.Cause {
        switch self {
        case .shake: .shake
        case .sos: .sos
        case .alert: .alert
        }
    }
}

/// `POST /countdowns`.
public struct StartCountdownBody: Codable, Sendable {
    public var id: ID<HelpCountdown>
    /// For the page's own memory: the hub knows which one is under way.
    public var trip: ID<Trip>?
    public var cause: HelpCauseName
    /// How long ago it began, by a clock of the phone that only goes forward.
    public var startedAgoMilliseconds: Int64
    /// The member who calls: another member's session is refused as without a session (F86).
    public var member: ID<Member>?

    public init(
        id: ID<HelpCountdown>,
        trip: ID<Trip>? = nil,
        cause: HelpCauseName,
        startedAgoMilliseconds: Int64 = 0,
        member: ID<Member>? = nil
    ) {
        self.member = member
        self.id = id
        self.trip = trip
        self.cause = cause
        self.startedAgoMilliseconds = startedAgoMilliseconds
    }
}

/// A time in which a call for help can be taken back.
public struct HelpCountdownBody: Codable, Hashable, Sendable {
    public var id: ID<HelpCountdown>
    public var cause: HelpCauseName
    /// `running`, `stopped`, `fired`, or `missed`: the hub was away for hours and sent no alarm.
    public var state: String
    public var startedAt: Timestamp
    public var firesAt: Timestamp
    /// Whether the call is on the hub's disk: false where the disk is full, and people are notified all the same.
    ///
    /// In the answer to the call alone; nil elsewhere.
    public var recorded: Bool?
    /// Whether a message about it, or about an alarm that ended with it, left the hub or is about to.
    public var told: Bool

    public init(
        id: ID<HelpCountdown>,
        cause: HelpCauseName,
        state: String,
        startedAt: Timestamp,
        firesAt: Timestamp,
        told: Bool,
        recorded: Bool? = nil
    ) {
        self.recorded = recorded
        self.id = id
        self.cause = cause
        self.state = state
        self.startedAt = startedAt
        self.firesAt = firesAt
        self.told = told
    }
}

/// `POST /countdowns/ID/safe`.
public struct CallOffBody: Codable, Sendable {
    public var pin: String
    /// The member who called, as in ``StartCountdownBody``.
    public var member: ID<Member>?

    public init(pin: String, member: ID<Member>? = nil) {
        self.pin = pin
        self.member = member
    }
}

/// The answer to `POST /countdowns/ID/safe`.
public struct CalledOffBody: Codable, Hashable, Sendable {
    /// Whether anybody had been notified before.
    public var told: Bool

    public init(told: Bool) {
        self.told = told
    }
}

/// What is known to have happened.
public struct AlarmFactBody: Codable, Hashable, Sendable {
    public var cause: String
    public var at: Timestamp
    public var knownAt: Timestamp
    /// Why it is told late.
    public var lateness: String?

    /// The same as the domain says it.
    public init(_ fact: AlarmFact) {
        cause =
            switch fact.cause {
            case .shake: "shake"
            case .sos: "sos"
            case .alert: "alert"
            case .overdue: "overdue"
            case .duress: "duress"
            }
        at = fact.at
        knownAt = fact.knownAt
        lateness =
            switch fact.lateness {
            case nil: nil
            case .hubWasDown: "hubWasDown"
            case .phoneWasCutOff: "phoneWasCutOff"
            }
    }
}

/// How far one message to one person over one channel came.
public struct MessageStateBody: Codable, Hashable, Sendable {
    public var member: ID<Member>?
    public var name: String
    public var channel: String
    public var state: String
    public var at: Timestamp

    public init(member: ID<Member>?, name: String, channel: String, state: String, at: Timestamp) {
        self.member = member
        self.name = name
        self.channel = channel
        self.state = state
        self.at = at
    }
}

/// Somebody who sees to an alarm.
public struct AcknowledgedBody: Codable, Hashable, Sendable {
    public var member: ID<Member>?
    public var name: String

    public init(member: ID<Member>?, name: String) {
        self.member = member
        self.name = name
    }
}

/// Something is wrong with somebody.
public struct AlarmBody: Codable, Sendable {
    public var id: ID<Alarm>
    public var trip: ID<Trip>?
    public var member: ID<Member>
    public var name: String
    public var colour: Int
    public var picture: String?
    public var mine: Bool
    public var phone: String?
    /// True where there is a number and nobody proved that it is theirs; otherwise absent.
    public var phoneUnconfirmed: Bool?
    public var openedAt: Timestamp
    /// `calling`, `acknowledged`, `safe` or `confirmed`.
    public var state: String
    public var closedAt: Timestamp?
    public var facts: [AlarmFactBody]
    public var underDuress: Bool
    public var acknowledgedBy: [AcknowledgedBody] = []
    public var deliveries: [MessageStateBody] = []
    public var place: String?
    public var fix: PresenceFixBody?
    public var otherDevice: OtherDeviceBody?
    /// What to dial where they are.
    public var emergency: EmergencyBody

    /// An alarm about somebody, as the domain knows it.
    public init(_ alarm: Alarm, of member: ID<Member>, name: String, colour: Int, mine: Bool, emergency: EmergencyBody)
    {
        id = alarm.id
        trip = alarm.trip
        openedAt = alarm.openedAt
        self.member = member
        self.name = name
        self.colour = colour
        self.mine = mine
        switch alarm.phase {
        case .calling: state = "calling"
        case .acknowledged: state = "acknowledged"
        case .closed(let closing, let at):
            state = closing == .safe ? "safe" : "confirmed"
            closedAt = at
        }
        facts = alarm.facts.map(AlarmFactBody.init)
        underDuress = alarm.isUnderDuress
        self.emergency = emergency
    }
}

/// `POST /drills`.
public struct StartDrillBody: Codable, Sendable {
    public var members: [ID<Member>]

    public init(members: [ID<Member>]) {
        self.members = members
    }
}

/// A test of whether an alarm would reach somebody.
public struct DrillBody: Codable, Sendable {
    public var id: ID<Drill>
    /// Whether I sent it.
    public var mine: Bool
    /// The other one of us.
    public var member: ID<Member>
    public var name: String
    public var sentAt: Timestamp
    public var confirmedAt: Timestamp?
    public var deliveries: [MessageStateBody]

    public init(
        id: ID<Drill>,
        mine: Bool,
        member: ID<Member>,
        name: String,
        sentAt: Timestamp,
        confirmedAt: Timestamp?,
        deliveries: [MessageStateBody]
    ) {
        self.id = id
        self.mine = mine
        self.member = member
        self.name = name
        self.sentAt = sentAt
        self.confirmedAt = confirmedAt
        self.deliveries = deliveries
    }
}
