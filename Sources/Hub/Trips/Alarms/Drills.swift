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
    /// The most tests that one person gets of another in a day.
    private static let drillsADay = 3
    private static let dayMilliseconds: Int64 = 86_400_000

    /// Sends a test over every channel to people who watch over the member (F20, F85).
    ///
    /// To a recipient who knows of an open alarm of the member nothing is sent: "no emergency" would contradict it. Its
    /// messages are written all the same and look sent, so that a drill after the second PIN reads as one after the
    /// first (F67). A member who knows of an alarm under duress cannot test that traveller (F92). Throws `SafetyRefusal`, or
    /// `StorageError`.
    package func startDrill(_ recipients: [ID<Member>], by sender: ID<Member>) async throws {
        let now = safetyNow
        let wanted = Set(recipients)
        guard !wanted.isEmpty, wanted.count <= Hub.companionsMax else { throw SafetyRefusal.companions }
        let told = try await database.transaction { transaction in
            var told: [ID<Member>] = []
            guard let person = try transaction.member(sender) else { throw SafetyRefusal.notFound }
            if let last = try transaction.drills(by: sender).first {
                let left = Hub.drillPauseMilliseconds - now.milliseconds(since: last.sentAt)
                if left > 0 { throw SafetyRefusal.drilledTooOften(retryAfterSeconds: Int((left + 999) / 1_000)) }
            }
            let watch = try self.safetyWatch(of: sender, in: transaction)
            let trip = watch.isOnTrip ? watch.trip?.id : nil
            let dayAgo = now.advanced(byMilliseconds: -Hub.dayMilliseconds)
            for recipient in wanted {
                guard try transaction.watches(recipient, over: person, on: trip, now: now) else {
                    throw SafetyRefusal.notWatching
                }
                if try self.knowsOfDuress(sender, about: recipient, in: transaction, now: now) {
                    throw SafetyRefusal.underDuress
                }
                let sent = try transaction.drillTimes(from: sender, to: recipient, since: dayAgo)
                if sent.count >= Hub.drillsADay {
                    let left = sent[Hub.drillsADay - 1].milliseconds(since: dayAgo)
                    throw SafetyRefusal.drilledTooOften(retryAfterSeconds: Int((left + 999) / 1_000))
                }
                let drill = DrillRow(id: self.outside.newID(), sender: sender, recipient: recipient, sentAt: now)
                try transaction.addDrill(drill)
                if try !transaction.knewOfAlarm(recipient, about: sender, since: now) {
                    try transaction.addNotice(self.notice(.drill, for: recipient, about: sender))
                    told.append(recipient)
                }
                let words = SafetyWords.drill(from: person.name, page: "\(self.settings.publicURL)/drills")
                let incident = ID<Incident>(sharing: drill.id)
                let alert = Alert(incident: incident, push: words.push, text: words.text, isUrgent: false)
                _ = try self.send(alert, to: .member(recipient), in: transaction)
            }
            return told
        }
        outbox.ring()
        bus.publish(told.map { .notice($0) })
    }

    /// The newest test for each person, and those of others that wait for the member's word.
    package func drills(of member: ID<Member>) async throws -> [DrillReport] {
        let now = outside.now()
        return try await database.read { transaction in
            var seen: Set<ID<Member>> = []
            let sent = try transaction.drills(by: member).filter { seen.insert($0.recipient).inserted }
            // None during or before an alarm of its sender that they were notified of (F85).
            let waiting = try transaction.drills(waitingFor: member).filter {
                try !transaction.knewOfAlarm(member, about: $0.sender, since: $0.sentAt)
            }
            let rows = sent + waiting
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
                            about: ID(sharing: row.id),
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
    /// Throws `SafetyRefusal.notFound` for one of somebody else.
    package func confirmDrill(_ id: ID<Drill>, by member: ID<Member>) async throws {
        let now = safetyNow
        let incident = ID<Incident>(sharing: id)
        let sender = try await database.transaction { transaction in
            guard let row = try transaction.confirmDrill(id, by: member, now: now) else { throw SafetyRefusal.notFound }
            try transaction.acknowledge(incident, by: member, orContact: nil, now: now)
            return row.sender
        }
        bus.publish([.trips(sender)])
    }
}

extension Transaction {
    /// Whether a member watches over another now: sees them, or is a companion of their trip under way.
    ///
    /// No adult does within a child's hidden hours, unless the child chose them for that trip (F76).
    fileprivate func watches(
        _ watcher: ID<Member>,
        over subject: MemberRow,
        on trip: ID<Trip>?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard watcher != subject.id,
            try isReachable(watcher, byAlarmOn: trip, about: subject, alarmedAt: nil, now: now)
        else { return false }
        if let trip, try companions(of: trip).contains(watcher) { return true }
        guard let connection = try connection(viewer: watcher, subject: subject.id) else { return false }
        return connection.isOpen(now: now) && connection.precision > .off
    }

    /// Whether a message is a test whose recipient was told of an alarm of its sender that is, or was, open since it was
    /// sent (F85).
    func isContradicted(_ message: OutboxRow) throws(StorageError) -> Bool {
        guard let recipient = message.member, let incident = message.incident,
            let drill = try drill(ID(sharing: incident))
        else { return false }
        return try knewOfAlarm(recipient, about: drill.sender, since: drill.sentAt)
    }
}
