import Crypto
package import Family
import SQL
import Storage

/// How far a trip has come, as a word that programs switch on.
package enum TripStanding: String, Sendable {
    case underWay
    case asked
    case overdue
    case arrived
    case cancelled
    case lapsed
}

/// Somebody who watches over a trip.
package struct TripCompanion: Sendable {
    package var member: ID<Member>
    package var person: Person
    /// None of their browsers confirmed a push message within a week (F19).
    package var mayMissAlarms: Bool
    /// When they last confirmed a test of the traveller's (F20).
    package var drilledAt: Timestamp?
    /// When they said that they watch over this trip.
    package var acceptedAt: Timestamp?
}

/// A browser that was let in.
package struct GuestViewer: Sendable {
    package var id: ID<LinkViewers.Viewer>
    package var openedAt: Timestamp
    package var browser: String
}

/// A trip as it stands, for its traveller or for who watches; the API takes of it what each may see.
package struct TripReport: Sendable {
    package var id: ID<Trip>
    package var member: ID<Member>
    package var person: Person
    package var brief: TripBrief
    package var standing: TripStanding
    package var startedAt: Timestamp
    package var dueAt: Timestamp
    /// When they mean to arrive, as long as they were not asked.
    package var arrivesAt: Timestamp?
    /// Until then the traveller can answer, where they were asked.
    package var answerBy: Timestamp?
    package var endedAt: Timestamp?
    package var route: TripRoute?
    package var remainingMetres: Double?
    package var remainingSeconds: Double?
    /// The time of the fix that both follow from (F56).
    package var remainingAsOf: Timestamp?
    package var offRouteMetres: Double?
    package var extensionsLeft = 0
    package var question: TripQuestion?
    package var isArrivalProposed = false
    package var signal = TripSignal.Reading.heard
    package var heardAt: Timestamp
    package var protection: ProtectionStatus?
    /// Machines elsewhere that notify the recipients if this hub is silent; the traveller's own report alone has any.
    package var deputies: [GuardingDeputy] = []
    package var companions: [TripCompanion] = []
    package var viewers: [GuestViewer] = []
    package var code: String?
    package var link: String?
    package var news: [TripNewsItem] = []
    /// What those who watch see of it.
    package var sight = TripVisibility.live
    package var fix: PositionView?
    /// Another device of the traveller's; nil for viewers without an account.
    package var other: OtherDevice?
    /// The device that counts; for its traveller alone.
    package var device: ID<Device>?
    package var phone: String?
    /// Whether the companion who reads it was told that its traveller is under duress.
    package var isUnderDuress = false
    /// The device that goes along, where a forced PIN chose the one that is shown.
    var trueDevice: TrueDevice?
    /// The traveller's, for its country.
    var numberOfTheirs: PhoneNumber?
    /// What to dial where the traveller is; nil for their own report.
    package var emergency: EmergencyAdvice?
    /// Whether the companion who reads it said that they watch; nil for anybody else.
    package var isAccepted: Bool?
}

extension Hub {
    /// How many of a member's trips are listed.
    private static let listedMax = 100

    /// A member's trips, the newest first: each as it is kept for ever.
    package func trips(of member: ID<Member>) async throws -> [TripReport] {
        try await database.read { transaction in
            let (person, key, watch) = try self.traveller(member, in: transaction)
            return try transaction.trips(of: member, limit: Hub.listedMax).map { row in
                try self.report(row, person, key, watch: watch, in: transaction, now: self.safetyNow)
            }
        }
    }

    /// One trip as its own traveller sees it; nothing of it tells one PIN from the other (F28, F29).
    ///
    /// Throws `SafetyRefusal.notFound`, or `StorageError`.
    package func trip(_ id: ID<Trip>, of member: ID<Member>) async throws -> TripReport {
        let now = safetyNow
        return try await database.read { transaction in
            guard let row = try transaction.trip(id), row.member == member else { throw SafetyRefusal.notFound }
            let (person, key, watch) = try self.traveller(member, in: transaction)
            return try self.ownReport(row, person, key, watch: watch, in: transaction, now: now)
        }
    }

    /// The same within a transaction.
    func ownReport(
        _ row: TripRow,
        _ person: MemberRow,
        _ key: AEADKey,
        watch: SafetyWatch,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> TripReport {
        var report = try report(row, person, key, watch: watch, in: transaction, now: now)
        report.companions = try transaction.companions(of: row.id).compactMap {
            try self.companion($0, of: row, in: transaction, now: now)
        }
        if report.endedAt == nil {
            report.deputies = try guardingDeputies(of: person, trip: row.id, watch: watch, in: transaction, now: now)
        }
        report.protection = ProtectionStatus(
            source: ProtectionStatus.Source(rawValue: report.brief.source) ?? .timerOnly,
            hasPIN: try transaction.safetyPIN(of: row.member) != nil,
            watchdog: settings.watchdog,
            companionsDrilledAt: report.companions.map(\.drilledAt),
            isDeputySilent: report.deputies.contains { !$0.isHeard },
            now: now
        )
        guard let face = watch.travellerFace.trip, face.id == row.id else { return report }
        report.extensionsLeft = Int(face.extensionsLeft)
        report.device = watch.trip?.device
        report.question = face.question
        report.isArrivalProposed = face.isArrivalProposed
        guard report.endedAt == nil, let state = try self.state(of: row.id, key, in: transaction) else { return report }
        report.viewers = try transaction.tripViewers(of: row.id).filter { $0.droppedAt == nil }.map {
            GuestViewer(id: $0.id, openedAt: $0.openedAt, browser: $0.browser)
        }
        report.code = state.code
        report.link = "\(settings.publicURL)/follow#\(state.token)"
        return report
    }

    /// A trip without what is its traveller's alone.
    func report(
        _ row: TripRow,
        _ person: MemberRow,
        _ key: AEADKey,
        watch: SafetyWatch,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> TripReport {
        let brief: TripBrief = try sealed(.trip, row.id, key).open(row.sealed)
        let ending = brief.ending.flatMap(Trip.Ending.init)
        var report = TripReport(
            id: row.id,
            member: row.member,
            person: Person(person),
            brief: brief,
            standing: ending.map(TripStanding.init) ?? .underWay,
            startedAt: row.startedAt,
            dueAt: Timestamp(milliseconds: brief.dueAt),
            endedAt: brief.endedAt.map(Timestamp.init(milliseconds:)),
            heardAt: row.startedAt
        )
        if let trip = watch.trip, trip.id == row.id {
            switch trip.phase {
            case .underWay:
                report.standing = .underWay
                report.arrivesAt = trip.dueAt.advanced(bySeconds: -60 * trip.settings.graceMinutes)
            case .asked(_, let until): (report.standing, report.answerBy) = (.asked, until)
            case .overdue: report.standing = .overdue
            case .ended(let ending, let at): (report.standing, report.endedAt) = (TripStanding(ending), at)
            }
            report.signal = trip.signal.reading(now: now)
            report.heardAt = trip.signal.heardAt
        }
        guard let detail = try transaction.tripDetail(row.id, withRoute: true) else { return report }
        if let route = detail.routeSealed { report.route = try sealed(.tripRoute, row.id, key).open(route) }
        let state: TripState = try sealed(.tripState, row.id, key).open(detail.stateSealed)
        report.remainingMetres = state.remainingMetres
        report.remainingSeconds = state.remainingSeconds
        report.remainingAsOf = state.remainingAsOf.map(Timestamp.init(milliseconds:))
        report.offRouteMetres = state.offRouteMetres
        report.news = state.news
        report.trueDevice = state.trueDevice
        return report
    }

    /// What is known of a trip under way; nil a month after its end.
    func state(of trip: ID<Trip>, _ key: AEADKey, in transaction: Transaction) throws -> TripState? {
        guard let detail = try transaction.tripDetail(trip, withRoute: false) else { return nil }
        return try sealed(.tripState, trip, key).open(detail.stateSealed)
    }

    /// A traveller with their key and what is watched over for them.
    func traveller(
        _ member: ID<Member>,
        in transaction: Transaction
    ) throws -> (person: MemberRow, key: AEADKey, watch: SafetyWatch) {
        guard let person = try transaction.member(member),
            let key = try MemberState.key(of: member, from: transaction, vault: vault)
        else { throw SafetyRefusal.notFound }
        return (person, key, try transaction.safetyWatch(of: member, key))
    }

    /// Points of one's own trip, as far as its own screens show it: none after its end (F29).
    package func tripPoints(_ id: ID<Trip>, of member: ID<Member>, after: Timestamp?) async throws -> [FixRecord] {
        try await database.read { transaction in
            guard let row = try transaction.trip(id), row.member == member else { throw SafetyRefusal.notFound }
            let (_, key, watch) = try self.traveller(member, in: transaction)
            let brief: TripBrief = try self.sealed(.trip, id, key).open(row.sealed)
            var end = Timestamp(milliseconds: .max)
            if let endedAt = brief.endedAt { end = Timestamp(milliseconds: endedAt) }
            if let trip = watch.trip, trip.id == id, case .ended(_, let at) = trip.phase { end = at }
            return try self.points(of: id, key, isTold: false, after: after, upTo: end, in: transaction)
        }
    }

    private func companion(
        _ id: ID<Member>,
        of trip: TripRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> TripCompanion? {
        guard let row = try transaction.member(id) else { return nil }
        let drills = try transaction.drills(by: trip.member).filter { $0.recipient == id }
        return TripCompanion(
            member: id,
            person: try transaction.person(row, to: trip.member, now: now),
            mayMissAlarms: ProtectionStatus.mayMissAlarms(
                pushConfirmedAt: try transaction.pushShownAt(of: id),
                now: now
            ),
            drilledAt: drills.compactMap(\.confirmedAt).max(),
            acceptedAt: try transaction.companionAcceptedAt(id, of: trip.id)
        )
    }
}

extension TripStanding {
    init(_ ending: Trip.Ending) {
        self =
            switch ending {
            case .arrived: .arrived
            case .cancelled: .cancelled
            case .lapsed: .lapsed
            }
    }
}
