extension ByteRowWriter {
    mutating func trip(_ trip: Trip) {
        id(trip.id)
        moment(trip.startedAt)
        byte(UInt8(trip.settings.graceMinutes))
        byte(UInt8(trip.settings.answerMinutes))
        byte(UInt8(trip.settings.silenceMinutes))
        coordinate(trip.destination)
        moment(trip.dueAt)
        tripPhase(trip.phase)
        byte(trip.extensionsCount)
        signal(trip.signal)
        optional(trip.question) { $0.question($1) }
        id(trip.overdueAlarm)
        optional(trip.longStop.anchor) { $0.coordinate($1) }
        moment(trip.longStop.since)
        flag(trip.longStop.isAsked)
        time(trip.offRoute.since)
        flag(trip.offRoute.isAsked)
        flag(trip.offRoute.isTold)
        time(trip.arrival.insideSince)
        flag(trip.arrival.isProposed)
        flag(trip.isBatteryTold)
        byte(trip.calledOffShakes)
        time(trip.newestFixAt)
        optional(trip.device) { $0.id($1) }
    }

    private mutating func tripPhase(_ phase: Trip.Phase) {
        switch phase {
        case .underWay:
            byte(0)
        case .asked(let promisedAt, let until):
            byte(1)
            moment(promisedAt)
            moment(until)
        case .overdue:
            byte(2)
        case .ended(let ending, let at):
            byte(3)
            byte(ending.rawValue)
            moment(at)
        }
    }

    private mutating func signal(_ signal: TripSignal) {
        moment(signal.heardAt)
        signed(signal.patienceMilliseconds)
        moment(signal.lostAt)
        flag(signal.isLost)
        flag(signal.isInDeadZone)
        flag(signal.isSilenceExpected)
    }

    private mutating func question(_ question: TripQuestion) {
        byte(question.kind.rawValue)
        moment(question.since)
        moment(question.until)
    }
}

extension ByteRowReader {
    mutating func trip(version: UInt8) -> Trip? {
        guard let id = id() as ID<Trip>?, let startedAt = moment(), let settings = settings(),
            let destination = coordinate(), let dueAt = moment(), let phase = tripPhase(),
            let extensionsCount = byte(), extensionsCount <= Trip.extensionsMax, let signal = signal()
        else { return nil }
        var question: TripQuestion?
        guard optional(into: &question, { $0.question() }), let overdueAlarm = self.id() as ID<Alarm>? else {
            return nil
        }
        var trip = Trip(
            id: id,
            startedAt: startedAt,
            settings: settings,
            destination: destination,
            dueAt: dueAt,
            phase: phase,
            extensionsCount: extensionsCount,
            signal: signal,
            question: question,
            overdueAlarm: overdueAlarm
        )
        guard signs(of: &trip), version < 5 || optional(into: &trip.device, { $0.id() }) else { return nil }
        return trip
    }

    /// What a trip has noticed on the way; false where the bytes are damaged.
    private mutating func signs(of trip: inout Trip) -> Bool {
        guard optional(into: &trip.longStop.anchor, { $0.coordinate() }), let since = moment(),
            let isStopAsked = flag(), time(into: &trip.offRoute.since), let isRouteAsked = flag(),
            let isTold = flag(), time(into: &trip.arrival.insideSince), let isProposed = flag(),
            let isBatteryTold = flag(), let calledOffShakes = byte()
        else { return false }
        trip.longStop.since = since
        trip.longStop.isAsked = isStopAsked
        trip.offRoute.isAsked = isRouteAsked
        trip.offRoute.isTold = isTold
        trip.arrival.isProposed = isProposed
        trip.isBatteryTold = isBatteryTold
        trip.calledOffShakes = calledOffShakes
        return time(into: &trip.newestFixAt)
    }

    private mutating func settings() -> TripSettings? {
        guard let grace = byte(), let answer = byte(), let silence = byte() else { return nil }
        return TripSettings(
            graceMinutes: Int64(grace),
            answerMinutes: Int64(answer),
            silenceMinutes: Int64(silence)
        )
    }

    private mutating func tripPhase() -> Trip.Phase? {
        switch byte() {
        case 0:
            return .underWay
        case 1:
            guard let promisedAt = moment(), let until = moment() else { return nil }
            return .asked(promisedAt: promisedAt, until: until)
        case 2:
            return .overdue
        case 3:
            guard let ending = byte().flatMap(Trip.Ending.init), let at = moment() else { return nil }
            return .ended(ending, at: at)
        default:
            return nil
        }
    }

    private mutating func signal() -> TripSignal? {
        guard let heardAt = moment(), let patience = signed(), let lostAt = moment(), let isLost = flag(),
            let isInDeadZone = flag(), let isSilenceExpected = flag()
        else { return nil }
        var signal = TripSignal(heardAt: heardAt, patienceMilliseconds: patience)
        signal.lostAt = lostAt
        signal.isLost = isLost
        signal.isInDeadZone = isInDeadZone
        signal.isSilenceExpected = isSilenceExpected
        return signal
    }

    private mutating func question() -> TripQuestion? {
        guard let kind = byte().flatMap(TripQuestion.Kind.init), let since = moment(), let until = moment() else {
            return nil
        }
        return TripQuestion(kind, since: since, until: until)
    }
}
