import Bus
import Family
import Hub
import Messaging
import Testing

/// Companions who say that they watch, places without reception, and phones that are told to hurry.
@Suite struct CompanionsTests {
    private let station = berlin.moved(northMetres: 3_000, eastMetres: 0)

    @Test func `F20: a companion who says that they watch has confirmed the first test`() async throws {
        try await SafetyScene.run {
            $0.watchdog = .set
        } _: { scene in
            let trip = try await scene.start()
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).isAccepted == false)
            #expect(try await scene.hub.trip(trip, of: scene.ana).protection?.gaps == [.noDrill])
            await #expect(throws: SafetyRefusal.notFound) {
                try await scene.hub.acceptTrip(trip, by: scene.cleo)
            }
            for _ in 1...2 {
                scene.test.clock.advance(seconds: 5)
                try await scene.hub.acceptTrip(trip, by: scene.bo)
            }
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.protection?.isProtected ?? false)
            #expect(own.companions.first?.acceptedAt == scene.test.clock.now.advanced(bySeconds: -5), "said once")
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).isAccepted == true)
            #expect(try await scene.hub.drills(of: scene.ana).map(\.confirmedAt) == [own.companions.first?.acceptedAt])
            #expect(try await scene.texts(to: 2).isEmpty, "nothing more is sent for it")
            scene.test.clock.advance(seconds: 91 * 86_400)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).protection.gaps == [.noDrill], "after 90 days")
        }
    }

    @Test func `F20: a companion who left a trip and is asked again has to accept again`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.acceptTrip(trip, by: scene.bo)
            try await scene.hub.leaveTrip(trip, by: scene.bo)
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acceptTrip(trip, by: scene.bo) }
            try await scene.hub.addCompanion(scene.bo, to: trip, by: scene.ana)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).isAccepted == false)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acceptTrip(trip, by: scene.bo) }
        }
    }

    @Test func `C2: a companion added to a trip that has begun is notified as the others were, and once`() async throws
    {
        let pushes = RecordingSender()
        try await TestHub.run(senders: [.push: pushes]) { test in
            let scene = try await SafetyScene(test)
            let (ana, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: ana, pin: SafetyScene.pin, duress: nil)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            try await test.subscribe(bo)
            try await test.hub.sendMessages()
            let before = pushes.tries.count
            let trip = try await scene.start(companions: [])
            for _ in 1...2 { try await scene.hub.addCompanion(scene.bo, to: trip, by: scene.ana) }
            try await test.hub.sendMessages()
            let told = pushes.tries.dropFirst(before)
            #expect(told.count == 1 && told.first?.text.contains("Member 1 started a trip") ?? false)
        }
    }

    @Test func `F18: a companion who is connected and chosen on the way delays no call to the others`()
        async throws
    {
        try await SafetyScene.run { scene in
            let dana = try await scene.test.member(4)
            let trip = try await scene.start(companions: [])
            scene.test.clock.advance(seconds: 60)
            try await scene.test.connect(viewer: dana, to: scene.ana, number: 1, .exact)
            try await scene.hub.addCompanion(dana, to: trip, by: scene.ana)
            try await scene.help(.alert)
            await scene.pass(seconds: 1)
            #expect(try await scene.alarm(of: dana) != nil)
            #expect(try await scene.alarm(of: scene.bo) != nil)
        }
        try await SafetyScene.run { scene in
            let trip = try await scene.start(companions: [])
            scene.test.clock.advance(seconds: 60)
            try await scene.hub.addCompanion(scene.cleo, to: trip, by: scene.ana)
            try await scene.help(.alert)
            await scene.pass(seconds: 1)
            #expect(try await scene.alarm(of: scene.cleo) != nil)
            #expect(try await scene.alarm(of: scene.bo) == nil, "she was connected before, and is called first")
        }
    }

    @Test func `F87: a traveller is told who ended a companion's sight of their trip, unless it was themselves`()
        async throws
    {
        for isByViewer in [true, false] {
            try await SafetyScene.run { scene in
                try await scene.start()
                let seers = try await scene.hub.connections(of: scene.ana).seers
                let sight = try #require(seers.first { $0.consent.viewer == scene.bo })
                _ = try await scene.test.published()
                try await scene.hub.endConnection(sight.consent.id, by: isByViewer ? scene.bo : scene.ana)
                let told = try await scene.hub.notices(of: scene.ana).filter { $0.kind == .companionLeft }
                #expect(told.count == (isByViewer ? 1 : 0))
                let published = try await scene.test.published().flatMap(\.self)
                #expect(published.contains(.trips(scene.ana)) && published.contains(.trips(scene.bo)))
            }
        }
    }

    @Test func `F11: entering a place that the traveller marked explains one silence, and only one`() async throws {
        try await SafetyScene.run { scene in
            let tunnel = DeadZoneRequest(
                name: "The tunnel",
                latitude: station.latitude,
                longitude: station.longitude,
                radiusMetres: 300
            )
            try await scene.hub.setDeadZones([tunnel], of: scene.ana)
            #expect(try await scene.hub.deadZones(of: scene.ana).map(\.name) == ["The tunnel"])
            #expect(try await scene.hub.deadZones(of: scene.bo).isEmpty)
            let trip = try await scene.start()
            for point in [berlin, station.moved(northMetres: -250, eastMetres: 0)] {
                await scene.pass(seconds: 120, each: 10)
                await scene.test.send(point, from: scene.phone)
            }
            await scene.pass(seconds: 590, each: 10)
            #expect(try await kinds(scene, trip) == ["started"], "twice five minutes")
            await scene.pass(seconds: 20, each: 10)
            #expect(try await kinds(scene, trip) == ["started", "signalLost"])
        }
    }

    @Test(arguments: [
        [("", 1.0, 2.0, 100.0)], [("x\ny", 1, 2, 100)], [("x", 91, 2, 100)], [("x", 1, .nan, 100)],
        [("x", 1, 2, 19)], [("x", 1, 2, 10_001)], Array(repeating: ("x", 1, 2, 100), count: 51),
        [(String(repeating: "x", count: 81), 1, 2, 100)],
    ])
    func `F11: an invalid place without reception is refused, and changes nothing`(
        _ zones: [(String, Double, Double, Double)]
    ) async throws {
        try await SafetyScene.run { scene in
            let good = DeadZoneRequest(name: "Cellar", latitude: 47.1, longitude: 9.5, radiusMetres: 20)
            try await scene.hub.setDeadZones([good], of: scene.ana)
            let wrong = zones.map { DeadZoneRequest(name: $0.0, latitude: $0.1, longitude: $0.2, radiusMetres: $0.3) }
            await #expect(throws: SafetyRefusal.deadZones) {
                try await scene.hub.setDeadZones(wrong, of: scene.ana)
            }
            #expect(try await scene.hub.deadZones(of: scene.ana).map(\.name) == ["Cellar"])
            try await scene.hub.setDeadZones([], of: scene.ana)
            #expect(try await scene.hub.deadZones(of: scene.ana).isEmpty)
        }
    }

    @Test func `C3: a phone is told once to hurry, also across a restart, and once to go on as before`() async throws {
        try await SafetyScene.run { scene in
            #expect(!scene.hub.mayChangePace(of: scene.phone))
            let trip = try await scene.start()
            #expect(scene.hub.mayChangePace(of: scene.phone))
            #expect(try await scene.hub.changePace(of: scene.phone, usual: "30s") == .hurry)
            #expect(!scene.hub.mayChangePace(of: scene.phone))
            #expect(try await scene.hub.changePace(of: scene.phone, usual: "5s") == nil, "once")
            let again = try await scene.test.restarted().hub
            #expect(!again.mayChangePace(of: scene.phone))
            try await again.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            #expect(again.mayChangePace(of: scene.phone))
            #expect(try await again.changePace(of: scene.phone, usual: "5s") == .relax("30s"))
            #expect(!again.mayChangePace(of: scene.phone))
            #expect(try await again.changePace(of: scene.phone, usual: "30s") == nil)
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F29: a phone goes on as before after either PIN`(_ pin: String) async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            _ = try await scene.hub.changePace(of: scene.phone, usual: "1")
            try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
            #expect(try await scene.hub.changePace(of: scene.phone, usual: "2") == .relax("1"))
        }
    }

    @Test func `F21: the keeper is notified when the second provider had to send, and when texts run low`()
        async throws
    {
        let texts = RecordingSender()
        try await TestHub.run(senders: [.text: texts]) { test in
            let scene = try await SafetyScene(test)
            texts.answer([.sentInstead(why: "status 500")])
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(try await scene.hub.alarms(for: scene.bo).first?.deliveries.first?.state == .accepted)
            let watching = Task { await scene.hub.watchOver() }
            var isTold = false
            for _ in 0..<6_000 where !isTold {
                isTold = try await scene.hub.notices(of: scene.ana).contains { $0.kind == .messagesFail }
                try await Task.sleep(for: .milliseconds(10))
            }
            watching.cancel()
            #expect(isTold)
            for left in [5_000, 50, 49, 3] { await scene.hub.noteTextsLeft(left) }
            #expect(try await scene.hub.notices(of: scene.ana).count { $0.kind == .textsRunLow } == 1, "once an hour")
        }
    }

    private func kinds(_ scene: SafetyScene, _ trip: ID<Trip>) async throws -> [String] {
        try await scene.hub.companionTrip(trip, of: scene.bo).news.map(\.kind)
    }
}
