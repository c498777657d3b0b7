import Bus
import Family
import SQL
import Storage

/// Outside contacts in an alarm (F77).
extension SafetyTurn {
    /// Sends an alarm to each contact who agreed, once: repeats go to members alone.
    ///
    /// An alarm that they were told of and that turns out to be one of the duress PIN is told once more: who read the
    /// first message may be about to call (F29).
    mutating func sendToContacts(_ wave: AlarmWave, lastSeen: LastSeen) throws {
        for contact in try transaction.outsideContacts(of: member)
        where contact.consent.isCalled && contact.removedAt == nil {
            let hides = try hub.isHidden(person, from: contact, key, trip: wave.trip, in: transaction, now: now)
            guard !hides else { continue }
            let token = hub.vault.alarmToken(wave.alarm, for: contact.id)
            let isNews = try transaction.addContact(
                contact.id,
                toldOf: wave.alarm,
                isUnderDuress: wave.isUnderDuress,
                linkHash: hub.vault.hash(token: Array(token.utf8)).bytes,
                now: now
            )
            guard isNews else { continue }
            let isUnderDuress = try transaction.isDuressWithheld(contact.id)
            let words = SafetyWords.alarm(
                wave,
                of: person.name,
                isUnderDuress: isUnderDuress,
                lastSeen: lastSeen,
                link: "\(hub.settings.publicURL)/follow#\(token)",
                emergencyNumber: hub.emergencyNumber,
                now: now
            )
            let text = SafetyWords.toContact(
                words.text,
                of: person.name,
                isUnderDuress: isUnderDuress,
                end: hub.contactLink(contact.id)
            )
            try alert(text, wave.alarm, contact)
        }
    }

    /// Tells the contacts of an alarm that it is over; what happens in between is not texted to them.
    mutating func endForContacts(_ news: AlarmNews, by actor: String?, _ alarm: ID<Alarm>) throws {
        for contact in try transaction.contacts(toldOf: alarm) where !contact.consent.isRefusal {
            let words = SafetyWords.alarmed(
                news,
                of: person.name,
                by: actor,
                isUnderDuress: try isHidden(alarm) || transaction.isDuressWithheld(contact.id),
                page: ""
            )
            let text = [words.push.title, words.push.body].joined(separator: "\n")
            try alert(SafetyWords.endToContact(text, end: hub.contactLink(contact.id)), alarm, contact)
        }
    }

    /// After alarms closed: what was withheld while one hid is told, and what is left of removed contacts erased.
    mutating func settleContacts() throws {
        if !watch.alarms.contains(where: { $0.isOpen && $0.isUnderDuress }) {
            let (isAnyEnded, openings) = try transaction.releaseContacts(of: member, now: now)
            if isAnyEnded { try addNotice(.contactEnded) }
            for _ in 0..<openings { try addNotice(.contactViewed) }
        }
        try transaction.eraseRemovedContacts(of: member)
    }

    private mutating func addNotice(_ kind: NoticeKind) throws {
        try transaction.addNotice(hub.notice(kind, for: member))
        events.insert(.notice(member))
    }

    private mutating func alert(_ text: String, _ alarm: ID<Alarm>, _ contact: OutsideContactRow) throws {
        guard let card = try hub.contactCard(of: contact, key) else { return }
        let alert = Alert(
            incident: ID(high: alarm.high, low: alarm.low),
            push: PushText(title: "", body: "", page: ""),
            text: text,
            worthMilliseconds: Self.alarmWorthMilliseconds,
            isHidden: isHidden(alarm)
        )
        let phone = card.phone.flatMap(PhoneNumber.init(e164:))
        if try hub.send(alert, to: .contact(contact.id, phone: phone, mail: card.mail), in: transaction) > 0 {
            hasMessages = true
        }
    }
}
