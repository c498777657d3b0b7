/// What takes the PIN (F28 to F32).
extension SafetyWatch {
    /// A wrong PIN changes nothing but the pad; a duress PIN does what the right one does, as far as the traveller's own
    /// sessions and everybody else can tell who is no recipient of its alarm, and tells the recipients that it was given.
    mutating func apply(
        _ verdict: PINVerdict,
        for request: PINRequest,
        now: Timestamp,
        fresh: ID<Alarm>
    ) -> SafetyOutcome {
        if let until = pad.lockedUntil, pad.isLocked(now: now) { return SafetyOutcome(.locked(until: until)) }
        let isGuessing = pad.record(verdict, now: now)
        // Told alike whether or not one of the wrong ones calls for help besides.
        let told = trip.map { isGuessing && isOnTrip ? [SafetyEffect.tell(.pinGuessed, $0.id)] : [] } ?? []
        switch verdict {
        case .wrong:
            return SafetyOutcome(.wrongPIN, told)
        case .formerDuress:
            let trip = isOnTrip ? trip?.id : nil
            let raised = raiseDuress(trip: trip, coversVisible: false, now: now, fresh: fresh)
            return SafetyOutcome(.wrongPIN, told + raised)
        case .right:
            var outcome = perform(request, now: now, fresh: fresh)
            if request.saysSafe, outcome.answer == .done {
                outcome.effects += handAlarms(.clear, where: { $0.isVisible }, now: now)
            }
            return outcome
        case .duress:
            // The trip that it was given on, which the request may end.
            let trip = isOnTrip ? trip?.id : nil
            var outcome = perform(request, now: now, fresh: fresh)
            let said = outcome.effects.compactMap { $0.pretended }
            // No recipient is told what the traveller was made to say.
            outcome.effects.removeAll { !$0.isForTraveller }
            let saysSafe = request.saysSafe && outcome.answer == .done
            outcome.effects += raiseDuress(trip: trip, coversVisible: saysSafe, now: now, fresh: fresh)
            // Last, when it is known who the recipients are.
            outcome.effects += said
            return outcome
        }
    }

    private mutating func perform(_ request: PINRequest, now: Timestamp, fresh: ID<Alarm>) -> SafetyOutcome {
        var outcome = SafetyOutcome()
        do throws(TripRefusal) {
            outcome.effects = try performOnTrip(request, now: now, fresh: fresh)
        } catch {
            return SafetyOutcome(.refused(error))
        }
        if request.saysSafe { outcome.effects += cancelCountdown(request.namedCountdown, now: now, fresh: fresh) }
        return outcome
    }

    private mutating func performOnTrip(
        _ request: PINRequest,
        now: Timestamp,
        fresh: ID<Alarm>
    ) throws(TripRefusal) -> [SafetyEffect] {
        switch request {
        case .arrive, .cancel, .extend:
            guard trip != nil else { throw .notOnTrip }
            return try handTrip(request.onTrip ?? .answer, now: now, fresh: fresh)
        case .safe, .stopEverything, .weaken:
            guard isOnTrip, let event = request.onTrip else { return [] }
            return try handTrip(event, now: now, fresh: fresh)
        }
    }

    /// Stops every countdown that runs, and the one that was named even where it comes only later.
    private mutating func cancelCountdown(
        _ named: ID<HelpCountdown>?,
        now: Timestamp,
        fresh: ID<Alarm>
    ) -> [SafetyEffect] {
        var shakes = 0
        // What the traveller's own sessions show, so that both PINs are answered alike (F28).
        let inAlarm = alarms.contains { $0.isVisible }
        for index in countdowns.indices where countdowns[index].stop(now: now, inAlarm: inAlarm) {
            if countdowns[index].cause == .shake { shakes += 1 }
        }
        if let named, !countdowns.contains(where: { $0.id == named }) {
            var stopped = HelpCountdown(
                id: named,
                // It opens none.
                alarm: ID(sharing: named),
                trip: nil,
                cause: .shake,
                startedAt: now,
                firesAt: now,
                phase: .stopped(at: now)
            )
            stopped.isStoppedInAlarm = inAlarm
            countdowns.append(stopped)
        }
        return (0..<shakes).flatMap { _ in tellTrip(.shakeCalledOff, now: now, fresh: fresh) }
    }

    /// Companions learn that the duress PIN was given: by the alarm that is open, or by one of its own (F29).
    ///
    /// Those of the trip that it was given on do so in any case. A request that is sent again is told once.
    private mutating func raiseDuress(
        trip: ID<Trip>?,
        coversVisible: Bool,
        now: Timestamp,
        fresh: ID<Alarm>
    ) -> [SafetyEffect] {
        let covered = coversVisible ? handAlarms(.cover, where: { $0.isVisible }, now: now) : []
        if trip == nil, alarms.contains(where: { $0.knowsOfDuress(now: now) }) { return covered }
        // The second PIN, given again within a week of the trip that it ended, calls those who were called then.
        let hidden = alarms.lastIndex { alarm in
            alarm.isOpen && alarm.isUnderDuress && alarm.isRecent(now: now) && (alarm.trip == trip || trip == nil)
        }
        if let hidden { return covered + handAlarm(.cover, at: hidden, now: now) }
        return covered + open(fresh, trip: trip, .duress(now: now), isHidden: true, now: now)
    }
}

extension PINRequest {
    /// Whether whoever asks for it says that all is well: alarms and countdowns end with it.
    var saysSafe: Bool {
        switch self {
        case .arrive, .cancel, .safe, .stopEverything: true
        case .extend, .weaken: false
        }
    }

    /// What it means for a trip; nil for what leaves the trip as it is.
    var onTrip: TripEvent? {
        switch self {
        case .arrive: .arrive
        case .cancel, .stopEverything: .cancel
        case .extend(let minutes): .extend(minutes: minutes)
        case .safe: .safe
        case .weaken: nil
        }
    }

    var namedCountdown: ID<HelpCountdown>? {
        if case .safe(let named) = self { return named }
        return nil
    }
}
