import Family
import Testing

/// Late, future, repeated and impossible fixes.
@Suite struct StrangeFixTests {
    @Test func `F52: a fix over 5 minutes in the future is kept at its receipt time and flagged`() {
        var presence = Presence()
        let ahead = Fix(coordinate: Scene.origin, at: Scene.start.advanced(bySeconds: 301))
        let outcome = presence.apply(ahead, receivedAt: Scene.start, places: .empty)
        #expect(outcome.at == Scene.start)
        #expect(outcome.marks == [.future])
        #expect(presence.current?.at == Scene.start)
        let nearly = Fix(coordinate: Scene.origin, at: Scene.start.advanced(bySeconds: 300))
        #expect(presence.apply(nearly, receivedAt: Scene.start, places: .empty).marks == [])
        #expect(presence.current?.at == nearly.at)
    }

    @Test func `F52: a fix older than 7 days goes to history only`() {
        var presence = Presence()
        let old = Fix(coordinate: Scene.origin, at: Scene.start.advanced(bySeconds: -7 * 86_400 - 1))
        let outcome = presence.apply(old, receivedAt: Scene.start, places: .empty)
        #expect(outcome.standing == .late)
        #expect(outcome.marks == [.old])
        #expect(presence.current == nil)
    }

    @Test func `F52: a device's skew is the median of its last twenty moments of sending`() throws {
        var skew = ClockSkew()
        for index in 0..<60 {
            #expect((skew.milliseconds == nil) == (index < 5))
            let error: Int64 = index < 40 ? -5_000_000 : index % 4 == 0 ? 90_000_000 : 95_000
            let received = Scene.start.advanced(bySeconds: Int64(index) * 60)
            skew.observe(sentAt: received.advanced(byMilliseconds: error), receivedAt: received)
        }
        #expect(skew.milliseconds == 95_000)
        #expect(ClockSkew.isNotable(milliseconds: 90_001) && ClockSkew.isNotable(milliseconds: -90_001))
        #expect(!ClockSkew.isNotable(milliseconds: 90_000) && !ClockSkew.isNotable(milliseconds: -90_000))
    }

    @Test func `F52: a phone that empties its queue each hour has no slow clock`() {
        var skew = ClockSkew()
        for hour in 0..<24 {
            for message in 0..<60 {
                let received = Scene.start.advanced(byMilliseconds: Int64(hour) * 3_600_000 + Int64(message) * 100)
                let sent = Scene.start.advanced(byMilliseconds: Int64(hour - 1) * 3_600_000 + Int64(message) * 60_000)
                skew.observe(sentAt: sent, receivedAt: received)
            }
        }
        #expect(skew.milliseconds == -65_900)
    }

    @Test func `F53: late fixes never move the current point backwards`() {
        var scene = Scene.atHome()
        let current = scene.presence.current
        for seconds in [1, 60, 3_000] as [Int64] {
            let late = Fix(coordinate: Scene.point(900), at: scene.now.advanced(bySeconds: -seconds))
            let outcome = scene.presence.apply(late, receivedAt: scene.now, places: scene.places)
            #expect(outcome.standing == .late && outcome.events.isEmpty)
        }
        #expect(scene.presence.current == current)
    }

    @Test func `F53: a fix older than 10 minutes on arrival moves the hand without a notice`() {
        var scene = Scene.farAway()
        let outcome = scene.fix(east: 0, after: 600, delay: 601)
        #expect(scene.state == .place(ID(1)))
        #expect(outcome.events.isEmpty)
        #expect(outcome.changes.contains(.state))
        var fresh = Scene.farAway()
        #expect(!fresh.fix(east: 0, after: 600, delay: 599).events.isEmpty)
    }

    @Test func `F54: a teleport is flagged and cannot arrive`() {
        var scene = Scene.farAway()
        let outcome = scene.fix(east: 0, after: 30)
        #expect(outcome.standing == .suspicious)
        #expect(outcome.marks == [.suspicious])
        #expect(scene.state != .place(ID(1)))
        #expect(scene.presence.current?.coordinate != Scene.origin)
        scene.fix(east: 0)
        #expect(scene.arrivalsAndLeavings.isEmpty)
        scene.fix(east: 0)
        #expect(scene.arrivalsAndLeavings == [.arrived(ID(1), at: scene.now)])
    }

    @Test(arguments: [(2_400.0, 10.0, true), (2_800, 101, false), (2_400, nil, true)])
    func `F54: only over 300 km/h, and only between fixes better than 100 m`(
        way: Double,
        accuracy: Double?,
        isSuspicious: Bool
    ) {
        var scene = Scene.farAway()
        #expect((scene.fix(east: 2_800 - way, accuracy: accuracy, after: 28).standing == .suspicious) == isSuspicious)
        var slower = Scene.farAway()
        #expect(slower.fix(east: 2_800 - way, accuracy: accuracy, after: 60).standing == .current)
    }

    @Test func `rule 10: a point reached and left at over 1 000 km/h is discarded afterwards`() {
        var scene = Scene.atHome()
        scene.fix(east: 50_000)
        let outlier = scene.now
        let outcome = scene.fix(east: 0)
        #expect(outcome.discards == outlier)
        #expect(scene.state == .place(ID(1)))
        #expect(scene.events.isEmpty)
    }

    @Test func `rule 11: a replayed batch gives no second event and changes nothing`() {
        var scene = Scene()
        var sent: [Fix] = []
        for step in 0..<200 {
            scene.fix(east: 800 * abs(Double(step % 100) - 50) / 50, after: 20)
            scene.presence.current.map { sent.append($0) }
        }
        let (before, events) = (scene.presence, scene.arrivalsAndLeavings.count)
        #expect(events >= 3)
        for fix in sent + sent.reversed() {
            let outcome = scene.presence.apply(fix, receivedAt: scene.now, places: scene.places)
            #expect(outcome.events.isEmpty && outcome.changes.isEmpty)
            #expect(outcome.standing == .late || outcome.standing == .duplicate)
        }
        #expect(scene.presence == before)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `rule 11: in whatever order and how often a batch comes, it ends the same`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var batch: [Fix] = []
        var (east, at) = (0.0, Scene.start)
        for _ in 0..<120 {
            east += random.normal() * 120
            at = at.advanced(bySeconds: Int64.random(in: 5...90, using: &random))
            var fix = Fix(coordinate: Scene.point(east, random.normal() * 30), at: at)
            fix.accuracyMetres = Double.random(in: 5...60, using: &random)
            batch.append(fix)
        }
        let places = PlaceSet([Scene.home, Scene.place(2, "Work", east: 700, radius: 150)])
        let received = at.advanced(bySeconds: 5)
        var expected = Presence()
        _ = expected.apply(batch: batch, receivedAt: received, places: places)
        let shuffled = (batch + batch.prefix(40)).shuffled(using: &random)
        var presence = Presence()
        _ = presence.apply(batch: shuffled, receivedAt: received, places: places)
        #expect(presence == expected, "seed \(seed)")
        var oneByOne = Presence()
        for fix in shuffled { _ = oneByOne.apply(fix, receivedAt: received, places: places) }
        #expect(oneByOne.current == expected.current, "seed \(seed)")
    }
}
