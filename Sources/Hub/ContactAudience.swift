import Crypto
import Family
import SQL
import Storage

/// Which outside contacts an alarm is for, and who still may read it: asked at each sending and each request (F70, F77).
///
/// The one it is for agreed and did not end it, and their member did not remove them; what the traveller's account removed
/// under duress is not her will, and removes nobody from the alarm (F29).
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
        let (person, key, watch) = try traveller(row.member, in: transaction)
        guard let alarm = watch.alarms.first(where: { $0.id == id }),
            try !isHidden(person, from: row, key, trip: alarm.trip, in: transaction, now: now)
        else { return nil }
        return alarm
    }

    /// Whether a contact's number or mail address is that of a member whom a child's hidden hours keep out now (F76).
    ///
    /// Naming a hidden adult once more, by their number, must not be a way around the hours.
    func isHidden(
        _ person: MemberRow,
        from contact: OutsideContactRow,
        _ key: SealingKey,
        trip: ID<Trip>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Bool {
        guard person.isChild(now: now), let card = try contactCard(of: contact, key) else { return false }
        for viewer in Set(try transaction.hiddenHours(of: person.id).map(\.viewer)) {
            guard try transaction.isHidden(person, from: viewer, trip: trip, now: now),
                let row = try transaction.member(viewer)
            else { continue }
            if let phone = card.phone, phone == self.phone(of: row)?.e164 { return true }
            let mail = mail(try transaction.memberMail(viewer)?.mailSealed, of: row)
            if let address = card.mail, address.lowercased() == mail?.lowercased() { return true }
        }
        return false
    }

    /// "I'm on it", by an outside contact through the link of their message.
    ///
    /// As of any recipient, their first one holds the escalation (F69), and it is one transaction (F79).
    func acknowledge(_ id: ID<Alarm>, by contact: ID<Contact>) async throws {
        let now = safetyNow
        try await tellAlarm(.acknowledge(id, by: ID(high: contact.high, low: contact.low)), id) { transaction in
            guard try self.openAlarm(id, toContact: contact, in: transaction, now: now) != nil else {
                throw SafetyRefusal.notFound
            }
            let incident = ID<Incident>(high: id.high, low: id.low)
            try transaction.acknowledge(incident, by: nil, orContact: contact, now: now)
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
