/// Whether a traveller seems to have arrived (F55).
struct ArrivalSigns: Hashable, Sendable {
    /// The first of the fixes that lie at the destination without one elsewhere between them.
    var insideSince: Timestamp?
    /// Proposed already, and the traveller has not left since.
    var isProposed = false

    static let metres = 50.0
    static let apartMilliseconds: Int64 = 20_000
    /// A fix less exact than this says nothing of an arrival.
    static let accuracyMetresMax = 200.0

    /// Takes a newer fix and answers whether to propose the arrival now.
    mutating func observe(metresAway: Double, accuracyMetres: Double, at: Timestamp) -> Bool {
        guard accuracyMetres <= ArrivalSigns.accuracyMetresMax else { return false }
        let radius = max(ArrivalSigns.metres, accuracyMetres)
        guard metresAway <= radius else {
            insideSince = nil
            if metresAway > 2 * radius { isProposed = false }
            return false
        }
        guard let insideSince else {
            insideSince = at
            return false
        }
        guard !isProposed, at.milliseconds(since: insideSince) >= ArrivalSigns.apartMilliseconds else { return false }
        isProposed = true
        return true
    }
}

extension Trip {
    /// How far from the destination a position is; 0 where it may be at it.
    public func metresAway(_ point: Coordinate, accuracyMetres: Double?) -> Double {
        let metres = destination.distanceMetres(to: point)
        return metres <= max(ArrivalSigns.metres, accuracyMetres ?? 0) ? 0 : metres
    }
}
