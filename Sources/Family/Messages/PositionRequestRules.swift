/// How often somebody may ask where others are, and for how long a question waits.
///
/// Counted by what the asker did alone, so that no answer tells whether the other saw it, put it away or never got it.
public enum PositionRequestRules {
    /// Two questions to one person lie so far apart.
    public static let pauseMilliseconds: Int64 = 600_000
    /// Questions to one person in 24 hours.
    public static let toOneADay = 6
    /// Questions to anybody in 24 hours.
    public static let aDay = 30
    /// After so long a question about now asks nothing any more.
    public static let openMilliseconds: Int64 = 3_600_000
    /// The time over which questions count.
    public static let dayMilliseconds: Int64 = 86_400_000

    /// How many seconds the asker has to wait, at least 1; nil where they may ask now.
    ///
    /// `toOne` are the times of the last 24 hours at which they asked this person, `toAnybody` those at which they asked
    /// anybody, the first one first.
    public static func waitSeconds(toOne: [Timestamp], toAnybody: [Timestamp], now: Timestamp) -> Int? {
        var free = now
        if let last = toOne.last { free = max(free, last.advanced(byMilliseconds: pauseMilliseconds)) }
        for (asked, most) in [(toOne, toOneADay), (toAnybody, aDay)] where asked.count >= most {
            free = max(free, asked[asked.count - most].advanced(byMilliseconds: dayMilliseconds))
        }
        let wait = free.milliseconds(since: now)
        return wait > 0 ? Int((wait + 999) / 1_000) : nil
    }
}
