import Family
import Testing

@Suite struct TransitionTests {
    private static func tell(
        _ event: RegionTransition.Event,
        _ scene: inout Scene,
        after seconds: Int64 = 10,
        _ change: (inout RegionTransition) -> Void
    ) -> PresenceOutcome {
        scene.now = scene.now.advanced(bySeconds: seconds)
        var transition = RegionTransition(event: event, at: scene.now)
        change(&transition)
        let outcome = scene.presence.apply(transition, receivedAt: scene.now, places: scene.places)
        scene.events += outcome.events
        return outcome
    }

    @Test func `rule 6: a phone's entering is believed at once, by identity, name or where it was`() {
        let changes: [@Sendable (inout RegionTransition) -> Void] = [
            { $0.regionID = ID<Place>(1).text },
            { $0.name = "home" },
            { $0.name = "Home of a test" },
            { $0.coordinate = Scene.point(30) },
        ]
        for change in changes {
            var scene = Scene.farAway()
            _ = TransitionTests.tell(.enter, &scene, change)
            #expect(scene.state == .place(ID(1)))
            #expect(scene.arrivalsAndLeavings == [.arrived(ID(1), at: scene.now)])
        }
    }

    @Test func `rule 6: a region made at a place's own second is that place`() {
        let id = ID<Place>(now: Scene.start, random: (1, 2))
        let place = Place(id: id, label: "Work", description: "w", centre: Scene.origin, radiusMetres: 100)
        var scene = Scene.farAway(place.map { [$0] } ?? [])
        _ = TransitionTests.tell(.enter, &scene) { $0.regionMadeAt = Scene.start }
        #expect(scene.state == .place(id))
    }

    @Test func `rule 6: one fix does not contradict the phone, two do`() {
        var scene = Scene.farAway()
        _ = TransitionTests.tell(.enter, &scene) { $0.name = "Home" }
        scene.fix(east: 2_000)
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 2_000)
        #expect(scene.state != .place(ID(1)))
    }

    @Test func `rule 6: after the phone's leaving one fix inside changes nothing, two do`() {
        var scene = Scene.atHome()
        _ = TransitionTests.tell(.leave, &scene) { $0.name = "Home" }
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
        scene.fix(east: 0)
        #expect(scene.state == .unknown)
        scene.fix(east: 0)
        #expect(scene.state == .place(ID(1)))
    }

    @Test func `rule 6: an older transition, an unknown region and one far from its place change nothing`() {
        var scene = Scene.farAway()
        let before = scene.state
        #expect(
            TransitionTests.tell(.enter, &scene) {
                $0.at = Scene.start; $0.name = "Home"
            }.standing == .late
        )
        _ = TransitionTests.tell(.enter, &scene) { $0.name = "Gym" }
        _ = TransitionTests.tell(.enter, &scene) {
            $0.name = "Home"; $0.coordinate = Scene.point(9_000)
        }
        _ = TransitionTests.tell(.leave, &scene) { $0.name = "Home" }
        #expect(scene.state == before)
        #expect(scene.arrivalsAndLeavings.isEmpty)
    }
}
