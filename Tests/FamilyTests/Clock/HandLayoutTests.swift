import Family
import Testing

@Suite struct HandLayoutTests {
    @Test func `a hand alone points at the middle of its slot, slots go clockwise from the top`() {
        let layout = HandLayout(slots: [0, 1, 2, 3, 4, 5, 6, 7], slotsCount: 8)
        #expect(layout.anglesDegrees == [0, 45, 90, 135, 180, 225, 270, 315])
    }

    @Test func `hands in one slot stand to both sides of its middle, in their order`() {
        #expect(HandLayout(slots: [2, 0, 2], slotsCount: 4).anglesDegrees == [174.5, 0, 185.5])
        #expect(HandLayout(slots: [0, 0, 0], slotsCount: 7).anglesDegrees == [349, 0, 11])
    }

    @Test(arguments: [1, 2, 3, 7, 12, 36, 64]) func `B1: no hand hides another, however many share a slot`(slots: Int) {
        for hands in 1...40 {
            let layout = HandLayout(slots: (0..<hands * slots).map { $0 % slots }, slotsCount: slots)
            #expect(Set(layout.anglesDegrees).count == hands * slots)
            for (hand, angle) in layout.anglesDegrees.enumerated() {
                #expect(angle >= 0 && angle < 360)
                let middle = HandLayout.angleDegrees(slot: hand % slots, of: slots)
                let off = min(abs(angle - middle), 360 - abs(angle - middle))
                #expect(off < 0.401 * 360 / Double(slots), "within four fifths of its wedge")
            }
            let sorted = layout.anglesDegrees.sorted()
            let apart = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
            #expect((apart.min() ?? 1) > 0.1 / Double(slots))
        }
    }

    @Test func `a label has the room up to the nearest other hand, over the top as well`() {
        let layout = HandLayout(slots: [0, 11, 6, 6], slotsCount: 12)
        #expect(layout.roomDegrees(ofHand: 0) == 30)
        #expect(layout.roomDegrees(ofHand: 1) == 30)
        #expect(layout.roomDegrees(ofHand: 2) == 11)
        #expect(HandLayout(slots: [3], slotsCount: 7).roomDegrees(ofHand: 0) == 60)
    }
}
