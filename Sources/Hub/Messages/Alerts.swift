package import Family
package import Languages
package import Messaging
package import SQL
package import Storage

/// Something to be told to somebody by every way at once (F16).
package struct Alert: Sendable {
    /// What it is about: whatever is told of one alarm carries the same, so that a page shows one.
    package var incident: ID<Incident>
    /// What browsers show (F22).
    package var push: PushText
    /// What texts and mails say, the first line being a mail's subject.
    ///
    /// It may name a place, and carry the recipient's own link with its token in the fragment; no coordinates.
    package var text: [Phrase]
    /// For how long it is worth receiving; at least an hour (F16).
    package var worthMilliseconds: Int64
    /// Whether the one it is about must not notice that anything was sent: a browser's word that it showed this does
    /// not count as proof that its owner gets alarms (F67).
    package var isHidden: Bool
    /// Whether it goes before what is not urgent, and its providers' troubles are the keeper's.
    package var isUrgent: Bool

    /// An alert that is urgent and worth receiving for a day, unless told otherwise.
    package init(
        incident: ID<Incident>,
        push: PushText,
        text: [Phrase],
        worthMilliseconds: Int64 = 86_400_000,
        isHidden: Bool = false,
        isUrgent: Bool = true
    ) {
        self.isHidden = isHidden
        self.isUrgent = isUrgent
        self.incident = incident
        self.push = push
        self.text = text
        self.worthMilliseconds = max(worthMilliseconds, 3_600_000)
    }
}

/// Who is told: a member by all their browsers, their number and their mail address, somebody outside by what is known
/// of them.
package enum Addressee: Hashable, Sendable {
    case member(ID<Member>)
    /// In the language of the member who named them: theirs is not known.
    case contact(ID<Contact>, phone: PhoneNumber?, mail: String?, language: Language)
}

/// How far a message came (F17), in this order; `failed` is the end of one that did not leave.
package enum DeliveryState: String, CaseIterable, Sendable {
    case queued
    /// Nothing sends messages of its channel: it stays on the hub.
    case kept
    /// A provider took it: nothing says yet that it came.
    case accepted
    /// It was shown.
    case delivered
    /// It was opened.
    case seen
    /// Somebody said that they see to it.
    case acknowledged
    case failed
}

/// How far one message about an incident came.
package struct Delivery: Hashable, Sendable {
    package var message: ID<OutboxMessage>
    package var channel: Channel
    /// One of both is there.
    package var member: ID<Member>?
    package var contact: ID<Contact>?
    package var state: DeliveryState
    /// When it came so far.
    package var at: Timestamp
}

extension Hub {
    /// Puts an alert on its way by all channels, in the transaction that decides on it; answers by how many ways.
    ///
    /// After the commit ``ringOutbox()`` sends it. To be told again, it is put on its way again: what carries one
    /// incident is shown as one. Zero means that nobody can be reached so, which the page has to say.
    package func send(_ alert: Alert, to addressee: Addressee, in transaction: Transaction) throws(StorageError) -> Int
    {
        var rows: [OutboxRow] = []
        switch addressee {
        case .member(let member):
            for subscription in try transaction.pushSubscriptions(of: member, now: outside.now()) {
                rows.append(
                    pushMessage(
                        alert.push.shown(toOthers: subscription.isShared),
                        to: subscription,
                        isUrgent: alert.isUrgent,
                        incident: alert.incident,
                        worthMilliseconds: alert.worthMilliseconds
                    )
                )
            }
            guard let row = try transaction.member(member) else { return 0 }
            let text = alert.text.text(in: row.reads)
            let mail = self.mail(try transaction.memberMail(member)?.mailSealed, of: row)
            for (channel, address) in Addresses(phone: phone(of: row)?.e164, mail: mail).ways {
                rows.append(message(channel, to: address, text, worthMilliseconds: alert.worthMilliseconds))
            }
            for index in rows.indices { rows[index].member = member }
        case .contact(let contact, let phone, let mail, let language):
            let text = alert.text.text(in: language)
            for (channel, address) in Addresses(phone: phone?.e164, mail: mail).ways {
                rows.append(message(channel, to: address, text, worthMilliseconds: alert.worthMilliseconds))
            }
            for index in rows.indices { rows[index].contact = contact }
        }
        for var row in rows {
            row.incident = alert.incident
            row.isUrgent = alert.isUrgent
            row.isHidden = alert.isHidden
            try transaction.addMessage(row)
        }
        return rows.count
    }

    /// How far every message about an incident came, in the order they were written (F17).
    package func deliveries(of incident: ID<Incident>) async throws -> [Delivery] {
        try await database.read { try $0.deliveries(of: incident) }.compactMap(Delivery.init)
    }
}

extension Delivery {
    init?(_ row: DeliveryRow) {
        guard let channel = Channel(rawValue: row.channel) else { return nil }
        message = row.message
        self.channel = channel
        member = row.member
        contact = row.contact
        // The furthest counts, whatever came of another try.
        if let at = row.acknowledgedAt {
            (state, self.at) = (.acknowledged, at)
        } else if let at = row.seenAt {
            (state, self.at) = (.seen, at)
        } else if let at = row.deliveredAt {
            (state, self.at) = (.delivered, at)
        } else if row.isKept {
            (state, at) = (.kept, row.endedAt ?? row.createdAt)
        } else if row.state == "sent" {
            (state, at) = (.accepted, row.endedAt ?? row.createdAt)
        } else if row.state == "failed" {
            (state, at) = (.failed, row.endedAt ?? row.createdAt)
        } else {
            (state, at) = (.queued, row.createdAt)
        }
    }
}
