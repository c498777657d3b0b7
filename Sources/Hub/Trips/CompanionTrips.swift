import Bus
package import Family
import SQL
import Storage

/// Trips as those see them who watch over them (C3).
extension Hub {
    /// The trips that a member is to watch: those under way, and those that ended within a quarter of an hour.
    package func companionTrips(of companion: ID<Member>) async throws -> [TripReport] {
        let now = safetyNow
        let since = now.advanced(bySeconds: -2 * 86_400)
        let reports = try await database.read { transaction in
            try transaction.trips(watchedBy: companion, after: since).compactMap {
                try self.watchedReport($0, by: companion, in: transaction, now: now)
            }
        }
        for report in reports { noteTripLook(by: companion, at: report) }
        return reports
    }

    /// One of them.
    ///
    /// Throws `SafetyRefusal.notFound`, or `StorageError`.
    package func companionTrip(_ id: ID<Trip>, of companion: ID<Member>) async throws -> TripReport {
        let now = safetyNow
        let report = try await database.read { transaction in
            guard let row = try transaction.trip(id), try transaction.companions(of: id).contains(companion),
                let report = try self.watchedReport(row, by: companion, in: transaction, now: now)
            else { throw SafetyRefusal.notFound }
            return report
        }
        noteTripLook(by: companion, at: report)
        return report
    }

    /// "I watch": what was sent to them came, so this is their first test (F20).
    ///
    /// A repeat changes nothing. Throws `SafetyRefusal.notFound` where they are not asked to watch it, or it is over for
    /// its traveller, or `StorageError`.
    package func acceptTrip(_ id: ID<Trip>, by companion: ID<Member>) async throws {
        let now = safetyNow
        let traveller = try await database.transaction(for: .reserved) { transaction in
            guard let row = try transaction.trip(id), try transaction.companions(of: id).contains(companion),
                try self.isUnderWay(id, of: row.member, in: transaction)
            else { throw SafetyRefusal.notFound }
            if try transaction.acceptCompanion(companion, of: id, now: now) {
                try transaction.addDrill(
                    DrillRow(
                        id: self.outside.newID(),
                        sender: row.member,
                        recipient: companion,
                        sentAt: row.startedAt,
                        confirmedAt: now
                    )
                )
            }
            return row.member
        }
        bus.publish([.trips(traveller), .trips(companion)])
    }

    /// The way of one of them.
    ///
    /// Throws `SafetyRefusal.notFound`, or `StorageError`.
    package func companionTripPoints(_ id: ID<Trip>, of companion: ID<Member>, after: Timestamp?) async throws
        -> [FixRecord]
    {
        let now = safetyNow
        let (points, report) = try await database.read { transaction in
            guard let row = try transaction.trip(id), try transaction.companions(of: id).contains(companion) else {
                throw SafetyRefusal.notFound
            }
            let points = try self.watchedPoints(id, by: companion, after: after, in: transaction, now: now)
            return (points, try self.watchedReport(row, by: companion, in: transaction, now: now))
        }
        if let report { noteTripLook(by: companion, at: report) }
        return points
    }

    /// The way of a trip as far as a companion sees it, nil for a viewer without an account; nothing once only its
    /// ending is.
    func watchedPoints(
        _ id: ID<Trip>,
        by companion: ID<Member>?,
        after: Timestamp?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [FixRecord] {
        guard let row = try transaction.trip(id) else { throw SafetyRefusal.notFound }
        let (person, key, watch) = try traveller(row.member, in: transaction)
        let told = try duressAlarms(of: watch, about: person, toldTo: companion, in: transaction, now: now)
        guard sight(of: row, watch, person, told: told, isGuest: companion == nil, now: now) == .live else {
            throw SafetyRefusal.notFound
        }
        let isTold = !told.isDisjoint(with: watch.alarms(of: id))
        return try points(of: id, key, isTold: isTold, after: after, in: transaction)
    }

    /// A trip as far as a companion sees it, nil for a viewer without an account; nil for nothing (F50).
    func watchedReport(
        _ row: TripRow,
        by companion: ID<Member>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> TripReport? {
        let (person, key, watch) = try traveller(row.member, in: transaction)
        let told = try duressAlarms(of: watch, about: person, toldTo: companion, in: transaction, now: now)
        let sight = sight(of: row, watch, person, told: told, isGuest: companion == nil, now: now)
        guard sight != .nothing else { return nil }
        var report = try report(row, person, key, watch: watch, in: transaction, now: now)
        let isTold = !told.isDisjoint(with: watch.alarms(of: row.id))
        if isTold { report.showTrueDevice(on: watch.trip, now: now) }
        report.person = try transaction.person(person, to: companion, now: now)
        report.sight = sight
        let isForced = watch.alarms.contains { $0.isOpen && told.contains($0.id) }
        report.isUnderDuress = isForced
        report.numberOfTheirs = phone(of: person) ?? vault.unconfirmedPhone(of: person)
        report.phone = companion == nil || isForced ? nil : report.numberOfTheirs?.e164
        if isTold { report.news.removeAll { $0.isPretended == true } }
        if let companion { report.isAccepted = try transaction.companionAcceptedAt(companion, of: row.id) != nil }
        guard sight == .live else {
            report.route = nil
            (report.remainingMetres, report.remainingSeconds, report.remainingAsOf) = (nil, nil, nil)
            report.offRouteMetres = nil
            return report
        }
        let known = try lastKnown(
            of: row.member,
            watch,
            onTrip: row.id,
            ofTrueDevice: isTold,
            in: transaction,
            now: now
        )
        report.fix = known.fix.map { PositionView($0, now: now, isOnTrip: true) }
        report.other = companion == nil ? nil : known.other
        report.emergency = emergency(at: known.emergencyFix, of: report.numberOfTheirs, now: now)
        return report
    }

    /// How much of a trip its companions and guests see.
    ///
    /// Guests see nothing from a day after its start. Of a disabled traveller a trip that is live stays visible; how it
    /// ended does not.
    func sight(
        of row: TripRow,
        _ watch: SafetyWatch,
        _ person: MemberRow,
        told: Set<ID<Alarm>> = [],
        isGuest: Bool,
        now: Timestamp
    ) -> TripVisibility {
        if isGuest, row.isClosedToGuests(now: now) { return .nothing }
        let sight = watch.sight(of: row.id, now: now, told: told)
        return sight == .ending && person.disabledAt != nil ? .nothing : sight
    }

    private func duressAlarms(
        of watch: SafetyWatch,
        about subject: MemberRow,
        toldTo companion: ID<Member>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> Set<ID<Alarm>> {
        guard let companion else { return [] }
        return try transaction.duressAlarms(of: watch, about: subject, toldTo: companion, now: now)
    }

    /// Records a look; one at a trip that looks over to its traveller is withheld while F29 holds.
    private func noteTripLook(by companion: ID<Member>, at report: TripReport) {
        guard report.sight == .live, report.endedAt == nil || report.isUnderDuress else { return }
        let grant = PresenceGrant(subject: report.member, precision: .exact, changed: 0, person: report.person)
        noteLooks(by: companion, at: [grant], on: .trip, isWithheld: report.endedAt != nil)
    }
}

extension TripRow {
    /// Whether guests see nothing of it any longer: a day after its start, whatever is open then (F50).
    func isClosedToGuests(now: Timestamp) -> Bool {
        now >= startedAt.advanced(bySeconds: Trip.lengthMinutesMax * 60)
    }
}
