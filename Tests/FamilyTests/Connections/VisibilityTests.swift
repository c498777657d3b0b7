import Family
import Testing

/// What viewers see: F35, F36, F39 and F51.
@Suite struct VisibilityTests {
    private static func scene() -> Scene {
        var scene = Scene.atHome()
        scene.now = scene.now.advanced(bySeconds: 10)
        var fix = Fix(coordinate: Scene.point(5, 5), at: scene.now)
        fix.accuracyMetres = 12
        fix.altitudeMetres = 500
        fix.speedMetresPerSecond = 0.2
        fix.courseDegrees = 90
        fix.batteryPercent = 55
        fix.motion = .walking
        _ = scene.presence.apply(fix, receivedAt: scene.now, places: scene.places)
        return scene
    }

    private static func view(_ precision: Precision, after seconds: Int64 = 30) -> PresenceView? {
        let scene = scene()
        return scene.presence.visible(to: precision, now: scene.now.advanced(bySeconds: seconds), places: scene.places)
    }

    @Test func `F35: off sees nothing`() {
        #expect(VisibilityTests.view(.off) == nil)
        #expect(Precision.off.visibleTrack(now: Scene.start) == nil)
        #expect(!Precision.off.mayHear(of: .arrived(ID(1), at: Scene.start)))
        #expect(!Precision.off.maySee([.position, .state, .motion, .cell, .battery]))
    }

    @Test func `F35: place sees the state, the label, since when and its age`() throws {
        let view = try #require(VisibilityTests.view(.place))
        #expect(view.state == .place(ID(1)))
        #expect(view.placeLabel == "Home")
        #expect(view.since != nil)
        #expect(view.ageSeconds == 30)
        #expect(view.cell == nil && view.motion == nil && view.motionSince == nil && view.batteryPercent == nil)
        #expect(view.position == nil)
        #expect(Precision.place.visibleTrack(now: Scene.start) == nil)
        #expect(!Precision.place.mayHear(of: .motionChanged(from: nil, to: .walking, at: Scene.start)))
        #expect(!Precision.place.maySee([.position, .motion, .cell, .battery]))
    }

    @Test func `F35: coarse also sees a cell, motion and battery, no coordinates`() throws {
        let view = try #require(VisibilityTests.view(.coarse))
        #expect(view.motion == .walking)
        #expect(view.batteryPercent == 55)
        let cell = try #require(view.cell)
        #expect(cell.centre.distanceMetres(to: Scene.origin) < 800)
        #expect(view.position == nil)
        #expect(Precision.coarse.visibleTrack(now: Scene.start) == nil)
        #expect(!Precision.coarse.maySee(.position))
    }

    @Test func `F35: exact also sees the position and the track of 24 hours`() throws {
        let position = try #require(VisibilityTests.view(.exact)?.position)
        #expect(position.coordinate.distanceMetres(to: Scene.point(5, 5)) < 0.02)
        #expect(position.accuracyMetres == 12)
        #expect(position.speedMetresPerSecond == 0.2)
        #expect(position.courseDegrees == 90)
        #expect(position.batteryPercent == 55)
        #expect(position.ageSeconds == 30)
        #expect(Precision.exact.visibleTrack(now: Scene.start)?.lowerBound == Scene.start.advanced(bySeconds: -86_400))
    }

    @Test(arguments: Precision.allCases.filter { $0 > .off })
    func `F35: when the last fix is over an hour old, no precision level shows where the member is`(
        precision: Precision
    ) throws {
        let view = try #require(VisibilityTests.view(precision, after: 3_601))
        #expect(view.state == .lost)
        #expect(view.ageSeconds == 3_601)
        #expect(view.placeLabel == nil && view.cell == nil && view.position == nil)
        #expect(view.motion == nil && view.batteryPercent == nil)
    }

    @Test func `F36: a thousand reads from one spot give one cell`() {
        for (seed, accuracy) in [(1, 10.0), (2, 50), (3, 150)] as [(UInt64, Double)] {
            var random = SeededRandom(seed: seed)
            var error = HonestError(accuracy: accuracy, drift: 0.5, random: &random)
            // On the very border of two cells.
            let cell = CoarseCell(Scene.origin)
            let north = (cell.centre.latitude + 0.0045 - Scene.origin.latitude) * 111_200
            var scene = Scene([])
            var cells: Set<CoarseCell> = []
            for _ in 0..<1_000 {
                error.step(&random)
                scene.fix(east: error.east, north: north + error.north, accuracy: accuracy)
                scene.presence.visible(to: .coarse, now: scene.now, places: .empty)?.cell.map { _ = cells.insert($0) }
            }
            #expect(cells.count == 1, "seed \(seed)")
        }
    }

    @Test func `F36: the grid is about a kilometre everywhere and a walk away changes the cell`() throws {
        for latitude in [-89.9999, -60, 0, 48.1, 70, 89.9999] {
            for longitude in [-180, -0.001, 179.9999] {
                let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
                let cell = CoarseCell(point)
                #expect(cell.centre.distanceMetres(to: point) < 760, "\(latitude) \(longitude)")
                #expect(CoarseCell(cell.centre) == cell)
            }
        }
        var scene = Scene([])
        scene.fix(east: 0)
        let before = scene.presence.cell
        scene.fix(east: 2_000, after: 1_200)
        #expect(scene.presence.cell != before)
    }

    @Test(arguments: Precision.allCases)
    func `F39: a paused phone looks like a silent one at every age`(precision: Precision) {
        let silent = VisibilityTests.scene()
        var heard = silent
        for seconds in stride(from: Int64(60), through: 7_200, by: 300) {
            let now = silent.now.advanced(bySeconds: seconds)
            heard.presence.hear(at: now)
            #expect(
                heard.presence.visible(to: precision, now: now, places: heard.places)
                    == silent.presence.visible(to: precision, now: now, places: silent.places)
            )
        }
    }

    @Test(arguments: [(Int64(300), 100.0, true), (301, 100, false), (300, 100.1, false), (0, 5, true)])
    func `F51: live is at most 5 minutes old and exact to 100 m`(age: Int64, accuracy: Double, isLive: Bool) {
        var scene = Scene([])
        scene.fix(east: 0, accuracy: accuracy)
        let view = scene.presence.visible(to: .exact, now: scene.now.advanced(bySeconds: age), places: .empty)
        #expect(view?.position?.isLive == isLive)
    }
}
