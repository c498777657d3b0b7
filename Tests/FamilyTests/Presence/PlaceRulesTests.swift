import Family
import Testing

@Suite struct PlaceRulesTests {
    @Test func `rule 1: a late fix goes to history and moves nothing`() {
        var scene = Scene.atHome()
        let before = scene.presence
        var late = Fix(coordinate: Scene.point(5_000), at: scene.now.advanced(bySeconds: -30))
        late.accuracyMetres = 5
        let outcome = scene.presence.apply(late, receivedAt: scene.now, places: scene.places)
        #expect(outcome.standing == .late)
        #expect(outcome.events.isEmpty && outcome.changes.isEmpty)
        #expect(scene.presence == before)
    }

    @Test(arguments: [nil, 0, -1] as [Double?]) func `rule 2: a missing accuracy counts as 50 m`(accuracy: Double?) {
        var near = Scene.farAway()
        near.fix(east: 49, accuracy: accuracy, after: 600)
        #expect(near.state == .place(ID(1)))
        var further = Scene.farAway()
        further.fix(east: 52, accuracy: accuracy, after: 600)
        #expect(further.arrivalsAndLeavings.isEmpty)
    }

    @Test(arguments: [201.0, 5_000]) func `rule 2: a fix over 200 m only says that the member was heard`(
        accuracy: Double
    ) {
        var scene = Scene.atHome([Scene.place(1, "Home", east: 0, radius: 1_000)])
        for _ in 0..<20 {
            let outcome = scene.fix(east: 30_000, accuracy: accuracy, after: 60)
            #expect(outcome.standing == .imprecise)
        }
        #expect(scene.state == .place(ID(1)))
        #expect(scene.presence.lastHeardAt == scene.now)
    }

    @Test func `rule 2: a fix over twice the radius cannot change the state of that place`() {
        var scene = Scene.atHome([Scene.place(1, "Home", east: 0, radius: 40)])
        for _ in 0..<20 { scene.fix(east: 700, accuracy: 81, after: 60) }
        #expect(scene.state == .place(ID(1)))
        for _ in 0..<2 { scene.fix(east: 700, accuracy: 80, after: 60) }
        #expect(scene.state != .place(ID(1)))
    }

    @Test func `rule 2: a message without a position moves last heard alone`() {
        var scene = Scene.atHome()
        let before = scene.presence
        scene.presence.hear(at: scene.now.advanced(bySeconds: 900))
        #expect(scene.presence.lastHeardAt == scene.now.advanced(bySeconds: 900))
        let later = scene.now.advanced(bySeconds: 3_700)
        #expect(scene.presence.state(now: later).state == .lost)
        #expect(scene.presence.current == before.current)
    }

    @Test func `rule 3: who comes from afar is in at the first fix that fits inside`() {
        var scene = Scene.farAway()
        scene.fix(east: 89, after: 600)
        #expect(scene.arrivalsAndLeavings == [.arrived(ID(1), at: scene.now)])
    }

    @Test func `rule 3: a good fix at over twice the radius leaves at once`() {
        var scene = Scene.atHome()
        scene.fix(east: 300)
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
    }

    @Test func `rule 3: nearer than that the second fix leaves`() {
        var scene = Scene.atHome()
        scene.fix(east: 150)
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 150)
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
    }

    @Test func `rule 3: within the margin the old hand is held`() {
        var scene = Scene.atHome()
        for _ in 0..<30 { scene.fix(east: 115) }
        #expect(scene.state == .place(ID(1)))
        #expect(scene.arrivalsAndLeavings.isEmpty)
    }

    @Test func `rule 4: the state changes at once, and a notice can ask after its dwell whether it still holds`() {
        var scene = Scene.farAway()
        scene.fix(east: 0, after: 600)
        #expect(scene.state == .place(ID(1)))
        let arrived = PresenceEvent.arrived(ID(1), at: scene.now)
        for _ in 0..<12 { scene.fix(east: 0) }
        #expect(scene.presence.stillTrue(arrived))
        for _ in 0..<3 { scene.fix(east: 500) }
        #expect(!scene.presence.stillTrue(arrived))
    }

    @Test func `rule 5: a small place crossed between two fixes is passed, not entered and left`() {
        var scene = Scene.farAway([Scene.place(1, "Kiosk", east: 0, radius: 30)])
        scene.fix(east: 300, after: 240, speed: 14)
        scene.events = []
        scene.fix(east: -300, after: 40, speed: 14)
        #expect(scene.arrivalsAndLeavings.count == 1)
        guard case .passed(let place, let at) = scene.arrivalsAndLeavings.first else {
            Issue.record("no passing")
            return
        }
        #expect(place == ID(1))
        #expect(abs(at.seconds(since: scene.now) + 20) < 1)
    }

    @Test(arguments: [(10.0, Int64(301)), (51.0, 40)])
    func `rule 5: a long gap or a poor fix tells of no passing`(accuracy: Double, gap: Int64) {
        var scene = Scene.farAway([Scene.place(1, "Kiosk", east: 0, radius: 30)])
        scene.fix(east: 300, after: 240)
        scene.events = []
        scene.fix(east: -300, accuracy: accuracy, after: gap)
        #expect(scene.arrivalsAndLeavings.isEmpty)
    }

    @Test func `rule 7: the first state is silent`() {
        var scene = Scene()
        scene.fix(east: 5)
        #expect(scene.state == .place(ID(1)))
        #expect(scene.events.isEmpty)
    }

    @Test func `rule 7: who was first seen at home leaves it with a notice, however small it is`() {
        var scene = Scene([Scene.place(1, "Home", east: 0, radius: 50)])
        for _ in 0..<30 { scene.fix(east: 10, accuracy: 40, after: 60) }
        #expect(scene.events.isEmpty)
        scene.fix(east: 400, accuracy: 40)
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
    }

    @Test func `rule 7: a place made, moved or removed is looked at again silently`() {
        var scene = Scene.atHome([])
        #expect(scene.state == .unknown)
        for (place, expected) in [
            (Scene.home, PresenceState.place(ID(1))),
            (Scene.place(1, "Home", east: 4_000, radius: 100), .unknown),
            (Scene.home, .place(ID(1))),
        ] {
            scene.places = PlaceSet([place])
            scene.presence.placesChanged(scene.places, now: scene.now)
            #expect(scene.state == expected)
            scene.fix(east: 0)
            #expect(scene.state == expected)
        }
        scene.places = .empty
        scene.presence.placesChanged(.empty, now: scene.now)
        #expect(scene.state == .unknown)
        #expect(scene.events.isEmpty)
    }

    @Test func `rule 8: of overlapping places the smallest, then the nearest, then the first by identity`() {
        let town = Scene.place(1, "Town", east: 0, radius: 2_000)
        let near = Scene.place(3, "Near", east: 20, radius: 100)
        let far = Scene.place(2, "Far", east: -30, radius: 100)
        #expect(Scene.atHome([town, near, far]).state == .place(ID(3)))
        let twin = Scene.place(4, "Twin", east: -20, radius: 100)
        #expect(Scene.atHome([town, twin, near]).state == .place(ID(3)))
        #expect(Scene.atHome([town]).state == .place(ID(1)))
    }

    @Test func `rule 8: leaving the inner of two nested places does not leave the outer`() {
        var scene = Scene.atHome([Scene.home, Scene.place(2, "Town", east: 0, radius: 2_000)])
        scene.fix(east: 600)
        #expect(scene.state == .place(ID(2)))
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
    }
}
