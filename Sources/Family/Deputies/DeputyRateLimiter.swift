/// Counts what a deputy sends in words, because each costs money and reaches a person at night.
///
/// Pushes are not counted: they cost nothing, and one incident is shown as one.
public struct DeputyRateLimiter: Hashable, Sendable {
    /// One person by one channel about one incident.
    struct Line: Hashable, Sendable {
        var watch: ID<DeputyWatch>
        var person: Int
        var channel: String
    }

    private static let dayMilliseconds: Int64 = 86_400_000

    private var counts: [Line: Int] = [:]
    /// When each was sent, oldest first.
    private var sent: [Int64] = []

    public init() {}

    /// Whether one more message may leave; a message that no provider took was not counted.
    public mutating func allows(_ watch: ID<DeputyWatch>, person: Int, channel: String, now: Int64) -> Bool {
        sent.removeAll { now - $0 >= Self.dayMilliseconds }
        let line = Line(watch: watch, person: person, channel: channel)
        return sent.count < DeputyLimits.textsPerDayMax
            && counts[line, default: 0] < DeputyLimits.textsPerPersonMax
    }

    /// Counts one that a provider took.
    public mutating func note(_ watch: ID<DeputyWatch>, person: Int, channel: String, at moment: Int64) {
        counts[Line(watch: watch, person: person, channel: channel), default: 0] += 1
        sent.append(moment)
        sent.sort()
    }

    /// Forgets the count of an incident that is over; the day's count stays.
    public mutating func forget(_ watch: ID<DeputyWatch>) {
        counts = counts.filter { $0.key.watch != watch }
    }
}
