package import Family
package import SQL

/// An outside contact as stored; who it is stays sealed here.
package struct OutsideContactRow: Sendable {
    package var id: ID<Contact>
    package var member: ID<Member>
    /// Nil once removed.
    package var sealed: [UInt8]?
    package var addressHash: [UInt8]
    package var linkHash: [UInt8]
    package var consent: ContactConsent
    package var removedAt: Timestamp?
    /// When the question left the hub; nil where it did not yet.
    package var questionAt: Timestamp?
    /// When their member put them on the list, the last time.
    package var listedAt: Timestamp

    package init(
        id: ID<Contact>,
        member: ID<Member>,
        sealed: [UInt8],
        addressHash: [UInt8],
        linkHash: [UInt8],
        consent: ContactConsent
    ) {
        self.id = id
        self.member = member
        self.sealed = sealed
        self.addressHash = addressHash
        self.linkHash = linkHash
        self.consent = consent
        listedAt = consent.askedAt
    }

    fileprivate static let columns: StaticString =
        "id, member, sealed, address_hash, link_hash, state, asked_at, answered_at, removed_at, question_at, listed_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        sealed = try row.blobOrNull(2)
        addressHash = try row.blob(3)
        linkHash = try row.blob(4)
        guard let state = ContactConsent.State(rawValue: try row.text(5)) else {
            throw StorageError(.corrupt, "an outside contact has no such state")
        }
        consent = ContactConsent(
            state: state,
            askedAt: try row.timestamp(6),
            answeredAt: try row.timestampOrNull(7)
        )
        removedAt = try row.timestampOrNull(8)
        questionAt = try row.timestampOrNull(9)
        listedAt = try row.timestamp(10)
    }
}

extension Transaction {
    /// Every contact that a member ever asked, the removed ones too, in the order they were asked.
    package func outsideContacts(of member: ID<Member>) throws(StorageError) -> [OutsideContactRow] {
        try rows(
            """
            SELECT \(literal: OutsideContactRow.columns) FROM outside_contact WHERE member = \(member.bytes)
            ORDER BY asked_at, id
            """
        ).map(OutsideContactRow.init)
    }

    /// One contact.
    package func outsideContact(_ id: ID<Contact>) throws(StorageError) -> OutsideContactRow? {
        try first("SELECT \(literal: OutsideContactRow.columns) FROM outside_contact WHERE id = \(id.bytes)")
            .map(OutsideContactRow.init)
    }

    /// The contact whose own link has this hash, a removed one too: they can end it whatever their member did.
    package func outsideContact(linkHash: [UInt8]) throws(StorageError) -> OutsideContactRow? {
        try first("SELECT \(literal: OutsideContactRow.columns) FROM outside_contact WHERE link_hash = \(linkHash)")
            .map(OutsideContactRow.init)
    }

    /// Adds a contact or replaces what is known of one.
    package func setOutsideContact(_ contact: OutsideContactRow) throws(StorageError) {
        let consent = contact.consent
        try run(
            """
            INSERT INTO outside_contact (\(literal: OutsideContactRow.columns)) VALUES (
                \(contact.id.bytes), \(contact.member.bytes), \(contact.sealed), \(contact.addressHash),
                \(contact.linkHash), \(consent.state.rawValue), \(consent.askedAt.milliseconds),
                \(consent.answeredAt?.milliseconds), \(contact.removedAt?.milliseconds),
                \(contact.questionAt?.milliseconds), \(contact.listedAt.milliseconds))
            ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, state = excluded.state,
                asked_at = excluded.asked_at, answered_at = excluded.answered_at, removed_at = excluded.removed_at,
                question_at = excluded.question_at, listed_at = excluded.listed_at
            """
        )
    }

    /// How many members but one asked an address since a moment.
    package func askers(
        addressHash: [UInt8],
        except member: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> Int {
        Int(
            try first(
                """
                SELECT count(*) FROM outside_contact
                WHERE address_hash = \(addressHash) AND asked_at > \(since.milliseconds)
                    AND member <> \(member.bytes)
                """
            )?.integer(0) ?? 0
        )
    }

    /// How many contacts the hub's members asked since a moment.
    package func contactsAsked(since: Timestamp) throws(StorageError) -> Int {
        Int(
            try first("SELECT count(*) FROM outside_contact WHERE asked_at > \(since.milliseconds)")?.integer(0) ?? 0
        )
    }

    /// Whether the question to a contact is on its way, or waits to be.
    package func isQuestionWaiting(_ contact: ID<Contact>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM outbox
            WHERE contact = \(contact.bytes) AND incident IS NULL AND state IN ('queued', 'leased')
            """
        ) != nil
    }

    /// Records that the question to a contact left.
    package func noteQuestion(to contact: ID<Contact>, now: Timestamp) throws(StorageError) {
        try run("UPDATE outside_contact SET question_at = \(now.milliseconds) WHERE id = \(contact.bytes)")
    }

    /// Removes a contact for its member: their links open no alarm but those that are named.
    ///
    /// Whoever was told of an open alarm is still told of its end; then their address is erased. Of one whose question
    /// never left nothing stays, so that they can still be asked.
    package func removeOutsideContact(
        _ id: ID<Contact>,
        keeping alarms: [ID<Alarm>],
        now: Timestamp
    ) throws(StorageError) {
        guard let contact = try outsideContact(id) else { return }
        try run(
            """
            DELETE FROM outbox
            WHERE contact = \(id.bytes) AND incident IS NULL AND state = 'queued' AND attempts = 0
            """
        )
        if contact.consent.state == .asked, contact.questionAt == nil, try !isQuestionWaiting(id) {
            try run("DELETE FROM outside_contact WHERE id = \(id.bytes)")
            return
        }
        try run("UPDATE outside_contact SET removed_at = \(now.milliseconds) WHERE id = \(id.bytes)")
        for row in try rows("SELECT alarm FROM alarm_contact WHERE contact = \(id.bytes)") {
            let alarm: ID<Alarm> = try row.id(0)
            // Of one that is really over the link would end here.
            if alarms.contains(alarm), try !appearsCleared(alarm, to: id) { continue }
            try cancelMessages(about: ID(sharing: alarm), to: id, now: now)
            try run("DELETE FROM trip_viewer WHERE contact = \(id.bytes) AND alarm = \(alarm.bytes)")
            try run(
                "UPDATE alarm_contact SET link_hash = NULL WHERE contact = \(id.bytes) AND alarm = \(alarm.bytes)"
            )
        }
        try eraseRemovedContacts(of: contact.member)
    }

    /// Erases what is known of removed contacts of a member whose alarms are all closed.
    package func eraseRemovedContacts(of member: ID<Member>) throws(StorageError) {
        try run(
            """
            UPDATE outside_contact SET sealed = NULL
            WHERE member = \(member.bytes) AND removed_at IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM alarm_contact JOIN alarm ON alarm.id = alarm_contact.alarm
                WHERE alarm_contact.contact = outside_contact.id AND alarm.closed_at IS NULL)
            """
        )
    }

    /// Adds a contact who is told of an alarm, or notes that they are told of the duress PIN; false where they were told
    /// of as much before.
    package func addContact(
        _ contact: ID<Contact>,
        toldOf alarm: ID<Alarm>,
        isUnderDuress: Bool,
        knownAt: Timestamp,
        linkHash: [UInt8],
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let duressAt = isUnderDuress ? now.milliseconds : nil
        return try run(
            """
            INSERT INTO alarm_contact (alarm, contact, told_at, duress_at, known_at, link_hash) VALUES (
                \(alarm.bytes), \(contact.bytes), \(now.milliseconds), \(duressAt), \(knownAt.milliseconds),
                \(linkHash))
            ON CONFLICT (alarm, contact) DO UPDATE SET duress_at = excluded.duress_at, link_hash = excluded.link_hash
                WHERE excluded.duress_at IS NOT NULL AND alarm_contact.duress_at IS NULL
            """
        ) == 1
    }

    /// Whether a contact was told of an alarm of the duress PIN, and what they do is withheld from their member.
    package func isDuressWithheld(_ contact: ID<Contact>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM alarm_contact
            WHERE contact = \(contact.bytes) AND duress_at IS NOT NULL AND released_at IS NULL
            """
        ) != nil
    }

    /// Withholds nothing any longer of what a member's contacts do.
    package func releaseContacts(of member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE alarm_contact SET released_at = \(now.milliseconds)
            WHERE duress_at IS NOT NULL AND released_at IS NULL
                AND contact IN (SELECT id FROM outside_contact WHERE member = \(member.bytes))
            """
        )
    }

    /// Whether an outside contact was told of an alarm and is told how it goes on.
    package func isAnyContact(toldOf alarm: ID<Alarm>) throws(StorageError) -> Bool {
        try first("SELECT 1 FROM alarm_contact WHERE alarm = \(alarm.bytes) AND looks_cleared_at IS NULL") != nil
    }

    /// The contacts who were told of an alarm.
    package func contacts(toldOf alarm: ID<Alarm>) throws(StorageError) -> [OutsideContactRow] {
        var contacts: [OutsideContactRow] = []
        for row in try rows("SELECT contact FROM alarm_contact WHERE alarm = \(alarm.bytes) ORDER BY told_at, contact")
        {
            if let contact = try outsideContact(try row.id(0)) { contacts.append(contact) }
        }
        return contacts
    }

    /// Whether the link of an alarm that a contact was sent is open to them: not where their member removed them.
    package func isAlarmLinkOpen(_ alarm: ID<Alarm>, for contact: ID<Contact>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM alarm_contact
            WHERE alarm = \(alarm.bytes) AND contact = \(contact.bytes) AND link_hash IS NOT NULL
            """
        ) != nil
    }

    /// The alarm that a contact's own link opens.
    package func alarm(contactLinkHash: [UInt8]) throws(StorageError) -> (alarm: ID<Alarm>, contact: ID<Contact>)? {
        guard let row = try first("SELECT alarm, contact FROM alarm_contact WHERE link_hash = \(contactLinkHash)")
        else { return nil }
        return (try row.id(0), try row.id(1))
    }
}
