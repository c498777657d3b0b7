import Family
import Testing

/// Which trip news must reach companions (F78).
@Suite struct TripNewsTests {
    private let now = Timestamp(milliseconds: 1_000_000)

    @Test func `F78: start, delay, log-out, arrival and end are milestones, signs from the way are not`() {
        let milestones: [(TripNews, TripNews.Milestone?)] = [
            (.started(dueAt: now), .started), (.extended(minutes: 5, dueAt: now, number: 1), .delayed),
            (.goesOn(dueAt: now), .delayed), (.arrived, .arrived), (.cancelled, .ended),
            (.loggedOut, .loggedOut), (.pinGuessed, .pinGuessed),
            (.signalLost(heardAt: now), nil), (.signalBack, nil), (.batteryLow(percent: 9), nil),
            (.longStop(since: now), nil), (.leftRoute(since: now), nil), (.backOnRoute, nil),
        ]
        for (news, milestone) in milestones { #expect(news.milestone == milestone, "\(news)") }
    }

    @Test func `F78: a trip is forced from its duress alarm until a companion has seen its traveller safe`() throws {
        var watch = SafetyWatch()
        let trip = ID<Trip>(high: 1, low: 1)
        let plan = TripPlan(
            id: trip,
            destination: try #require(Coordinate(latitude: 1, longitude: 1)),
            expectedAt: now.advanced(bySeconds: 3_600)
        )
        _ = watch.apply(.start(plan), now: now, fresh: ID(high: 2, low: 1))
        #expect(!watch.isForced(on: trip))
        _ = watch.apply(.entered(.duress, for: .extend(minutes: 5)), now: now, fresh: ID(high: 2, low: 2))
        #expect(watch.isForced(on: trip))
        #expect(!watch.isForced(on: ID(high: 1, low: 2)), "another trip")
        _ = watch.apply(.entered(.right, for: .arrive), now: now, fresh: ID(high: 2, low: 3))
        #expect(watch.isForced(on: trip), "no PIN lifts it")
        let alarm = try #require(watch.alarms.first)
        _ = watch.apply(.confirm(alarm.id, by: ID(high: 3, low: 1)), now: now, fresh: ID(high: 2, low: 4))
        #expect(!watch.isForced(on: trip))
    }
}
