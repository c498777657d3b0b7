/// Where the hub's clock is corrected while something waits.
extension SafetyWatch {
    /// Moves every moment by the step that the clock makes, so that what waits is due after the same elapsed time (F80).
    ///
    /// `now` is by the clock before the step. Moments of fixes stay: they are the phone's.
    public mutating func move(byMilliseconds step: Int64, now: Timestamp) {
        // Alarms that ended stay. A move would show those to whom a hidden alarm looks cleared that it is open (F67).
        if isOnTrip { trip?.move(byMilliseconds: step) } else { trip?.moveEnd(byMilliseconds: step, now: now) }
        for index in countdowns.indices where countdowns[index].isRunning {
            countdowns[index].move(byMilliseconds: step)
        }
        for index in alarms.indices where alarms[index].isOpen { alarms[index].move(byMilliseconds: step) }
        pad.lockedUntil?.move(byMilliseconds: step)
        for index in pad.guessing.times.indices { pad.guessing.times[index].move(byMilliseconds: step) }
    }
}

extension Trip {
    /// For as long as the end is shown, which is no longer for a clock that is set back (F50).
    ///
    /// A clock that is set forward ends it early: a moved end would show later points on the traveller's own pages, after
    /// the second PIN only (F28).
    fileprivate mutating func moveEnd(byMilliseconds step: Int64, now: Timestamp) {
        guard step < 0, case .ended(let ending, let at) = phase, sight(now: now) == .ending else { return }
        phase = .ended(ending, at: at.advanced(byMilliseconds: step))
    }

    fileprivate mutating func move(byMilliseconds step: Int64) {
        startedAt.move(byMilliseconds: step)
        dueAt.move(byMilliseconds: step)
        signal.heardAt.move(byMilliseconds: step)
        signal.lostAt.move(byMilliseconds: step)
        question = question.map {
            TripQuestion($0.kind, since: $0.since, until: $0.until.advanced(byMilliseconds: step))
        }
        switch phase {
        case .asked(let promisedAt, let until):
            phase = .asked(
                promisedAt: promisedAt.advanced(byMilliseconds: step),
                until: until.advanced(byMilliseconds: step)
            )
        case .underWay, .overdue, .ended: break
        }
    }
}

extension HelpCountdown {
    fileprivate mutating func move(byMilliseconds step: Int64) {
        startedAt.move(byMilliseconds: step)
        firesAt.move(byMilliseconds: step)
    }
}

extension Alarm {
    fileprivate mutating func move(byMilliseconds step: Int64) {
        openedAt.move(byMilliseconds: step)
        sharedUntil?.move(byMilliseconds: step)
        respondedAt?.move(byMilliseconds: step)
        for index in facts.indices {
            facts[index].at.move(byMilliseconds: step)
            facts[index].knownAt.move(byMilliseconds: step)
        }
        switch phase {
        case .calling(let nextAt): phase = .calling(nextAt: nextAt?.advanced(byMilliseconds: step))
        case .acknowledged(let until): phase = .acknowledged(until: until.advanced(byMilliseconds: step))
        case .closed: break
        }
    }
}

extension Timestamp {
    fileprivate mutating func move(byMilliseconds step: Int64) {
        self = advanced(byMilliseconds: step)
    }
}
