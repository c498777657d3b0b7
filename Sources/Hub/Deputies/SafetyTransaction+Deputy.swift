import Bus
import Family
import Messaging
import SQL
import Storage

/// A message that a deputy sent in the hub's place, as far as it is believed.
struct DeputySending: Hashable, Sendable {
    var message: ID<OutboxMessage>
    var step: UInt8
    var channel: String
    var member: ID<Member>?
    var contact: ID<Contact>?
    var at: Timestamp

    /// Nil where what was written down cannot be read.
    init?(_ given: DeputyGiven, at: Timestamp) {
        guard let message = ID<OutboxMessage>(text: given.id) else { return nil }
        (self.message, step, channel, self.at) = (message, given.step, given.channel, at)
        member = given.member.flatMap { ID(text: $0) }
        contact = given.contact.flatMap { ID(text: $0) }
    }
}

extension SafetyTransaction {
    /// Whom the deputy reached, in their order.
    private var membersTold: [ID<Member>] { Set(sentByDeputy.compactMap(\.member)).sorted() }

    /// Writes down whom a deputy told of an alarm: they are its recipients as if the hub had sent it.
    mutating func record(_ round: NotificationRound) throws {
        try transaction.addAlarm(AlarmRow(id: round.alarm, member: member, trip: round.trip, openedAt: now))
        for recipient in membersTold where try transaction.isEnabled(recipient) {
            if let trip = watch.trip { try transaction.removeWaitingNews(of: trip.id, to: recipient, now: now) }
            let token = hub.vault.alarmToken(round.alarm, for: recipient)
            let isNew = try transaction.addRecipient(
                recipient,
                of: round.alarm,
                knownAt: transaction.knownSince(recipient, to: member, onTrip: round.trip, now: now),
                linkHash: hub.vault.hash(token: Array(token.utf8)).bytes,
                now: now
            )
            if isNew { try transaction.addNotice(hub.notice(.alarm, for: recipient, about: member)) }
            events.formUnion([
                .notice(recipient), .connections(viewer: recipient), .alarms(recipient), .trips(recipient),
            ])
        }
        for id in Set(sentByDeputy.compactMap(\.contact)).sorted() {
            guard let contact = try transaction.outsideContact(id) else { continue }
            try recordTold(contact, of: round)
        }
    }

    /// Tells those whom a deputy told of what was over by then, by the same words as after any alarm (F24).
    ///
    /// A recipient who knows that the member is under duress is not told that they are safe.
    mutating func endForToldInVain(_ alarm: ID<Alarm>) throws {
        for recipient in membersTold where try !knowsOfDuress(recipient) {
            let (trip, alarmedAt) = (watch.trip?.id, openedAt(alarm))
            guard
                try transaction.isReachable(
                    recipient,
                    byAlarmOn: trip,
                    about: person,
                    alarmedAt: alarmedAt,
                    now: now
                )
            else { continue }
            let words = SafetyWords.alarmed(
                .allClear,
                of: person.name,
                by: nil,
                isUnderDuress: false,
                page: "\(hub.settings.publicURL)/alarms"
            )
            let alert = Alert(
                incident: ID(sharing: alarm),
                push: words.push,
                text: words.text,
                worthMilliseconds: Self.alarmWorthMilliseconds
            )
            if try hub.send(alert, to: .member(recipient), in: transaction) > 0 { hasMessages = true }
            try transaction.addNotice(hub.notice(.alarmEnded, for: recipient, about: member))
            events.insert(.notice(recipient))
        }
        for id in Set(sentByDeputy.compactMap(\.contact)).sorted() {
            guard let contact = try transaction.outsideContact(id) else { continue }
            try end(.allClear, by: nil, alarm, for: [contact])
        }
    }

    private func recordTold(_ contact: OutsideContactRow, of round: NotificationRound) throws {
        let token = hub.vault.alarmToken(round.alarm, for: contact.id)
        _ = try transaction.addContact(
            contact.id,
            toldOf: round.alarm,
            isUnderDuress: false,
            knownAt: contact.knownAt,
            linkHash: hub.vault.hash(token: Array(token.utf8)).bytes,
            now: now
        )
    }
}
