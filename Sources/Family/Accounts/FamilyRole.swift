/// What somebody is in their family, as far as rights go.
public enum FamilyRole: Sendable {
    case adult
    /// Under the care of the family's adults, at this age.
    case child(Childhood)

    /// What a member is at a moment, whatever stands in their row: at eighteen the rights of others end by themselves.
    ///
    /// - Parameters:
    ///   - isChild: whether they were entered as a child.
    ///   - birthYear: nil where nobody said it.
    ///   - now: the moment.
    public init(isChild: Bool, birthYear: Int?, now: Timestamp) {
        guard isChild else {
            self = .adult
            return
        }
        let childhood = Childhood(birthYear: birthYear, now: now)
        self = childhood.isOver ? .adult : .child(childhood)
    }

    /// Whether others of the family still decide for them.
    public var isChild: Bool {
        if case .child = self { true } else { false }
    }
}

/// What a child's age gives them a say in (F44).
///
/// Only the year of birth is known. What counts is the age that is reached in the running year of UTC, so that no right
/// comes too late.
public struct Childhood: Hashable, Sendable {
    /// The age reached this year; nil where the year of birth is not known.
    public let age: Int?

    /// The childhood of a member born in a year, at a moment.
    ///
    /// A number that is no year of the calendar counts as unknown.
    public init(birthYear: Int?, now: Timestamp) {
        let days = now.milliseconds.flooredQuotientAndRemainder(dividingBy: 86_400_000).quotient
        let year = Int(CivilDate(daysSince1970: days).year)
        age = birthYear.flatMap { (1...9_999).contains($0) ? year - $0 : nil }
    }

    /// When the rights of guardians over who was born in a year end; nil for a number that is no year of the calendar.
    public static func end(birthYear: Int) -> Timestamp? {
        guard (1...9_999).contains(birthYear) else { return nil }
        let day = CivilDate(year: Int64(birthYear) + endAge, month: 1, day: 1)
        return day.map { Timestamp(milliseconds: $0.daysSince1970 * 86_400_000) }
    }

    private static let endAge: Int64 = 18

    /// Whether the child would decide less for itself at another age.
    public func losesSay(as other: Childhood) -> Bool {
        agreesItself && !other.agreesItself || seesWhoLooked && !other.seesWhoLooked
    }

    /// Whether the rights of guardians have ended.
    public var isOver: Bool { (age ?? 0) >= Int(Self.endAge) }
    /// Whether nothing of the child is shown to anybody without the child's own word.
    ///
    /// In doubt it is asked.
    public var agreesItself: Bool { (age ?? 10) >= 10 }
    /// Whether the child sees who looked, and may ask to be seen less precisely.
    ///
    /// In doubt it may.
    public var seesWhoLooked: Bool { (age ?? 13) >= 13 }
}
