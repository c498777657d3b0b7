import Crypto
import Family
import SQL
import Storage

/// Which outside contacts an alarm is for, and who still may read it: asked at each sending and each request (F70, F77).
///
/// The one it is for agreed and did not end it, and their member did not remove them; what the traveller's account removed
/// under duress is not her will, and removes nobody from the alarm (F29).
extension Transaction {
    /// Whether a message to an outside contact may leave now: to nobody who declined or ended it.
    ///
    /// The question goes while they are named and did not answer. An alarm goes to who was told of it, until their member
    /// removes them; who was told is told of its end (F24), never within a child's hidden hours (F76).
    func mayLeave(
        _ message: OutboxRow,
        toContact id: ID<Contact>,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard let contact = try outsideContact(id), let subject = try member(contact.member) else { return false }
        guard let incident = message.incident else {
            return contact.removedAt == nil && contact.consent.state == .asked && subject.disabledAt == nil
        }
        guard contact.consent.isCalled else { return false }
        guard let row = try alarm(ID(sharing: incident)) else { return true }
        // Whoever was told of an alarm is told that it is over, also after they were removed (F24).
        if row.closedAt == nil, try !appearsCleared(row.id, to: id), try !isAlarmLinkOpen(row.id, for: id) {
            return false
        }
        return try !hoursHide(subject, from: contact, trip: row.trip, alarmedAt: row.openedAt, now: now)
    }

    /// Whether a message that may not leave has to look sent: to a contact who ended it while that is withheld (F29), and
    /// a test to whom knows of an alarm of its sender (F85).
    func mustLookSent(_ message: OutboxRow) throws(StorageError) -> Bool {
        if let recipient = message.member {
            guard try isEnabled(recipient) else { return false }
            return try isContradicted(message)
        }
        guard let id = message.contact, try outsideContact(id)?.consent.state == .ended else { return false }
        return try isDuressWithheld(id)
    }

    /// Whether a member whom a child's hidden hours keep out now ever gave a contact's number or mail address (F76, F91).
    ///
    /// Naming a hidden adult once more, by their number, must not be a way around the hours.
    func hoursHide(
        _ subject: MemberRow,
        from contact: OutsideContactRow,
        trip: ID<Trip>?,
        alarmedAt: Timestamp?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let agreedAt = contact.consent.isCalled ? contact.consent.answeredAt : nil
        for viewer in Set(try guardianship(of: subject, now: now).hidings.flatMap(\.viewers)) {
            let isHidden = try hoursHide(subject, from: viewer, trip: trip, alarmedAt: alarmedAt, now: now)
            if isHidden, try gave(contact.addressHash, viewer, agreedAt: agreedAt) { return true }
        }
        return false
    }
}

extension Hub {
    /// An alarm as an outside contact who was told of it may know of it now; nil for anybody else.
    func openAlarm(
        _ id: ID<Alarm>,
        toContact contact: ID<Contact>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Alarm? {
        guard try transaction.isAlarmLinkOpen(id, for: contact), let row = try transaction.outsideContact(contact),
            row.consent.isCalled
        else { return nil }
        let (person, _, watch) = try traveller(row.member, in: transaction)
        guard let alarm = watch.alarms.first(where: { $0.id == id }),
            try !transaction.hoursHide(person, from: row, trip: alarm.trip, alarmedAt: alarm.openedAt, now: now)
        else { return nil }
        return try transaction.alarm(alarm, asSeenBy: contact)
    }

    /// "I'm on it", by an outside contact through the link of their message.
    ///
    /// As of any recipient, their first one holds the escalation (F69), and it is one transaction (F79).
    func acknowledge(_ id: ID<Alarm>, by contact: ID<Contact>) async throws {
        let now = safetyNow
        try await tellAlarm(.acknowledge(id, by: ID(sharing: contact)), id) { transaction in
            guard let seen = try self.openAlarm(id, toContact: contact, in: transaction, now: now) else {
                throw SafetyRefusal.notFound
            }
            guard seen.isOpen else { return false }
            let incident = ID<Incident>(sharing: id)
            try transaction.acknowledge(incident, by: nil, orContact: contact, now: now)
            return true
        }
    }

    /// The names of those contacts of a member who were told of an alarm.
    func contactNames(
        of member: ID<Member>,
        toldOf alarm: ID<Alarm>,
        in transaction: Transaction
    ) throws -> [ID<Contact>: String] {
        let told = try transaction.contacts(toldOf: alarm)
        guard !told.isEmpty else { return [:] }
        let (_, key, _) = try traveller(member, in: transaction)
        var names: [ID<Contact>: String] = [:]
        for contact in told { names[contact.id] = try contactCard(of: contact, key)?.name }
        return names
    }
}
