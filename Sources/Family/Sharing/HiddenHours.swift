/// Hours that come back each week, in which a member is not to be found by one viewer (F44).
public struct HiddenHours: Hashable, Sendable {
    /// The days on which they begin: bit 0 is Monday, bit 6 Sunday.
    public let days: UInt8
    /// Minute of the day, 0 to 1439.
    public let fromMinute: Int
    /// Minute of the day, 0 to 1439; at or before `fromMinute` it lies on the next day.
    public let untilMinute: Int
    /// East of UTC, for the whole year, where no zone is known.
    public let utcOffsetMinutes: Int
    /// The zone whose wall clocks show the minutes, through both changes of the year (F96); nil where none is known.
    public var zone: ZoneRules?

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

    /// Every hour of every day.
    public static let always = HiddenHours(everyHourOf: 127)

    private init(everyHourOf days: UInt8) {
        (self.days, fromMinute, untilMinute, utcOffsetMinutes) = (days, 0, 0, 0)
    }

    /// The hours that a moment lies in; nil where it lies in none.
    ///
    /// An hour that the clocks show twice counts whole: from the first time that the hours begin to the last that they end.
    public func hours(around moment: Timestamp) -> Range<Timestamp>? {
        let local = moment.milliseconds + offset(at: moment.milliseconds)
        let today = local.flooredQuotientAndRemainder(dividingBy: Self.day).quotient
        // Hours that began yesterday may go on past midnight.
        for date in [today - 1, today] where LocalDay(number: date).isOne(of: days) {
            let begin = date * Self.day + Int64(fromMinute) * Self.minute
            let minutes = untilMinute > fromMinute ? untilMinute - fromMinute : untilMinute - fromMinute + 1_440
            let (first, last) = (shown(begin).first, shown(begin + Int64(minutes) * Self.minute).last)
            guard first <= moment.milliseconds, moment.milliseconds < last else { continue }
            return Timestamp(milliseconds: first)..<Timestamp(milliseconds: last)
        }
        return nil
    }

    /// The first and the last moment at which the clocks show this; if they skip it, the moment of the skip.
    private func shown(_ local: Int64) -> (first: Int64, last: Int64) {
        let (before, after) = (offset(at: local - Self.day), offset(at: local + Self.day))
        let (early, late) = (local - max(before, after), local - min(before, after))
        let moments = [early, late].filter { $0 + offset(at: $0) == local }
        if let first = moments.first, let last = moments.last { return (first, last) }
        let change = stride(from: early, to: late, by: Int(Self.minute)).first { offset(at: $0) != offset(at: early) }
        return (change ?? late, change ?? late)
    }

    /// Milliseconds that the clocks are ahead of UTC.
    private func offset(at moment: Int64) -> Int64 {
        zone.map { $0.offsetSeconds(at: Timestamp(milliseconds: moment)) * 1_000 }
            ?? Int64(utcOffsetMinutes) * Self.minute
    }
}

extension LocalDay {
    fileprivate func isOne(of days: UInt8) -> Bool { days & 1 << UInt8(weekday) != 0 }
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
