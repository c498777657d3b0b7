import Crypto
import Family
import SQL
import Storage

/// Who is told of an alarm, and who still may be: asked at each sending and each request (F16, F29, F70, F76).
///
/// A recipient is a row that the first sending wrote. The row stays; whether it still counts is found out here.
extension Transaction {
    /// Whether an alarm may be told to a member at all: nobody who was shut out, nor an adult in a child's hidden hours.
    ///
    /// Hours of a child do not count in an alarm that opened before it was one.
    func isReachable(
        _ recipient: ID<Member>,
        byAlarmOn trip: ID<Trip>?,
        about subject: MemberRow,
        alarmedAt: Timestamp?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard try isEnabled(recipient) else { return false }
        return try !hoursHide(subject, from: recipient, trip: trip, alarmedAt: alarmedAt, now: now)
    }

    /// Whether a member may be told of an alarm now.
    ///
    /// What the traveller's account takes back under duress is not her will, so it ends nothing (F29). Otherwise whoever
    /// is disconnected is no recipient any longer, nor who ceased to be a companion since they were told; a share that
    /// merely expires does not cut off somebody who was called for help.
    func mayHear(
        _ recipient: ID<Member>,
        of alarm: Alarm,
        about subject: MemberRow,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let openedAt = alarm.openedAt
        guard try isReachable(recipient, byAlarmOn: alarm.trip, about: subject, alarmedAt: openedAt, now: now) else {
            return false
        }
        if alarm.isUnderDuress { return true }
        if let trip = alarm.trip {
            if try companions(of: trip).contains(recipient) { return true }
            if try hasLeft(recipient, trip, sinceToldOf: alarm.id) { return false }
        }
        return try connection(viewer: recipient, subject: subject.id).map { $0.precision > .off } ?? false
    }

    /// Whether a message may leave now: of an alarm that is open only to who may hear of it, and never to who was shut
    /// out.
    func mayLeave(_ message: OutboxRow, vault: Vault, now: Timestamp) throws(StorageError) -> Bool {
        if let contact = message.contact { return try mayLeave(message, toContact: contact, now: now) }
        guard let recipient = message.member else { return true }
        guard try isEnabled(recipient), try !isContradicted(message) else { return false }
        guard let incident = message.incident, let row = try alarm(ID(sharing: incident)),
            let subject = try member(row.member),
            let key = try MemberState.key(of: row.member, from: self, vault: vault),
            // What cannot be read holds up no call for help (S38).
            let watch = try? safetyWatch(of: row.member, key)
        else { return true }
        let known = watch.alarms.first { $0.id == row.id }
        guard let known, known.isOpen, try !appearsCleared(row.id, to: recipient) else {
            return try isReachable(recipient, byAlarmOn: row.trip, about: subject, alarmedAt: row.openedAt, now: now)
        }
        return try mayHear(recipient, of: known, about: subject, now: now)
    }

    /// What is watched over for a member, under a key that is known; that of somebody who never set out is empty.
    func safetyWatch(of member: ID<Member>, _ key: AEADKey) throws(StorageError) -> SafetyWatch {
        guard let row = try safetyWatch(of: member) else { return SafetyWatch() }
        guard let bytes = key.open(row.sealed, additional: Vault.Purpose.safety.binding(member.bytes)),
            let watch = SafetyWatch(bytes: bytes)
        else { throw StorageError(.corrupt, "what is watched over for a member cannot be read") }
        return watch
    }

    /// The alarms under duress of a member that an observer is a recipient of; for everybody else there are none (F67).
    func duressAlarms(
        of watch: SafetyWatch,
        about subject: MemberRow,
        toldTo observer: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> Set<ID<Alarm>> {
        var told: Set<ID<Alarm>> = []
        for alarm in watch.alarms where alarm.isUnderDuress {
            guard try wasTold(observer, of: alarm.id), try !appearsCleared(alarm.id, to: observer),
                try mayHear(observer, of: alarm, about: subject, now: now)
            else { continue }
            told.insert(alarm.id)
        }
        return told
    }

    /// Whether an observer was told that the second PIN was given on a trip, which may be over.
    func isTold(
        _ observer: ID<Member>,
        of trip: ID<Trip>?,
        about subject: MemberRow,
        _ watch: SafetyWatch,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard let trip else { return false }
        let told = try duressAlarms(of: watch, about: subject, toldTo: observer, now: now)
        return !told.isDisjoint(with: watch.alarms(of: trip))
    }

    /// Whether an observer was told that somebody is under duress, and that is not over.
    func knowsOfDuress(
        _ observer: ID<Member>,
        about subject: MemberRow,
        _ watch: SafetyWatch,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let told = try duressAlarms(of: watch, about: subject, toldTo: observer, now: now)
        return watch.alarms.contains { $0.isOpen && told.contains($0.id) }
    }

    /// The companions of a trip who were not shut out of the hub.
    func enabledCompanions(of trip: ID<Trip>) throws(StorageError) -> [ID<Member>] {
        var enabled: [ID<Member>] = []
        for companion in try companions(of: trip) where try isEnabled(companion) { enabled.append(companion) }
        return enabled
    }

    func isEnabled(_ member: ID<Member>) throws(StorageError) -> Bool {
        try self.member(member).map { $0.disabledAt == nil } ?? false
    }
}

extension Hub {
    /// Whether an observer was told that a member is under duress, and that is not over.
    func knowsOfDuress(
        _ observer: ID<Member>,
        about subject: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Bool {
        guard let row = try transaction.member(subject), try transaction.safetyWatch(of: subject)?.isActive ?? false
        else {
            return false
        }
        let watch = try safetyWatch(of: subject, in: transaction)
        return try transaction.knowsOfDuress(observer, about: row, watch, now: now)
    }
}

extension SafetyTransaction {
    /// The recipients of this round: those of earlier rounds, the companions of its trip, and those who may see the member.
    ///
    /// The last are called after five minutes, or at once where the member knew no companion as the trip began. Under duress
    /// nobody joins those of earlier rounds.
    func audience(of round: NotificationRound) throws(StorageError) -> [ID<Member>] {
        var wanted = try openRecipients(of: round.alarm)
        // Whoever holds the phone of somebody under duress can choose companions and connect people: nobody joins those
        // who were told, even where none of them can be reached any longer (F29).
        if round.isUnderDuress, try transaction.isAnybody(toldOf: round.alarm) { return wanted }
        let cutoff = try cutoff(of: round.alarm)
        var chosen: [ID<Member>] = []
        if let trip = round.trip {
            for companion in try transaction.enabledCompanions(of: trip)
            where try wasThere(companion, by: cutoff, on: trip) {
                chosen.append(companion)
            }
        }
        let isOneKnown = try transaction.isOne(of: chosen, knownTo: member, sinceStartOf: round.trip, now: now)
        let isForSeers = round.isForBackups || !isOneKnown
        // Whoever holds the phone since an earlier alarm may have chosen all of a later trip's companions.
        if chosen.isEmpty, round.isUnderDuress { chosen = try toldOfEarlierDuress(than: round.alarm) }
        for other in try chosen + (isForSeers ? seers(of: round.alarm, by: cutoff, on: round.trip) : [])
        where !wanted.contains(other) {
            if try mayHear(other, of: round.alarm) { wanted.append(other) }
        }
        return wanted
    }

    /// The companions of a trip and those who may see the member, as far as they may hear of an alarm, which need not have
    /// been raised; under duress the companions alone where there are any.
    func everybody(for alarm: ID<Alarm>, on trip: ID<Trip>?) throws(StorageError) -> [ID<Member>] {
        let cutoff = try cutoff(of: alarm)
        var people: [ID<Member>] = []
        if let trip { people = try transaction.enabledCompanions(of: trip) }
        if people.isEmpty || !isUnderDuress(alarm) {
            for seer in try seers(of: alarm, by: cutoff, on: trip) where !people.contains(seer) { people.append(seer) }
        }
        let isRaised = watch.alarms.contains { $0.id == alarm }
        var open: [ID<Member>] = []
        for recipient in people where try wasThere(recipient, by: cutoff, on: trip) {
            let mayHear =
                isRaised
                ? try mayHear(recipient, of: alarm)
                : try transaction.isReachable(recipient, byAlarmOn: trip, about: person, alarmedAt: nil, now: now)
            if mayHear { open.append(recipient) }
        }
        return open
    }

    /// Who was told of one of this member's alarms and may know of it now, in their order.
    func openRecipients(of alarm: ID<Alarm>) throws(StorageError) -> [ID<Member>] {
        var open: [ID<Member>] = []
        for recipient in try transaction.recipients(of: alarm) where try mayHear(recipient, of: alarm) {
            open.append(recipient)
        }
        return open
    }

    /// Whether a member may be told of one of this member's alarms; its end is for everybody it was told to (F24).
    func mayHear(_ recipient: ID<Member>, of alarm: ID<Alarm>, isEnd: Bool = false) throws(StorageError) -> Bool {
        guard let known = watch.alarms.first(where: { $0.id == alarm }) else { return false }
        guard isEnd else { return try transaction.mayHear(recipient, of: known, about: person, now: now) }
        let (trip, openedAt) = (known.trip, known.openedAt)
        return try transaction.isReachable(recipient, byAlarmOn: trip, about: person, alarmedAt: openedAt, now: now)
    }

    /// Whether an alarm is, or was, hidden from its traveller's own sessions.
    func isUnderDuress(_ alarm: ID<Alarm>) -> Bool {
        watch.alarms.contains { $0.id == alarm && $0.isUnderDuress }
    }

    /// The same for a message to one recipient: to whom it looks cleared, nothing about it is hidden.
    func isUnderDuress(_ alarm: ID<Alarm>, to recipient: ID<Member>) throws(StorageError) -> Bool {
        guard isUnderDuress(alarm) else { return false }
        return try !transaction.appearsCleared(alarm, to: recipient)
    }

    /// The same for a message to an outside contact.
    func isUnderDuress(_ alarm: ID<Alarm>, to contact: ID<Contact>) throws(StorageError) -> Bool {
        guard isUnderDuress(alarm) else { return false }
        return try !transaction.appearsCleared(alarm, to: contact)
    }

    /// Whether a recipient was told that the member is under duress: nothing they are sent may invite them to call.
    func knowsOfDuress(_ recipient: ID<Member>) throws(StorageError) -> Bool {
        try transaction.knowsOfDuress(recipient, about: person, watch, now: now)
    }

    /// The companions of a trip who are recipients of an alarm under duress that was given on it.
    func companionsTold(of trip: ID<Trip>) throws(StorageError) -> Set<ID<Member>> {
        var told: Set<ID<Member>> = []
        for companion in try transaction.companions(of: trip)
        where try transaction.isTold(companion, of: trip, about: person, watch, now: now) {
            told.insert(companion)
        }
        return told
    }
}

extension Hub {
    /// An alarm as one of its recipients may know of it now, open or not; nil for anybody else.
    func openAlarm(
        _ id: ID<Alarm>,
        to member: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Alarm? {
        guard try transaction.wasTold(member, of: id), let row = try transaction.alarm(id) else { return nil }
        let (subject, _, watch) = try traveller(row.member, in: transaction)
        guard let alarm = watch.alarms.first(where: { $0.id == id }),
            let seen = try transaction.alarm(alarm, asSeenBy: member),
            try transaction.mayHear(member, of: seen, about: subject, now: now)
        else { return nil }
        return seen
    }

    /// Whether an alarm is open to a member who was told of it; throws `SafetyRefusal.notFound` for anybody else.
    func isOpen(
        _ id: ID<Alarm>,
        to member: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Bool {
        guard let seen = try openAlarm(id, to: member, in: transaction, now: now) else { throw SafetyRefusal.notFound }
        return seen.isOpen
    }

    /// The members in danger that a viewer was notified of and may know of now, each since when.
    ///
    /// `shown` are those whose own pages show such an alarm.
    func membersInDanger(
        openTo viewer: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> (told: [ID<Member>: Timestamp], shown: [ID<Member>: Timestamp]) {
        var (told, shown): ([ID<Member>: Timestamp], [ID<Member>: Timestamp]) = ([:], [:])
        for row in try transaction.openAlarms(toldTo: viewer) {
            guard let alarm = try openAlarm(row.id, to: viewer, in: transaction, now: now) else { continue }
            told[row.member] = min(told[row.member] ?? alarm.openedAt, alarm.openedAt)
            guard alarm.isVisible else { continue }
            shown[row.member] = min(shown[row.member] ?? alarm.openedAt, alarm.openedAt)
        }
        return (told, shown)
    }
}
