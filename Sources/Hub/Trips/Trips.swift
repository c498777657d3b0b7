import Bus
package import Family
import SQL
import Storage

/// How somebody sets out, as they asked for it.
package struct TripRequest: Sendable {
    package var id: ID<Trip>
    package var name: String
    package var destination: Coordinate
    package var origin: Coordinate?
    package var mode: TravelMode
    package var companions: [ID<Member>]
    /// When they are to be asked; nil for a quarter of an hour after the way would take.
    package var dueAt: Timestamp?
    /// What tells where they are; nil for what the hub thinks.
    package var source: ProtectionStatus.Source?
    /// The phone that goes along, or the page that asks; nil for what the hub sees (F83).
    package var device: ID<Device>?
    /// The page that asks.
    package var page: ID<Device>?
    package var graceMinutes: Int64?
    package var answerMinutes: Int64?
    package var silenceMinutes: Int64?

    package init(
        id: ID<Trip>,
        name: String,
        destination: Coordinate,
        mode: TravelMode,
        companions: [ID<Member>]
    ) {
        self.id = id
        self.name = name
        self.destination = destination
        self.mode = mode
        self.companions = companions
    }
}

extension Hub {
    package static let companionsMax = 20
    private static let nameMax = 120

    /// Where a member was last, for who sets out from there.
    package func newestPoint(of member: ID<Member>) async throws -> Coordinate? {
        try await subject(member)?.presence(isOneself: true).current?.coordinate
    }

    /// Sets out (C1); a repeat of the same request changes nothing.
    ///
    /// `route` is the way that was found, nil where none was looked for. Throws `SafetyRefusal`, or `StorageError`.
    package func startTrip(_ request: TripRequest, route: TripRoute?, by member: ID<Member>) async throws {
        let planned = try plan(request, route, now: safetyNow)
        let requestHash = vault.hash(request: fields(of: request), by: member)
        let companions = unique(request.companions)
        guard companions.count <= Hub.companionsMax else { throw SafetyRefusal.tooManyCompanions }
        let now = safetyNow
        let done = try await database.transaction(for: .reserved) { transaction -> SafetyPostCommit? in
            if let before = try transaction.trip(request.id) {
                guard before.member == member, before.requestHash == requestHash else {
                    throw SafetyRefusal.idUsedOtherwise
                }
                return nil
            }
            guard try transaction.alarm(ID(sharing: request.id)) == nil,
                try transaction.drill(ID(sharing: request.id)) == nil
            else { throw SafetyRefusal.idUsedOtherwise }
            guard try transaction.safetyPIN(of: member) != nil else { throw SafetyRefusal.pinsNotSet }
            for companion in companions {
                guard try transaction.mayWatch(companion, over: member, now: now) else {
                    throw SafetyRefusal.companions
                }
            }
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            guard !turn.watch.isOnTrip else { throw SafetyRefusal.trip(.alreadyOnTrip) }
            var plan = planned
            let phones = try self.phones(of: member, in: transaction)
            let (source, device) = try self.device(for: request, of: phones, now: now)
            plan.device = device
            try turn.addTrip(request, plan, route, requestHash: requestHash, source: source)
            try turn.noteStart(of: device.map { [$0] } ?? phones.map(\.id), page: request.page)
            for companion in companions { try transaction.addCompanion(companion, to: request.id, now: now) }
            let answer = try turn.apply(.start(plan))
            // What is refused must leave nothing behind.
            try answer.get(now: now)
            return try turn.save(answer)
        }
        if let done { finish(done) }
    }

    /// "I'm fine" to what was asked on the way.
    ///
    /// Throws `SafetyRefusal.notFound` for a trip that is not under way.
    package func answerTrip(_ id: ID<Trip>, by member: ID<Member>) async throws {
        let isUnderWay = try await database.read { try self.isUnderWay(id, of: member, in: $0) }
        guard isUnderWay else { throw SafetyRefusal.notFound }
        try await apply(.answer, of: member)
    }

    /// Ends or extends one trip with the PIN.
    ///
    /// Throws `SafetyRefusal`, or `StorageError`.
    package func enter(_ pin: String, for request: PINRequest, on id: ID<Trip>, by member: ID<Member>) async throws {
        let newest = try await database.read { try self.safetyWatch(of: member, in: $0).trip?.id }
        guard newest == id else {
            let row = try await database.read { try $0.trip(id) }
            guard row?.member == member else { throw SafetyRefusal.notFound }
            throw SafetyRefusal.trip(.hasEnded)
        }
        try await enter(pin, for: request, by: member)
    }

    /// Lets one more member watch over the trip under way.
    package func addCompanion(_ companion: ID<Member>, to id: ID<Trip>, by member: ID<Member>) async throws {
        let now = safetyNow
        let (done, all) = try await database.transaction(for: .reserved) { transaction in
            guard try self.isUnderWay(id, of: member, in: transaction) else { throw SafetyRefusal.notFound }
            guard try transaction.mayWatch(companion, over: member, now: now) else { throw SafetyRefusal.companions }
            let before = try transaction.companions(of: id)
            guard before.contains(companion) || before.count < Hub.companionsMax else {
                throw SafetyRefusal.tooManyCompanions
            }
            try transaction.addCompanion(companion, to: id, now: now)
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            if !before.contains(companion) { try turn.invite(companion) }
            return (try turn.save(.done), before + [companion])
        }
        finish(done)
        bus.publish((all + [member]).map { .trips($0) })
    }

    /// Ends a member's watching, with the PIN of the traveller: who is alarmed by the second PIN is known before.
    package func removeCompanion(_ companion: ID<Member>, of id: ID<Trip>, pin: String, by member: ID<Member>)
        async throws
    {
        let companions = try await database.read { transaction in
            guard try self.isUnderWay(id, of: member, in: transaction) else { throw SafetyRefusal.notFound }
            return try transaction.companions(of: id)
        }
        guard companions.contains(companion) else { throw SafetyRefusal.notFound }
        try await enter(pin, for: .weaken, by: member)
        let now = safetyNow
        try await database.transaction(for: .reserved) { transaction in
            _ = try transaction.endCompanion(companion, of: id, now: now)
            try transaction.removeWaitingNews(of: id, to: companion, now: now)
        }
        bus.publish([.trips(companion), .trips(member), .alarms(companion), .connections(viewer: companion)])
    }

    /// A companion watches no longer; the traveller is told while their own page shows the trip under way.
    ///
    /// Throws `SafetyRefusal.notFound`, or `StorageError`.
    package func leaveTrip(_ id: ID<Trip>, by companion: ID<Member>) async throws {
        let now = safetyNow
        let traveller = try await database.transaction(for: .reserved) { transaction -> ID<Member> in
            guard let row = try transaction.trip(id), try transaction.endCompanion(companion, of: id, now: now) else {
                throw SafetyRefusal.notFound
            }
            try transaction.removeWaitingNews(of: id, to: companion, now: now)
            if try self.isUnderWay(id, of: row.member, in: transaction) {
                try transaction.addNotice(self.notice(.companionLeft, for: row.member, about: companion))
            }
            return row.member
        }
        bus.publish([.trips(companion), .trips(traveller), .notice(traveller)])
    }

    /// Lets a viewer whom a member shows nothing any longer watch over none of their trips either (F70).
    ///
    /// Where another one than the member did that, they are told as of a companion who left.
    func endWatching(
        by companion: ID<Member>,
        of member: ID<Member>,
        asking: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        let watch = try safetyWatch(of: member, in: transaction)
        if let trip = watch.trip?.id, watch.isOnTrip, try transaction.companions(of: trip).contains(companion) {
            try transaction.removeWaitingNews(of: trip, to: companion, now: now)
            if asking != member {
                try transaction.addNotice(notice(.companionLeft, for: member, about: companion))
            }
        }
        try transaction.endWatching(by: companion, of: member, now: now)
    }

    /// Whether a trip is the member's and goes on.
    func isUnderWay(_ id: ID<Trip>, of member: ID<Member>, in transaction: Transaction) throws -> Bool {
        let watch = try safetyWatch(of: member, in: transaction)
        return watch.isOnTrip && watch.trip?.id == id
    }

    private func plan(_ request: TripRequest, _ route: TripRoute?, now: Timestamp) throws(SafetyRefusal) -> TripPlan {
        let name = request.name
        guard (1...Hub.nameMax).contains(name.count), !name.contains(where: \.isNewline),
            !name.allSatisfy(\.isWhitespace)
        else { throw .destination }
        let usual = TripSettings.usual
        let settings = TripSettings(
            graceMinutes: request.graceMinutes ?? usual.graceMinutes,
            answerMinutes: request.answerMinutes ?? usual.answerMinutes,
            silenceMinutes: request.silenceMinutes ?? usual.silenceMinutes
        )
        guard let settings else { throw .settings }
        let grace = settings.graceMinutes * 60
        let expectedAt: Timestamp
        if let dueAt = request.dueAt {
            expectedAt = dueAt.advanced(bySeconds: -grace)
        } else {
            guard let seconds = route?.seconds else { throw .dueAtMissing }
            expectedAt = now.advanced(bySeconds: Int64(min(max(seconds, 0), 200_000).rounded(.up)))
        }
        return TripPlan(
            id: request.id,
            destination: request.destination,
            expectedAt: expectedAt,
            settings: settings
        )
    }

    private func fields(of request: TripRequest) -> [String] {
        [
            request.id.text, request.name, "\(request.destination.latitude) \(request.destination.longitude)",
            request.origin.map { "\($0.latitude) \($0.longitude)" } ?? "", "\(request.mode.rawValue)",
            request.companions.map(\.text).joined(separator: ","), request.dueAt?.text ?? "",
        ]
    }

    private func unique(_ members: [ID<Member>]) -> [ID<Member>] {
        var seen: Set<ID<Member>> = []
        return members.filter { seen.insert($0).inserted }
    }
}

extension SafetyTransaction {
    /// The rows of a trip that begins.
    fileprivate mutating func addTrip(
        _ request: TripRequest,
        _ plan: TripPlan,
        _ route: TripRoute?,
        requestHash: [UInt8],
        source: ProtectionStatus.Source
    ) throws {
        let id = request.id
        let brief = TripBrief(
            name: request.name,
            destination: TripPoint(request.destination),
            origin: request.origin.map(TripPoint.init),
            mode: request.mode.rawValue,
            source: source.rawValue,
            dueAt: plan.expectedAt.milliseconds
        )
        let fresh = TripState(token: hub.newToken(), code: hub.newCode(), codeBytes: TripCode(madeAt: now).bytes)
        try transaction.addTrip(
            TripRow(
                id: id,
                member: member,
                requestHash: requestHash,
                startedAt: now,
                sealed: try hub.sealed(.trip, id, key).seal(brief)
            )
        )
        var detail = TripDetailRow(
            trip: id,
            routeSealed: try route.map { try hub.sealed(.tripRoute, id, key).seal($0) },
            stateSealed: try hub.sealed(.tripState, id, key).seal(fresh)
        )
        detail.linkHash = hub.vault.hash(token: Array(fresh.token.utf8)).bytes
        detail.codeHash = hub.vault.hash(tripCode: fresh.code)
        try transaction.setTripDetail(detail)
        state = fresh
    }
}

extension Transaction {
    /// Whether two members are connected, either way: one may ask the other to watch.
    func mayWatch(_ companion: ID<Member>, over member: ID<Member>, now: Timestamp) throws(StorageError) -> Bool {
        guard companion != member, let row = try self.member(companion), row.disabledAt == nil else { return false }
        for (viewer, subject) in [(companion, member), (member, companion)] {
            if let connection = try connection(viewer: viewer, subject: subject), connection.isOpen(now: now),
                connection.precision > .off
            {
                return true
            }
        }
        return false
    }
}
