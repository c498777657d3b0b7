/// Where countdowns and trips become alarms.
extension SafetyWatch {
    /// Takes a call for help; the same one again is a repeat, whatever became of it.
    ///
    /// Its alarm is `fresh`.
    mutating func help(_ request: HelpRequest, now: Timestamp, fresh: ID<Alarm>) -> [SafetyEffect] {
        if !countdowns.contains(where: { $0.id == request.id }) {
            countdowns.append(
                HelpCountdown(
                    id: request.id,
                    alarm: fresh,
                    trip: isOnTrip ? trip?.id : nil,
                    cause: request.cause,
                    startedAgoMilliseconds: request.startedAgoMilliseconds,
                    now: now
                )
            )
        }
        dropLastOfTooMany()
        // One that is over as it comes waits for nobody.
        return fireCountdowns(now: now)
    }

    /// Handles everything that is due by now; handed too early or twice it does nothing, or once.
    mutating func handleDeadlines(now: Timestamp, fresh: ID<Alarm>) -> [SafetyEffect] {
        var effects = fireCountdowns(now: now)
        if let due = trip?.deadline, due <= now { effects += tellTrip(.deadline, now: now, fresh: fresh) }
        for index in alarms.indices {
            guard let due = alarms[index].deadline, due <= now else { continue }
            effects += handAlarm(.deadline, at: index, now: now)
        }
        return effects
    }

    /// Opens an alarm, or lets the visible one of the same trip learn of the fact: it has one alarm at a time.
    ///
    /// Another trip has other companions, and so an alarm of its own.
    mutating func open(
        _ id: ID<Alarm>,
        trip: ID<Trip>?,
        _ fact: AlarmFact,
        isHidden: Bool,
        now: Timestamp
    ) -> [SafetyEffect] {
        if !isHidden, let visible = alarms.firstIndex(where: { $0.isVisible && $0.trip == trip }) {
            return handAlarm(.fact(fact), at: visible, now: now)
        }
        guard !alarms.contains(where: { $0.id == id }) else { return [] }
        var alarm = Alarm(id, trip: trip, fact, isHidden: isHidden, now: now)
        let effects = alarm.callAll(now: now)
        alarms.append(alarm)
        return effects.map { SafetyEffect($0, of: alarm) }
    }

    mutating func handAlarms(
        _ event: AlarmEvent,
        where isMeant: (Alarm) -> Bool,
        now: Timestamp
    ) -> [SafetyEffect] {
        var effects: [SafetyEffect] = []
        for index in alarms.indices where isMeant(alarms[index]) {
            effects += handAlarm(event, at: index, now: now)
        }
        return effects
    }

    mutating func handAlarm(_ event: AlarmEvent, at index: Int, now: Timestamp) -> [SafetyEffect] {
        let effects = alarms[index].apply(event, now: now)
        let alarm = alarms[index]
        return effects.map { SafetyEffect($0, of: alarm) }
    }

    /// Hands the trip something that it cannot refuse.
    mutating func tellTrip(_ event: TripEvent, now: Timestamp, fresh: ID<Alarm>) -> [SafetyEffect] {
        do throws(TripRefusal) {
            return try handTrip(event, now: now, fresh: fresh)
        } catch {
            return []
        }
    }

    mutating func handTrip(
        _ event: TripEvent,
        now: Timestamp,
        fresh: ID<Alarm>
    ) throws(TripRefusal) -> [SafetyEffect] {
        guard var trip else { return [] }
        let wanted = try trip.apply(event, now: now, fresh: fresh)
        self.trip = trip
        var effects: [SafetyEffect] = []
        for effect in wanted {
            switch effect {
            case .ask(let prompt): effects.append(.ask(prompt, trip.id))
            case .tell(let news): effects.append(.tell(news, trip.id))
            case .endSharing: effects.append(.endSharing(trip.id))
            case .leaveToPerson: effects.append(.leaveToPerson(trip.overdueAlarm, trip: trip.id))
            case .raise(let alarm, let promisedAt):
                let fact = AlarmFact.overdue(promisedAt: promisedAt, now: now)
                effects += open(alarm, trip: trip.id, fact, isHidden: false, now: now)
            }
        }
        return effects
    }

    /// Of too many that run at once the one that would end last goes; the others tell of it sooner.
    private mutating func dropLastOfTooMany() {
        var (running, last) = (0, 0)
        for index in countdowns.indices where countdowns[index].isRunning {
            if running == 0 || countdowns[index].firesAt >= countdowns[last].firesAt { last = index }
            running += 1
        }
        if running > SafetyWatch.runningMax { countdowns.remove(at: last) }
    }

    private mutating func fireCountdowns(now: Timestamp) -> [SafetyEffect] {
        var effects: [SafetyEffect] = []
        for index in countdowns.indices where countdowns[index].fire(now: now) {
            let fired = countdowns[index]
            if case .missed = fired.phase {
                effects.append(.leaveToPerson(fired.alarm, trip: fired.trip))
                continue
            }
            let fact = AlarmFact(fired, now: now)
            effects += open(fired.alarm, trip: fired.trip, fact, isHidden: false, now: now)
        }
        return effects
    }
}

extension SafetyEffect {
    init(_ effect: AlarmEffect, of alarm: Alarm) {
        self =
            switch effect {
            case .send(let round): .send(round)
            case .tell(let news): .tellAlarmed(news, alarm.id)
            case .endCovertSharing: .endCovertSharing(alarm.id)
            case .leaveToPerson: .leaveToPerson(alarm.id, trip: alarm.trip)
            }
    }
}
