import Family

/// The words by which phone apps say what their owner is doing.
enum MotionWord: String, CaseIterable {
    case stationary, walking, running, cycling, automotive

    static let table = FieldTable<MotionWord>(aliases: [
        "still": .stationary,
        "on_foot": .walking,
        "on_bicycle": .cycling,
        "driving": .automotive,
        "in_vehicle": .automotive,
    ])

    var motion: Motion {
        switch self {
        case .stationary: .stationary
        case .walking: .walking
        case .running: .running
        case .cycling: .cycling
        case .automotive: .automotive
        }
    }
}

extension JSONScanner {
    /// A list of words, or one word alone, as a single motion.
    ///
    /// A phone may name several at once. The fastest counts: a car that waits is "automotive" and "stationary".
    mutating func motion() -> Motion? {
        guard peek() == .array else { return motionWord() }
        guard enterArray() else { return nil }
        var fastest: Motion?
        while nextElement() {
            guard let motion = motionWord() else { continue }
            if motion.rawValue > fastest?.rawValue ?? 0 { fastest = motion }
        }
        return fastest
    }

    private mutating func motionWord() -> Motion? {
        name().flatMap { MotionWord.table[$0] }?.motion
    }
}
