extension Trip {
    /// When the trip must be handed `deadline`; nil where nothing is due any more.
    ///
    /// A function of the state, so that none can be forgotten: who keeps a trip keeps this beside it.
    public var deadline: Timestamp? {
        guard let turn else { return nil }
        return [question?.until, signal.deadline].reduce(turn) { soonest, other in min(soonest, other ?? soonest) }
    }

    /// When the phase itself changes; nil once it is over.
    private var turn: Timestamp? {
        switch phase {
        case .underWay: dueAt
        case .asked(_, let until): until
        case .overdue: startedAt.advanced(byMinutes: Trip.lengthMinutesMax)
        case .ended: nil
        }
    }

    /// Takes what happened and says what is to be done.
    ///
    /// What is refused changes nothing. `fresh` is used for the next alarm where the one fixed beforehand was opened.
    public mutating func apply(_ event: TripEvent, now: Timestamp, fresh: ID<Alarm>) throws(TripRefusal) -> [TripEffect]
    {
        switch event {
        case .heard(let interval): hear(interval, now: now)
        case .fix(let fix): apply(fix, now: now)
        case .answer: answer()
        case .extend(let minutes): try extend(minutes, now: now)
        case .arrive: end(.arrived, now: now)
        case .cancel: end(.cancelled, now: now)
        case .safe: goOn(now: now, fresh: fresh)
        case .shakeCalledOff: countShake()
        case .deadline: handleDeadline(now: now)
        }
    }

    private mutating func hear(_ usualIntervalMilliseconds: Int64?, now: Timestamp) -> [TripEffect] {
        guard !hasEnded else { return [] }
        let patience = TripSignal.patience(settings, usualIntervalMilliseconds)
        return signal.hear(now: now, patienceMilliseconds: patience) ? [.tell(.signalBack)] : []
    }

    private mutating func apply(_ fix: TripFix, now: Timestamp) -> [TripEffect] {
        guard !hasEnded else { return [] }
        return hear(fix.usualIntervalMilliseconds, now: now) + follow(fix, now: now)
    }

    private mutating func answer() -> [TripEffect] {
        question = nil
        return []
    }

    private mutating func extend(_ minutes: Int64, now: Timestamp) throws(TripRefusal) -> [TripEffect] {
        switch phase {
        case .underWay, .asked: break
        case .overdue: throw .alarmIsOpen
        case .ended: throw .hasEnded
        }
        guard Trip.extensionMinutes.contains(minutes) else { throw .wrongExtension }
        guard extensionsCount < Trip.extensionsMax else { throw .noExtensionLeft }
        let later = max(dueAt, now).advanced(byMinutes: minutes)
        guard later <= dueAtMax else { throw .tooLong }
        dueAt = later
        phase = .underWay
        extensionsCount += 1
        return [.tell(.extended(minutes: minutes, dueAt: dueAt, number: extensionsCount))]
    }

    /// Ends it; that a trip which is over is ended again is a repeat, and changes nothing.
    private mutating func end(_ ending: Ending, now: Timestamp) -> [TripEffect] {
        guard !hasEnded else { return [] }
        phase = .ended(ending, at: now)
        question = nil
        return [.tell(ending == .arrived ? .arrived : .cancelled), .endSharing]
    }

    /// Somebody who is safe and has not arrived is asked again after the grace.
    private mutating func goOn(now: Timestamp, fresh: ID<Alarm>) -> [TripEffect] {
        switch phase {
        case .underWay, .ended: return []
        case .asked: break
        case .overdue: overdueAlarm = fresh
        }
        dueAt = min(now.advanced(byMinutes: settings.graceMinutes), max(now, dueAtMax))
        phase = .underWay
        return [.tell(.goesOn(dueAt: dueAt))]
    }

    private mutating func countShake() -> [TripEffect] {
        guard !hasEnded, calledOffShakes < .max else { return [] }
        calledOffShakes += 1
        return calledOffShakes == 3 ? [.ask(.switchShakeOff)] : []
    }
}
