extension FocusSession {
    /// Stands still; once more changes nothing.
    mutating func pause(now: Timestamp) throws(FocusRefusal) {
        guard case .running(let since) = phase else { return }
        guard mayPause else { throw .pauseNotAllowed }
        guard pausedMilliseconds < FocusSession.pausesMillisecondsMax else { throw .noPauseLeft }
        workedMilliseconds = elapsedMilliseconds(now: now)
        phase = .paused(since: max(now, since))
    }

    /// Goes on; once more changes nothing.
    mutating func resume(now: Timestamp) {
        guard case .paused(let since) = phase else { return }
        pausedMilliseconds += max(0, now.milliseconds(since: since))
        phase = .running(since: max(now, since))
    }

    /// Ends it before its time, which counts what passed.
    mutating func stop(now: Timestamp) throws(FocusRefusal) {
        guard mayStop else { throw .stopNotAllowed }
        end(.stopped, at: now)
    }

    /// Calls it off.
    mutating func cancel(now: Timestamp) {
        end(now <= freeUntil ? .cancelled : .abandoned, at: now)
    }

    /// Ends it where its time is over, or its pauses are; false where it goes on.
    mutating func handleDeadline(now: Timestamp) -> Bool {
        guard let deadline, deadline <= now else { return false }
        switch phase {
        case .running: end(.finished, at: deadline)
        case .paused: end(mayStop ? .stopped : .abandoned, at: deadline)
        case .ended: return false
        }
        return true
    }

    /// Says how much of it pays, once it has ended.
    mutating func reward(atMost most: Int64) {
        let counted = max(0, countedMilliseconds - broughtMilliseconds)
        rewardedMilliseconds = counted < FocusSession.rewardedMillisecondsMin ? 0 : min(counted, max(0, most))
    }

    /// Whether it is the one that a plan asks for.
    func isStarted(by plan: FocusPlan) -> Bool {
        id == plan.id && mission == plan.mission && occurrence == plan.occurrence
    }

    private mutating func end(_ ending: Ending, at moment: Timestamp) {
        workedMilliseconds = elapsedMilliseconds(now: moment)
        var end = moment
        switch phase {
        case .running(let since): end = max(moment, since)
        case .paused(let since):
            end = max(moment, since)
            pausedMilliseconds += end.milliseconds(since: since)
        case .ended: break
        }
        phase = .ended(ending, at: end)
    }
}
