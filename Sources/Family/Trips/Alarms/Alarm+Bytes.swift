extension ByteRowWriter {
    mutating func alarm(_ alarm: Alarm) {
        id(alarm.id)
        optional(alarm.trip) { $0.id($1) }
        moment(alarm.openedAt)
        list(alarm.facts) { $0.fact($1) }
        alarmPhase(alarm.phase)
        face(alarm.face)
        list(alarm.acknowledgedBy) { $0.id($1) }
        time(alarm.sharedUntil)
        byte(alarm.step)
        flag(alarm.isWidened)
        time(alarm.respondedAt)
        list(alarm.hold.holders) { $0.id($1) }
        signed(alarm.hold.grantedMilliseconds)
        optional(alarm.cleared) { row, cleared in
            row.moment(cleared.openedAt)
            row.list(cleared.facts) { $0.fact($1) }
            row.list(cleared.acknowledgedBy) { $0.id($1) }
        }
    }

    private mutating func fact(_ fact: AlarmFact) {
        byte(fact.cause.rawValue)
        moment(fact.at)
        moment(fact.knownAt)
        byte(fact.lateness?.rawValue ?? 0)
    }

    private mutating func alarmPhase(_ phase: Alarm.Phase) {
        switch phase {
        case .calling(let nextAt):
            byte(0)
            time(nextAt)
        case .acknowledged(let until):
            byte(1)
            moment(until)
        case .closed(let closing, let at):
            byte(2)
            byte(closing.rawValue)
            moment(at)
        }
    }

    private mutating func face(_ face: Alarm.Face) {
        switch face {
        case .open:
            byte(0)
        case .appearsCleared(let at):
            byte(1)
            moment(at)
        case .hidden:
            byte(2)
        }
    }
}

extension ByteRowReader {
    /// Reads an alarm as a watch of this version wrote it.
    mutating func alarm(version: UInt8) -> Alarm? {
        var trip: ID<Trip>?
        guard let id = id() as ID<Alarm>?, optional(into: &trip, { $0.id() }), let openedAt = moment(),
            let facts = list({ $0.fact() }), let phase = alarmPhase(), let face = face(),
            let acknowledgedBy = list({ $0.id() as ID<Companion>? })
        else { return nil }
        var sharedUntil: Timestamp?
        guard time(into: &sharedUntil), let step = byte(), step <= Escalation.last, let isWidened = flag() else {
            return nil
        }
        var respondedAt: Timestamp?
        guard version == 1 || time(into: &respondedAt), let hold = version == 1 ? oldHold(acknowledgedBy) : hold()
        else { return nil }
        var cleared: Alarm.Cleared?
        guard version < 3 || optional(into: &cleared, { $0.cleared() }) else { return nil }
        return Alarm(
            id: id,
            trip: trip,
            openedAt: openedAt,
            facts: facts,
            phase: phase,
            face: face,
            acknowledgedBy: acknowledgedBy,
            respondedAt: respondedAt,
            hold: hold,
            sharedUntil: sharedUntil,
            step: step,
            isWidened: isWidened,
            cleared: cleared
        )
    }

    private mutating func cleared() -> Alarm.Cleared? {
        guard let openedAt = moment(), let facts = list({ $0.fact() }),
            let acknowledgedBy = list({ $0.id() as ID<Companion>? })
        else { return nil }
        return Alarm.Cleared(openedAt: openedAt, facts: facts, acknowledgedBy: acknowledgedBy)
    }

    private mutating func hold() -> AlarmHold? {
        guard let holders = list({ $0.id() as ID<Companion>? }), let granted = signed() else { return nil }
        return AlarmHold(holders: holders, grantedMilliseconds: granted)
    }

    /// Version 1 did not count: everybody who acknowledged has held it for as long as they may.
    private func oldHold(_ acknowledgedBy: [ID<Companion>]) -> AlarmHold? {
        let granted = AlarmHold.eachMilliseconds * Int64(acknowledgedBy.count)
        return AlarmHold(
            holders: acknowledgedBy,
            grantedMilliseconds: min(granted, AlarmHold.allMilliseconds)
        )
    }

    private mutating func fact() -> AlarmFact? {
        guard let cause = byte().flatMap(AlarmFact.Cause.init), let at = moment(), let knownAt = moment(),
            let lateness = byte(), lateness <= AlarmFact.Lateness.phoneWasCutOff.rawValue
        else { return nil }
        return AlarmFact(cause: cause, at: at, knownAt: knownAt, lateness: AlarmFact.Lateness(rawValue: lateness))
    }

    private mutating func alarmPhase() -> Alarm.Phase? {
        switch byte() {
        case 0:
            var nextAt: Timestamp?
            return time(into: &nextAt) ? .calling(nextAt: nextAt) : nil
        case 1:
            return moment().map { .acknowledged(until: $0) }
        case 2:
            guard let closing = byte().flatMap(Alarm.Closing.init), let at = moment() else { return nil }
            return .closed(closing, at: at)
        default:
            return nil
        }
    }

    private mutating func face() -> Alarm.Face? {
        switch byte() {
        case 0: .open
        case 1: moment().map { .appearsCleared(at: $0) }
        case 2: .hidden
        default: nil
        }
    }
}
