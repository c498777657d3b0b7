/// Whether anything is still heard from a traveller (F11).
public struct TripSignal: Hashable, Sendable {
    /// When anything was last heard, by the hub's own clock.
    public internal(set) var heardAt: Timestamp
    /// Whether the companions were told that nothing is heard.
    public internal(set) var isLost = false
    /// When that is due.
    var lostAt: Timestamp
    /// How long a silence is no news, as of the last sign of life.
    public internal(set) var patienceMilliseconds: Int64
    var isInDeadZone = false
    /// The next silence is expected: a place without reception was entered.
    var isSilenceExpected = false

    static let delayedMilliseconds: Int64 = 60_000
    /// A device that reports seldom is waited for three times as long as it usually takes, but no longer than this.
    static let patienceMillisecondsMax: Int64 = 30 * 60_000

    init(heardAt: Timestamp, patienceMilliseconds: Int64) {
        self.heardAt = heardAt
        self.patienceMilliseconds = patienceMilliseconds
        lostAt = heardAt.advanced(byMilliseconds: patienceMilliseconds)
    }

    /// As of a device that was heard last some time ago.
    init(heardAt: Timestamp, patienceMilliseconds: Int64, now: Timestamp) {
        self.init(heardAt: heardAt, patienceMilliseconds: patienceMilliseconds)
        lostAt = max(lostAt, now)
    }

    /// How a companion may read it.
    public enum Reading: Hashable, Sendable {
        case heard
        /// Nothing for over a minute.
        case delayed
        /// Nothing for so long that the companions were told.
        case lost
    }

    /// How it stands now.
    public func reading(now: Timestamp) -> Reading {
        if isLost { return .lost }
        return now.milliseconds(since: heardAt) > TripSignal.delayedMilliseconds ? .delayed : .heard
    }

    /// When the silence has lasted too long; nil where that was said.
    var deadline: Timestamp? {
        isLost ? nil : lostAt
    }

    /// Takes a sign of life, and answers whether it ends a silence that the companions know of.
    ///
    /// Of two devices the one that may be silent for longer decides.
    mutating func hear(now: Timestamp, patienceMilliseconds: Int64) -> Bool {
        let wasLost = isLost
        self.patienceMilliseconds = patienceMilliseconds
        lostAt = max(lostAt, now.advanced(byMilliseconds: patienceMilliseconds))
        heardAt = max(heardAt, now)
        isLost = false
        return wasLost
    }

    /// Notes whether the traveller is where no phone is heard; entering it explains one silence.
    mutating func note(isInDeadZone: Bool) {
        if isInDeadZone != self.isInDeadZone { isSilenceExpected = isInDeadZone }
        self.isInDeadZone = isInDeadZone
    }

    /// What the end of its patience means.
    enum Silence {
        /// The companions are to be told.
        case isNews
        /// It is waited for once more.
        case isExplained
    }

    /// Takes the deadline: a silence is explained by a place without reception, or by a hub that could not listen.
    mutating func fallSilent(now: Timestamp, wasDeaf: Bool) -> Silence {
        guard wasDeaf || isSilenceExpected else {
            isLost = true
            return .isNews
        }
        if !wasDeaf { isSilenceExpected = false }
        lostAt = now.advanced(byMilliseconds: patienceMilliseconds)
        return .isExplained
    }

    /// How long a silence is no news: the longer of what the traveller set and three usual intervals.
    public static func patience(_ settings: TripSettings, _ usualIntervalMilliseconds: Int64?) -> Int64 {
        let interval = min(max(0, usualIntervalMilliseconds ?? 0), patienceMillisecondsMax / 3)
        return max(settings.silenceMinutes * 60_000, 3 * interval)
    }
}
