/// What a deputy is to do about one incident of a member.
///
/// It follows from what the member's own sessions are shown and from nothing else, so that a deputy, its operator and who
/// watches the traffic learn nothing of the second PIN (F28, F67).
public struct DeputyPlan: Hashable, Sendable {
    /// What the hub knew, as a message may say it.
    public enum Fact: Hashable, Sendable {
        /// A trip that is due at that time.
        case overdue(dueAt: Timestamp)
        /// A call for help that was begun at that time.
        case calledForHelp(HelpCountdown.Cause, at: Timestamp)
        /// An alarm that is open.
        case unanswered
    }

    /// A moment at which people are notified, as the alarm's escalation counts them.
    public struct Step: Hashable, Sendable {
        public let number: UInt8
        public let at: Timestamp
    }

    /// The alarm that is open, or that opens at the first step.
    public let alarm: ID<Alarm>
    public let trip: ID<Trip>?
    public let fact: Fact
    /// At least one, in their order.
    public let steps: [Step]
    /// From this place on the steps are also for the backup contacts.
    public let widensAt: Int

    /// The steps of an escalation that a deputy is given after the first: it repeats less often than a hub, because what
    /// it sends cannot be cancelled.
    private static let numbers: [UInt8] = [2, 4, 8]

    init(_ alarm: ID<Alarm>, trip: ID<Trip>?, _ fact: Fact, from number: UInt8, at first: Timestamp, isWidened: Bool) {
        (self.alarm, self.trip, self.fact) = (alarm, trip, fact)
        let begin = Escalation.seconds[Int(number)]
        let later = Self.numbers.filter { $0 > number }.map { next in
            Step(number: next, at: first.advanced(bySeconds: Escalation.seconds[Int(next)] - begin))
        }
        steps = [Step(number: number, at: first)] + later
        widensAt = isWidened ? 0 : steps.firstIndex { $0.number >= Escalation.widensAt } ?? steps.count
    }
}

extension SafetyWatch {
    /// What deputies are to do where the hub falls silent: at most one plan for each incident.
    public var deputyPlans: [DeputyPlan] {
        var plans: [DeputyPlan] = []
        if let trip, let promisedAt = trip.promisedAlarmAt,
            // That one learns of the trip too, and is told already.
            !alarms.contains(where: { $0.isVisible && $0.trip == trip.id })
        {
            plans.append(
                DeputyPlan(
                    trip.overdueAlarm,
                    trip: trip.id,
                    .overdue(dueAt: trip.dueAt),
                    from: 0,
                    at: promisedAt,
                    isWidened: false
                )
            )
        }
        for countdown in countdowns where countdown.isRunning {
            let fact = DeputyPlan.Fact.calledForHelp(countdown.cause, at: countdown.startedAt)
            plans.append(
                DeputyPlan(
                    countdown.alarm,
                    trip: countdown.trip,
                    fact,
                    from: 0,
                    at: countdown.firesAt,
                    isWidened: false
                )
            )
        }
        for alarm in alarms where alarm.isVisible {
            guard let at = alarm.nextCallAt else { continue }
            let number = min(alarm.step + 1, Escalation.last)
            let isWidened = alarm.isWidened
            plans.append(
                DeputyPlan(alarm.id, trip: alarm.trip, .unanswered, from: number, at: at, isWidened: isWidened)
            )
        }
        return plans
    }
}

extension Trip {
    /// When its alarm goes off where nothing is heard; nil where that is over.
    var promisedAlarmAt: Timestamp? {
        switch phase {
        case .underWay: dueAt.advanced(byMinutes: settings.answerMinutes)
        case .asked(_, let until): until
        case .overdue, .ended: nil
        }
    }
}

extension Alarm {
    /// When people are called the next time; nil where that is over.
    fileprivate var nextCallAt: Timestamp? {
        switch phase {
        case .calling(let nextAt): nextAt
        case .acknowledged(let until): until
        case .closed: nil
        }
    }
}
