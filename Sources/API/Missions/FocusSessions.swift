public import Family

/// `POST /missions/{id}/start`.
public struct StartMissionBody: Codable, Sendable {
    /// Of the countdown, made by the page.
    public var id: ID<FocusSession>
    public var occurrence: UInt32
    /// What of it had passed on a guest's device: it counts for the mission and pays nothing.
    public var broughtMilliseconds: Int64?

    public init(id: ID<FocusSession>, occurrence: UInt32, broughtMilliseconds: Int64? = nil) {
        self.id = id
        self.occurrence = occurrence
        self.broughtMilliseconds = broughtMilliseconds
    }
}

/// `POST /missions/{id}/stop`, `pause`, `resume` and `cancel`.
public struct AskMissionCountdownBody: Codable, Sendable {
    public var countdown: ID<FocusSession>

    public init(countdown: ID<FocusSession>) {
        self.countdown = countdown
    }
}

/// A countdown as the API writes it; what is left follows from it and the hub's clock.
public struct CountdownBody: Codable, Sendable {
    /// Where it stands.
    public enum State: String, Codable, CaseIterable, Sendable {
        case running
        case paused
        /// Its whole time passed.
        case finished
        /// Ended before its time: what passed counts.
        case stopped
        /// Called off in its first ten seconds.
        case cancelled
        /// Given up later: nothing counts.
        case abandoned
    }

    public var id: ID<FocusSession>
    public var member: ID<Member>
    public var mission: ID<Mission>
    /// What the mission is called; absent in an export.
    public var title: String?
    public var occurrence: UInt32
    public var startedAt: Timestamp
    /// When it stood so; absent in an export.
    public var now: Timestamp?
    public var plannedMilliseconds: Int64
    public var state: State
    /// Since when it is in this state.
    public var since: Timestamp
    /// What had passed by then, without pauses.
    public var workedMilliseconds: Int64
    /// What is left at `now`.
    public var remainingMilliseconds: Int64?
    /// When it is over, while it runs.
    public var endsAt: Timestamp?
    /// Until when it can be called off as if it had never been.
    public var freeUntil: Timestamp
    public var mayPause: Bool
    public var mayStop: Bool
    /// Whole minutes that pay, once it has ended.
    public var rewardedMinutes: Int
    /// How far what it was for has come.
    public var missionState: OccurrenceBody.State?
    /// What that paid, in decimal digits, once it is done.
    public var gold: String?

    /// A countdown as it stands at a moment; without one, as it is kept.
    public init(_ session: FocusSession, now: Timestamp? = nil) {
        id = session.id
        member = session.member
        mission = session.mission
        occurrence = session.occurrence
        startedAt = session.startedAt
        plannedMilliseconds = session.plannedMilliseconds
        workedMilliseconds = session.workedMilliseconds
        mayPause = session.mayPause
        mayStop = session.mayStop
        rewardedMinutes = Int(session.rewardedMilliseconds / 60_000)
        freeUntil = session.freeUntil
        self.now = now
        remainingMilliseconds = now.map { session.remainingMilliseconds(now: $0) }
        switch session.phase {
        case .running(let moment): (state, since, endsAt) = (.running, moment, session.deadline)
        case .paused(let moment): (state, since) = (.paused, moment)
        case .ended(.finished, let moment): (state, since) = (.finished, moment)
        case .ended(.stopped, let moment): (state, since) = (.stopped, moment)
        case .ended(.cancelled, let moment): (state, since) = (.cancelled, moment)
        case .ended(.abandoned, let moment): (state, since) = (.abandoned, moment)
        }
    }
}

/// `GET /me/focus` and `GET /members/{id}/focus`: how somebody stands.
public struct FocusBody: Codable, Sendable {
    /// What somebody has, in decimal digits.
    public struct Gold: Codable, Hashable, Sendable {
        /// With a minus sign where more went back than there was.
        public var amount: String
        public var available: String
        /// What has to come in before anything can be bought.
        public var owed: String

        public init(amount: String, available: String, owed: String) {
            self.amount = amount
            self.available = available
            self.owed = owed
        }
    }

    public var now: Timestamp
    public var countdown: CountdownBody?
    /// The one that ended last, for a day.
    public var latest: CountdownBody?
    public var gold: Gold
    public var streak: StreakBody
    /// What of today's countdowns pays so far, and the most that can (F63).
    public var rewardedSecondsToday: Int
    public var rewardedSecondsMax: Int

    public init(
        now: Timestamp,
        countdown: CountdownBody?,
        latest: CountdownBody?,
        gold: Gold,
        streak: StreakBody,
        rewardedSecondsToday: Int,
        rewardedSecondsMax: Int
    ) {
        self.now = now
        self.countdown = countdown
        self.latest = latest
        self.gold = gold
        self.streak = streak
        self.rewardedSecondsToday = rewardedSecondsToday
        self.rewardedSecondsMax = rewardedSecondsMax
    }
}

/// Days in a row on which something was done.
public struct StreakBody: Codable, Hashable, Sendable {
    /// What a day was.
    public enum Day: String, Codable, Sendable {
        case done
        /// Something is due, and nothing done.
        case missed
        /// Nothing is due.
        case free
        case paused
    }

    /// Days that neither count nor break it.
    public struct Pause: Codable, Hashable, Sendable {
        public var since: LocalDay
        /// Absent while it goes on.
        public var until: LocalDay?

        public init(since: LocalDay, until: LocalDay?) {
            self.since = since
            self.until = until
        }
    }

    public var days: Int
    public var today: Day
    public var pause: Pause?

    public init(days: Int, today: Day, pause: Pause?) {
        self.days = days
        self.today = today
        self.pause = pause
    }
}

/// `PUT /members/{id}/streak-pause`.
public struct PauseStreakBody: Codable, Sendable {
    /// Its last day; absent until it is ended.
    public var until: LocalDay?

    public init(until: LocalDay? = nil) {
        self.until = until
    }
}

/// `GET` and `PUT /members/{id}/mission-settings`: what a family has settled about somebody's missions.
public struct MissionSettingsBody: Codable, Hashable, Sendable {
    /// What is paid for what was not done in full (F66).
    public enum Payout: String, Codable, CaseIterable, Sendable {
        case full
        case part
        case none
        case ask
    }

    /// Gold a minute, 1 to 10, of what matters much, as usual and little.
    public var weightHigh: Int
    public var weightMedium: Int
    public var weightLow: Int
    public var payout: Payout
    public var mayPause: Bool
    public var mayStop: Bool
    /// Whether an adult is asked also about what a child gave itself.
    public var ownNeedsApproval: Bool

    /// Settings as they stand.
    public init(_ settings: MissionSettings) {
        weightHigh = Int(settings.weights.high)
        weightMedium = Int(settings.weights.medium)
        weightLow = Int(settings.weights.low)
        payout =
            switch settings.payout {
            case .full: .full
            case .part: .part
            case .none: .none
            case .ask: .ask
            }
        mayPause = settings.mayPause
        mayStop = settings.mayStop
        ownNeedsApproval = settings.ownNeedsApproval
    }

    /// The settings that these are; nil where a weight is none.
    public var settings: MissionSettings? {
        guard let high = UInt8(exactly: weightHigh), let medium = UInt8(exactly: weightMedium),
            let low = UInt8(exactly: weightLow), let weights = GoldWeights(high: high, medium: medium, low: low)
        else { return nil }
        let rule: PayoutRule =
            switch payout {
            case .full: .full
            case .part: .part
            case .none: .none
            case .ask: .ask
            }
        return MissionSettings(
            weights: weights,
            payout: rule,
            mayPause: mayPause,
            mayStop: mayStop,
            ownNeedsApproval: ownNeedsApproval
        )
    }
}
