/// Everything the hub watches over for one member: their trip, their calls for help, the alarms about them.
///
/// The three state machines meet here and nowhere else. Each event comes in through `apply(_:now:fresh:)`, which answers
/// it in every state; what is kept between two events is this value, and `deadline` is when it must be handed the next
/// one by itself. So whoever stores both in one transaction can lose neither (F1).
public struct SafetyWatch: Hashable, Sendable {
    /// The newest trip, under way or over.
    public internal(set) var trip: Trip?
    /// Those that run, and a few that are over so that a repeat is known.
    public internal(set) var countdowns: [HelpCountdown] = []
    /// Those that are open, and a few that are closed.
    public internal(set) var alarms: [Alarm] = []
    public internal(set) var pad = PINPad()

    /// So many that are over are remembered here; a store may know of all.
    static let endedMax = 16
    /// So many countdowns run at once: whoever presses more often is told of by those that end first.
    static let runningMax = 32
    /// So many alarms under duress stay open that wait for nothing but a companion's word.
    static let silentMax = 64

    /// Watches over somebody who has not set out.
    public init() {}

    /// When the watch must be handed its deadline; nil where nothing is due.
    public var deadline: Timestamp? {
        var soonest = trip?.deadline
        for countdown in countdowns { soonest = earlier(soonest, countdown.deadline) }
        for alarm in alarms { soonest = earlier(soonest, alarm.deadline) }
        return soonest
    }

    /// Whether anything that protects the member is weakened or ended by the PIN alone (F32).
    ///
    /// What hides behind a duress PIN does not count: it would show that it is there.
    public var needsPIN: Bool {
        isOnTrip || countdowns.contains(where: { $0.isRunning }) || alarms.contains(where: { $0.isVisible })
    }

    public var isOnTrip: Bool {
        trip.map { !$0.hasEnded } ?? false
    }

    /// Takes what happened, and says what to answer and what to do.
    ///
    /// `fresh` is an identity that was never used: for an alarm that this event opens, or prepares.
    public mutating func apply(_ event: SafetyEvent, now: Timestamp, fresh: ID<Alarm>) -> SafetyOutcome {
        defer { forgetEnded() }
        switch event {
        case .start(let plan):
            return start(plan, now: now, fresh: fresh)
        case .entered(let verdict, let request):
            return apply(verdict, for: request, now: now, fresh: fresh)
        case .help(let request):
            return SafetyOutcome(.done, help(request, now: now, fresh: fresh))
        case .heard(let interval):
            return pass(.heard(usualIntervalMilliseconds: interval), now: now, fresh: fresh)
        case .fix(let fix):
            return pass(.fix(fix), now: now, fresh: fresh)
        case .answer:
            return pass(.answer, now: now, fresh: fresh)
        case .acknowledge(let id, let companion):
            return pass(.acknowledge(companion), to: id, now: now)
        case .acknowledgeAsGuest(let id, let companion):
            return pass(.acknowledgeAsGuest(companion), to: id, now: now)
        case .act(let id, let companion):
            return pass(.act(companion), to: id, now: now)
        case .confirm(let id, let companion):
            return pass(.confirm(companion), to: id, now: now)
        case .toldByDeputy(let told):
            return SafetyOutcome(.done, takeOver(told, now: now))
        case .deadline:
            return SafetyOutcome(.done, handleDeadlines(now: now, fresh: fresh))
        }
    }

    private mutating func start(_ plan: TripPlan, now: Timestamp, fresh: ID<Alarm>) -> SafetyOutcome {
        if trip?.id == plan.id { return SafetyOutcome() }
        guard !isOnTrip else { return SafetyOutcome(.refused(.alreadyOnTrip)) }
        do throws(TripRefusal) {
            let trip = try Trip(plan, now: now, fresh: fresh)
            self.trip = trip
            return SafetyOutcome(.done, [.tell(.started(dueAt: trip.dueAt), trip.id)])
        } catch {
            return SafetyOutcome(.refused(error))
        }
    }

    /// What concerns the trip alone; without one it concerns nothing.
    private mutating func pass(_ event: TripEvent, now: Timestamp, fresh: ID<Alarm>) -> SafetyOutcome {
        guard isOnTrip else { return SafetyOutcome() }
        do throws(TripRefusal) {
            return SafetyOutcome(.done, try handTrip(event, now: now, fresh: fresh))
        } catch {
            return SafetyOutcome(.refused(error))
        }
    }

    private mutating func pass(_ event: AlarmEvent, to id: ID<Alarm>, now: Timestamp) -> SafetyOutcome {
        guard let index = alarms.firstIndex(where: { $0.id == id }) else { return SafetyOutcome() }
        return SafetyOutcome(.done, handAlarm(event, at: index, now: now))
    }

    private func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    /// Keeps the watch small, whatever is sent to it.
    private mutating func forgetEnded() {
        countdowns.keepNewest(SafetyWatch.endedMax, ofThoseThat: { !$0.isRunning })
        alarms.keepNewest(SafetyWatch.endedMax, ofThoseThat: { !$0.isOpen })
        alarms.keepNewest(SafetyWatch.silentMax, ofThoseThat: { $0.isUnderDuress && $0.deadline == nil })
    }
}

extension Array {
    fileprivate mutating func keepNewest(_ most: Int, ofThoseThat isOver: (Element) -> Bool) {
        var over = 0
        for element in self where isOver(element) { over += 1 }
        guard over > most else { return }
        removeAll { element in
            guard over > most, isOver(element) else { return false }
            over -= 1
            return true
        }
    }
}
