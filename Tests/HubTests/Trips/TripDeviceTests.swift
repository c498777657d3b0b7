import Family
import Hub
import Testing

/// The device of a trip, with a phone that goes along and a tablet at home.
@Suite struct TripDeviceTests {
    private static let home = berlin.moved(northMetres: -2_000, eastMetres: 0)

    /// A tablet of Ana's that reports from home, where her phone is not.
    private func tablet(_ scene: SafetyScene) async throws -> DeviceCredential {
        let place = placeRequest("Home", Self.home)
        _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, place)
        let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
        return try #require(try await scene.hub.credential(token: Array(token.utf8)))
    }

    /// Sets out for 40 minutes with Bo as companion, and with a device that was chosen, or with none.
    private func start(
        _ scene: SafetyScene,
        with device: DeviceCredential?,
        page: ID<Device>? = nil
    ) async throws -> ID<Trip> {
        var request = TripRequest(
            id: scene.hub.outside.newID(),
            name: "The station",
            destination: berlin.moved(northMetres: 3_000, eastMetres: 0),
            mode: .walk,
            companions: [scene.bo]
        )
        request.dueAt = scene.test.clock.now.advanced(bySeconds: 55 * 60)
        (request.device, request.page) = (device?.device, page)
        try await scene.hub.startTrip(request, route: nil, by: scene.ana)
        return request.id
    }

    /// Lets minutes pass in which the tablet alone reports.
    private func wait(minutes: Int64, _ scene: SafetyScene, _ tablet: DeviceCredential) async {
        for _ in 0..<minutes {
            await scene.pass(seconds: 60, each: 20)
            await scene.test.send(Self.home, from: tablet)
        }
    }

    @Test func `F83: another device hides no silence, and is named apart from the last place`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await start(scene, with: scene.phone)
            await wait(minutes: 6, scene, tablet)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.signal == .lost && seen.news.map(\.kind) == ["started", "signalLost"])
            #expect(seen.fix?.coordinate == scene.test.fix(berlin).rounded.coordinate && seen.fix?.isLive == false)
            #expect(seen.other?.name == "Tablet" && seen.other?.place == "Home" && seen.other?.fix.ageSeconds == 0)
            try await scene.help(.alert)
            let text = try #require(try await scene.texts(to: 2).last)
            #expect(text.contains("Seen 6 min ago") && !text.contains("Home"), "\(text)")
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.place == nil && alarm.fix == seen.fix && alarm.other?.place == "Home")
            #expect(alarm.other?.name == "Tablet")
        }
    }

    @Test func `F83: position, way, battery and arrival are the trip's device's alone`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await start(scene, with: scene.phone)
            scene.test.clock.advance(seconds: 30)
            var low = scene.test.fix(berlin.moved(northMetres: 3_000, eastMetres: 0))
            low.batteryPercent = 5
            _ = await scene.test.send([low], from: tablet)
            scene.test.clock.advance(seconds: 30)
            await scene.test.send(berlin.moved(northMetres: 100, eastMetres: 0), from: scene.phone)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.news.map(\.kind) == ["started"], "no low battery")
            #expect(seen.fix?.batteryPercent == nil && seen.fix?.ageSeconds == 0)
            #expect(try await scene.hub.tripPoints(trip, of: scene.ana, after: nil).count == 1)
            #expect(seen.other?.fix.batteryPercent == 5)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            let ended = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(ended.brief.endMetres.map { (2_800...2_950).contains($0) } == true && ended.other == nil)
        }
    }

    @Test func `F83: the only phone goes along, with its position from before the start`() async throws {
        try await SafetyScene.run { scene in
            await scene.test.send(berlin, from: scene.phone)
            scene.test.clock.advance(seconds: 60)
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            _ = await scene.hub.ingest([scene.test.fix(Self.home)], ofPageIn: page, receivedAt: scene.test.clock.now)
            let trip = try await scene.start()
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == scene.phone.device)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.ageSeconds == 60 && seen.other == nil)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            let ended = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(ended.brief.endMetres == nil, "nothing was sent on the trip")
        }
    }

    @Test func `F71, F83: until the trip's device sends a position, another device is named apart`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: tablet)
            scene.test.clock.advance(seconds: 60)
            let trip = try await start(scene, with: scene.phone)
            let before = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(before.fix == nil && before.other?.name == "Tablet" && before.other?.fix.ageSeconds == 60)
            #expect(before.emergency?.source == .position && before.emergency?.countries.map(\.code) == ["DE"])
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(berlin, from: scene.phone)
            let after = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(after.fix?.ageSeconds == 0 && after.other == nil)
        }
    }

    @Test func `F83: a heartbeat of a page is no sign of life of a phone on the trip`() async throws {
        try await SafetyScene.run { scene in
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.start()
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            for _ in 0..<12 {
                await scene.pass(seconds: 30, each: 10)
                try await scene.hub.hearTrip(trip, by: page)
            }
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).signal == .lost)
        }
    }

    @Test func `F83: of several devices the first that leaves where it was is the trip's`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(Self.home, from: tablet)
            let trip = try await start(scene, with: nil)
            #expect(try await Set(scene.hub.safetyOverview(of: scene.ana).phones.map(\.name)) == ["phone", "Tablet"])
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.hub.hearTrip(trip, by: page)
            for north in [100.0, 300, 350] {
                #expect(try await scene.hub.trip(trip, of: scene.ana).device == nil)
                scene.test.clock.advance(seconds: 60)
                await scene.test.send(Self.home, from: tablet)
                await scene.test.send(berlin.moved(northMetres: north, eastMetres: 0), from: scene.phone)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == scene.phone.device)
            scene.test.clock.advance(seconds: 10)
            await scene.test.send(Self.home, from: tablet)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.ageSeconds == 10 && seen.other?.name == "Tablet")
        }
    }

    @Test func `F83: a device that was added after the start never becomes the trip's by itself`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            await scene.test.send(Self.home, from: tablet)
            let trip = try await start(scene, with: nil)
            scene.test.clock.advance(seconds: 1)
            let later = try await self.tablet(scene)
            for metres in [400.0, 500, 600] {
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(Self.home.moved(northMetres: metres, eastMetres: 0), from: later)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == nil)
            for metres in [400.0, 500] {
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(berlin.moved(northMetres: metres, eastMetres: 0), from: scene.phone)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == scene.phone.device)
        }
    }

    @Test func `F83: one position away from the start makes no device the trip's, nor do two within 20 seconds`()
        async throws
    {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            await scene.test.send(Self.home, from: tablet)
            let trip = try await start(scene, with: nil)
            let jump = Self.home.moved(northMetres: 0, eastMetres: 3_000)
            let far = jump.moved(northMetres: 5_000, eastMetres: 0)
            let sent: [(Int64, Coordinate)] = [(60, jump), (19, jump), (11, Self.home), (60, jump), (25, far)]
            for (seconds, point) in sent {
                scene.test.clock.advance(seconds: seconds)
                await scene.test.send(point, from: tablet)
                #expect(try await scene.hub.trip(trip, of: scene.ana).device == nil)
            }
            for north in [300.0, 320] {
                scene.test.clock.advance(seconds: 20)
                await scene.test.send(berlin.moved(northMetres: north, eastMetres: 0), from: scene.phone)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == scene.phone.device)
        }
    }

    @Test func `F83: a page that did not begin the trip never becomes its device by itself`() async throws {
        for began in [false, true] {
            try await SafetyScene.run { scene in
                _ = try await tablet(scene)
                let (page, _) = try await scene.hub.addSession(for: scene.ana)
                let trip = try await start(scene, with: nil, page: began ? page.device : nil)
                for north in [0.0, 300, 350, 400] {
                    scene.test.clock.advance(seconds: 60)
                    let fix = scene.test.fix(berlin.moved(northMetres: north, eastMetres: 0))
                    _ = await scene.hub.ingest([fix], ofPageIn: page, receivedAt: scene.test.clock.now)
                }
                let device = try await scene.hub.trip(trip, of: scene.ana).device
                #expect(device == (began ? page.device : nil))
            }
        }
    }

    @Test func `F83: while another trip runs, an alarm of the one before says where that trip's device is`()
        async throws
    {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            let first = try await start(scene, with: scene.phone)
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: first, by: scene.ana)
            let second = try await start(scene, with: tablet)
            scene.test.clock.advance(seconds: 60)
            let moved = berlin.moved(northMetres: 50, eastMetres: 0)
            await scene.test.send(moved, from: scene.phone)
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(Self.home, from: tablet)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.alarm.trip == first && alarm.fix?.ageSeconds == 60 && alarm.place == nil)
            #expect(alarm.fix?.coordinate == scene.test.fix(moved).rounded.coordinate)
            let seen = try await scene.hub.companionTrip(second, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(Self.home).rounded.coordinate)
        }
    }

    @Test func `F83: a device that was removed stays the trip's, and its silence is told`() async throws {
        try await SafetyScene.run { scene in
            let tablet = try await tablet(scene)
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await start(scene, with: scene.phone)
            try await scene.hub.revokeDevice(scene.phone.device, of: scene.ana)
            await wait(minutes: 6, scene, tablet)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.signal == .lost && seen.fix?.ageSeconds == 360 && seen.other?.name == "Tablet")
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F32, F83: another device goes on with the trip by the PIN alone, alike with both`(pin: String) async throws {
        try await SafetyScene.run { scene in
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.start()
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            await #expect(throws: SafetyRefusal.wrongPIN) {
                try await scene.hub.chooseDevice(nil, of: trip, pin: "0000", by: page)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == scene.phone.device)
            await #expect(throws: SafetyRefusal.device) {
                try await scene.hub.chooseDevice(scene.hub.outside.newID(), of: trip, pin: pin, by: page)
            }
            try await scene.hub.chooseDevice(nil, of: trip, pin: pin, by: page)
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.device == page.device && own.protection?.source == .screen && own.endedAt == nil)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).alarms.isEmpty)
            let moves = pin == SafetyScene.pin
            let before = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect((before.fix == nil) == moves, "of the page nothing is known")
            scene.test.clock.advance(seconds: 10)
            _ = await scene.hub.ingest([scene.test.fix(Self.home)], ofPageIn: page, receivedAt: scene.test.clock.now)
            await scene.test.send(berlin, from: scene.phone)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(moves ? Self.home : berlin).rounded.coordinate)
            #expect(seen.other != nil && seen.other?.name == (moves ? "phone" : nil))
            // The alarm of the duress PIN went out before the change.
            let texts = try await scene.texts(to: 2)
            #expect(texts.isEmpty == (pin == SafetyScene.pin) && texts.allSatisfy { $0.contains("Seen just now") })
        }
    }
}
