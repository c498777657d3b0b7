import Family
import SQL
import Storage

/// Who was told of a visible alarm, and was added after it or an earlier one had opened (F29, F67).
///
/// A thief who holds the phone can connect an accomplice while help is called, and make the traveller enter a PIN. If it is
/// the duress PIN, the accomplice hears, and reads from then on, what the real PIN would have told: it is over. Everybody who
/// was there before is told the truth.
struct LateRecipients {
    var alarm: ID<Alarm>
    var members: [ID<Member>]
    var contacts: [OutsideContactRow]
}

extension SafetyTransaction {
    /// When an alarm opened, or an earlier one that is still open: once it is under duress, nobody added since counts.
    ///
    /// An earlier alarm that nobody was told of, or that is older than a week, does not matter here.
    func opening(of alarm: ID<Alarm>) throws(StorageError) -> Timestamp {
        var first = now
        for other in watch.alarms where other.openedAt < first {
            if other.id != alarm {
                guard other.isOpen, other.isRecent(now: now), try transaction.isAnybody(toldOf: other.id) else {
                    continue
                }
            }
            first = other.openedAt
        }
        return first
    }

    /// The same for an alarm under duress; nil for any other, for which everybody counts.
    func cutoff(of alarm: ID<Alarm>) throws(StorageError) -> Timestamp? {
        isUnderDuress(alarm) ? try opening(of: alarm) : nil
    }

    /// Those who are told without a trip, and after five minutes of one; never an adult of hidden hours (F76), nor anybody
    /// added after a cutoff.
    func seers(
        of alarm: ID<Alarm>,
        by cutoff: Timestamp?,
        on trip: ID<Trip>?
    ) throws(StorageError) -> [ID<Member>] {
        let alarmedAt = openedAt(alarm)
        return try transaction.alarmSeers(of: member, now: now) { other throws(StorageError) in
            guard try !transaction.hoursHide(person, from: other, trip: nil, alarmedAt: alarmedAt, now: now) else {
                return false
            }
            return try wasThere(other, by: cutoff, on: trip)
        }
    }

    /// Those who know of earlier alarms under duress: they are told where nobody else was there before.
    func toldOfEarlierDuress(than alarm: ID<Alarm>) throws(StorageError) -> [ID<Member>] {
        var told: [ID<Member>] = []
        for other in watch.alarms where other.id != alarm && other.isUnderDuress && other.isOpen {
            guard other.isRecent(now: now) else { continue }
            for recipient in try openRecipients(of: other.id) where !told.contains(recipient) { told.append(recipient) }
        }
        return told
    }

    /// When an alarm of this member opened; nil for one that did not.
    func openedAt(_ alarm: ID<Alarm>) -> Timestamp? { watch.alarms.first { $0.id == alarm }?.openedAt }

    /// Whether a member saw the traveller, or watched over that trip, by a cutoff; everybody did where there is none.
    func wasThere(_ other: ID<Member>, by cutoff: Timestamp?, on trip: ID<Trip>?) throws(StorageError) -> Bool {
        guard let cutoff else { return true }
        guard let since = try transaction.knownSince(other, to: member, onTrip: trip, now: now) else { return false }
        return since <= cutoff
    }

    /// Where the duress PIN covered an alarm just now, takes out of it those to whom it has to look cleared.
    ///
    /// They hear so last, after everything else that the PIN ends, in the order in which the real PIN tells it.
    mutating func takeOutLateRecipients(of round: NotificationRound) throws {
        guard let alarm = watch.alarms.first(where: { $0.id == round.alarm }), alarm.face == .appearsCleared(at: now)
        else { return }
        // The end gives up what has not left yet; those who stay are called anew by this round.
        try transaction.cancelMessages(about: ID(sharing: alarm.id), now: now)
        let opened = try opening(of: alarm.id)
        var late = LateRecipients(alarm: alarm.id, members: [], contacts: [])
        for member in try transaction.recipients(of: alarm.id, knownAfter: opened) where try !knewOfDuress(member) {
            try transaction.setLooksCleared(alarm.id, to: member, now: now)
            late.members.append(member)
        }
        for contact in try transaction.contacts(toldOf: alarm.id, knownAfter: opened)
        where try !transaction.isDuressWithheld(contact) {
            try transaction.setLooksCleared(alarm.id, to: contact, now: now)
            if let row = try transaction.outsideContact(contact) { late.contacts.append(row) }
        }
        lateRecipients.append(late)
    }

    /// Tells those who were taken out that it is over.
    mutating func tellLateRecipients() throws {
        for late in lateRecipients {
            try notify(.allClear, by: nil, late.alarm, to: late.members)
            try end(.allClear, by: nil, late.alarm, for: late.contacts)
        }
        lateRecipients = []
    }

    /// Whether a recipient knows of another alarm that was under duress before this turn.
    private func knewOfDuress(_ recipient: ID<Member>) throws(StorageError) -> Bool {
        let told = try transaction.duressAlarms(of: watch, about: person, toldTo: recipient, now: now)
        return watch.alarms.contains { $0.isOpen && told.contains($0.id) && $0.face != .appearsCleared(at: now) }
    }
}

extension OutsideContactRow {
    /// Since when they are on the list and have agreed.
    var knownAt: Timestamp { max(listedAt, consent.answeredAt ?? listedAt) }
}

extension Transaction {
    /// An alarm as a member who was told of it has to see it: the same, or cleared.
    func alarm(_ alarm: Alarm, asSeenBy recipient: ID<Member>) throws(StorageError) -> Alarm? {
        try appearsCleared(alarm.id, to: recipient) ? alarm.withoutDuress : alarm
    }

    /// An alarm as an outside contact who was told of it has to see it: the same, or cleared.
    func alarm(_ alarm: Alarm, asSeenBy contact: ID<Contact>) throws(StorageError) -> Alarm? {
        try appearsCleared(alarm.id, to: contact) ? alarm.withoutDuress : alarm
    }
}

extension Alarm {
    /// When it ended; nil while it is open.
    var closedAt: Timestamp? {
        if case .closed(_, let at) = phase { return at }
        return nil
    }
}

extension [DeliveryRow] {
    /// As they stood when their alarm ended, with the words that it did.
    ///
    /// Those to whom an alarm looks cleared do not read what others are sent and answer from then on, nor who is told of it
    /// only then.
    func upTo(_ end: Timestamp?) -> [DeliveryRow] {
        guard let end else { return self }
        let before = filter { $0.createdAt < end }
        let words = filter { row in
            row.createdAt == end && before.contains { ($0.member, $0.contact) == (row.member, row.contact) }
        }
        return (before + words).map { row in
            var row = row
            if let acknowledgedAt = row.acknowledgedAt, acknowledgedAt > end {
                row.acknowledgedAt = nil
                if row.seenAt == acknowledgedAt { row.seenAt = nil }
            }
            return row
        }
    }
}

extension Transaction {
    /// Whether a member knew one of their companions as the trip began: only then these are called before the others.
    ///
    /// A thief can connect and choose accomplices on the way.
    func isOne(
        of companions: [ID<Member>],
        knownTo member: ID<Member>,
        sinceStartOf trip: ID<Trip>?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard let trip, let start = try self.trip(trip)?.startedAt else { return !companions.isEmpty }
        for companion in companions {
            if let since = try knownSince(companion, to: member, onTrip: trip, now: now), since <= start { return true }
        }
        return false
    }
}
