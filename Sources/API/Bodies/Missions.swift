public import Family

/// A mission as the API writes it.
public struct MissionBody: Codable, Sendable {
    /// How it comes again.
    public struct Repeats: Codable, Sendable {
        /// day, workday or week.
        public var every: String
        /// due or completion.
        public var from: String

        public init(every: String, from: String) {
            self.every = every
            self.from = from
        }
    }

    public var id: ID<Mission>
    public var title: String
    public var minutes: Int
    /// high, medium or low.
    public var priority: String
    /// Nil for whoever takes it.
    public var assignee: ID<Member>?
    public var repeats: Repeats?
    /// Such as 2026-11-22.
    public var due: String?
    public var needsApproval: Bool
    public var occurrences: [OccurrenceBody]

    /// A mission with the occurrences that are to be shown.
    public init(_ mission: Mission, _ occurrences: [Occurrence]) {
        id = mission.id
        title = mission.name.text
        minutes = Int(mission.minutes.count)
        priority =
            switch mission.priority {
            case .high: "high"
            case .medium: "medium"
            case .low: "low"
            }
        assignee = mission.assignee
        repeats = mission.repeats.map { Repeats(every: $0.every.word, from: $0.from == .due ? "due" : "completion") }
        due = mission.due?.text
        needsApproval = mission.needsApproval
        self.occurrences = occurrences.map(OccurrenceBody.init)
    }
}

/// One time that a mission is to be done.
public struct OccurrenceBody: Codable, Sendable {
    public var number: UInt32
    /// What a decision names, so that one that comes late is known (F60).
    public var version: UInt32
    /// Such as 2026-11-22.
    public var due: String?
    public var doer: ID<Member>?
    /// open, claimed, approved, done or lapsed.
    public var state: String
    public var since: Timestamp?
    /// What it paid, in decimal digits.
    public var gold: String?
    /// The countdown that runs for it.
    public var running: ID<FocusSession>?
    public var focusedSeconds: Int

    /// An occurrence as it stands.
    public init(_ occurrence: Occurrence) {
        number = occurrence.number
        version = occurrence.version
        due = occurrence.due?.text
        doer = occurrence.doer
        running = occurrence.running
        focusedSeconds = Int(occurrence.focusedMilliseconds / 1_000)
        switch occurrence.phase {
        case .open: state = "open"
        case .claimed(let at): (state, since) = ("claimed", at)
        case .approved(let at, let paid): (state, since, gold) = ("approved", at, paid.text)
        case .done(let at, let paid): (state, since, gold) = ("done", at, paid.text)
        case .lapsed(let at): (state, since) = ("lapsed", at)
        }
    }
}

/// A countdown as the API writes it; what is left follows from it and `Hearth-Time`.
public struct FocusSessionBody: Codable, Sendable {
    public var id: ID<FocusSession>
    public var mission: ID<Mission>
    public var occurrence: UInt32
    public var startedAt: Timestamp
    public var plannedMilliseconds: Int64
    /// running, paused, finished, stopped, cancelled or abandoned.
    public var state: String
    /// Since when.
    public var since: Timestamp
    /// What had passed by then, without pauses.
    public var workedMilliseconds: Int64
    public var mayPause: Bool
    public var mayStop: Bool
    /// Whole minutes that pay, once it has ended.
    public var rewardedMinutes: Int

    /// A countdown as it stands.
    public init(_ session: FocusSession) {
        id = session.id
        mission = session.mission
        occurrence = session.occurrence
        startedAt = session.startedAt
        plannedMilliseconds = session.plannedMilliseconds
        workedMilliseconds = session.workedMilliseconds
        mayPause = session.mayPause
        mayStop = session.mayStop
        rewardedMinutes = Int(session.rewardedMilliseconds / 60_000)
        switch session.phase {
        case .running(let moment): (state, since) = ("running", moment)
        case .paused(let moment): (state, since) = ("paused", moment)
        case .ended(.finished, let moment): (state, since) = ("finished", moment)
        case .ended(.stopped, let moment): (state, since) = ("stopped", moment)
        case .ended(.cancelled, let moment): (state, since) = ("cancelled", moment)
        case .ended(.abandoned, let moment): (state, since) = ("abandoned", moment)
        }
    }
}

/// Something bought, as the API writes it.
public struct PurchaseBody: Codable, Sendable {
    public var id: ID<Purchase>
    public var item: ID<StoreItem>
    public var name: String
    public var buyer: ID<Member>
    /// In gold, in decimal digits.
    public var price: String
    public var placedAt: Timestamp
    /// held, delivered, refused, withdrawn or expired.
    public var state: String
    public var since: Timestamp?
    /// What a decision names, so that one that comes late is known (F60).
    public var version: UInt32

    /// A purchase as it stands, with what its item is called.
    public init(_ purchase: Purchase, name: String) {
        id = purchase.id
        item = purchase.item
        self.name = name
        buyer = purchase.buyer
        price = purchase.price.text
        placedAt = purchase.placedAt
        version = purchase.version
        switch purchase.phase {
        case .held: state = "held"
        case .delivered(let at): (state, since) = ("delivered", at)
        case .refused(let at): (state, since) = ("refused", at)
        case .withdrawn(let at): (state, since) = ("withdrawn", at)
        case .expired(let at): (state, since) = ("expired", at)
        }
    }
}

/// What a family has settled about somebody's missions.
public struct MissionSettingsBody: Codable, Sendable {
    /// Gold a minute, 1 to 10, of what matters much, as usual and little.
    public var weightHigh: Int
    public var weightMedium: Int
    public var weightLow: Int
    /// full, part, none or ask.
    public var payout: String
    public var mayPause: Bool
    public var mayStop: Bool
    public var ownNeedsApproval: Bool

    /// Settings as they stand.
    public init(_ settings: MissionSettings) {
        weightHigh = Int(settings.weights.high)
        weightMedium = Int(settings.weights.medium)
        weightLow = Int(settings.weights.low)
        payout =
            switch settings.payout {
            case .full: "full"
            case .part: "part"
            case .none: "none"
            case .ask: "ask"
            }
        mayPause = settings.mayPause
        mayStop = settings.mayStop
        ownNeedsApproval = settings.ownNeedsApproval
    }
}

/// All that is kept of a member's missions: the file of an export.
public struct MissionsFileBody: Codable, Sendable {
    public var missions: [MissionBody]
    public var countdowns: [FocusSessionBody]
    public var purchases: [PurchaseBody]
    public var settings: MissionSettingsBody

    public init(
        missions: [MissionBody],
        countdowns: [FocusSessionBody],
        purchases: [PurchaseBody],
        settings: MissionSettingsBody
    ) {
        self.settings = settings
        self.missions = missions
        self.countdowns = countdowns
        self.purchases = purchases
    }
}

extension MissionRepeat.Every {
    fileprivate var word: String {
        switch self {
        case .day: "day"
        case .workday: "workday"
        case .week: "week"
        }
    }
}

extension LocalDay {
    /// The date as ISO 8601 writes it.
    fileprivate var text: String {
        String(Timestamp(milliseconds: number * 86_400_000).text.prefix(10))
    }
}
