/// A clock as it stands at one moment: the face, and one hand per member that may be seen.
public struct ClockReading: Hashable, Sendable {
    /// The face with the extra slots that the hands need.
    public let face: ClockFace
    /// In the order of the members' identities.
    public let hands: [ClockHand]
    /// Where the hands point, in their order.
    public let layout: HandLayout

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
        let slots = seen.map { entry in full.index(of: ClockSlot(entry.view)) ?? full.slots.count - 3 }
        let layout = HandLayout(slots: slots, slotsCount: full.slots.count)
        hands = seen.indices.map { index in
            ClockHand(
                member: seen[index].member,
                slot: slots[index],
                angleDegrees: layout.anglesDegrees[index],
                since: seen[index].view.since,
                ageSeconds: seen[index].view.ageSeconds
            )
        }
        self.face = full
        self.layout = layout
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
