/// Hours that come back each week, in which a member is not to be found by one viewer (F44).
public struct HiddenHours: Hashable, Sendable {
    /// The days on which they begin: bit 0 is Monday, bit 6 Sunday.
    public let days: UInt8
    /// Minute of the day, 0 to 1439.
    public let fromMinute: Int
    /// Minute of the day, 0 to 1439; at or before `fromMinute` it lies on the next day.
    public let untilMinute: Int
    /// East of UTC, for the whole year.
    public let utcOffsetMinutes: Int

    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    /// Nil where no day is named, or a number lies outside its range.
    public init?(days: UInt8, fromMinute: Int, untilMinute: Int, utcOffsetMinutes: Int) {
        guard days > 0, days < 128, (0..<1_440).contains(fromMinute), (0..<1_440).contains(untilMinute),
            (-1_080...1_080).contains(utcOffsetMinutes)
        else { return nil }
        self.days = days
        self.fromMinute = fromMinute
        self.untilMinute = untilMinute
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// The hours that a moment lies in; nil where it lies in none.
    public func hours(around moment: Timestamp) -> Range<Timestamp>? {
        let local = moment.milliseconds + Int64(utcOffsetMinutes) * Self.minute
        let today = local.flooredQuotientAndRemainder(dividingBy: Self.day).quotient
        // Hours that began yesterday may go on past midnight.
        for date in [today - 1, today] where isHidden(from: date) {
            let begin = date * Self.day + Int64(fromMinute) * Self.minute
            let minutes = untilMinute > fromMinute ? untilMinute - fromMinute : untilMinute - fromMinute + 1_440
            let end = begin + Int64(minutes) * Self.minute
            guard (begin..<end).contains(local) else { continue }
            let shift = moment.milliseconds - local
            return Timestamp(milliseconds: begin + shift)..<Timestamp(milliseconds: end + shift)
        }
        return nil
    }

    /// Whether hours begin on a day, counted from 1 January 1970, which was a Thursday.
    private func isHidden(from date: Int64) -> Bool {
        let weekday = (date + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder
        return days & 1 << UInt8(weekday) != 0
    }
}

extension [HiddenHours] {
    /// Since when a viewer has not been able to find the member; nil where they may now.
    ///
    /// Hours that follow on each other without a gap count as one.
    public func hiddenSince(_ moment: Timestamp) -> Timestamp? {
        var since: Timestamp?
        var looked = moment
        // Eight steps lead around a week in which no hour is free.
        for _ in 0..<8 {
            let begins = compactMap { $0.hours(around: looked)?.lowerBound }
            guard let first = begins.min() else { return since }
            since = first
            looked = first.advanced(byMilliseconds: -1)
        }
        return since
    }

    /// Whether a moment of a track is kept from the viewer.
    public func hide(_ moment: Timestamp) -> Bool {
        contains { $0.hours(around: moment) != nil }
    }
}
