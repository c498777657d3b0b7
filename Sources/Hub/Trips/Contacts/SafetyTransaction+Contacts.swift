import Bus
import Family
import Languages
import Messaging
import SQL
import Storage

/// Outside contacts in an alarm (F77).
extension SafetyTransaction {
    /// Sends an alarm to each contact who agreed, once: repeats go to members alone.
    ///
    /// An alarm that they were told of and that turns out to be one of the duress PIN is told once more: who read the
    /// first message may be about to call (F29).
    ///
    /// Under duress nobody joins those who were told, nor does a contact whom the phone's holder added or who agreed since
    /// an alarm hides (F29). `isFirst` where nobody was told of this alarm before.
    mutating func sendToContacts(
        _ round: NotificationRound,
        lastSeen: LastSeenByReader,
        isFirst: Bool
    ) throws {
        let told = Set(try transaction.contacts(toldOf: round.alarm).map(\.id))
        let (cutoff, alarmedAt) = (try cutoff(of: round.alarm), openedAt(round.alarm))
        for contact in try transaction.outsideContacts(of: member)
        where try contact.removedAt == nil && looksCalled(contact, by: round) {
            if let cutoff, !told.contains(contact.id), !isFirst || contact.knownAt > cutoff { continue }
            if try transaction.appearsCleared(round.alarm, to: contact.id) { continue }
            let isHidden = try transaction.hoursHide(
                person,
                from: contact,
                trip: round.trip,
                alarmedAt: alarmedAt,
                now: now
            )
            guard !isHidden else { continue }
            let token = hub.vault.alarmToken(round.alarm, for: contact.id)
            let isNews = try transaction.addContact(
                contact.id,
                toldOf: round.alarm,
                isUnderDuress: round.isUnderDuress,
                knownAt: contact.knownAt,
                linkHash: hub.vault.hash(token: Array(token.utf8)).bytes,
                now: now
            )
            guard isNews else { continue }
            let isUnderDuress = try transaction.isDuressWithheld(contact.id)
            let words = SafetyWords.alarm(
                round,
                of: person.name,
                isUnderDuress: isUnderDuress,
                lastSeen: lastSeen.seen(byTold: isUnderDuress),
                link: "\(hub.settings.publicURL)/follow#\(token)",
                now: now
            )
            let text = SafetyWords.toContact(
                words.text,
                of: person.name,
                isUnderDuress: isUnderDuress,
                end: hub.contactLink(contact.id)
            )
            try alert(text, round.alarm, contact)
        }
    }

    /// Tells the contacts of an alarm that it is over; what happens in between is not texted to them.
    mutating func endForContacts(_ news: AlarmNews, by actor: Phrase?, _ alarm: ID<Alarm>) throws {
        let told = try transaction.contacts(toldOf: alarm).filter { contact in
            try !transaction.appearsCleared(alarm, to: contact.id)
        }
        try end(news, by: actor, alarm, for: told)
    }

    /// The same for some of them.
    mutating func end(
        _ news: AlarmNews,
        by actor: Phrase?,
        _ alarm: ID<Alarm>,
        for contacts: [OutsideContactRow]
    ) throws {
        for contact in contacts where contact.consent.isCalled {
            let words = SafetyWords.alarmed(
                news,
                of: person.name,
                by: actor,
                isUnderDuress: try isUnderDuress(alarm, to: contact.id) || transaction.isDuressWithheld(contact.id),
                page: ""
            )
            let text = [words.push.title, words.push.body]
            try alert(SafetyWords.endToContact(text, end: hub.contactLink(contact.id)), alarm, contact)
        }
    }

    /// Tells the contacts of an open alarm that its account was deleted, as its recipients are told.
    func tellContactsOfDeletion(_ alarm: ID<Alarm>, lastSeen: LastSeenByReader) throws {
        for contact in try transaction.contacts(toldOf: alarm) where contact.consent.isCalled {
            guard let card = try hub.contactCard(of: contact, key),
                try transaction.isAlarmLinkOpen(alarm, for: contact.id),
                try !transaction.appearsCleared(alarm, to: contact.id),
                try !transaction.hoursHide(person, from: contact, trip: nil, alarmedAt: openedAt(alarm), now: now)
            else { continue }
            let isTold = try isUnderDuress(alarm) || transaction.isDuressWithheld(contact.id)
            let words = SafetyWords.accountDeleted(
                of: person.name,
                isUnderDuress: isTold,
                lastSeen: lastSeen.seen(byTold: isTold)
            )
            let text = words.text.text(in: person.reads)
            for (channel, address) in Addresses(phone: card.phone, mail: card.mail).ways {
                var row = hub.message(channel, to: address, text, worthMilliseconds: Self.alarmWorthMilliseconds)
                // Nothing of the account is to be left: neither who they were to it nor its alarm's identity.
                row.isUrgent = true
                row.incident = hub.outside.newID()
                try transaction.addMessage(row)
            }
        }
    }

    /// After alarms closed: what was withheld while one hid is shown, and what is left of removed contacts erased.
    mutating func settleContacts() throws {
        if !watch.alarms.contains(where: { $0.isOpen && $0.isUnderDuress }) {
            try transaction.releaseContacts(of: member, now: now)
        }
        try transaction.eraseRemovedContacts(of: member)
    }

    /// Whether a contact is called, or has to look so: of one who ended it while that is withheld, the traveller's pages
    /// would show that a visible alarm was not sent to them; it does not leave the hub (F29).
    private func looksCalled(_ contact: OutsideContactRow, by round: NotificationRound) throws(StorageError) -> Bool {
        if contact.consent.isCalled || round.isUnderDuress { return contact.consent.isCalled }
        return try hub.shownState(contact, in: transaction) == .agreed
    }

    private mutating func alert(_ text: [Phrase], _ alarm: ID<Alarm>, _ contact: OutsideContactRow) throws {
        guard let card = try hub.contactCard(of: contact, key) else { return }
        let alert = Alert(
            incident: ID(sharing: alarm),
            push: PushText(title: "", body: "", page: ""),
            text: text,
            worthMilliseconds: Self.alarmWorthMilliseconds,
            isHidden: try isUnderDuress(alarm, to: contact.id)
        )
        let phone = card.phone.flatMap(PhoneNumber.init(e164:))
        let addressee = Addressee.contact(contact.id, phone: phone, mail: card.mail, language: person.reads)
        if try hub.send(alert, to: addressee, in: transaction) > 0 { hasMessages = true }
    }
}
