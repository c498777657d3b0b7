/// A clock as it stands at one moment: the face, and one hand per member that may be seen.
public struct ClockReading: Hashable, Sendable {
    /// The face with the extra slots that the hands need.
    public let face: ClockFace
    /// In the order of the members' identities.
    public let hands: [ClockHand]

    /// Reads the clock.
    ///
    /// - Parameters:
    ///   - face: the slots that the viewer chose.
    ///   - views: what the viewer sees of each member; whom they may not see has no hand.
    public init(face: ClockFace, views: [(member: ID<Member>, view: PresenceView?)]) {
        let seen = views.compactMap { entry in entry.view.map { (member: entry.member, view: $0) } }
            .sorted { $0.member < $1.member }
        let full = face.adding(
            seen.compactMap { entry in
                guard case .place(let label) = ClockSlot(entry.view) else { return nil }
                return label
            }
        )
        var sharing = [Int](repeating: 0, count: full.slots.count)
        let slots = seen.map { entry in full.index(of: ClockSlot(entry.view)) ?? full.slots.count - 3 }
        for slot in slots { sharing[slot] += 1 }
        var placed = [Int](repeating: 0, count: full.slots.count)
        var hands: [ClockHand] = []
        for (entry, slot) in zip(seen, slots) {
            let fan = ClockReading.fanDegrees(placed[slot], of: sharing[slot], slots: full.slots.count)
            placed[slot] += 1
            let angle = full.angleDegrees(slot: slot) + fan
            hands.append(
                ClockHand(
                    member: entry.member,
                    slot: slot,
                    angleDegrees: angle < 0 ? angle + 360 : angle,
                    since: entry.view.since,
                    ageSeconds: entry.view.ageSeconds
                )
            )
        }
        self.face = full
        self.hands = hands
    }

    /// How far from the middle of its slot a hand points: side by side, 10 degrees apart where there is room, and
    /// never beyond 0.4 of a slot to either side.
    static func fanDegrees(_ index: Int, of count: Int, slots: Int) -> Double {
        guard count > 1 else { return 0 }
        let apart = min(10, 0.8 * 360 / Double(slots) / Double(count - 1))
        return (Double(index) - Double(count - 1) / 2) * apart
    }
}

/// One member on a clock.
public struct ClockHand: Hashable, Sendable {
    public var member: ID<Member>
    /// Its slot's number on the reading's face.
    public var slot: Int
    /// Clockwise from the top, 0..<360; no two hands of a reading point the same way.
    public var angleDegrees: Double
    public var since: Timestamp?
    /// How old what it says is; nil where the member was never heard of.
    public var ageSeconds: Int64?
}
