import Bus
import Crypto
package import Family
import SQL
import Storage
import Synchronization

/// What fixes mean for the watch over who sends them.
extension Hub {
    /// Faster than this between two good fixes is a leap, not a way (F54).
    private static let leapMetresPerSecond = 300 / 3.6
    private static let leapAccuracyMetres = 100.0

    /// Hands the watch what a device sent, once it is on disk and before its sender is answered.
    ///
    /// What fails here leaves the watch without a sign of life: the companions are told too early, never too late.
    func follow(_ report: DeviceReport, of member: ID<Member>, from device: ID<Device>, receivedAt: Timestamp) async {
        do {
            try await heed(report, of: member, from: device, receivedAt: receivedAt)
        } catch {
            outside.log(LogEntry(.error, "a traveller could not be followed", [("reason", safeWords(error))]))
        }
    }

    /// A heartbeat of a page on the trip: what its session reports without a position (F11).
    ///
    /// Throws `SafetyRefusal.notFound` for a trip that is not under way.
    package func hearTrip(_ id: ID<Trip>, by caller: AuthenticatedSession) async throws {
        let member = caller.member
        let isUnderWay = try await database.read { try self.isUnderWay(id, of: member, in: $0) }
        guard isUnderWay else { throw SafetyRefusal.notFound }
        var beat = DeviceReport(fixes: [])
        beat.isOfPage = true
        try await heed(beat, of: member, from: caller.device, receivedAt: outside.now())
    }

    private func heed(
        _ report: DeviceReport,
        of member: ID<Member>,
        from device: ID<Device>,
        receivedAt: Timestamp
    ) async throws {
        let now = safetyNow
        let isPage = report.isOfPage
        // A trip that looks over teaches nothing for the next one (F67).
        let isLearned = safety.isHurried(member)
        let interval =
            isPage
            ? nil
            : safety.rhythms.withLock { rhythms in
                var rhythm = rhythms.value(for: device) ?? ReportRhythm()
                guard isLearned else { return rhythm.usual }
                defer { rhythms.set(rhythm, for: device) }
                return rhythm.hear(at: now)
            }
        let done = try await database.transaction(for: .help) { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            guard turn.watch.isActive else { return try turn.save(.done) }
            try turn.follow(report, from: device, receivedAt: receivedAt, interval: interval)
            return try turn.save(.done)
        }
        finish(done)
    }

    /// Whether the way from one fix to the next would have taken more than 300 km/h, both being exact.
    static func isLeap(from last: Fix?, to fix: Fix) -> Bool {
        guard let last, (last.accuracyMetres ?? 50) < leapAccuracyMetres,
            (fix.accuracyMetres ?? 50) < leapAccuracyMetres
        else { return false }
        let seconds = Double(fix.at.milliseconds(since: last.at)) / 1_000
        guard seconds > 0 else { return false }
        return last.coordinate.distanceMetres(to: fix.coordinate) / seconds > leapMetresPerSecond
    }
}

extension SafetyTransaction {
    /// Takes the fixes of one report in the order of time, or its bare sign of life.
    fileprivate mutating func follow(
        _ report: DeviceReport,
        from device: ID<Device>,
        receivedAt: Timestamp,
        interval: Int64?
    ) throws {
        // What goes on behind a duress PIN alone is news for those who were told of it (F67).
        if watch.needsPIN { (isNewsForCompanions, isNewsForTraveller) = (true, true) } else { isNewsForTold = true }
        for alarm in watch.alarms where alarm.isOpen {
            for recipient in try openRecipients(of: alarm.id) {
                events.insert(.alarms(recipient))
            }
        }
        let isTrue = try followTrueDevice(report, from: device, receivedAt: receivedAt, interval: interval)
        guard try watch.counts(device) && (watch.trip?.device != nil || isOfStart(device)) else {
            return try nameApart(device, report.keptFixes(receivedAt: receivedAt).last)
        }
        try noteLeaving(device, report, receivedAt: receivedAt)
        guard !report.fixes.isEmpty else {
            // Whoever has the phone could otherwise keep it silent, and its companions from hearing that it is (F11).
            guard report.isSignOfLife else { return }
            _ = try apply(.heard(usualIntervalMilliseconds: interval))
            return
        }
        let places = try hub.subjects.subject(member, in: transaction, vault: hub.vault, inbox: hub.inbox)?.placeSet
        let deadZones = try hub.deadZones(of: member, key, in: transaction)
        for fix in report.keptFixes(receivedAt: receivedAt) {
            // Older ones belong to the history alone (F52).
            guard receivedAt.milliseconds(since: fix.at) <= Presence.historyOnlyMilliseconds else { continue }
            var step = TripFix(fix)
            step.usualIntervalMilliseconds = interval
            step.isInDeadZone = deadZones.contains { $0.contains(fix.coordinate) }
            step.isAtSavedPlace = (places ?? .empty).places.contains { place in
                fix.coordinate.distanceMetres(to: place.centre) <= place.radiusMetres
            }
            try follow(step, of: device, receivedAt: receivedAt, isTrue: isTrue)
        }
    }

    /// Whether a device may go along where none is the trip's yet: not one that was added after the start, which takes no
    /// PIN (F83).
    func isOfStart(_ device: ID<Device>) throws -> Bool {
        guard let trip = watch.trip else { return true }
        return try transaction.device(device).map { $0.createdAt <= trip.startedAt } ?? true
    }

    private mutating func follow(
        _ given: TripFix,
        of device: ID<Device>,
        receivedAt: Timestamp,
        isTrue: Bool
    ) throws {
        var step = given
        let fix = step.fix
        if var state = try tripState(), let trip = watch.trip, fix.at >= trip.startedAt {
            try note(&step, of: device, in: &state, of: trip)
            self.state = state
            let purpose = isTrue ? Vault.Purpose.tripPoint : .shownTripPoint
            let isSuspicious = step.isSuspicious
            if let point = sealedPoint(fix, as: purpose, receivedAt: receivedAt, isSuspicious: isSuspicious, of: trip) {
                if !isTrue { try keepTruePoint(of: trip, at: fix.at) }
                try transaction.addTripPoint(trip.id, at: fix.at, sealed: point)
            }
        }
        _ = try apply(.fix(step))
    }

    /// Notes a position of the device that counts, and what follows from it.
    func note(_ step: inout TripFix, of device: ID<Device>, in state: inout TripState, of trip: Trip) throws {
        let fix = step.fix
        step.isSuspicious = Hub.isLeap(from: state.last, to: fix)
        guard state.last.map({ fix.at > $0.at }) ?? true else { return }
        if watch.isOnTrip, !step.isSuspicious { try advance(&state, fix, trip, &step) }
        state.show(fix, isLeap: step.isSuspicious)
        if state.last?.at == fix.at { state.lastDevice = device.text }
    }

    private mutating func nameApart(_ device: ID<Device>, _ fix: Fix?) throws {
        guard let fix, let trip = watch.trip, isShown(trip), fix.at >= trip.startedAt, var state = try tripState()
        else {
            return
        }
        state.nameApart(device, fix)
        self.state = state
    }

    /// How far along the way the fix lies, and what remains (F56).
    private func advance(_ state: inout TripState, _ fix: Fix, _ trip: Trip, _ step: inout TripFix) throws {
        guard let path = try path(of: trip) else { return }
        var progress = RouteProgress(path)
        for index in stride(from: 0, to: state.answers.count - 1, by: 2) {
            _ = progress.restore(
                alongMetres: state.answers[index],
                cost: state.answers[index + 1],
                lastAtMilliseconds: state.answeredAt
            )
        }
        let reading = progress.observe(fix.coordinate, accuracyMetres: fix.accuracyMetres, at: fix.at)
        state.answers = (0..<progress.answersCount).flatMap { index in
            let answer = progress.answer(index)
            return [answer.alongMetres, answer.cost]
        }
        state.answeredAt = progress.lastAtMilliseconds
        state.remainingMetres = reading.remainingMetres
        state.remainingSeconds = reading.remainingSeconds
        state.remainingAsOf = reading.at.milliseconds
        // Nobody promised to follow the crow.
        guard path.duration != nil else { return }
        state.offRouteMetres = reading.offRouteMetres
        step.offRouteMetres = reading.offRouteMetres
    }

    private func path(of trip: Trip) throws -> RoutePath? {
        if let known = hub.safety.paths.withLock({ $0.value(for: trip.id) }) { return known }
        guard let sealed = try transaction.tripDetail(trip.id, withRoute: true)?.routeSealed else { return nil }
        let route: TripRoute = try hub.sealed(.tripRoute, trip.id, key).open(sealed)
        guard let path = route.path else { return nil }
        hub.safety.paths.withLock { $0.set(path, for: trip.id) }
        return path
    }

    /// Keeps a point of the way while anybody is to see it.
    func sealedPoint(
        _ fix: Fix,
        as purpose: Vault.Purpose = .tripPoint,
        receivedAt: Timestamp,
        isSuspicious: Bool,
        of trip: Trip
    ) -> [UInt8]? {
        guard isShown(trip) else { return nil }
        // A fix measured before the end and received after it would be on the traveller's own pages, after the second PIN
        // only (F28).
        if case .ended(_, let end) = trip.phase, fix.at <= end { return nil }
        let record = FixRecord(fix: fix, receivedAt: receivedAt, marks: isSuspicious ? .suspicious : [])
        return key.seal(record.bytes, additional: purpose.binding(trip.id.bytes))
    }

    /// Whether anybody is to see where the traveller is.
    private func isShown(_ trip: Trip) -> Bool {
        watch.isOnTrip || watch.alarms.contains { $0.trip == trip.id && $0.sharesPosition(now: now) }
    }
}

extension DeviceReport {
    /// The positions at the times that are kept, the oldest first.
    func keptFixes(receivedAt: Timestamp) -> [Fix] {
        fixes.sorted { $0.at < $1.at }.map { given in
            var fix = given
            fix.at = Presence.timeKept(of: given, receivedAt: receivedAt)
            return fix
        }
    }
}

extension TripState {
    /// An imprecise fix replaces a better one only after so long.
    private static let preciseMilliseconds: Int64 = 300_000
    private static let preciseMetres = 200.0

    /// Takes a newer fix as the last position; of leaps the second, where both agree.
    fileprivate mutating func show(_ fix: Fix, isLeap: Bool) {
        if isLeap, leap.map({ Hub.isLeap(from: $0, to: fix) }) ?? true {
            leap = fix
            return
        }
        leap = nil
        if let last, fix.assumedAccuracyMetres > Self.preciseMetres,
            fix.at.milliseconds(since: last.at) < Self.preciseMilliseconds
        {
            return
        }
        last = fix
    }
}
