import Family
import Hub
import Testing

/// What each reader of a trip whose second PIN chose a device is told of where its traveller is.
@Suite struct TrueDeviceReadersTests {
    @Test func `F67, F83: a recipient of a visible alarm alone reads the same last place after both PINs`() async throws
    {
        var told: [[String]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.runWithTablet { scene, tablet, trip in
                let dana = try await scene.test.member(4)
                try await scene.test.connect(viewer: dana, to: scene.ana, number: 1, .exact)
                scene.test.clock.advance(seconds: 30)
                await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
                try await scene.choose(tablet, pin, trip)
                try await scene.help(.alert)
                await scene.pass(seconds: 400, each: 20)
                let alarm = try #require(try await scene.hub.alarms(for: dana).first)
                let lines = try await scene.texts(to: 4).flatMap { $0.split(separator: "\n") }.map(String.init)
                let seen = lines.filter { $0.contains("een") }
                #expect(!seen.isEmpty)
                told.append([String(reflecting: (alarm.place, alarm.fix, alarm.other, alarm.emergency))] + seen)
            }
        }
        #expect(told[0] == told[1])
    }

    @Test func `F67, F83: a companion who was told of an earlier trip's alarm is shown the chosen device`() async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            let dana = try await scene.test.member(4)
            try await scene.test.connect(viewer: dana, to: scene.ana, number: 1, .exact)
            let next = try await scene.start(companions: [dana])
            try await scene.choose(tablet, SafetyScene.duress, next)
            try await scene.hub.addCompanion(scene.bo, to: next, by: scene.ana)
            scene.test.clock.advance(seconds: 30)
            await scene.test.send(berlin.moved(northMetres: 50, eastMetres: 0), from: scene.phone)
            let seen = try await scene.hub.companionTrip(next, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(SafetyScene.home).rounded.coordinate)
            #expect(try await scene.hub.companionTrip(next, of: dana).fix?.ageSeconds == 0)
        }
    }

    @Test func `F83: of several phones those who were told keep the last place from before the start`() async throws {
        try await SafetyScene.run { scene in
            let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
            let tablet = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            await scene.test.send(berlin, from: scene.phone)
            scene.test.clock.advance(seconds: 10)
            await scene.test.send(SafetyScene.home, from: tablet)
            let trip = try await scene.start()
            scene.test.clock.advance(seconds: 10)
            await scene.test.send(SafetyScene.home, from: tablet)
            try await scene.choose(tablet, SafetyScene.duress, trip)
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.fix?.coordinate == scene.test.fix(berlin).rounded.coordinate && seen.fix?.ageSeconds == 20)
        }
    }

    @Test func `F67, F83: after a lift, a second choice shows readers who were not told the same way after both PINs`()
        async throws
    {
        var shown: [String] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.runWithTablet { scene, tablet, trip in
                try await scene.choose(tablet, SafetyScene.duress, trip)
                for metres in [10.0, 20] {
                    scene.test.clock.advance(seconds: 20)
                    await scene.test.send(SafetyScene.home.moved(northMetres: metres, eastMetres: 0), from: tablet)
                    await scene.test.send(berlin.moved(northMetres: metres, eastMetres: 0), from: scene.phone)
                }
                let alarm = try #require(try await scene.alarm(of: scene.bo))
                try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
                try await scene.choose(tablet, pin, trip)
                scene.test.clock.advance(seconds: 20)
                await scene.test.send(SafetyScene.home, from: tablet)
                let points = try await scene.hub.tripPoints(trip, of: scene.ana, after: nil).map(\.fix)
                #expect(points.count == 3)
                shown.append(String(reflecting: points))
            }
        }
        #expect(shown[0] == shown[1])
    }

    @Test func `F83: a report of the chosen device that is sent twice is no point of the true way after a lift`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.choose(tablet, SafetyScene.duress, trip)
            scene.test.clock.advance(seconds: 20)
            for _ in 1...2 { await scene.test.send(SafetyScene.home, from: tablet) }
            scene.test.clock.advance(seconds: 20)
            await scene.test.send(berlin.moved(northMetres: 10, eastMetres: 0), from: scene.phone)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            let points = try await scene.hub.tripPoints(trip, of: scene.ana, after: nil).map(\.fix)
            #expect(!points.isEmpty && points.allSatisfy { $0.coordinate.distanceMetres(to: berlin) < 100 })
        }
    }

    @Test func `F83: who was told of duress reads how far from the destination the true device was at an arrival`()
        async throws
    {
        try await SafetyScene.runWithTablet { scene, tablet, trip in
            try await scene.choose(tablet, SafetyScene.duress, trip)
            scene.test.clock.advance(seconds: 20)
            await scene.test.send(SafetyScene.home, from: tablet)
            await scene.test.send(berlin, from: scene.phone)
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            #expect(try await scene.hub.trip(trip, of: scene.ana).brief.endMetres.map { $0 > 4_900 } == true)
            let told = try await scene.hub.companionTrip(trip, of: scene.bo)
            let away = 2_900.0...3_100
            #expect(told.brief.endMetres.map(away.contains) == true)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            #expect(try await scene.hub.trip(trip, of: scene.ana).brief.endMetres.map(away.contains) == true)
        }
    }
}
