/// When a backup is taken, and which are kept: one of each of the last seven days, one of each week before that, none
/// that is older than thirty days (S35, F57).
public enum BackupKeeping {
    private static let day: Int64 = 86_400_000
    /// Nights turn at half past three, UTC, when what is too old has just been deleted.
    private static let nightMilliseconds: Int64 = 3 * 3_600_000 + 1_800_000
    private static let daysKept: Int64 = 7
    private static let ageMax: Int64 = 30 * day
    private static let retryMilliseconds: Int64 = 3_600_000

    /// Whether it is time: once a night, at once where there is none, and an hour after one that failed.
    public static func isDue(newest: Timestamp?, failedAt: Timestamp?, now: Timestamp) -> Bool {
        // A failure that lies ahead was noted by a clock that has been set back since.
        if let failedAt, failedAt <= now, now.milliseconds(since: failedAt) < retryMilliseconds { return false }
        guard let newest, !isAhead(newest, now) else { return true }
        return night(newest) < night(now)
    }

    /// Those of the backups taken at these times that are kept, newest first.
    ///
    /// The newest stays however old it is: a hub whose backups fail does not lose its last one. What lies ahead, because
    /// the clock was set back since, counts as neither new nor old and stays until its time has come and gone.
    public static func kept(_ times: [Timestamp], now: Timestamp) -> [Timestamp] {
        let sorted = times.sorted(by: >)
        var kept = sorted.filter { isAhead($0, now) }
        var (days, weeks): (Set<Int64>, Set<Int64>) = ([], [])
        for (position, time) in sorted.filter({ !isAhead($0, now) }).enumerated() {
            let (age, night) = (now.milliseconds(since: time), night(time))
            let week = floored(night, by: 7)
            let isOfDay = age <= daysKept * day && !days.contains(night)
            let isOfWeek = age <= ageMax && !weeks.contains(week)
            guard position == 0 || isOfDay || isOfWeek else { continue }
            days.insert(night)
            weeks.insert(week)
            kept.append(time)
        }
        return kept
    }

    private static func isAhead(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time.milliseconds(since: now) > day
    }

    private static func night(_ time: Timestamp) -> Int64 {
        floored(time.milliseconds - nightMilliseconds, by: day)
    }

    private static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }
}
