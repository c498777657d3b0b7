import Family
import Hub
import Testing

/// The device of a trip that was chosen with the second PIN.
@Suite struct TripPretenceTests {
    private static let home = berlin.moved(northMetres: -2_000, eastMetres: 0)

    /// Ana on a trip with her phone, of whose tablet at home the hub knows.
    private func run(
        _ body: (_ scene: SafetyScene, _ tablet: DeviceCredential, _ trip: ID<Trip>) async throws -> Void
    ) async throws {
        try await SafetyScene.run { scene in
            let place = placeRequest("Home", Self.home)
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, place)
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.start()
            let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
            let tablet = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            await scene.test.send(Self.home, from: tablet)
            try await body(scene, tablet, trip)
        }
    }

    private func choose(_ device: DeviceCredential, _ pin: String, _ trip: ID<Trip>, _ scene: SafetyScene) async throws
    {
        let (page, _) = try await scene.hub.addSession(for: scene.ana)
        try await scene.hub.chooseDevice(device.device, of: trip, pin: pin, by: page)
    }

    /// All that Ana's pages and a guest with the trip's link read of where she is.
    private func shown(_ trip: ID<Trip>, _ scene: SafetyScene, _ tablet: DeviceCredential) async throws -> [String] {
        let own = try await scene.hub.trip(trip, of: scene.ana)
        let overview = try await scene.hub.safetyOverview(of: scene.ana)
        let alarm = try #require(overview.alarms.first)
        let key = try #require(own.link?.split(separator: "#").last)
        let guest = try await scene.open(.token(String(key))).guest
        let view = try await scene.hub.view(of: guest)
        let points = try await scene.hub.tripPoints(trip, of: scene.ana, after: nil).map(\.fix)
        let guestPoints = try await scene.hub.tripPoints(for: guest, after: nil).map(\.fix)
        return [
            String(reflecting: (own.device == tablet.device, own.protection?.source, own.signal, own.heardAt)),
            String(reflecting: (alarm.place, alarm.fix, alarm.other, overview.emergency)),
            String(reflecting: (view.trip?.fix, view.trip?.signal, view.trip?.heardAt, view.alarms.first?.fix)),
            String(reflecting: points), String(reflecting: guestPoints),
        ]
    }

    @Test
    func `F29, F83: after the second PIN the alarm and companions keep the true device, the pages do not show it`()
        async throws
    {
        var shown: [[String]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await run { scene, tablet, trip in
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
                scene.test.clock.advance(seconds: 1)
                try await choose(tablet, pin, trip, scene)
                try await scene.help(.alert)
                for _ in 0..<4 {
                    await scene.pass(seconds: 20)
                    await scene.test.send(Self.home.moved(northMetres: 5, eastMetres: 0), from: tablet)
                    scene.test.clock.advance(seconds: 1)
                    await scene.test.send(berlin.moved(northMetres: 100, eastMetres: 0), from: scene.phone)
                }
                shown.append(try await self.shown(trip, scene, tablet))
                let isMoved = pin == SafetyScene.pin
                let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
                #expect(seen.other?.name == (isMoved ? "phone" : "Tablet"))
                #expect(seen.fix?.ageSeconds == (isMoved ? 1 : 0))
                let wave = try #require(try await scene.texts(to: 2).last { $0.contains("No one has responded yet.") })
                let place = isMoved ? "Last seen: Home, just now." : "Seen just now, map in the link."
                #expect(wave.contains(place), "\(wave)")
            }
        }
        #expect(shown[0] == shown[1])
    }

    @Test func `F29, F83: behind the second PIN the silence of the true device is told, whatever the other one sends`()
        async throws
    {
        try await run { scene, tablet, trip in
            try await choose(tablet, SafetyScene.duress, trip, scene)
            for _ in 0..<6 {
                await scene.pass(seconds: 60, each: 20)
                await scene.test.send(Self.home, from: tablet)
            }
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.signal == .lost && seen.fix?.ageSeconds == 360 && seen.other?.name == "Tablet")
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.signal == .heard && own.news.map(\.kind) == ["started"])
            #expect(seen.news.map(\.kind) == ["started", "signalLost"])
            #expect(own.question == nil && !own.isArrivalProposed)
        }
    }

    @Test func `F29, F83: of several phones the one that the second PIN chose does not become the trip's`() async throws
    {
        try await SafetyScene.run { scene in
            let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
            let tablet = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            await scene.test.send(berlin, from: scene.phone)
            await scene.test.send(Self.home, from: tablet)
            let trip = try await scene.start()
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == nil)
            try await choose(tablet, SafetyScene.duress, trip, scene)
            for metres in [400.0, 500, 600] {
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(Self.home.moved(northMetres: metres, eastMetres: 0), from: tablet)
            }
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).other?.name == "Tablet")
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == tablet.device)
            scene.test.clock.advance(seconds: 1)
            await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.ageSeconds == 0 && seen.heardAt == scene.test.clock.now)
        }
    }

    @Test func `F78, F83: after the second PIN the real one moves no device until a companion saw the traveller safe`()
        async throws
    {
        try await run { scene, tablet, trip in
            try await choose(tablet, SafetyScene.duress, trip, scene)
            try await choose(tablet, SafetyScene.pin, trip, scene)
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == tablet.device)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).other?.name == "Tablet")
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.device == scene.phone.device, "the page shows the true device again")
            try await choose(tablet, SafetyScene.pin, trip, scene)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(Self.home).rounded.coordinate)
        }
    }
}
