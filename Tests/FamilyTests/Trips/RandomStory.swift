import Family

/// Events by chance, handed to two watches: where the left one is given the right PIN or the duress PIN, the right one
/// is always given the right PIN.
struct RandomStory {
    private var chance: SeededRandom
    private(set) var left = SafetyWatch()
    private(set) var right = SafetyWatch()
    private(set) var now = SafetyStory.start
    private(set) var event = SafetyEvent.deadline
    private(set) var outcome: SafetyOutcome
    private(set) var twinOutcome: SafetyOutcome
    /// Every sending of the left one.
    private(set) var rounds: [NotificationRound] = []
    private var isLockedBefore = false
    private var freshCount: UInt64 = 0

    init(seed: UInt64) {
        chance = SeededRandom(seed: seed)
        var first = SafetyWatch()
        outcome = first.apply(.deadline, now: now, fresh: ID(high: 0, low: 0))
        twinOutcome = outcome
    }

    /// Whether the PIN of this step was looked at.
    var isTaken: Bool { !isLockedBefore }

    /// An identity that was never used.
    mutating func freshID() -> ID<Alarm> {
        freshCount += 1
        return ID(high: .max, low: freshCount)
    }

    /// Lets some time pass and something happen.
    mutating func step() {
        now = now.advanced(byMilliseconds: pause())
        event = anyEvent()
        isLockedBefore = left.pad.isLocked(now: now)
        let fresh = freshID()
        outcome = left.apply(event, now: now, fresh: fresh)
        twinOutcome = right.apply(event.withRightPIN, now: now, fresh: fresh)
        for case .send(let round) in outcome.effects { rounds.append(round) }
    }

    /// Whether a countdown's cause was told within the minute before it, by the same alarm.
    func wasToldLately(_ countdown: HelpCountdown) -> Bool {
        left.alarms.contains { alarm in
            alarm.facts.contains { now.milliseconds(since: $0.knownAt) <= 60_000 }
        }
    }

    private mutating func pause() -> Int64 {
        // Mostly the next deadline or a moment around it, sometimes an outage.
        let due = left.deadline.map { $0.milliseconds(since: now) } ?? 1_000
        switch chance.below(10) {
        case 0...3: return max(0, min(due, 3_600_000))
        case 4: return max(0, min(due, 3_600_000) - 1)
        case 5...7: return Int64(chance.below(20_000))
        case 8: return Int64(chance.below(600_000))
        default: return chance.below(20) == 0 ? Int64(chance.below(30 * 3_600_000)) : 0
        }
    }

    private mutating func anyEvent() -> SafetyEvent {
        switch chance.below(21) {
        case 20:
            return .toldByDeputy(told())
        case 0...5:
            return .deadline
        case 6:
            return .start(plan())
        case 7...9:
            let cause = HelpCountdown.Cause.allCases[chance.below(3)]
            let ago = Int64(chance.below(30_000)) - 2_000
            return .help(HelpRequest(id: countdownID(), cause: cause, startedAgoMilliseconds: ago))
        case 10...13:
            return .entered(PINVerdict.allCases[chance.below(3)], for: request())
        case 14:
            return .heard(usualIntervalMilliseconds: chance.below(2) == 0 ? nil : Int64(chance.below(900_000)))
        case 15...16:
            return .fix(fix())
        case 17:
            return .answer
        case 18:
            let companion = ID<Companion>(high: 3, low: UInt64(chance.below(4)))
            return companion.low == 3
                ? .acknowledgeAsGuest(alarmID(), by: companion) : .acknowledge(alarmID(), by: companion)
        default:
            let companion = ID<Companion>(high: 3, low: UInt64(chance.below(3)))
            return chance.below(4) == 0
                ? .confirm(alarmID(), by: companion) : .act(alarmID(), by: companion)
        }
    }

    private mutating func plan() -> TripPlan {
        TripPlan(
            id: ID(high: 1, low: UInt64(chance.below(6))),
            destination: SafetyStory.home,
            expectedAt: now.advanced(bySeconds: Int64(chance.below(7_200)) - 600),
            usualIntervalMilliseconds: chance.below(2) == 0 ? nil : 30_000
        )
    }

    private mutating func request() -> PINRequest {
        switch chance.below(7) {
        case 0: .arrive
        case 1: .cancel
        case 2: .extend(minutes: Int64(chance.below(64)))
        case 3: .safe(nil)
        case 4: .safe(countdownID())
        case 5: .weaken
        default: .stopEverything
        }
    }

    private mutating func fix() -> TripFix {
        let spot = SafetyStory.home.moved(northMetres: Double(chance.below(8) * 30), eastMetres: 0)
        var step = TripFix(Fix(coordinate: spot, at: now.advanced(bySeconds: -Int64(chance.below(30)))))
        step.fix.accuracyMetres = 10
        step.fix.batteryPercent = Double(chance.below(100))
        step.offRouteMetres = chance.below(2) == 0 ? nil : Double(chance.below(600))
        step.isInDeadZone = chance.below(10) == 0
        step.isSuspicious = chance.below(10) == 0
        return step
    }

    private mutating func countdownID() -> ID<HelpCountdown> {
        ID(high: 2, low: UInt64(chance.below(12)))
    }

    /// What a deputy says that it sent: of what it may have been given, or of anything.
    private mutating func told() -> DeputyTold {
        let plans = left.deputyPlans
        let alarm = plans.isEmpty || chance.below(4) == 0 ? alarmID() : plans[chance.below(plans.count)].alarm
        let at = now.advanced(byMilliseconds: Int64(chance.below(200_000)) - 150_000)
        return DeputyTold(alarm: alarm, step: UInt8(chance.below(16)), at: at)
    }

    private mutating func alarmID() -> ID<Alarm> {
        guard !left.alarms.isEmpty else { return ID(high: 2, low: 1) }
        return left.alarms[chance.below(left.alarms.count)].id
    }
}

extension SafetyEvent {
    /// The same with the right PIN where the duress PIN was given.
    fileprivate var withRightPIN: SafetyEvent {
        if case .entered(.duress, let request) = self { return .entered(.right, for: request) }
        return self
    }
}

extension SeededRandom {
    /// 0 up to, not including, `limit`.
    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}
