import Demo
import Family
import Hub

/// The journeys of some of the family as trips that the others watch over: one at a time, from the first moment on.
struct DemoTrips {
    /// So long after a journey should be over its traveller would be asked.
    private static let graceSeconds: Int64 = 1_800
    /// What it takes to get the phone out of the pocket and say that one is there.
    private static let arrivalSeconds: Int64 = 60

    /// A trip begins no earlier than so long before its journey, so that there is nearly always one to look at.
    private static let readySeconds: Int64 = 3_600

    private let family: DemoFamily
    private let hub: Hub
    private let clock: DemoClock

    /// Sets the travellers' PINs, without which nobody sets out.
    init(of family: DemoFamily, on hub: Hub, by clock: DemoClock) async throws {
        (self.family, self.hub, self.clock) = (family, hub, clock)
        for traveller in family.scenario.travellers {
            let caller = try await hub.addSession(for: family.members[traveller]).caller
            try await hub.setPINs(of: caller, pin: family.scenario.pin, duress: nil)
            _ = try await hub.endSession(caller.session, of: caller.member)
        }
    }

    /// The trip that is under way when a visitor comes: that of whoever arrives next.
    func begin() async throws -> (outing: Scenario.Outing, trip: ID<Trip>)? {
        guard let outing = try next(after: clock.now()) else { return nil }
        return (outing, try await start(outing))
    }

    /// Ends it when its traveller is there, and goes on with those that follow, until the task is cancelled.
    ///
    /// A visitor may have ended, left or deleted anything of it: what does not succeed is left out.
    func live(after first: (outing: Scenario.Outing, trip: ID<Trip>)?) async throws {
        var current = first
        while !Task.isCancelled {
            if let (outing, trip) = current {
                try await clock.sleep(until: outing.until.advanced(bySeconds: DemoTrips.arrivalSeconds))
                // Ended by the visitor, perhaps.
                try? await hub.enter(family.scenario.pin, for: .arrive, on: trip, by: family.members[outing.person])
            }
            guard let outing = try next(after: clock.now()) else { return }
            try await clock.sleep(until: outing.from.advanced(bySeconds: -DemoTrips.readySeconds))
            do {
                current = (outing, try await start(outing))
            } catch {
                // A trip of the visitor's own is under way, perhaps. The next one is tried when this one would be over.
                current = nil
                try await clock.sleep(until: outing.until)
            }
        }
    }

    /// Whoever arrives next, in no less than ten minutes.
    private func next(after now: Timestamp) throws -> Scenario.Outing? {
        try family.scenario.outings(of: family.scenario.travellers, around: now)
            .first { $0.until > now.advanced(bySeconds: 600) }
    }

    private func start(_ outing: Scenario.Outing) async throws -> ID<Trip> {
        let (scenario, journey) = (family.scenario, outing.journey)
        let companions = scenario.people.indices
            .filter { $0 != outing.person && scenario.people[$0].role == .adult }
            .map { family.members[$0] }
        let place = scenario.people[outing.person].places.first { $0.spot == journey.to }
        var request = TripRequest(
            id: hub.outside.newID(),
            name: family.spoken(place?.description ?? "the next stop"),
            destination: journey.destination,
            mode: TravelMode(journey.mode),
            companions: companions
        )
        request.origin = journey.line.first
        request.dueAt = outing.until.advanced(bySeconds: DemoTrips.graceSeconds)
        request.source = scenario.people[outing.person].app == .page ? .screen : .phoneApp
        let seconds = Double(journey.until - journey.from) / 1_000
        let route = TripRoute(
            metres: journey.metres,
            seconds: seconds,
            line: journey.line,
            legs: [RoutePath.Leg(pointIndex: 0, seconds: seconds)],
            isStraightLine: false
        )
        try await hub.startTrip(request, route: route, by: family.members[outing.person])
        return request.id
    }
}

extension TravelMode {
    fileprivate init(_ mode: Mode) {
        self =
            switch mode {
            case .walking, .running: .walk
            case .cycling: .cycle
            case .car: .drive
            case .bus: .transit
            }
    }
}
