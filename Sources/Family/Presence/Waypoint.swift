/// A position at a time with how exact it was: as much of a past fix as later ones are compared with.
struct Waypoint: Hashable, Sendable {
    var spot: Spot
    var at: Timestamp
    /// 68 % radius in metres; the assumed one where the phone gave none.
    var accuracy: Float

    init(spot: Spot, at: Timestamp, accuracy: Float) {
        self.spot = spot
        self.at = at
        self.accuracy = accuracy
    }

    init(_ fix: Fix) {
        spot = Spot(fix.coordinate)
        at = fix.at
        accuracy = Float(fix.assumedAccuracyMetres)
    }

    /// F54: faster than 300 km/h between two fixes that are both better than 100 m.
    ///
    /// Errors of a few metres within a second are no teleport, so the way must be three times what both allow.
    func teleports(to other: Waypoint, scale: LocalScale) -> Bool {
        guard accuracy < 100, other.accuracy < 100 else { return false }
        let way = metres(to: other, scale: scale)
        return way > 3 * Double(accuracy + other.accuracy) && way > other.at.seconds(since: at) * 300 / 3.6
    }

    /// Rule 10: faster than 1 000 km/h.
    func isImpossible(to other: Waypoint, scale: LocalScale) -> Bool {
        metres(to: other, scale: scale) > other.at.seconds(since: at) * 1_000 / 3.6
    }

    func metres(to other: Waypoint, scale: LocalScale) -> Double {
        let near = spot.metres(to: other.spot, scale: scale).length
        guard near > 50_000, let from = spot.coordinate, let to = other.spot.coordinate else { return near }
        return from.distanceMetres(to: to)
    }
}

extension Fix {
    /// Rule 2: 50 m where the phone gives no accuracy.
    public var assumedAccuracyMetres: Double {
        Fix.assumedAccuracyMetres(accuracyMetres)
    }

    static func assumedAccuracyMetres(_ stated: Double?) -> Double {
        guard let stated, stated > 0 else { return 50 }
        return stated
    }
}
