/// Where somebody stands who has not moved, as well as all fixes since then tell it.
///
/// A running mean that does not trust repetition: errors of a phone drift for minutes, so ten minutes of fixes count
/// as one more independent one, and after an hour old ones are forgotten as fast as new ones come.
struct StillPoint: Hashable, Sendable {
    private(set) var spot: Spot
    /// 68 % radius in metres of the mean.
    private(set) var accuracy: Float
    private(set) var since: Timestamp
    private(set) var at: Timestamp

    static let independentSeconds = 600.0
    static let memorySeconds = 3_600.0

    init(_ waypoint: Waypoint) {
        self.init(spot: waypoint.spot, accuracy: waypoint.accuracy, since: waypoint.at, at: waypoint.at)
    }

    init(spot: Spot, accuracy: Float, since: Timestamp, at: Timestamp) {
        self.spot = spot
        self.accuracy = accuracy
        self.since = since
        self.at = at
    }

    /// How many metres no error explains between a fix and the mean, by the accuracy of each.
    static func reach(_ accuracy: Double, _ meanAccuracy: Double, isStated: Bool) -> Double {
        isStated ? max(30, 3.5 * accuracy + 1.5 * meanAccuracy) : 100
    }

    /// Takes a newer fix into the mean, or starts again from it where it lies too far away for an error.
    ///
    /// Answers whether it started again: the person has moved. An error alone does so once in a million fixes. A
    /// recorder that states no accuracy writes smooth tracks, so that 100 m are a movement there.
    mutating func observe(_ waypoint: Waypoint, isStated: Bool, scale: LocalScale) -> Bool {
        let way = spot.metres(to: waypoint.spot, scale: scale)
        let reach = StillPoint.reach(Double(waypoint.accuracy), Double(accuracy), isStated: isStated)
        guard way.lengthSquared <= reach * reach else {
            self = StillPoint(waypoint)
            return true
        }
        let seconds = min(max(waypoint.at.seconds(since: at), 0), StillPoint.memorySeconds)
        let known = 1 / Double(accuracy * accuracy) * (1 - seconds / (seconds + StillPoint.memorySeconds))
        let new = min(1, seconds / StillPoint.independentSeconds) / Double(waypoint.accuracy * waypoint.accuracy)
        let share = new / (known + new)
        spot = spot.moved(by: Offset(north: way.north * share, east: way.east * share), scale: scale)
        accuracy = Float((1 / (known + new)).squareRoot())
        at = waypoint.at
        return false
    }
}
