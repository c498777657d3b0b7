import Family
import Hub
import Testing

/// Texts with trip news: each traveller has a share of their own (F89).
@Suite struct TripNewsShareTests {
    @Test func `F89: no traveller uses up another's texts, and who gets none of the next trip is named before it`()
        async throws
    {
        try await withTripNews({ $0.tripNews.companionsADay = 2 }) { scene, sent in
            try await scene.test.connect(viewer: scene.bo, to: scene.cleo, number: 3, .exact)
            let (cleo, _) = try await scene.hub.addSession(for: scene.cleo)
            try await scene.hub.setPINs(of: cleo, pin: SafetyScene.pin, duress: nil)
            let both: Set = [scene.bo, scene.cleo]
            for isTexted in [true, true, false] {
                let named = try await scene.hub.safetyOverview(of: scene.ana).notTexted
                #expect(Set(named) == (isTexted ? [] : both))
                let before = sent.texts(to: 2).count
                let trip = try await scene.start()
                try await scene.wait(60)
                try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
                try await scene.wait(60)
                #expect(sent.texts(to: 2).count == before + (isTexted ? 2 : 0), "start and arrival")
            }
            #expect(try await scene.hub.safetyOverview(of: scene.cleo).notTexted.isEmpty)
            var request = TripRequest(
                id: scene.hub.outside.newID(),
                name: "The station",
                destination: berlin.moved(northMetres: 3_000, eastMetres: 0),
                mode: .walk,
                companions: [scene.bo]
            )
            request.origin = berlin
            request.dueAt = scene.test.clock.now.advanced(bySeconds: 3_600)
            try await scene.hub.startTrip(request, route: nil, by: scene.cleo)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).last?.hasPrefix("Member 3 started a trip") ?? false)
            let before = sent.texts(to: 2).count
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(sent.texts(to: 2).count == before + 1, "an alarm is no news")
            scene.test.clock.advance(seconds: 86_400)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).notTexted.isEmpty)
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F28, F89: the companions who get no text of the next trip are the same after both PINs`(_ pin: String)
        async throws
    {
        try await withTripNews({ $0.tripNews.companionsADay = 1 }) { scene, _ in
            let trip = try await scene.start()
            try await scene.hub.enter(pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.wait(60)
            let named = try await scene.hub.safetyOverview(of: scene.ana).notTexted
            #expect(Set(named) == [scene.bo, scene.cleo])
        }
    }

    @Test func `F89: one companion is texted about few trips of a traveller, the others about all of the share`() {
        var limits = TripNewsLimits()
        (limits.tripsADay, limits.companionsADay) = (2, 5)
        let (bo, cleo) = (ID<Member>(high: 0, low: 1), ID<Member>(high: 0, low: 2))
        #expect(limits.mayText(bo, afterTripsWith: [bo, cleo]))
        #expect(!limits.mayText(bo, afterTripsWith: [bo, cleo, bo]))
        #expect(limits.mayText(cleo, afterTripsWith: [bo, cleo, bo, bo]))
        #expect(!limits.mayText(cleo, afterTripsWith: [bo, bo, bo, bo, bo]))
    }
}
