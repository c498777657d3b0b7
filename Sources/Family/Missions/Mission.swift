/// Something to be done in so many minutes, once or again and again.
///
/// What is done of it are its occurrences; a mission that comes only once has one.
public struct Mission: Hashable, Sendable {
    public let id: ID<Mission>
    public var name: MissionName
    public var minutes: MissionMinutes
    public var priority: MissionPriority
    /// Who made it.
    public let giver: ID<Member>
    /// Who is to do it; nil for whoever of the family takes it first.
    public var assignee: ID<Member>?
    /// Who take turns at it, in their order; empty where nobody does, and then nobody is its `assignee`.
    public var turns: [ID<Member>]
    public var repeats: MissionRepeat?
    /// The day it is wanted on, of a mission that repeats the first one; nil where nobody cares.
    public var due: LocalDay?
    /// Whether it pays only when an adult has approved what was done.
    public var needsApproval: Bool
    public let addedAt: Timestamp
    /// When it was deleted, which can be undone; nil while it stands in the list.
    public var removedAt: Timestamp?

    public init(
        id: ID<Mission>,
        name: MissionName,
        minutes: MissionMinutes,
        priority: MissionPriority = .medium,
        giver: ID<Member>,
        assignee: ID<Member>?,
        turns: [ID<Member>] = [],
        repeats: MissionRepeat? = nil,
        due: LocalDay? = nil,
        needsApproval: Bool = false,
        addedAt: Timestamp,
        removedAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.minutes = minutes
        self.priority = priority
        self.giver = giver
        self.assignee = assignee
        self.turns = turns
        self.repeats = repeats
        self.due = due
        self.needsApproval = needsApproval
        self.addedAt = addedAt
        self.removedAt = removedAt
    }
}

/// What a mission is called: 1 to 80 characters that can be seen.
public struct MissionName: Hashable, Sendable {
    public let text: String

    private static let charactersMax = 80

    /// Takes a name as it is; nil for one that is empty, blank, too long, or has control characters in it.
    public init?(_ text: String) {
        var (count, isBlank) = (0, true)
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else { return nil }
            count += 1
            if scalar.value != 0x20, scalar.value != 0xA0 { isBlank = false }
        }
        guard !isBlank, count <= MissionName.charactersMax else { return nil }
        self.text = text
    }
}

/// How long a mission takes: 1 minute to a day.
public struct MissionMinutes: Hashable, Comparable, Sendable {
    public let count: Int64

    public static let range: ClosedRange<Int64> = 1...1_440

    /// So many minutes; nil outside `range`.
    public init?(_ count: Int64) {
        guard MissionMinutes.range.contains(count) else { return nil }
        self.count = count
    }

    /// Reads digits and nothing else, as people type them; nil for anything else and for a number outside `range`.
    public init?(text: String) {
        var count: Int64 = 0
        let digits = text.utf8.span
        guard (1...4).contains(digits.count) else { return nil }
        for index in digits.indices {
            let digit = digits[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            count = count * 10 + Int64(digit)
        }
        self.init(count)
    }

    public static func < (left: MissionMinutes, right: MissionMinutes) -> Bool {
        left.count < right.count
    }

    /// The same in milliseconds.
    public var milliseconds: Int64 { count * 60_000 }
}

/// How much a mission matters.
public enum MissionPriority: UInt8, CaseIterable, Hashable, Sendable {
    case high = 1
    case medium = 2
    case low = 3
}
