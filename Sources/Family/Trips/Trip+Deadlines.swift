extension Trip {
    /// Handles everything that is due by now; called too early it changes nothing, called twice it does so once.
    mutating func handleDeadline(now: Timestamp) -> [TripEffect] {
        var effects = turn(now: now)
        guard !hasEnded else { return effects }
        if let due = signal.deadline, due <= now { effects += fallSilent(due: due, now: now) }
        if let asked = question, asked.until <= now { effects += missAnswer(asked, now: now) }
        return effects
    }

    private mutating func turn(now: Timestamp) -> [TripEffect] {
        switch phase {
        case .underWay:
            guard dueAt <= now else { return [] }
            return ask(now: now)
        case .asked(let promisedAt, let until):
            guard until <= now else { return [] }
            return raise(promisedAt: promisedAt, now: now)
        case .overdue:
            guard startedAt.advanced(byMinutes: Trip.lengthMinutesMax) <= now else { return [] }
            return lapse(now: now) + [.endSharing]
        case .ended:
            return []
        }
    }

    /// It is due: the traveller is asked first (F10).
    ///
    /// Who could not be asked in time, because the hub was away, gets the shortest time for an answer.
    private mutating func ask(now: Timestamp) -> [TripEffect] {
        let promisedAt = dueAt.advanced(byMinutes: settings.answerMinutes)
        guard !isStale(promisedAt, now: now) else {
            return lapse(now: now) + [.leaveToPerson(promisedAt: promisedAt), .endSharing]
        }
        var until = promisedAt
        if isLate(dueAt, now: now) { until = max(until, now.advanced(byMinutes: TripSettings.answerMinutesMin)) }
        phase = .asked(promisedAt: promisedAt, until: until)
        question = nil
        return [.ask(.due(answerBy: until))]
    }

    private mutating func raise(promisedAt: Timestamp, now: Timestamp) -> [TripEffect] {
        guard !isStale(promisedAt, now: now) else {
            return lapse(now: now) + [.leaveToPerson(promisedAt: promisedAt), .endSharing]
        }
        phase = .overdue
        return [.raise(overdueAlarm, promisedAt: promisedAt)]
    }

    private mutating func lapse(now: Timestamp) -> [TripEffect] {
        phase = .ended(.lapsed, at: now)
        question = nil
        return []
    }

    private mutating func fallSilent(due: Timestamp, now: Timestamp) -> [TripEffect] {
        switch signal.fallSilent(now: now, wasDeaf: isLate(due, now: now)) {
        case .isNews: [.tell(.signalLost(heardAt: signal.heardAt))]
        case .isExplained: []
        }
    }

    /// Nobody answered what was asked on the way: the companions hear of it, where the hub was there to be answered.
    private mutating func missAnswer(_ asked: TripQuestion, now: Timestamp) -> [TripEffect] {
        guard !isLate(asked.until, now: now) else {
            let again = TripQuestion(asked.kind, since: asked.since, now: now)
            question = again
            return [.ask(.onTheWay(again))]
        }
        question = nil
        switch asked.kind {
        case .longStop:
            return [.tell(.longStop(since: asked.since))]
        case .offRoute:
            offRoute.isTold = true
            return [.tell(.leftRoute(since: asked.since))]
        }
    }

    private func isLate(_ due: Timestamp, now: Timestamp) -> Bool {
        now.milliseconds(since: due) > Trip.lateMilliseconds
    }

    private func isStale(_ due: Timestamp, now: Timestamp) -> Bool {
        now.milliseconds(since: due) > Trip.staleMilliseconds
    }
}
