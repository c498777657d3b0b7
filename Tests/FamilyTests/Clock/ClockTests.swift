import Family
import Testing

@Suite struct ClockTests {
    private static func view(of scene: Scene) -> PresenceView? {
        scene.presence.visible(to: .place, now: scene.now, places: scene.places)
    }

    private static func at(_ label: String) -> PresenceView? {
        view(of: Scene.atHome([Scene.place(1, label, east: 0, radius: 100)]))
    }

    private static func member(_ number: UInt64) -> ID<Member> { ID(high: 0, low: number) }

    @Test func `B2: a face has Home, Work, School, the family's own and the four that every clock has`() {
        let face = ClockFace(ownLabels: ["Gym", "home", "Gym"])
        #expect(
            face.slots == [
                .place("Home"), .place("Work"), .place("School"), .place("Gym"), .travelling, .unknown, .lost, .danger,
            ]
        )
        #expect(face.angleDegrees(slot: 0) == 0)
        #expect(face.angleDegrees(slot: 2) == 90)
    }

    @Test func `B2: a member's place fills the slot of its label`() {
        let reading = ClockReading(face: ClockFace(), views: [(ClockTests.member(1), ClockTests.at("work"))])
        #expect(reading.hands.map(\.slot) == [1])
        #expect(reading.face == ClockFace())
    }

    @Test func `B2: a label that the face lacks appears as an extra slot, in one order`() {
        let views = [(ClockTests.member(1), ClockTests.at("Zoo")), (ClockTests.member(2), ClockTests.at("Gym"))]
        let reading = ClockReading(face: ClockFace(), views: views)
        #expect(reading.face.slots[3...4] == [.place("Gym"), .place("Zoo")])
        #expect(reading.hands.map(\.slot) == [4, 3])
        #expect(ClockReading(face: ClockFace(), views: views.reversed()) == reading)
    }

    @Test func `B1: whom the viewer may not see has no hand, the lost and the unknown have one`() {
        let home = Scene.atHome()
        let lost = home.presence.visible(to: .exact, now: home.now.advanced(bySeconds: 4_000), places: home.places)
        let reading = ClockReading(
            face: ClockFace(),
            views: [
                (ClockTests.member(1), nil), (ClockTests.member(2), lost),
                (ClockTests.member(3), ClockTests.view(of: Scene())),
            ]
        )
        #expect(reading.hands.map(\.member) == [ClockTests.member(2), ClockTests.member(3)])
        #expect(reading.hands.map { reading.face.slots[$0.slot] } == [.lost, .unknown])
        #expect(reading.hands.map(\.ageSeconds) == [4_000, nil])
    }

    @Test(arguments: [1, 2, 6, 40, 200]) func `B1: hands that share a slot fan out and none is hidden`(count: Int) {
        let home = ClockTests.at("Home")
        let views = (1...UInt64(count)).map { (ClockTests.member($0), home) }
        let reading = ClockReading(face: ClockFace(), views: views.reversed())
        #expect(reading.hands.count == count)
        #expect(Set(reading.hands.map(\.angleDegrees)).count == count)
        let halfSlot = 180 / Double(reading.face.slots.count)
        for hand in reading.hands {
            #expect(hand.angleDegrees >= 0 && hand.angleDegrees < 360)
            #expect(min(hand.angleDegrees, 360 - hand.angleDegrees) < halfSlot)
        }
        if count == 1 { #expect(reading.hands[0].angleDegrees == 0) }
    }
}
