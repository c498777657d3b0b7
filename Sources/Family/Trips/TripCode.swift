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
    public mutating func record(isRight: Bool, trip: Trip, now: Timestamp) -> Answer {
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
