/// The face of a family's clock: its slots in the order they stand round it.
public struct ClockFace: Hashable, Sendable {
    public let slots: [ClockSlot]

    /// The labels that every clock has.
    public static let usualLabels = ["Home", "Work", "School"]
    /// Labels beyond this many are not drawn apart.
    public static let labelsMax = 32

    /// A face with the usual labels, the family's own, then Travelling, Unknown, Lost and In Danger.
    ///
    /// A label that is there already, letters A to Z in either case, is not added again.
    public init(ownLabels: [String] = []) {
        self.init(labels: ClockFace.usualLabels + ownLabels)
    }

    private init(labels: [String]) {
        var slots: [ClockSlot] = []
        for label in labels.prefix(ClockFace.labelsMax) where !slots.contains(.place(label)) {
            slots.append(.place(label))
        }
        self.slots = slots + [.travelling, .unknown, .lost, .danger]
    }

    /// The face with an extra slot for every label of `views` that it lacks, in the order of their bytes.
    func adding(_ labels: [String]) -> ClockFace {
        var known = placeLabels
        let sorted = labels.sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
        for label in sorted where !known.contains(where: { sameText($0, label) }) { known.append(label) }
        return ClockFace(labels: known)
    }

    private var placeLabels: [String] {
        slots.compactMap { slot in
            guard case .place(let label) = slot else { return nil }
            return label
        }
    }

    /// Where slot number `index` stands, in degrees clockwise from the top.
    public func angleDegrees(slot index: Int) -> Double {
        HandLayout.angleDegrees(slot: index, of: slots.count)
    }

    func index(of slot: ClockSlot) -> Int? {
        slots.firstIndex(of: slot)
    }
}

/// One position on a clock's face.
public enum ClockSlot: Hashable, Sendable {
    case place(String)
    case travelling
    case unknown
    case lost
    case danger

    /// Where a view puts its member's hand.
    ///
    /// A place whose label is not known, because it was removed a moment ago, counts as unknown.
    public init(_ view: PresenceView) {
        switch view.state {
        case .place: self = view.placeLabel.map(ClockSlot.place) ?? .unknown
        case .travelling: self = .travelling
        case .unknown: self = .unknown
        case .lost: self = .lost
        case .danger: self = .danger
        }
    }

    public static func == (left: ClockSlot, right: ClockSlot) -> Bool {
        switch (left, right) {
        case (.place(let left), .place(let right)): sameText(left, right)
        case (.travelling, .travelling), (.unknown, .unknown), (.lost, .lost), (.danger, .danger): true
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        // Labels that differ in case are equal, so only what they share may be hashed.
        case .place(let label): hasher.combine(label.utf8.count)
        case .travelling: hasher.combine(-1)
        case .unknown: hasher.combine(-2)
        case .lost: hasher.combine(-3)
        case .danger: hasher.combine(-4)
        }
    }
}
