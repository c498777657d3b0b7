import Bus
package import Family
import Messaging
import SQL
import Storage

/// Somebody who sees to an alarm.
package struct Acknowledger: Hashable, Sendable {
    /// Nil for somebody without an account.
    package var member: ID<Member>?
    package var name: String
}

/// How far the messages to one person over one channel came (F17).
package struct MessageReport: Hashable, Sendable {
    package var member: ID<Member>?
    /// Set for an outside contact, of whom only their own member reads.
    var contact: ID<Contact>?
    package var name: String
    /// `push`, `text` or `mail`.
    package var channel: String
    package var state: DeliveryState
    package var at: Timestamp
}

/// An alarm as those see it who were told of it, or whom it is about.
package struct AlarmReport: Sendable {
    package var alarm: Alarm
    package var member: ID<Member>
    package var person: Person
    package var isMine: Bool
    package var acknowledgedBy: [Acknowledger]
    package var deliveries: [MessageReport]
    /// The name of the place where they were last.
    package var place: String?
    package var fix: PositionView?
    /// Another device of theirs; for readers without an account where nothing is known of the trip's.
    package var other: OtherDevice?
    package var phone: String?
    /// What to dial where they are.
    package var emergency: EmergencyAdvice
}

extension Hub {
    /// An alarm that is over is shown for so long.
    static let alarmShownMilliseconds: Int64 = 86_400_000

    /// The alarms that a member was told of, and those about them that their own screens show.
    package func alarms(for member: ID<Member>) async throws -> [AlarmReport] {
        let now = safetyNow
        let since = now.advanced(byMilliseconds: -Hub.alarmShownMilliseconds)
        let reports = try await database.read { transaction in
            let told = try transaction.alarms(toldTo: member, closedAfter: since).compactMap { row in
                try self.alarmReport(row, toldTo: member, in: transaction, now: now)
            }
            return try self.ownAlarms(of: member, in: transaction, now: now) + told
        }
        noteAlarmLooks(by: member, at: reports)
        return reports
    }

    /// Records looks at those whose open alarm somebody was shown; one at an alarm under duress is withheld (F29, F70).
    func noteAlarmLooks(by viewer: ID<Member>, at reports: [AlarmReport]) {
        for report in reports where !report.isMine && report.alarm.isOpen {
            let grant = PresenceGrant(subject: report.member, precision: .exact, changed: 0, person: report.person)
            noteLooks(by: viewer, at: [grant], on: .trip, isWithheld: report.alarm.isUnderDuress)
        }
    }

    /// The alarms about a member that their own screens show: what hides behind a duress PIN is none of them.
    func ownAlarms(of member: ID<Member>, in transaction: Transaction, now: Timestamp) throws -> [AlarmReport] {
        let watch = try safetyWatch(of: member, in: transaction)
        return try watch.alarms.filter(\.isVisible).map { alarm in
            let row = AlarmRow(id: alarm.id, member: member, trip: alarm.trip, openedAt: alarm.openedAt)
            let contacts = try self.contactNames(of: member, toldOf: alarm.id, in: transaction)
            var report = try self.alarmReport(
                row,
                alarm,
                to: member,
                contacts: contacts,
                in: transaction,
                now: now
            )
            report.isMine = true
            return report
        }
    }

    /// "I'm on it." Throws `SafetyRefusal.notFound` for an alarm that the member was not told of, or `StorageError`.
    package func acknowledge(_ id: ID<Alarm>, by member: ID<Member>) async throws {
        let now = safetyNow
        try await tellAlarm(.acknowledge(id, by: ID(sharing: member)), id) { transaction in
            guard try self.isOpen(id, to: member, in: transaction, now: now) else { return false }
            // With the alarm, in one transaction: nobody reads that Bo responds and that Bo has seen nothing (F79).
            let incident = ID<Incident>(sharing: id)
            try transaction.acknowledge(incident, by: member, orContact: nil, now: now)
            return true
        }
    }

    /// That somebody who sees to it does something.
    package func act(on id: ID<Alarm>, by member: ID<Member>) async throws {
        let now = safetyNow
        try await tellAlarm(.act(id, by: ID(sharing: member)), id) { transaction in
            try self.isOpen(id, to: member, in: transaction, now: now)
        }
    }

    /// That somebody has seen the one it is about to be safe; it ends an alarm that its traveller cannot end (F29).
    package func confirmSafe(_ id: ID<Alarm>, by member: ID<Member>) async throws {
        let now = safetyNow
        // What was withheld is shown from here on: none of it may come later.
        if let about = try await database.read({ try $0.alarm(id)?.member }) { try await lookBook.write(about) }
        try await tellAlarm(.confirm(id, by: ID(sharing: member)), id) { transaction in
            try self.isOpen(id, to: member, in: transaction, now: now)
        }
    }

    /// "I'm safe": ends the alarm about the member with the PIN (F24).
    ///
    /// Throws `SafetyRefusal.notFound` for an alarm that their own screens do not show, else as `enter` does.
    package func clear(_ id: ID<Alarm>, pin: String, by member: ID<Member>) async throws {
        let isVisible = try await database.read { transaction in
            try self.safetyWatch(of: member, in: transaction).alarms.contains { $0.id == id && $0.isVisible }
        }
        guard isVisible else { throw SafetyRefusal.notFound }
        try await enter(pin, for: .safe(nil), by: member)
    }

    /// Gives one event to an alarm's watch, in one transaction with what `check` writes.
    ///
    /// `check` says whether the alarm is open to whoever acts; where it is over, or looks so to them, nothing happens.
    func tellAlarm(
        _ event: SafetyEvent,
        _ id: ID<Alarm>,
        _ check: @escaping @Sendable (Transaction) throws -> Bool
    ) async throws {
        let now = safetyNow
        let done = try await database.transaction(for: .help) { transaction -> SafetyPostCommit? in
            guard let row = try transaction.alarm(id) else { throw SafetyRefusal.notFound }
            guard try check(transaction) else { return nil }
            var turn = try SafetyTransaction(self, of: row.member, in: transaction, now: now)
            let answer = try turn.apply(event)
            for recipient in try turn.openRecipients(of: id) { turn.events.insert(.alarms(recipient)) }
            return try turn.save(answer)
        }
        if let done { finish(done) }
    }

    /// An alarm as a recipient reads it; nil once its member's watch has forgotten it, or for who is no recipient now.
    private func alarmReport(
        _ row: AlarmRow,
        toldTo recipient: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> AlarmReport? {
        let (subject, _, watch) = try traveller(row.member, in: transaction)
        guard let known = watch.alarms.first(where: { $0.id == row.id }),
            let alarm = try transaction.alarm(known, asSeenBy: recipient),
            try transaction.mayHear(recipient, of: alarm, about: subject, now: now)
        else { return nil }
        let isTold = try transaction.isTold(recipient, of: alarm.trip, about: subject, watch, now: now)
        var report = try alarmReport(row, alarm, to: recipient, ofTrueDevice: isTold, in: transaction, now: now)
        // Who knows of a duress PIN is offered no number to call, whichever alarm they read.
        if try transaction.knowsOfDuress(recipient, about: subject, watch, now: now) { report.phone = nil }
        return report
    }

    /// `reader` is nil for a browser without an account, which reads the names that everybody has for himself;
    /// `ofTrueDevice` for who was told of duress: a forced PIN may have chosen the device that is shown.
    func alarmReport(
        _ row: AlarmRow,
        _ alarm: Alarm,
        to reader: ID<Member>?,
        contacts: [ID<Contact>: String] = [:],
        ofTrueDevice: Bool = false,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> AlarmReport {
        guard let person = try transaction.member(row.member) else { throw SafetyRefusal.notFound }
        // Whoever is called for help calls back, by a number that nobody proved rather than by none.
        let number = phone(of: person) ?? vault.unconfirmedPhone(of: person)
        let known = try lastKnown(of: row.member, alarm, ofTrueDevice: ofTrueDevice, in: transaction, now: now)
        return AlarmReport(
            alarm: alarm,
            member: row.member,
            person: try transaction.person(person, to: reader, now: now),
            isMine: false,
            acknowledgedBy: try alarm.acknowledgedBy.map { companion in
                let id = ID<Member>(sharing: companion)
                let person = try transaction.person(id, to: reader, now: now)
                let contact = contacts[ID(sharing: companion)]
                return Acknowledger(
                    member: person == nil ? nil : id,
                    name: try person?.name ?? contact ?? guestName(for: reader, in: transaction)
                )
            },
            deliveries: try messageReports(
                about: ID(sharing: row.id),
                upTo: alarm.closedAt,
                to: reader,
                contacts: contacts,
                in: transaction,
                now: now
            ),
            place: known.place,
            fix: known.fix.map { PositionView($0, now: now, isOnTrip: true) },
            other: reader == nil && known.fix != nil ? nil : known.other,
            phone: alarm.isUnderDuress ? nil : number?.e164,
            emergency: emergency(at: known.emergencyFix, of: number, now: now)
        )
    }

    /// Where the member was last, as long as their alarm shares it.
    private func lastKnown(
        of member: ID<Member>,
        _ alarm: Alarm,
        ofTrueDevice: Bool,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> LastKnown {
        guard alarm.sharesPosition(now: now) else { return LastKnown() }
        let watch = try safetyWatch(of: member, in: transaction)
        return try lastKnown(
            of: member,
            watch,
            onTrip: alarm.trip,
            ofTrueDevice: ofTrueDevice,
            in: transaction,
            now: now
        )
    }

    /// Of each person and channel the message that came furthest (F17); of contacts only those that are named.
    ///
    /// `end` is when that of which they tell was over.
    func messageReports(
        about incident: ID<Incident>,
        upTo end: Timestamp? = nil,
        to reader: ID<Member>?,
        contacts: [ID<Contact>: String] = [:],
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [MessageReport] {
        var reports: [MessageReport] = []
        for delivery in try transaction.deliveries(of: incident).upTo(end).compactMap(Delivery.init) {
            let contactName = delivery.contact.flatMap { contacts[$0] }
            guard delivery.contact == nil || contactName != nil else { continue }
            let place = reports.firstIndex {
                $0.member == delivery.member && $0.contact == delivery.contact
                    && $0.channel == delivery.channel.rawValue
            }
            if let place {
                guard delivery.state.rank > reports[place].state.rank else { continue }
                (reports[place].state, reports[place].at) = (delivery.state, delivery.at)
            } else {
                let name = try delivery.member.flatMap { try transaction.person($0, to: reader, now: now)?.name }
                reports.append(
                    MessageReport(
                        member: delivery.member,
                        contact: delivery.contact,
                        name: try name ?? contactName ?? guestName(for: reader, in: transaction),
                        channel: delivery.channel.rawValue,
                        state: delivery.state,
                        at: delivery.at
                    )
                )
            }
        }
        // Messages of the same moment have no order of their own.
        return reports.filter { $0.contact == nil } + reports.filter { $0.contact != nil }
    }
}

extension DeliveryState {
    /// How far it is; what failed on one try may come on another.
    fileprivate var rank: Int {
        switch self {
        case .failed: 0
        case .kept: 1
        case .queued: 2
        case .accepted: 3
        case .delivered: 4
        case .seen: 5
        case .acknowledged: 6
        }
    }
}
