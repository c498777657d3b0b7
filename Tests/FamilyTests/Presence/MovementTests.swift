import Family
import Testing

/// Rule 9: travelling, motion, unknown and lost.
@Suite struct MovementTests {
    @Test func `rule 9: over 15 km/h on two fixes is travelling, on one it is not`() {
        var scene = Scene.atHome()
        scene.fix(east: 300, speed: 8)
        #expect(scene.state == .unknown)
        scene.fix(east: 380, speed: 8)
        #expect(scene.state == .travelling)
        #expect(scene.events.contains(.moved(from: .unknown, to: .travelling, at: scene.now)))
    }

    @Test(arguments: [Motion.automotive, .cycling]) func `rule 9: the phone's own word is travelling`(motion: Motion) {
        var scene = Scene.atHome()
        scene.fix(east: 300, motion: motion)
        #expect(scene.state == .travelling)
    }

    @Test func `rule 9: more than 500 m in 5 minutes outside every place is travelling, dawdling is not`() {
        var brisk = Scene.farAway([])
        brisk.fix(east: 2_800, after: 1_800)
        for step in 1...20 { brisk.fix(east: 2_800 + Double(step) * 60, after: 30) }
        #expect(brisk.state == .travelling)
        var slow = Scene.farAway([])
        slow.fix(east: 2_800, after: 1_800)
        for step in 1...40 { slow.fix(east: 2_800 + Double(step) * 9, after: 30) }
        #expect(slow.state == .unknown)
    }

    @Test func `rule 9: a minute at a traffic light is still travelling, a longer stop is not`() {
        var scene = Scene.farAway([])
        for step in 1...30 { scene.fix(east: 2_800 - Double(step) * 100, speed: 10) }
        #expect(scene.state == .travelling)
        for _ in 0..<5 { scene.fix(east: -200, speed: 0) }
        #expect(scene.state == .travelling)
        for _ in 0..<3 { scene.fix(east: -200, speed: 0) }
        #expect(scene.state == .unknown)
        #expect(scene.presence.motion == .stationary)
    }

    @Test func `rule 9: without a fix for an hour the member is lost, and the age is told`() {
        let scene = Scene.atHome()
        let last = scene.now
        #expect(scene.presence.state(now: last.advanced(bySeconds: 3_600)).state == .place(ID(1)))
        let later = last.advanced(byMilliseconds: 3_600_001)
        #expect(scene.presence.state(now: later) == Whereabouts(state: .lost, since: last))
        #expect(scene.presence.becomesLost() == later)
        #expect(scene.presence.state(now: later, lostAfterMilliseconds: 7_200_000).state == .place(ID(1)))
    }

    @Test func `rule 9: the first fix after a silence tells every viewer`() {
        var scene = Scene.atHome()
        let outcome = scene.fix(east: 0, after: 3_700)
        #expect(outcome.changes.contains(.age))
        #expect(Precision.place.maySee(outcome.changes))
        #expect(!Precision.place.maySee(scene.fix(east: 1, after: 2).changes))
    }

    @Test func `a member without any fix has the state unknown`() {
        #expect(Presence().state(now: Scene.start) == Whereabouts(state: .unknown, since: nil))
    }

    @Test(arguments: [
        (0.0, Motion.stationary), (1.4, .walking), (3.2, .running), (6, .cycling), (20, .automotive),
    ])
    func `motion follows the speed where the phone says nothing`(speed: Double, expected: Motion) {
        for isTold in [true, false] {
            var scene = Scene.farAway([])
            for step in 1...40 {
                scene.fix(east: 2_800 - Double(step) * speed * 10, speed: isTold ? speed : nil)
            }
            #expect(scene.presence.motion == expected, "speed told by the phone: \(isTold)")
        }
    }

    @Test func `the phone's own activity comes first, and its start is remembered`() {
        var scene = Scene.atHome()
        scene.fix(east: 0, speed: 3, motion: .cycling)
        let since = scene.now
        for _ in 0..<6 { scene.fix(east: 0, speed: 0) }
        #expect(scene.presence.motion == .cycling)
        #expect(scene.presence.motionSince == since)
        for _ in 0..<12 { scene.fix(east: 0, speed: 0) }
        #expect(scene.presence.motion == .stationary)
    }
}
