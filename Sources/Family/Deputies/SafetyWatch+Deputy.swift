/// People were notified of an incident in the hub's place, as a deputy says.
public struct DeputyTold: Hashable, Sendable {
    public var alarm: ID<Alarm>
    /// The last step that was sent.
    public var step: UInt8
    public var at: Timestamp

    /// Takes its parts as they are.
    public init(alarm: ID<Alarm>, step: UInt8, at: Timestamp) {
        (self.alarm, self.step, self.at) = (alarm, step, at)
    }
}

/// Applies a deputy's report of the alarms that it sent in the hub's place.
extension SafetyWatch {
    /// Moves on as if the hub had sent that step itself, so that no recipient is told twice.
    ///
    /// Where the incident ended before, those who were told hear that it is over (F24). A report about an incident
    /// that is not known to have ended well, or that was not due, changes nothing.
    mutating func takeOver(_ told: DeputyTold, now: Timestamp) -> [SafetyEffect] {
        let at = min(told.at, now)
        if let index = alarms.firstIndex(where: { $0.id == told.alarm }) {
            guard alarms[index].isVisible else { return [.toldInVain(told.alarm)] }
            return [.recordTold(alarms[index].takeOver(step: told.step, at: at))]
        }
        if let trip, trip.overdueAlarm == told.alarm {
            guard let promisedAt = trip.promisedAlarmAt else {
                return trip.hasEndedWell ? [.toldInVain(told.alarm)] : []
            }
            // The time was extended while the deputy could not be reached.
            guard promisedAt <= at else { return [.toldInVain(told.alarm)] }
            self.trip?.fallOverdue()
            return openTold(told, trip: trip.id, .overdue(promisedAt: promisedAt, now: at), at: at, now: now)
        }
        guard let index = countdowns.firstIndex(where: { $0.alarm == told.alarm }) else { return [] }
        if case .stopped = countdowns[index].phase { return [.toldInVain(told.alarm)] }
        guard countdowns[index].isRunning, countdowns[index].fire(now: at) else { return [] }
        let fired = countdowns[index]
        return openTold(told, trip: fired.trip, AlarmFact(fired, now: at), at: at, now: now)
    }

    /// Opens an alarm of which people were told already, or lets the visible one of the same trip learn of the fact.
    private mutating func openTold(
        _ told: DeputyTold,
        trip: ID<Trip>?,
        _ fact: AlarmFact,
        at: Timestamp,
        now: Timestamp
    ) -> [SafetyEffect] {
        if let index = alarms.firstIndex(where: { $0.isVisible && $0.trip == trip }) {
            alarms[index].facts.removeAll { $0.cause == fact.cause }
            alarms[index].facts.append(fact)
            return [.recordTold(alarms[index].takeOver(step: told.step, at: at))]
        }
        var alarm = Alarm(told.alarm, trip: trip, fact, isHidden: false, now: at)
        let round = alarm.takeOver(step: told.step, at: at)
        alarms.append(alarm)
        return [.recordTold(round)]
    }
}

extension Trip {
    /// Whether its traveller said that all is well.
    fileprivate var hasEndedWell: Bool {
        switch phase {
        case .ended(.arrived, _), .ended(.cancelled, _): true
        case .ended(.lapsed, _), .underWay, .asked, .overdue: false
        }
    }

    fileprivate mutating func fallOverdue() {
        phase = .overdue
        question = nil
    }
}

extension Alarm {
    /// Counts a step as sent at that time, and answers what it said; an earlier step than the last one moves nothing.
    ///
    /// Nothing moves a step to later that is not due yet.
    fileprivate mutating func takeOver(step told: UInt8, at: Timestamp) -> NotificationRound {
        if told >= step {
            step = min(told, Escalation.last)
            if step >= Escalation.widensAt { isWidened = true }
            let next = Escalation.gapMilliseconds(after: step).map { at.advanced(byMilliseconds: $0) }
            switch phase {
            case .calling(let planned?) where planned > at: phase = .calling(nextAt: min(planned, next ?? planned))
            case .calling: phase = .calling(nextAt: next)
            case .acknowledged(let until) where until <= at: phase = .calling(nextAt: next)
            // A recipient responds: the hold goes on.
            case .acknowledged, .closed: break
            }
        }
        return round
    }
}
