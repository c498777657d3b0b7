import Bus
package import Family
import SQL
import Storage

/// A test of whether an alarm would reach somebody, as one of both sees it.
package struct DrillReport: Sendable {
    package var id: ID<Drill>
    /// Whether the one who asks sent it.
    package var isMine: Bool
    /// The other one.
    package var member: ID<Member>
    package var name: String
    package var sentAt: Timestamp
    package var confirmedAt: Timestamp?
    package var deliveries: [MessageReport]
}

extension Hub {
    private static let drillPauseMilliseconds: Int64 = 60_000

    /// Sends a test over every channel to people with whom the member is connected (F20).
    ///
    /// Throws `SafetyError`, or `StorageError`.
    package func startDrill(_ recipients: [ID<Member>], by sender: ID<Member>) async throws {
        let now = safetyNow
        let wanted = Set(recipients)
        guard !wanted.isEmpty, wanted.count <= Hub.companionsMax else { throw SafetyError.companions }
        try await database.transaction { transaction in
            guard let person = try transaction.member(sender) else { throw SafetyError.notFound }
            if let last = try transaction.drills(by: sender).first {
                let left = Hub.drillPauseMilliseconds - now.milliseconds(since: last.sentAt)
                if left > 0 { throw SafetyError.drilledTooOften(retryAfterSeconds: Int((left + 999) / 1_000)) }
            }
            for recipient in wanted {
                guard try transaction.mayWatch(recipient, over: sender, now: now) else {
                    throw SafetyError.companions
                }
                let drill = DrillRow(id: self.outside.newID(), sender: sender, recipient: recipient, sentAt: now)
                try transaction.addDrill(drill)
                try transaction.addNotice(self.notice(.drill, for: recipient, about: sender))
                let words = SafetyWords.drill(from: person.name, page: "\(self.settings.publicURL)/drills")
                let incident = ID<Incident>(high: drill.id.high, low: drill.id.low)
                let alert = Alert(incident: incident, push: words.push, text: words.text)
                _ = try self.send(alert, to: .member(recipient), in: transaction)
            }
        }
        outbox.ring()
        bus.publish(wanted.map { .notice($0) })
    }

    /// The newest test for each person, and those of others that wait for the member's word.
    package func drills(of member: ID<Member>) async throws -> [DrillReport] {
        let now = outside.now()
        return try await database.read { transaction in
            var seen: Set<ID<Member>> = []
            let sent = try transaction.drills(by: member).filter { seen.insert($0.recipient).inserted }
            let rows = try sent + transaction.drills(waitingFor: member)
            return try rows.compactMap { row in
                let isMine = row.sender == member
                let other = isMine ? row.recipient : row.sender
                guard let person = try transaction.person(other, to: member, now: now) else { return nil }
                return DrillReport(
                    id: row.id,
                    isMine: isMine,
                    member: other,
                    name: person.name,
                    sentAt: row.sentAt,
                    confirmedAt: row.confirmedAt,
                    deliveries: isMine
                        ? try self.messageReports(
                            about: ID(high: row.id.high, low: row.id.low),
                            to: member,
                            in: transaction,
                            now: now
                        ) : []
                )
            }
        }
    }

    /// Says that a test reached the member.
    ///
    /// Throws `SafetyError.notFound` for one of somebody else.
    package func confirmDrill(_ id: ID<Drill>, by member: ID<Member>) async throws {
        let now = safetyNow
        let incident = ID<Incident>(high: id.high, low: id.low)
        let sender = try await database.transaction { transaction in
            guard let row = try transaction.confirmDrill(id, by: member, now: now) else { throw SafetyError.notFound }
            try transaction.acknowledge(incident, by: member, orContact: nil, now: now)
            return row.sender
        }
        bus.publish([.trips(sender)])
    }
}
