/// The code of a trip that a guest types (F48): eight characters, for one trip.
public struct TripCode: Hashable, Sendable {
    public let madeAt: Timestamp
    /// How often it opened the trip.
    public internal(set) var usesCount: UInt8 = 0
    /// When wrong codes were tried for this trip in the last hour, oldest first.
    var wrongAt: [Timestamp] = []

    public static let usesMax: UInt8 = 10
    public static let wrongMax = 20
    static let wrongMilliseconds: Int64 = 3_600_000
    static let lifeMilliseconds: Int64 = 86_400_000

    public init(madeAt: Timestamp) {
        self.madeAt = madeAt
    }

    /// What a try at it means.
    public enum Answer: Hashable, Sendable {
        case opens
        case wrong
        /// It was guessed at too often: make a new one and tell the traveller.
        case rotate
        /// Used up, too old, or its trip is over.
        case dead
    }

    /// Takes a try; right or wrong it opens nothing once it is dead.
    public mutating func take(isRight: Bool, trip: Trip, now: Timestamp) -> Answer {
        wrongAt.removeAll { now.milliseconds(since: $0) >= TripCode.wrongMilliseconds }
        guard !trip.hasEnded, now.milliseconds(since: madeAt) < TripCode.lifeMilliseconds,
            usesCount < TripCode.usesMax
        else { return .dead }
        guard isRight else {
            wrongAt.append(now)
            guard wrongAt.count >= TripCode.wrongMax else { return .wrong }
            self = TripCode(madeAt: now)
            return .rotate
        }
        usesCount += 1
        return .opens
    }
}

/// Who looks at a trip by link or code (F49).
public struct TripViewers: Hashable, Sendable {
    /// A browser that opened the trip.
    public enum Viewer: Sendable {}

    public static let most = 10
    /// After so many removals nobody new is let in.
    static let droppedMax = 100
    public private(set) var current: [ID<Viewer>] = []
    /// Those the traveller removed: the same browser does not come back by the same link.
    public private(set) var dropped: [ID<Viewer>] = []

    public init() {}

    /// What an opening means.
    public enum Answer: Hashable, Sendable {
        /// A new browser: the traveller is told.
        case isNew
        case isKnown
        case isFull
        case wasDropped
    }

    /// Lets a browser in, where there is room and it was not removed.
    public mutating func open(_ viewer: ID<Viewer>) -> Answer {
        if dropped.contains(viewer) { return .wasDropped }
        if current.contains(viewer) { return .isKnown }
        guard current.count < TripViewers.most, dropped.count < TripViewers.droppedMax else { return .isFull }
        current.append(viewer)
        return .isNew
    }

    /// Removes one and leaves the others and their link as they are; false where it does not look.
    public mutating func drop(_ viewer: ID<Viewer>) -> Bool {
        guard let index = current.firstIndex(of: viewer) else { return false }
        current.remove(at: index)
        dropped.append(viewer)
        return true
    }
}
