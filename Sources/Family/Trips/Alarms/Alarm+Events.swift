extension Alarm {
    /// When the alarm must be handed its deadline; nil where nothing is due any more.
    public var deadline: Timestamp? {
        let turn: Timestamp? =
            switch phase {
            case .calling(let nextAt): nextAt
            case .acknowledged(let until): until
            case .closed: nil
            }
        guard isOpen, let sharedUntil else { return turn }
        return min(sharedUntil, turn ?? sharedUntil)
    }

    /// Takes what happened and says what is to be done; one that is closed takes nothing any more.
    mutating func apply(_ event: AlarmEvent, now: Timestamp) -> [AlarmEffect] {
        guard isOpen else { return [] }
        return switch event {
        case .fact(let fact): learn(fact, now: now)
        case .acknowledge(let recipient): acknowledge(recipient, holds: true, now: now)
        case .acknowledgeAsGuest(let guest): acknowledge(guest, holds: false, now: now)
        case .act(let companion): act(companion, now: now)
        case .clear: clear(now: now)
        case .cover: cover(now: now)
        case .confirm(let companion): confirm(companion, now: now)
        case .deadline: handleDeadline(now: now)
        }
    }

    /// Calls everybody from the start, however far the calling had come.
    mutating func callAll(now: Timestamp) -> [AlarmEffect] {
        step = 0
        return [send(now: now, dueAt: now)]
    }

    /// Calls everybody again, whoever responds; the same cause within a minute is a repeat.
    private mutating func learn(_ fact: AlarmFact, now: Timestamp) -> [AlarmEffect] {
        if isUnderDuress { sharedUntil = now.advanced(byMinutes: Alarm.sharedMinutes) }
        if let known = facts.firstIndex(where: { $0.cause == fact.cause }) {
            let elapsed = fact.knownAt.milliseconds(since: facts[known].knownAt)
            guard elapsed > Alarm.repeatMilliseconds else { return [] }
            facts.remove(at: known)
        }
        facts.append(fact)
        return callAll(now: now)
    }

    /// Shows somebody as responding; a recipient's first one also holds the escalation, where that is not used up.
    private mutating func acknowledge(_ companion: ID<Companion>, holds: Bool, now: Timestamp) -> [AlarmEffect] {
        if holds {
            var held: Timestamp?
            if case .acknowledged(let until) = phase { held = until }
            if let until = hold.grant(to: companion, heldUntil: held, now: now) { phase = .acknowledged(until: until) }
            respondedAt = now
        }
        guard !acknowledgedBy.contains(companion), acknowledgedBy.count < Alarm.acknowledgedMax else { return [] }
        acknowledgedBy.append(companion)
        return [.tell(.acknowledged(by: companion))]
    }

    private mutating func act(_ companion: ID<Companion>, now: Timestamp) -> [AlarmEffect] {
        if acknowledgedBy.contains(companion) { respondedAt = now }
        return []
    }

    /// What hides behind a duress PIN is not cleared by any PIN.
    private mutating func clear(now: Timestamp) -> [AlarmEffect] {
        guard !isUnderDuress else { return [] }
        phase = .closed(.safe, at: now)
        return [.tell(.allClear)]
    }

    /// From now on it looks cleared to its traveller, and everybody else is told why.
    private mutating func cover(now: Timestamp) -> [AlarmEffect] {
        if face == .open {
            face = .appearsCleared(at: now)
            cleared = Cleared(openedAt: openedAt, facts: facts, acknowledgedBy: acknowledgedBy)
        }
        return learn(.duress(now: now), now: now)
    }

    /// Only what its traveller cannot lift needs somebody else to.
    private mutating func confirm(_ companion: ID<Companion>, now: Timestamp) -> [AlarmEffect] {
        guard isUnderDuress else { return [] }
        let wasShared = sharedUntil != nil
        sharedUntil = nil
        phase = .closed(.confirmed, at: now)
        return [.tell(.confirmedSafe(by: companion))] + (wasShared ? [.endCovertSharing] : [])
    }

    private mutating func handleDeadline(now: Timestamp) -> [AlarmEffect] {
        var effects: [AlarmEffect] = []
        switch phase {
        case .calling(let nextAt):
            if let nextAt, nextAt <= now { effects = callAgain(dueAt: nextAt, now: now) }
        case .acknowledged(let until):
            if until <= now {
                let silence = now.milliseconds(since: respondedAt ?? openedAt)
                effects = silence >= Escalation.silentMilliseconds ? [.tell(.acknowledgedInVain)] : []
                effects += callAgain(dueAt: until, now: now)
            }
        case .closed:
            break
        }
        if let sharedUntil, sharedUntil <= now {
            self.sharedUntil = nil
            effects.append(.endCovertSharing)
        }
        return effects
    }

    /// The next step; after the last one, the last one once more.
    private mutating func callAgain(dueAt: Timestamp, now: Timestamp) -> [AlarmEffect] {
        guard now.milliseconds(since: dueAt) <= Trip.staleMilliseconds else {
            phase = .calling(nextAt: nil)
            return [.leaveToPerson]
        }
        if step < Escalation.last { step += 1 }
        return [send(now: now, dueAt: dueAt)]
    }

    /// Later steps keep their distance from when this one was due, or from now where the hub was away.
    private mutating func send(now: Timestamp, dueAt: Timestamp) -> AlarmEffect {
        // Also where calls that were repeated have begun the steps again.
        let isLong = now.milliseconds(since: openedAt) >= Escalation.widensAtMilliseconds
        if step >= Escalation.widensAt || isLong { isWidened = true }
        let isLate = now.milliseconds(since: dueAt) > Trip.lateMilliseconds
        let gap = Escalation.gapMilliseconds(after: step)
        phase = .calling(nextAt: gap.map { (isLate ? now : dueAt).advanced(byMilliseconds: $0) })
        return .send(round)
    }

    /// Whom the present step tells, and what.
    var round: NotificationRound {
        NotificationRound(
            alarm: id,
            trip: trip,
            facts: facts,
            step: step,
            isForBackups: isWidened,
            isUnderDuress: isUnderDuress,
            isAnswered: !hold.holders.isEmpty
        )
    }
}
