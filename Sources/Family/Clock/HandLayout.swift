/// Where the hands of a clock point so that none hides another: the one rule for every drawing of a clock.
///
/// The slots stand evenly round the face, the first at the top, clockwise. Hands that share a slot fan out to both
/// sides of its middle, in their order, and stay within their slot's part of the face.
public struct HandLayout: Hashable, Sendable {
    /// Clockwise from the top, 0..<360, one for each hand; no two are the same.
    public let anglesDegrees: [Double]

    /// Two hands in one slot point so far apart where there is room.
    static let fanDegreesMax = 11.0
    /// The part of a slot's wedge that its hands may fill; the rest keeps neighbours apart.
    static let wedgePart = 0.8

    /// Lays out hands.
    ///
    /// - Parameters:
    ///   - slots: the slot of each hand, 0..<slotsCount.
    ///   - slotsCount: how many slots the face has.
    public init(slots: [Int], slotsCount: Int) {
        var sharing = [Int](repeating: 0, count: slotsCount)
        for slot in slots { sharing[slot] += 1 }
        var placed = [Int](repeating: 0, count: slotsCount)
        anglesDegrees = slots.map { slot in
            let fan = HandLayout.fanDegrees(placed[slot], of: sharing[slot], slotsCount: slotsCount)
            placed[slot] += 1
            let angle = HandLayout.angleDegrees(slot: slot, of: slotsCount) + fan
            return angle < 0 ? angle + 360 : angle
        }
    }

    /// Where the middle of a slot stands, in degrees clockwise from the top.
    public static func angleDegrees(slot: Int, of slotsCount: Int) -> Double {
        360 * Double(slot) / Double(slotsCount)
    }

    /// How far a hand points from the nearest other hand, at most 60 degrees: the room that its label has.
    public func roomDegrees(ofHand index: Int) -> Double {
        var room = 60.0
        for other in anglesDegrees.indices where other != index {
            let apart = abs(anglesDegrees[other] - anglesDegrees[index])
            room = min(room, apart, 360 - apart)
        }
        return room
    }

    /// How far from the middle of its slot the hand number `index` of `count` there points.
    private static func fanDegrees(_ index: Int, of count: Int, slotsCount: Int) -> Double {
        guard count > 1 else { return 0 }
        let apart = min(fanDegreesMax, wedgePart * 360 / Double(slotsCount) / Double(count - 1))
        return (Double(index) - Double(count - 1) / 2) * apart
    }
}
