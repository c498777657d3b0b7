public import Family

/// How much a mission matters, as the API writes it.
public enum MissionPriorityName: String, Codable, CaseIterable, Sendable {
    case high
    case medium
    case low

    /// The name of a priority.
    public init(_ priority: MissionPriority) {
        self =
            switch priority {
            case .high: .high
            case .medium: .medium
            case .low: .low
            }
    }

    /// The priority that this name stands for.
    public var priority: MissionPriority {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        }
    }
}

/// How a mission comes again.
public struct MissionRepeatsBody: Codable, Hashable, Sendable {
    /// On which days.
    public enum Every: String, Codable, Sendable {
        case day
        case workday
        case week
        case weekdays
        case month
    }

    /// What the next day is counted from.
    public enum From: String, Codable, Sendable {
        case due
        case completion
    }

    public var every: Every
    public var from: From
    /// Of weekdays: 1 for Monday to 7 for Sunday, at least one.
    public var weekdays: [Int]?
    /// Of a month: 1 to 31; its last day where it has fewer.
    public var day: Int?

    /// How it comes again.
    public init(_ repeats: MissionRepeat) {
        from = repeats.from == .due ? .due : .completion
        switch repeats.every {
        case .day: every = .day
        case .workday: every = .workday
        case .week: every = .week
        case .weekdays(let weekdays):
            every = .weekdays
            self.weekdays = weekdays.numbers
        case .month(let date):
            every = .month
            day = date.number
        }
    }

    /// What it stands for; nil without the days that it needs.
    public var repeats: MissionRepeat? {
        let days: MissionRepeat.Every? =
            switch every {
            case .day: .day
            case .workday: .workday
            case .week: .week
            case .weekdays: weekdays.flatMap { Weekdays(numbers: $0) }.map { MissionRepeat.Every.weekdays($0) }
            case .month: day.flatMap { MonthDay($0) }.map { MissionRepeat.Every.month($0) }
            }
        return days.map { MissionRepeat(every: $0, from: from == .due ? .due : .completion) }
    }
}

/// `POST /missions`, and one of `POST /missions/batch`.
public struct AddMissionBody: Codable, Sendable {
    public var id: ID<Mission>
    /// 1 to 80 characters.
    public var title: String
    /// 1 to 1440.
    public var minutes: Int
    /// Absent: medium.
    public var priority: MissionPriorityName?
    /// Who is to do it; absent: I am.
    public var assignee: ID<Member>?
    /// Whether it is for whoever takes it.
    public var anyone: Bool?
    /// Who take turns at it, in their order; then nobody else is named.
    public var turns: [ID<Member>]?
    public var repeats: MissionRepeatsBody?
    /// The day it is wanted on.
    public var due: LocalDay?
    /// Whether it pays only with an adult's word.
    public var needsApproval: Bool?
    /// What of it was done on a guest's device: it counts for the mission and pays nothing.
    public var focusedSeconds: Int?

    public init(
        id: ID<Mission>,
        title: String,
        minutes: Int,
        assignee: ID<Member>? = nil,
        anyone: Bool? = nil,
        focusedSeconds: Int? = nil
    ) {
        self.id = id
        self.title = title
        self.minutes = minutes
        self.assignee = assignee
        self.anyone = anyone
        self.focusedSeconds = focusedSeconds
    }
}

/// `PATCH /missions/{id}`: all that a mission is from now on.
public struct ChangeMissionBody: Codable, Sendable {
    public var title: String
    public var minutes: Int
    public var priority: MissionPriorityName?
    public var assignee: ID<Member>?
    public var anyone: Bool?
    public var turns: [ID<Member>]?
    public var repeats: MissionRepeatsBody?
    public var due: LocalDay?
    public var needsApproval: Bool?

    public init(title: String, minutes: Int, assignee: ID<Member>? = nil, anyone: Bool? = nil) {
        self.title = title
        self.minutes = minutes
        self.assignee = assignee
        self.anyone = anyone
    }
}

/// `POST /missions/batch`: the list that was kept on a device.
public struct AddMissionsBody: Codable, Sendable {
    public var missions: [AddMissionBody]

    public init(missions: [AddMissionBody]) {
        self.missions = missions
    }
}

/// What became of one mission of a list that was brought in.
public struct MissionIntakeBody: Codable, Sendable {
    /// Whether it is there now.
    public enum Outcome: String, Codable, Sendable {
        case added
        /// It was there before.
        case known
        case refused
    }

    public var id: ID<Mission>
    public var outcome: Outcome
    /// Why it was refused.
    public var problem: ProblemBody?

    public init(id: ID<Mission>, outcome: Outcome, problem: ProblemBody? = nil) {
        self.id = id
        self.outcome = outcome
        self.problem = problem
    }
}

/// A mission as the API writes it.
public struct MissionBody: Codable, Sendable {
    public var id: ID<Mission>
    public var title: String
    public var minutes: Int
    public var priority: MissionPriorityName
    /// Who made it.
    public var giver: ID<Member>
    /// Absent for whoever takes it, and where some take turns.
    public var assignee: ID<Member>?
    public var anyone: Bool
    /// Who take turns at it, in their order; absent where nobody does, and in an export.
    public var turns: [ID<Member>]?
    public var repeats: MissionRepeatsBody?
    public var due: LocalDay?
    public var needsApproval: Bool
    public var addedAt: Timestamp
    /// What I may do with the whole of it; absent in an export.
    public var may: [String]?
    public var occurrences: [OccurrenceBody]

    /// A mission with the occurrences that are to be shown.
    public init(_ mission: Mission, _ occurrences: [OccurrenceBody], may: [String]? = nil) {
        id = mission.id
        title = mission.name.text
        minutes = Int(mission.minutes.count)
        priority = MissionPriorityName(mission.priority)
        giver = mission.giver
        assignee = mission.assignee
        anyone = mission.assignee == nil && mission.turns.isEmpty
        repeats = mission.repeats.map { MissionRepeatsBody($0) }
        due = mission.due
        needsApproval = mission.needsApproval
        addedAt = mission.addedAt
        self.may = may
        self.occurrences = occurrences
    }
}

/// One time that a mission is to be done.
public struct OccurrenceBody: Codable, Sendable {
    /// Where it stands.
    public enum State: String, Codable, CaseIterable, Sendable {
        case open
        case claimed
        case approved
        case done
        case lapsed
    }

    public var number: UInt32
    /// What a decision names, so that one that comes late is known (F60).
    public var version: UInt32
    public var due: LocalDay?
    public var doer: ID<Member>?
    public var state: State
    /// open, upcoming, claimed or over, as a list divides it; absent in an export.
    public var stage: String?
    public var since: Timestamp?
    /// What it paid, in decimal digits.
    public var gold: String?
    /// Of a claimed one: what an approval pays; absent where an adult says how much.
    public var pays: String?
    /// Of a claimed one: the most that an approval pays.
    public var paysMost: String?
    /// The countdown that runs for it.
    public var running: ID<FocusSession>?
    public var focusedSeconds: Int
    /// What a countdown takes that is started now.
    public var nextSeconds: Int?
    /// Until when an approval can be undone.
    public var undoUntil: Timestamp?
    /// start, claim, approve, reject and undo, as far as I may now; absent in an export.
    public var may: [String]?

    /// An occurrence as it stands.
    public init(_ occurrence: Occurrence) {
        number = occurrence.number
        version = occurrence.version
        due = occurrence.due
        doer = occurrence.doer
        running = occurrence.running
        focusedSeconds = Int(occurrence.focusedMilliseconds / 1_000)
        state = State(occurrence.phase)
        since = occurrence.since
        gold = occurrence.paid?.text
    }
}

extension OccurrenceBody.State {
    /// The name of a phase.
    public init(_ phase: Occurrence.Phase) {
        self =
            switch phase {
            case .open: .open
            case .claimed: .claimed
            case .approved: .approved
            case .done: .done
            case .lapsed: .lapsed
            }
    }
}
