extension Occurrence {
    /// Takes what happened and says what is to be done.
    ///
    /// What is refused changes nothing. The same request once more is `alreadyHandled` by its version.
    public mutating func apply(
        _ event: MissionEvent,
        in context: MissionContext
    ) throws(MissionRefusal) -> MissionAnswer {
        switch event {
        case .started(let session, let member):
            try start(session, by: member, context)
            return .taken([])
        case .ended(let session): return .taken(end(session, context))
        case .claim(let member, let version):
            guard version == self.version else { return .alreadyHandled }
            return .taken(try claim(by: member, context))
        case .approve(let version, let gold):
            guard version == self.version else { return .alreadyHandled }
            return .taken(try approve(gold, context))
        case .reject(let version):
            guard version == self.version else { return .alreadyHandled }
            return .taken(try reject())
        case .undo(let version):
            guard version == self.version else { return .alreadyHandled }
            return .taken(try undo(now: context.now))
        case .dayPassed: return .taken(passDay(context))
        case .removed: return .taken(try remove(context))
        case .changed: return .taken(try change(context))
        }
    }

    /// What an approval pays, nil where an adult says how much, and the most that it can pay.
    public func payable(in context: MissionContext) -> (due: Amount?, most: Amount) {
        let minutes = context.mission.minutes.count
        let most = context.settings.weights.gold(minutes: minutes, priority: context.mission.priority)
        // What no countdown measured counts as done in full: somebody says so, and an adult agrees.
        let done = focusedMilliseconds > 0 ? focusedMinutes : minutes
        return (context.settings.payout.payable(most, done: done, of: minutes), most)
    }

    /// Why somebody cannot start or claim it now; nil where they can.
    public func refusal(of member: ID<Member>, in context: MissionContext) -> MissionRefusal? {
        do throws(MissionRefusal) {
            try checkOpen(for: member, context)
            return nil
        } catch {
            return error
        }
    }

    /// Until when an approval can be undone; nil where there is none.
    public var undoEnds: Timestamp? {
        guard case .approved(let moment, _) = phase else { return nil }
        return moment.advanced(byMilliseconds: Occurrence.undoMilliseconds)
    }

    private mutating func start(
        _ session: ID<FocusSession>,
        by member: ID<Member>,
        _ context: MissionContext
    ) throws(MissionRefusal) {
        guard running != session else { return }
        try checkOpen(for: member, context)
        running = session
        doer = member
    }

    /// Counts what a countdown measured; a mission of one's own is done with its last minute.
    private mutating func end(_ session: FocusSession, _ context: MissionContext) -> [MissionEffect] {
        guard running == session.id else { return [] }
        running = nil
        focusedMilliseconds += session.countedMilliseconds
        rewardedMilliseconds += session.rewardedMilliseconds
        // A turn stays with whose it is.
        if focusedMilliseconds == 0, context.mission.turns.isEmpty { doer = context.mission.assignee }
        guard isOpen, !context.mission.needsApproval, focusedMilliseconds >= context.mission.minutes.milliseconds else {
            return []
        }
        return settle(context)
    }

    private mutating func claim(
        by member: ID<Member>,
        _ context: MissionContext
    ) throws(MissionRefusal) -> [MissionEffect] {
        try checkOpen(for: member, context)
        doer = member
        guard context.mission.needsApproval else { return settle(context) }
        turn(.claimed(at: context.now))
        return [.tell(.claimed)] + follow(context)
    }

    /// Whether something can be done for it now.
    private func checkOpen(for member: ID<Member>, _ context: MissionContext) throws(MissionRefusal) {
        guard context.mission.removedAt == nil else { throw .isRemoved }
        switch phase {
        case .open: break
        case .claimed: throw .isClaimed
        case .approved, .done, .lapsed: throw .isOver
        }
        guard running == nil else { throw .isRunning }
        guard doer == nil || doer == member else { throw .takenByOther }
        if context.mission.repeats != nil, let due, context.today < due { throw .notYetDue }
    }

    private mutating func approve(
        _ word: Amount?,
        _ context: MissionContext
    ) throws(MissionRefusal) -> [MissionEffect] {
        guard case .claimed = phase else { throw .notClaimed }
        let gold = try gold(word, context)
        turn(.approved(at: context.now, paid: gold))
        return pay(gold) + [.tell(.approved(gold))]
    }

    /// What an approval pays, where an adult said how much or not.
    private func gold(_ word: Amount?, _ context: MissionContext) throws(MissionRefusal) -> Amount {
        let (due, most) = payable(in: context)
        guard let due else {
            guard let word else { throw .goldNeeded }
            guard word <= most else { throw .wrongGold }
            return word
        }
        guard word == nil || word == due else { throw .wrongGold }
        return due
    }

    private mutating func reject() throws(MissionRefusal) -> [MissionEffect] {
        guard case .claimed = phase else { throw .notClaimed }
        turn(.open)
        return [.tell(.rejected)]
    }

    private mutating func undo(now: Timestamp) throws(MissionRefusal) -> [MissionEffect] {
        guard case .approved(let approvedAt, let paid) = phase else { throw .notApproved }
        guard now.milliseconds(since: approvedAt) <= Occurrence.undoMilliseconds else { throw .tooLateToUndo }
        let payment = payment(paid)
        turn(.claimed(at: now))
        round += 1
        return (payment.map { [.reverse($0)] } ?? []) + [.tell(.undone(paid))]
    }

    /// Closes what its next day finds open; minutes that were finished are paid, as nothing that was earned is lost (F65).
    private mutating func passDay(_ context: MissionContext) -> [MissionEffect] {
        guard isOpen, running == nil, let lapses = lapses(of: context.mission), lapses <= context.today else {
            return []
        }
        if !context.mission.needsApproval, rewardedMinutes > 0 { return settle(context) }
        turn(.lapsed(at: context.now))
        return follow(context)
    }

    /// Lets the mission go; what was claimed is decided first, and minutes that were finished are paid.
    private mutating func remove(_ context: MissionContext) throws(MissionRefusal) -> [MissionEffect] {
        guard running == nil else { throw .isRunning }
        if case .claimed = phase { throw .isClaimed }
        guard isOpen, !context.mission.needsApproval, rewardedMinutes > 0 else { return [] }
        return settle(context)
    }

    /// Goes on under another description: what is open is wanted anew, by whom it is given to now where nothing is done yet;
    /// what is not open is followed where it comes again from now on.
    private mutating func change(_ context: MissionContext) throws(MissionRefusal) -> [MissionEffect] {
        guard running == nil else { throw .isRunning }
        switch phase {
        case .open:
            let mission = context.mission
            // The first day is long past for one that has come again and again.
            let wanted = mission.due.flatMap { $0 > context.today ? $0 : nil } ?? due ?? context.today
            due = mission.repeats.map { $0.first(onOrAfter: wanted) } ?? mission.due
            if focusedMilliseconds == 0, doer.map({ !mission.turns.contains($0) }) ?? true {
                doer = mission.turn(after: nil, away: context.away)
            }
            version += 1
            return []
        case .claimed, .approved, .done, .lapsed: return follow(context)
        }
    }

    /// Ends what needs nobody's approval: it pays the minutes that were finished.
    private mutating func settle(_ context: MissionContext) -> [MissionEffect] {
        let minutes = min(rewardedMinutes, context.mission.minutes.count)
        let gold = context.settings.weights.gold(minutes: minutes, priority: context.mission.priority)
        turn(.done(at: context.now, paid: gold))
        return pay(gold) + [.tell(.done(gold))] + follow(context)
    }

    private mutating func follow(_ context: MissionContext) -> [MissionEffect] {
        guard !hasFollower,
            let next = context.mission.occurrence(after: self, today: context.today, away: context.away)
        else { return [] }
        hasFollower = true
        return [.follow(next)]
    }

    private func pay(_ gold: Amount) -> [MissionEffect] {
        payment(gold).map { [.pay($0)] } ?? []
    }

    /// The payment of this round; nil for nothing.
    private func payment(_ gold: Amount) -> GoldPayment? {
        guard gold != .zero, let doer else { return nil }
        return GoldPayment(mission: mission, occurrence: number, round: round, to: doer, amount: gold)
    }

    private mutating func turn(_ phase: Phase) {
        self.phase = phase
        version += 1
    }
}
