import Bus
import Crypto
package import Family
import SQL
import Storage
import Synchronization

/// By what somebody without an account asks to see a trip or an alarm.
package enum TripKey: Sendable {
    /// What stands behind the `#` of a link.
    case token(String)
    /// A trip's typed code, with the traveller's name or number where it was typed too.
    case code(String, traveller: String?)
}

/// A browser without an account that was let in.
package struct TripGuest: Hashable, Sendable {
    package var id: ID<LinkViewers.Viewer>
    /// Whose trip or alarm it is.
    package var member: ID<Member>
    var trip: ID<Trip>?
    var alarm: ID<Alarm>?
    var recipient: ID<Member>?
    /// The outside contact whose link it opened.
    var contact: ID<Contact>?
}

/// What such a browser sees.
package struct TripGuestView: Sendable {
    package var viewer: ID<LinkViewers.Viewer>
    package var trip: TripReport?
    package var alarms: [AlarmReport]
}

extension Hub {
    /// A browser looks for so long before it opens its link again (F47).
    package static let viewMilliseconds: Int64 = 3_600_000
    /// Browsers in which one recipient's link of an alarm opens (F70).
    static let alarmBrowsersMax = 3

    /// Lets a browser in, and answers the token of its cookie (F47 to F49).
    ///
    /// `known` is the token it had before: the same browser stays one viewer. Throws `SafetyRefusal`, or `StorageError`.
    package func openView(
        by key: TripKey,
        known: String?,
        browser: String,
        from origin: RequestOrigin
    ) async throws -> (guest: TripGuest, token: String) {
        let now = safetyNow
        // Nobody guesses 128 bits: a link of an alarm opens, whatever others of its network tried before (F48, F75).
        let isCode = if case .code = key { true } else { false }
        if isCode, let seconds = guessLimit.withLock({ $0.retryAfterSeconds(origin.network, now: now) }) {
            throw SafetyRefusal.tooManyTries(retryAfterSeconds: seconds)
        }
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let knownHash = known.map { vault.hash(token: Array($0.utf8)).bytes }
        // A wrong code is counted for its trip, so it must commit: the refusal comes out as a value.
        let (opened, done) = try await database.transaction(for: .help) { transaction in
            var opening = ViewOpening(hub: self, transaction: transaction, now: now, browser: browser)
            opening.knownHash = knownHash
            opening.tokenHash = hash
            let opened = try opening.open(key)
            return (opened, opening.done)
        }
        if let done { finish(done) }
        switch opened {
        case .success(let view):
            bus.publish(view.told)
            if !view.told.isEmpty { outbox.ring() }
            return (view.guest, token)
        case .failure(let refusal):
            if isCode, refusal == .noView { guessLimit.withLock { $0.count(origin.network, now: now) } }
            throw refusal
        }
    }

    /// Who has this cookie; nil where it opens nothing any more.
    package func guest(token: String) async throws -> TripGuest? {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = safetyNow
        return try await database.read { transaction in
            guard let row = try transaction.tripViewer(tokenHash: hash), row.droppedAt == nil, now < row.expiresAt
            else {
                return nil
            }
            // The link of an alarm ends with its recipient's right to it (F70).
            let guest = TripGuest(row)
            if let alarm = row.alarm, try self.openAlarm(alarm, to: guest, in: transaction) == nil { return nil }
            return guest
        }
    }

    /// Ends what a browser was let in to see, by the tokens of its cookies (F90).
    ///
    /// The cookies stay: with its link, and not without, the browser is the same viewer again, so that leaving often does
    /// not close a link (F49).
    package func endViews(trip: String?, live: String?) async throws {
        let (now, tripNow) = (outside.now(), safetyNow)
        let tripHash = trip.map { vault.hash(token: Array($0.utf8)).bytes }
        let liveHash = live.map { vault.hash(token: Array($0.utf8)).bytes }
        guard tripHash != nil || liveHash != nil else { return }
        try await database.transaction(for: .reserved) { transaction in
            if let tripHash { try transaction.endTripViewer(tokenHash: tripHash, now: tripNow) }
            if let liveHash { try transaction.endLiveViewer(tokenHash: liveHash, now: now) }
        }
    }

    /// What a browser that was let in sees now.
    ///
    /// Throws `SafetyRefusal.viewEnded` once that is nothing (F50).
    package func view(of guest: TripGuest) async throws -> TripGuestView {
        let now = safetyNow
        let (trip, alarms) = try await database.read { transaction -> (TripReport?, [AlarmReport]) in
            var trip: TripReport?
            if let id = guest.trip, let row = try transaction.trip(id) {
                trip = try self.watchedReport(row, by: nil, in: transaction, now: now)
            }
            return (trip, try self.alarmReports(for: guest, in: transaction, now: now))
        }
        guard trip != nil || !alarms.isEmpty else { throw SafetyRefusal.viewEnded }
        if let recipient = guest.recipient { noteAlarmLooks(by: recipient, at: alarms) }
        return TripGuestView(viewer: guest.id, trip: trip, alarms: alarms)
    }

    /// The way of the trip that a browser was let in to see.
    ///
    /// Throws `SafetyRefusal.viewEnded`, or `StorageError`.
    package func tripPoints(for guest: TripGuest, after: Timestamp?) async throws -> [FixRecord] {
        let now = safetyNow
        return try await database.read { transaction in
            guard let trip = guest.trip else { throw SafetyRefusal.viewEnded }
            do {
                return try self.watchedPoints(trip, by: nil, after: after, in: transaction, now: now)
            } catch SafetyRefusal.notFound {
                throw SafetyRefusal.viewEnded
            }
        }
    }

    /// "I'm on it", by somebody without an account, or by who opened the link of their text.
    package func acknowledge(_ id: ID<Alarm>, by guest: TripGuest) async throws {
        if let recipient = guest.recipient, guest.alarm == id { return try await acknowledge(id, by: recipient) }
        if let contact = guest.contact, guest.alarm == id { return try await acknowledge(id, by: contact) }
        let seen = try await database.read { transaction in
            try self.alarms(of: guest, in: transaction).first { $0.row.id == id }?.alarm
        }
        guard let seen else { throw SafetyRefusal.notFound }
        // One that is over, or looks so to them, has nothing to take up.
        guard seen.isOpen else { return }
        // A guest of the trip is shown as responding and holds nothing back: the link may be anybody's (F69).
        let companion = ID<Companion>(sharing: guest.id)
        try await tellAlarm(.acknowledgeAsGuest(id, by: companion), id) { transaction in
            guard try self.alarms(of: guest, in: transaction).contains(where: { $0.row.id == id && $0.alarm.isOpen })
            else { throw SafetyRefusal.notFound }
            return true
        }
    }

    /// Removes one browser from a trip, with the PIN; the others and their link stay (F49).
    package func removeViewer(
        _ viewer: ID<LinkViewers.Viewer>,
        of id: ID<Trip>,
        pin: String,
        by member: ID<Member>
    ) async throws {
        let isThere = try await database.read { transaction in
            guard try self.isUnderWay(id, of: member, in: transaction) else { return false }
            return try transaction.tripViewers(of: id).contains { $0.id == viewer && $0.droppedAt == nil }
        }
        guard isThere else { throw SafetyRefusal.notFound }
        try await enter(pin, for: .weaken, by: member)
        let now = safetyNow
        _ = try await database.transaction(for: .reserved) { try $0.dropTripViewer(viewer, of: id, now: now) }
        bus.publish([.trips(member)])
    }

    /// Makes another link and code, with the PIN; who looks already goes on.
    package func renewTripLink(_ id: ID<Trip>, pin: String, by member: ID<Member>) async throws {
        guard try await database.read({ try self.isUnderWay(id, of: member, in: $0) }) else {
            throw SafetyRefusal.notFound
        }
        try await enter(pin, for: .weaken, by: member)
        let now = safetyNow
        let done = try await database.transaction(for: .reserved) { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            if var state = try turn.tripState() {
                state.token = self.newToken()
                state.code = self.newCode()
                state.codeBytes = TripCode(madeAt: now).bytes
                turn.state = state
            }
            turn.isNewsForTraveller = true
            return try turn.save(.done)
        }
        finish(done)
    }

    /// The alarms that a browser may see: the one whose link it opened, or those of its trip without what the duress
    /// PIN made of them (F67).
    fileprivate func alarms(
        of guest: TripGuest,
        in transaction: Transaction
    ) throws -> [(row: AlarmRow, alarm: Alarm)] {
        if let id = guest.alarm {
            guard let row = try transaction.alarm(id), let alarm = try openAlarm(id, to: guest, in: transaction)
            else { return [] }
            return [(row, alarm)]
        }
        guard let trip = guest.trip, let row = try transaction.trip(trip), !row.isClosedToGuests(now: safetyNow) else {
            return []
        }
        let watch = try safetyWatch(of: guest.member, in: transaction)
        let known = Dictionary(watch.alarms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try transaction.alarms(about: guest.member).filter { $0.trip == trip }.compactMap { row in
            known[row.id]?.withoutDuress.map { (row: row, alarm: $0) }
        }
    }

    /// The alarm whose link a browser opened; nil once its reader's right to it ended (F70).
    func openAlarm(_ id: ID<Alarm>, to guest: TripGuest, in transaction: Transaction) throws -> Alarm? {
        if let contact = guest.contact {
            return try openAlarm(id, toContact: contact, in: transaction, now: safetyNow)
        }
        guard let recipient = guest.recipient else { return nil }
        return try openAlarm(id, to: recipient, in: transaction, now: safetyNow)
    }

    /// Whether who opened an alarm's link was told that its member is under duress on its trip.
    private func isTold(
        ofDuress guest: TripGuest,
        on trip: ID<Trip>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Bool {
        if let contact = guest.contact { return try transaction.isDuressWithheld(contact) }
        guard guest.alarm != nil, let recipient = guest.recipient else { return false }
        let (subject, _, watch) = try traveller(guest.member, in: transaction)
        return try transaction.isTold(recipient, of: trip, about: subject, watch, now: now)
    }

    /// What a browser reads of them, each for a quarter of an hour after its end.
    private func alarmReports(
        for guest: TripGuest,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [AlarmReport] {
        let since = now.advanced(byMilliseconds: -TripGuest.endingMilliseconds)
        return try alarms(of: guest, in: transaction).compactMap { row, alarm in
            if let at = alarm.closedAt, at <= since { return nil }
            let isOfTrip = guest.alarm == nil
            let isTold = try isTold(ofDuress: guest, on: alarm.trip, in: transaction, now: now)
            var report = try alarmReport(row, alarm, to: nil, ofTrueDevice: isTold, in: transaction, now: now)
            report.phone = nil
            if isOfTrip { report.other = nil }
            if guest.recipient == nil {
                // A trip's link may be anybody's, and a contact is no member: who else was told is not theirs to know.
                report.deliveries = []
                // What recipients did after the end is nobody else's either; after a duress PIN it would tell of it.
                if !alarm.isOpen { report.acknowledgedBy = [] }
            }
            // Nor may a contact learn that a child's hidden adult is there (F76).
            if guest.contact != nil, let subject = try transaction.member(row.member) {
                report.acknowledgedBy = try report.acknowledgedBy.filter { responder in
                    guard let member = responder.member else { return true }
                    let (trip, openedAt) = (alarm.trip, alarm.openedAt)
                    return try !transaction.hoursHide(subject, from: member, trip: trip, alarmedAt: openedAt, now: now)
                }
            }
            return report
        }
    }
}

extension TripGuest {
    /// How long after its end an alarm is shown to them.
    static let endingMilliseconds: Int64 = 15 * 60_000

    init(_ row: TripViewerRow) {
        (id, member, trip, alarm, recipient) = (row.id, row.member, row.trip, row.alarm, row.recipient)
        contact = row.contact
    }
}
