/// A mission and how far its current occurrence has come: one line of a list.
public struct MissionLine: Hashable, Sendable {
    public var mission: Mission
    public var occurrence: Occurrence

    public init(mission: Mission, occurrence: Occurrence) {
        self.mission = mission
        self.occurrence = occurrence
    }
}

/// How a list is sorted.
public enum MissionOrder: UInt8, CaseIterable, Hashable, Sendable {
    /// High first.
    case priority = 1
    /// Short ones first.
    case minutes = 2
    /// By letters, those of ASCII without regard to case. A page that knows its reader's language sorts by that.
    case name = 3
    /// The latest first.
    case added = 4
    /// The earliest first; what is due on no day comes last.
    case due = 5

    /// The lines in this order; those that are equal in it as they were added, the earliest first.
    public func sorted(_ lines: [MissionLine]) -> [MissionLine] {
        lines.sorted { left, right in
            switch self {
            case .priority where left.mission.priority != right.mission.priority:
                left.mission.priority.rawValue < right.mission.priority.rawValue
            case .minutes where left.mission.minutes != right.mission.minutes:
                left.mission.minutes < right.mission.minutes
            case .name:
                switch MissionName.order(left.mission.name, right.mission.name) {
                case 0: left.mission.isAdded(before: right.mission)
                case let order: order < 0
                }
            case .added: right.mission.isAdded(before: left.mission)
            case .due where left.occurrence.due != right.occurrence.due:
                (left.occurrence.due?.number ?? .max) < (right.occurrence.due?.number ?? .max)
            case .priority, .minutes, .due: left.mission.isAdded(before: right.mission)
            }
        }
    }
}

/// Which lines of a list are shown: those that fit everything that is not nil.
public struct MissionFilter: Hashable, Sendable {
    /// How far something has come, as a list divides it.
    public enum Stage: UInt8, CaseIterable, Hashable, Sendable {
        /// To be done, on a day that has come or none.
        case open = 1
        /// To be done, on a day to come.
        case upcoming = 2
        /// Waits for an adult.
        case claimed = 3
        /// Done or lapsed.
        case over = 4
    }

    public var priority: MissionPriority?
    public var assignee: ID<Member>?
    public var stage: Stage?

    public init(priority: MissionPriority? = nil, assignee: ID<Member>? = nil, stage: Stage? = nil) {
        self.priority = priority
        self.assignee = assignee
        self.stage = stage
    }

    /// Whether a line is shown today.
    public func shows(_ line: MissionLine, today: LocalDay) -> Bool {
        guard line.mission.removedAt == nil else { return false }
        if let priority, priority != line.mission.priority { return false }
        if let assignee, assignee != line.whose { return false }
        return stage == nil || stage == line.stage(today: today)
    }
}

extension MissionLine {
    /// Who is to do it: whom it was given to, or whose turn it is; nil for whoever takes it.
    fileprivate var whose: ID<Member>? { mission.turns.isEmpty ? mission.assignee : occurrence.doer }

    /// Where it stands in a list.
    public func stage(today: LocalDay) -> MissionFilter.Stage {
        switch occurrence.phase {
        case .open:
            guard mission.repeats != nil, let due = occurrence.due, due > today else { return .open }
            return .upcoming
        case .claimed: return .claimed
        case .approved, .done, .lapsed: return .over
        }
    }
}

extension Mission {
    fileprivate func isAdded(before other: Mission) -> Bool {
        addedAt != other.addedAt ? addedAt < other.addedAt : id < other.id
    }
}

extension MissionName {
    /// Less than 0, 0 or more, as one name stands before, beside or after another; over bytes, as texts are kept from the
    /// browser's core.
    fileprivate static func order(_ left: MissionName, _ right: MissionName) -> Int {
        let (left, right) = (left.text.utf8.span, right.text.utf8.span)
        for index in 0..<min(left.count, right.count) {
            let (one, other) = (lowered(left[index]), lowered(right[index]))
            if one != other { return one < other ? -1 : 1 }
        }
        return left.count - right.count
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
