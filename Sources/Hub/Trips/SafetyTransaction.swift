import Bus
import Crypto
import Family
import SQL
import Storage

/// One transaction's work on the watch over one member: load, decide, write.
///
/// Whatever an event brings about, the watch with its deadline, the alarm's people, messages and news, is written here
/// and commits together, before anybody is answered (F1).
struct SafetyTransaction {
    let hub: Hub
    let transaction: Transaction
    let member: ID<Member>
    let key: AEADKey
    let now: Timestamp
    let person: MemberRow
    var watch: SafetyWatch
    private let before: TravellerVisibleState
    private let openBefore: Set<ID<Alarm>>
    /// What is known of the newest trip; read where an event needs it.
    var state: TripState?
    var events: Set<BusEvent> = []
    var hasMessages = false
    /// To whom alarms look cleared from this turn on, and who are yet to be told so.
    var lateRecipients: [LateRecipients] = []
    /// Whether companions see something else now.
    var isNewsForCompanions = false
    /// Whether those of them do who were told of an alarm under duress.
    var isNewsForTold = false
    /// What a deputy sent in the hub's place, while that is taken over.
    var sentByDeputy: [DeputySending] = []
    /// Whether its traveller's pages have something new to show, whatever became of the watch.
    var isNewsForTraveller = false

    /// Loads the watch; throws `SafetyRefusal.notFound`, or `StorageError`.
    ///
    /// `now` is read again where the clock was corrected since the caller read it.
    init(_ hub: Hub, of member: ID<Member>, in transaction: Transaction, now: Timestamp) throws {
        guard let person = try transaction.member(member),
            let key = try MemberState.key(of: member, from: transaction, vault: hub.vault)
        else { throw SafetyRefusal.notFound }
        let watch = try transaction.safetyWatch(of: member, key)
        (self.hub, self.transaction, self.member, self.key) = (hub, transaction, member, key)
        self.now = hub.safety.settled(now, now: hub.outside.now)
        (self.person, self.watch) = (person, watch)
        before = watch.travellerFace
        openBefore = Set(watch.alarms.filter(\.isOpen).map(\.id))
    }

    /// Hands the watch one event and writes what it wants done; `fresh` is for an alarm that it opens.
    mutating func apply(_ event: SafetyEvent, fresh: ID<Alarm>? = nil) throws -> SafetyAnswer {
        let outcome = watch.apply(event, now: now, fresh: fresh ?? hub.outside.newID())
        for effect in outcome.effects { try perform(effect) }
        try tellLateRecipients()
        return outcome.answer
    }

    /// Writes the watch and the trip; nothing may fail after this.
    mutating func save(_ answer: SafetyAnswer) throws -> SafetyPostCommit {
        try closeAlarms()
        try saveTrip()
        try transaction.setSafetyWatch(
            SafetyWatchRow(
                member: member,
                sealed: key.seal(watch.bytes, additional: Vault.Purpose.safety.binding(member.bytes)),
                deadline: watch.deadline,
                isActive: watch.isActive
            )
        )
        let face = watch.travellerFace
        if face != before || isNewsForTraveller { events.insert(.trips(member)) }
        if face.alarms != before.alarms {
            events.insert(.alarms(member))
            if face.alarms.isEmpty != before.alarms.isEmpty { events.insert(.connections(viewer: member)) }
        }
        if isNewsForCompanions || isNewsForTold, let trip = watch.trip {
            let companions =
                try isNewsForCompanions
                ? Set(transaction.companions(of: trip.id)) : companionsTold(of: trip.id)
            for companion in companions { events.insert(.trips(companion)) }
        }
        return SafetyPostCommit(
            member: member,
            answer: answer,
            isActive: watch.isActive,
            isHurried: watch.needsPIN,
            events: events,
            hasMessages: hasMessages
        )
    }

    /// What is known of the newest trip; nil where there is none, or it is kept no longer.
    mutating func tripState() throws -> TripState? {
        if let state { return state }
        guard let trip = watch.trip, let detail = try transaction.tripDetail(trip.id, withRoute: false) else {
            return nil
        }
        let opened: TripState = try hub.sealed(.tripState, trip.id, key).open(detail.stateSealed)
        state = opened
        return opened
    }

    private mutating func closeAlarms() throws {
        let open = Set(watch.alarms.filter(\.isOpen).map(\.id))
        let closed = openBefore.subtracting(open)
        // The last companion's word lifts what F29 withheld.
        if watch.alarms.contains(where: { closed.contains($0.id) && $0.isUnderDuress }),
            !watch.alarms.contains(where: { $0.isOpen && $0.isUnderDuress })
        {
            try transaction.releaseLooks(at: member)
            try transaction.releaseNotices(of: member)
            events.insert(.notice(member))
        }
        // A trip that cannot be read keeps no companion from saying that the traveller is safe.
        if !closed.isEmpty, let trip = watch.trip, !watch.isForced(on: trip.id) { try? goBackToTrueDevice() }
        for id in closed {
            try transaction.closeAlarm(id, now: now)
            for recipient in try openRecipients(of: id) {
                events.formUnion([.alarms(recipient), .connections(viewer: recipient)])
            }
        }
        if !closed.isEmpty { try settleContacts() }
    }

    /// Keeps how the trip stands beside the watch: for later, when the watch knows another one.
    private mutating func saveTrip() throws {
        guard let trip = watch.trip, let row = try transaction.trip(trip.id) else { return }
        let sealing = hub.sealed(.trip, trip.id, key)
        var brief: TripBrief = try sealing.open(row.sealed)
        let kept = brief
        brief.dueAt = trip.dueAt.milliseconds
        if case .ended(let ending, let at) = trip.phase {
            (brief.ending, brief.endedAt) = (ending.rawValue, at.milliseconds)
            if ending == .arrived, kept.endedAt == nil, var state = try tripState() {
                brief.setEnd(TripEnd(at: state.last, of: trip))
                if var device = state.trueDevice {
                    device.end = TripEnd(at: device.state.last, of: trip)
                    state.trueDevice = device
                    self.state = state
                }
            }
        }
        if brief != kept { try transaction.setTrip(trip.id, sealed: try sealing.seal(brief)) }
        let endsNow = brief.endedAt != nil && kept.endedAt == nil
        guard state != nil || endsNow, var detail = try transaction.tripDetail(trip.id, withRoute: false) else {
            return
        }
        if var state {
            state.device = trip.device?.text
            detail.stateSealed = try hub.sealed(.tripState, trip.id, key).seal(state)
            detail.linkHash = hub.vault.hash(token: Array(state.token.utf8)).bytes
            detail.codeHash = hub.vault.hash(tripCode: state.code)
        }
        detail.endedAt = brief.endedAt.map(Timestamp.init(milliseconds:))
        try transaction.setTripDetail(detail)
    }
}

extension Hub {
    /// What seals a thing of a trip under its traveller's key.
    func sealed(_ purpose: Vault.Purpose, _ trip: ID<Trip>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: purpose, owner: trip.bytes)
    }
}
