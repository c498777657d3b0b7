import Family
import Testing

/// The lists of regions that phones send beside their fixes: rule 6.
@Suite struct RegionListTests {
    private static func list(_ names: String..., phone: UInt64 = 1) -> PhoneRegions {
        PhoneRegions(phone: ID(high: 5, low: phone), names: names, ids: [])
    }

    /// A member who walked up to 150 m from the middle of home, where a fix alone says nothing for it.
    private static func outsideHome() -> Scene {
        var scene = Scene.farAway()
        for east in stride(from: 2_700.0, to: 150, by: -100) { scene.fix(east: east, after: 60) }
        scene.fix(east: 150, after: 60)
        scene.events = []
        return scene
    }

    @Test func `rule 6: a place that the phone lists is believed at once, by name or identity`() {
        let (name, other) = ("home", "Home of a test")
        let id = ID<Place>(1).text
        for (names, ids) in [
            ([name], []), ([other], []), ([], [id]), (["Whatever"], [id]), (["Gym", name], ["x", "y"]),
        ] {
            var scene = RegionListTests.outsideHome()
            let regions = PhoneRegions(phone: ID(high: 5, low: 1), names: names, ids: ids)
            let outcome = scene.fix(east: 150, regions: regions)
            #expect(scene.state == .place(ID(1)))
            #expect(scene.arrivalsAndLeavings == [.arrived(ID(1), at: scene.now)])
            #expect(outcome.tookPhonesWord && outcome.changes.contains(.state))
        }
    }

    @Test func `rule 6: the fix beside the list does not contradict it, a second one does, and lists do not flap`() {
        var scene = RegionListTests.outsideHome()
        scene.fix(east: 400, regions: RegionListTests.list("Home"))
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 400, regions: RegionListTests.list("Home"))
        #expect(scene.state != .place(ID(1)))
        for _ in 0..<200 {
            let outcome = scene.fix(east: 400, after: 60, regions: RegionListTests.list("Home"))
            #expect(!outcome.tookPhonesWord)
        }
        #expect(scene.arrivalsAndLeavings.count == 2)
    }

    @Test func `rule 6: a list without the place is the phone's leaving, but not against a fix well inside`() {
        var scene = Scene.farAway()
        scene.fix(east: 0, after: 600, regions: RegionListTests.list("Home"))
        scene.fix(east: 60, after: 60, regions: RegionListTests.list())
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 115, after: 60, regions: RegionListTests.list("Gym"))
        #expect(
            scene.arrivalsAndLeavings == [
                .arrived(ID(1), at: scene.now.advanced(bySeconds: -120)), .left(ID(1), at: scene.now),
            ]
        )
        scene.fix(east: 0)
        #expect(scene.state != .place(ID(1)))
        scene.fix(east: 0)
        #expect(scene.state == .place(ID(1)))
    }

    @Test func `rule 6: no list says nothing, nor does the list of a phone that does not know the place`() {
        var scene = Scene.farAway()
        scene.fix(east: 0, after: 600, regions: RegionListTests.list("Home"))
        for east in [115.0, 95, 115, 95] {
            scene.fix(east: east, after: 60)
            scene.fix(east: east, after: 60, regions: RegionListTests.list(phone: 2))
            scene.fix(east: east, after: 60, regions: RegionListTests.list("Gym", phone: 2))
        }
        #expect(scene.state == .place(ID(1)))
        #expect(scene.arrivalsAndLeavings.count == 1)
    }

    @Test func `rule 6: a phone that leaves empty lists out is believed again after a way far off`() {
        var scene = Scene.farAway()
        scene.fix(east: 80, after: 600, regions: RegionListTests.list("Home"))
        scene.fix(east: 1_500, after: 600)
        scene.fix(east: 1_500, after: 600)
        #expect(scene.state == .unknown)
        scene.fix(east: 150, after: 600, regions: RegionListTests.list("Home"))
        #expect(scene.state == .place(ID(1)))
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `rule 6: at a region's edge with unsteady region lists there are at most two crossings`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let east = [0.0, 90, 100, 130, 300, 600][Int(seed % 6)]
        var scene = Scene.farAway()
        for _ in 0..<1_440 {
            let accuracy = 5 + random.unit() * (seed > 6 ? 100 : 20)
            let lists = random.unit() < 0.5 ? RegionListTests.list("Home") : RegionListTests.list()
            scene.fix(
                east: east + random.normal() * accuracy * 0.66,
                north: random.normal() * accuracy * 0.66,
                accuracy: accuracy,
                after: 20,
                regions: random.unit() < 0.3 ? nil : lists
            )
        }
        #expect(scene.arrivalsAndLeavings.count <= 2, "seed \(seed): \(scene.arrivalsAndLeavings.count)")
    }

    @Test func `rule 6: the list of a late, an impossible or a far-off fix says nothing`() {
        var scene = RegionListTests.outsideHome()
        var late = Fix(coordinate: Scene.origin, at: scene.now.advanced(bySeconds: -60))
        late.accuracyMetres = 10
        let list = RegionListTests.list("Home")
        let outcome = scene.presence.apply(late, receivedAt: scene.now, places: scene.places, regions: list)
        #expect(outcome.standing == .late && !outcome.tookPhonesWord)
        #expect(scene.fix(east: 90_000, regions: list).standing == .suspicious)
        scene.fix(east: 900, after: 60, regions: list)
        var leaving = RegionTransition(event: .leave, at: scene.now.advanced(bySeconds: 30))
        leaving.name = "Home"
        _ = scene.presence.apply(leaving, receivedAt: scene.now, places: scene.places)
        scene.fix(east: 150, after: 20, regions: list)
        #expect(scene.arrivalsAndLeavings.isEmpty)
    }

    @Test func `rule 6: where the phone knows only that it is near, its list still says which place`() {
        var scene = RegionListTests.outsideHome()
        #expect(scene.fix(east: 700, accuracy: 1_500, regions: RegionListTests.list("Home")).standing == .imprecise)
        #expect(scene.state == .place(ID(1)))
    }

    @Test func `rule 6: what a phone listed is in the row, so that fixes taken again find the same presence`() throws {
        var scene = RegionListTests.outsideHome()
        scene.fix(east: 400, regions: RegionListTests.list("Home"))
        var restarted = scene
        restarted.presence = try #require(Presence(bytes: scene.presence.bytes))
        for step in 0..<40 {
            // Only what was no news comes without its list: the presence was not written for it.
            let east = 400 - Double(step % 7) * 50
            let before = scene
            let outcome = scene.fix(east: east, after: 60, regions: RegionListTests.list("Home"))
            #expect(!outcome.tookPhonesWord)
            restarted.fix(east: east, after: 60)
            #expect(restarted.presence == scene.presence && before.now < scene.now)
        }
    }
}
