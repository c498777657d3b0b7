import Family
import SQL
import Storage

/// Who was told of a visible alarm, and was added after it or an earlier one under duress had opened (F29, F67).
///
/// Whoever holds the phone can connect somebody of their own while help is called, and have the traveller enter the PIN.
/// Of the second one that person hears, and reads from then on, what the right one would have told them: it is over. Those
/// who were there before are told the truth.
struct LateRecipients {
    var alarm: ID<Alarm>
    var members: [ID<Member>]
    var contacts: [OutsideContactRow]
}

extension SafetyTurn {
    /// When an alarm opened, or an earlier one that is open still: nobody who is added since counts once it is under duress.
    ///
    /// One that nobody was told of, or that is older than a week, keeps nobody from being told of another.
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

    /// Those who know of earlier alarms under duress, for one of which nobody is left who was there before.
    func toldOfEarlierDuress(than alarm: ID<Alarm>) throws(StorageError) -> [ID<Member>] {
        var told: [ID<Member>] = []
        for other in watch.alarms where other.id != alarm && other.isUnderDuress && other.isOpen {
            guard other.isRecent(now: now) else { continue }
            for recipient in try openRecipients(of: other.id) where !told.contains(recipient) { told.append(recipient) }
        }
        return told
    }

    /// Whether a member saw the traveller, or watched over that trip, before an alarm under duress opened.
    func wasThereBefore(_ other: ID<Member>, _ alarm: ID<Alarm>, on trip: ID<Trip>?) throws(StorageError) -> Bool {
        guard let since = try transaction.knownSince(other, to: member, onTrip: trip, now: now) else { return false }
        return try since <= opening(of: alarm)
    }

    /// Takes out of an alarm, where the second PIN covered it just now, those to whom it has to look cleared.
    ///
    /// They are told of that last, after whatever the PIN ends: the right one would do so in that order.
    mutating func takeOutLateRecipients(of wave: AlarmWave) throws {
        guard let alarm = watch.alarms.first(where: { $0.id == wave.alarm }), alarm.face == .looksCleared(at: now)
        else { return }
        // The end gives up what has not left yet; those who stay are called anew by this wave.
        try transaction.cancelMessages(about: ID(high: alarm.id.high, low: alarm.id.low), now: now)
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
            try tell(.allClear, by: nil, late.alarm, to: late.members)
            try end(.allClear, by: nil, late.alarm, for: late.contacts)
        }
        lateRecipients = []
    }

    /// Whether a recipient knows of another alarm that was under duress before this turn.
    private func knewOfDuress(_ recipient: ID<Member>) throws(StorageError) -> Bool {
        let told = try transaction.duressAlarms(of: watch, about: person, toldTo: recipient, now: now)
        return watch.alarms.contains { $0.isOpen && told.contains($0.id) && $0.face != .looksCleared(at: now) }
    }
}

extension OutsideContactRow {
    /// Since when they are on the list and have agreed.
    var knownAt: Timestamp { max(listedAt, consent.answeredAt ?? listedAt) }
}

extension Transaction {
    /// An alarm as a member who was told of it has to see it: the same, or cleared.
    func alarm(_ alarm: Alarm, asSeenBy recipient: ID<Member>) throws(StorageError) -> Alarm? {
        try looksCleared(alarm.id, to: recipient) ? alarm.withoutDuress : alarm
    }

    /// An alarm as an outside contact who was told of it has to see it: the same, or cleared.
    func alarm(_ alarm: Alarm, asSeenBy contact: ID<Contact>) throws(StorageError) -> Alarm? {
        try looksCleared(alarm.id, to: contact) ? alarm.withoutDuress : alarm
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
    /// Those to whom an alarm looks cleared read nothing of what others are sent, and answer, from then on, nor of those
    /// who are told of it only then.
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
