import Bus
package import Family
package import Messaging
import SQL
package import Storage

/// A message of the outbox that can still be read.
package struct OutboxItem: Sendable {
    package var id: ID<OutboxMessage>
    package var channel: Channel
    /// A number in E.164, or a mail address.
    package var to: String
    package var text: String
    package var isUrgent: Bool
    package var createdAt: Timestamp
    /// Whether it is about a trip, an alarm or a test of alarms.
    package var isOfSafety: Bool
}

/// What the keeper reads of messages that nothing sends, or that wait.
extension Hub {
    /// What stands instead of a text about a trip or an alarm: the same for all of them, so that none gives itself away.
    package static let blackedOut = "[about a trip or an alarm: --reveal shows it, and tells the person it is about]"
    /// Reading again within so long tells a member once.
    private static let revealMergedMilliseconds: Int64 = 15 * 60_000

    /// The messages that can still be read, oldest first, after `last`; at most 500.
    package func outboxItems(after last: ID<OutboxMessage>?) async throws -> [OutboxItem] {
        try await readableMessages(after: last).compactMap { item($0) }
    }

    /// The same for the keeper, to whom texts of trips and alarms are blacked out unless revealed (S51).
    ///
    /// Each member whose trip or alarm is revealed is told so in their notices before it is shown; under duress only once
    /// the alarm is lifted (F29), since whoever reveals it may stand beside them.
    package func keepersOutbox(after last: ID<OutboxMessage>?, reveals: Bool) async throws -> [OutboxItem] {
        let rows = try await readableMessages(after: last)
        if reveals { try await tellOfRevealing(rows) }
        return rows.compactMap { row in
            guard var item = item(row) else { return nil }
            if item.isOfSafety, !reveals { item.text = Hub.blackedOut }
            return item
        }
    }

    private func readableMessages(after last: ID<OutboxMessage>?) async throws -> [OutboxRow] {
        try await database.read { try $0.readableMessages(after: last, limit: 500) }
    }

    private func item(_ row: OutboxRow) -> OutboxItem? {
        guard let channel = Channel(rawValue: row.channel),
            let to = vault.open(row.recipientSealed, as: .recipient, of: row.id),
            let text = vault.open(row.textSealed, as: .message, of: row.id)
        else { return nil }
        return OutboxItem(
            id: row.id,
            channel: channel,
            to: to,
            text: text,
            isUrgent: row.isUrgent,
            createdAt: row.createdAt,
            isOfSafety: row.isOfSafety
        )
    }

    private func tellOfRevealing(_ rows: [OutboxRow]) async throws {
        let now = safetyNow
        let kind = NoticeKind.messagesRevealed
        guard rows.contains(where: \.isOfSafety) else { return }
        let told = try await database.transaction { transaction in
            var told: [ID<Member>] = []
            let subjects = try rows.filter(\.isOfSafety).compactMap { try transaction.subject(of: $0) }
            for member in Set(subjects) {
                let isWithheld = try self.isUnderDuress(member, in: transaction)
                let since = now.advanced(byMilliseconds: -Hub.revealMergedMilliseconds)
                let isKnown = try transaction.hasNotice(
                    of: member,
                    kind: kind.rawValue,
                    since: since,
                    isWithheld: isWithheld
                )
                guard !isKnown else { continue }
                var row = self.notice(kind, for: member)
                row.isWithheld = isWithheld
                try transaction.addNotice(row)
                if !isWithheld { told.append(member) }
            }
            return told
        }
        bus.publish(told.map { .notice($0) })
    }

    private func isUnderDuress(_ member: ID<Member>, in transaction: Transaction) throws -> Bool {
        try safetyWatch(of: member, in: transaction).alarms.contains { $0.isOpen && $0.isUnderDuress }
    }
}

extension OutboxRow {
    /// Nothing else is urgent, tells of an incident, carries news or asks an outside contact.
    fileprivate var isOfSafety: Bool { isUrgent || incident != nil || news != nil || contact != nil }
}

extension Transaction {
    /// Whose trip, alarm or test a message is about; a push without either asks its own member.
    fileprivate func subject(of message: OutboxRow) throws(StorageError) -> ID<Member>? {
        if let contact = message.contact { return try outsideContact(contact)?.member }
        guard let incident = message.incident else { return message.member }
        if let alarm = try alarm(ID(sharing: incident)) { return alarm.member }
        if let trip = try trip(ID(sharing: incident)) { return trip.member }
        return try drill(ID(sharing: incident))?.sender
    }
}
