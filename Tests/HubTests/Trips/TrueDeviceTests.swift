import Family
import Hub
import Testing

/// The device that goes along on a trip whose second PIN chose another one.
@Suite struct TrueDeviceTests {
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
            String(reflecting: (own.news.map(\.kind), own.question, own.isArrivalProposed)),
            String(reflecting: view.trip?.news.map(\.kind)),
        ]
    }

    @Test
    func `F29, F83: after the second PIN the alarm and companions keep the true device, the pages do not show it`()
        async throws
    {
        var shown: [[String]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.runWithTablet { scene, tablet, trip in
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
                scene.test.clock.advance(seconds: 1)
                try await scene.choose(tablet, pin, trip)
                try await scene.help(.alert)
                for _ in 0..<4 {
                    await scene.pass(seconds: 20)
                    await scene.test.send(SafetyScene.home.moved(northMetres: 5, eastMetres: 0), from: tablet)
                    scene.test.clock.advance(seconds: 1)
                    await scene.test.send(berlin.moved(northMetres: 100, eastMetres: 0), from: scene.phone)
                }
                shown.append(try await self.shown(trip, scene, tablet))
                let isMoved = pin == SafetyScene.pin
                let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
                #expect(seen.other?.name == (isMoved ? "phone" : "Tablet"))
                #expect(seen.fix?.ageSeconds == (isMoved ? 1 : 0))
                let round = try #require(try await scene.texts(to: 2).last { $0.contains("No one has responded yet.") })
                let place = isMoved ? "Last seen: Home, just now." : "Seen just now, map in the link."
                #expect(round.contains(place), "\(round)")
            }
        }
        #expect(shown[0] == shown[1])
    }

    @Test func `F67, F83: readers who were not told see the same of the chosen device after both PINs`()
        async throws
    {
        var shown: [[String]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.runWithTablet { scene, tablet, trip in
                try await scene.choose(tablet, pin, trip)
                try await scene.help(.alert)
                scene.test.clock.advance(seconds: 20)
                var low = scene.test.fix(SafetyScene.home)
                low.batteryPercent = 5
                _ = await scene.test.send([low], from: tablet)
                for minute in 1...6 {
                    await scene.pass(seconds: 60, each: 20)
                    await scene.test.send(berlin.moved(northMetres: Double(minute), eastMetres: 0), from: scene.phone)
                }
                shown.append(try await self.shown(trip, scene, tablet))
                let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
                let isForced = pin == SafetyScene.duress
                #expect(seen.signal == (isForced ? .heard : .lost))
                let news = isForced ? ["started"] : ["started", "batteryLow", "signalLost"]
                #expect(seen.news.map(\.kind) == news)
                let way = try await scene.hub.companionTripPoints(trip, of: scene.bo, after: nil)
                #expect(way.count == (isForced ? 6 : 1))
            }
        }
        #expect(shown[0] == shown[1])
        #expect(shown[0].last?.contains("signalLost") ?? false)
    }

    @Test func `F29, F83: after the second PIN the silence of the true device is shown to those who were told`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.choose(tablet, SafetyScene.duress, trip)
            for _ in 0..<6 {
                await scene.pass(seconds: 60, each: 20)
                await scene.test.send(SafetyScene.home, from: tablet)
            }
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.signal == .lost && seen.fix?.ageSeconds == 360 && seen.other?.name == "Tablet")
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.signal == .heard && own.news.map(\.kind) == ["started"])
            #expect(seen.news.map(\.kind) == ["started"])
        }
    }

    @Test func `F29, F83: of several phones the one that the second PIN chose does not become the trip's`() async throws
    {
        try await SafetyScene.run { scene in
            let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
            let tablet = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            await scene.test.send(berlin, from: scene.phone)
            await scene.test.send(SafetyScene.home, from: tablet)
            let trip = try await scene.start()
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == nil)
            try await scene.choose(tablet, SafetyScene.duress, trip)
            for metres in [400.0, 500, 600] {
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(SafetyScene.home.moved(northMetres: metres, eastMetres: 0), from: tablet)
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
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.choose(tablet, SafetyScene.duress, trip)
            try await scene.choose(tablet, SafetyScene.pin, trip)
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == tablet.device)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).other?.name == "Tablet")
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(SafetyScene.home, from: tablet)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            let own = try await scene.hub.trip(trip, of: scene.ana)
            #expect(own.device == scene.phone.device, "the page shows the true device again")
            #expect(own.heardAt < scene.test.clock.now, "what the other one sent hides no silence")
            await scene.pass(seconds: 300, each: 20)
            #expect(try await scene.hub.trip(trip, of: scene.ana).signal == .lost)
            try await scene.choose(tablet, SafetyScene.pin, trip)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(SafetyScene.home).rounded.coordinate)
        }
    }

    @Test(arguments: [true, false])
    func `F83: a token renewed with the second PIN, or after the trip looks over, does not move the true position`(
        _ isOver: Bool
    ) async throws {
        try await SafetyScene.runWithTablet { scene, _, trip in
            scene.test.clock.advance(seconds: 30)
            await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
            try await scene.hub.enter(SafetyScene.duress, for: isOver ? .arrive : .weaken, on: trip, by: scene.ana)
            let (_, token) = try await scene.hub.renewDevice(scene.phone.device, of: scene.ana)
            let renewed = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            scene.test.clock.advance(seconds: 300)
            await scene.test.send(SafetyScene.home, from: renewed)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            let last = scene.test.fix(berlin.moved(northMetres: 50, eastMetres: 0)).rounded
            #expect(seen.fix?.coordinate == last.coordinate)
            #expect(seen.fix?.ageSeconds == 300 && seen.other?.place == "Home")
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.place == nil && alarm.fix?.ageSeconds == 300)
            let own = try await scene.hub.trip(trip, of: scene.ana)
            if !isOver { #expect(own.heardAt == scene.test.clock.now, "its own pages show it as after the right PIN") }
        }
    }

    @Test func `F83: a token renewed with the right PIN counts on the trip`() async throws {
        try await SafetyScene.runWithTablet { scene, _, trip in
            try await scene.hub.enter(SafetyScene.pin, for: .weaken, on: trip, by: scene.ana)
            let (_, token) = try await scene.hub.renewDevice(scene.phone.device, of: scene.ana)
            let renewed = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(SafetyScene.home, from: renewed)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).fix?.ageSeconds == 0)
        }
    }

    @Test func `F83: positions of the chosen device do not change the true way, before or after the choice`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            var sent: [Fix] = []
            for metres in [10.0, 20, 30] {
                scene.test.clock.advance(seconds: 20)
                let point = berlin.moved(northMetres: metres, eastMetres: 0)
                sent.append(scene.test.fix(point))
                await scene.test.send(point, from: scene.phone)
            }
            try await scene.choose(tablet, SafetyScene.duress, trip)
            for fix in sent {
                var forged = fix
                forged.coordinate = SafetyScene.home
                _ = await scene.test.send([forged], from: tablet)
            }
            let expected = sent.map(\.rounded.coordinate)
            let seen = { try await scene.hub.companionTripPoints(trip, of: scene.bo, after: nil).map(\.fix.coordinate) }
            #expect(try await seen() == expected)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            #expect(try await seen() == expected)
        }
    }

    @Test func `F83: lifting a trip's alarm brings its true device back while an earlier trip's alarm is open`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            scene.test.clock.advance(seconds: 60)
            let next = try await scene.start()
            try await scene.choose(tablet, SafetyScene.duress, next)
            let alarm = try #require(try await scene.hub.alarms(for: scene.bo).first { $0.alarm.trip == next })
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            #expect(try await scene.hub.trip(next, of: scene.ana).device != tablet.device)
            #expect(try await scene.hub.alarms(for: scene.bo).contains { $0.alarm.isOpen && $0.alarm.trip == trip })
        }
    }

    @Test func `F83: after another device's token is renewed with the second PIN the silence of the trip's is told`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.hub.enter(SafetyScene.duress, for: .weaken, on: trip, by: scene.ana)
            _ = try await scene.hub.renewDevice(tablet.device, of: scene.ana)
            await scene.pass(seconds: 360, each: 20)
            #expect(
                try await scene.hub.companionTrip(trip, of: scene.bo).news.map(\.kind) == ["started", "signalLost"]
            )
        }
    }
}
