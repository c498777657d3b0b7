package import Family

/// A leg of a journey as it was heard, on its way to the streets that it led along.
package struct StreetTrace: Hashable, Sendable {
    /// In the order of time, clearly apart.
    package let points: [Timeline.TracePoint]
    package let mode: TravelMode

    /// Fewer points are no way, more are not asked for.
    private static let countMin = 3
    private static let countMax = 4_000
    private static let metresMin = 250.0
    /// An engine takes no longer ones.
    private static let metresMax = 190_000.0

    /// The trace of a leg; nil where no street can tell more of it: of a train, a flight, a few steps.
    package init?(_ leg: Timeline.Leg, of journey: Timeline.Journey) {
        let mode: TravelMode? =
            switch leg.mode {
            case .walk, .run: .walk
            case .cycle: .cycle
            case .drive: .drive
            case .train, .fly, .unknown: nil
            }
        guard let mode, (Self.metresMin...Self.metresMax).contains(leg.distanceMetres) else { return nil }
        points = journey.trace.filter { leg.from <= $0.at && $0.at <= leg.to }
        guard (Self.countMin...Self.countMax).contains(points.count) else { return nil }
        self.mode = mode
    }

    /// 68 % radius of most of the points, in metres.
    var accuracyMetres: Double {
        let sorted = points.map(\.accuracyMetres).sorted()
        return Double(sorted[sorted.count * 3 / 4])
    }

    /// Whether a line along streets, so far from each of the points, tells the way better than the points do.
    ///
    /// Somebody may have walked where no street is: then the points lie off every street, or the streets lead around.
    func isToldBy(metres: Double, offsets: [Double]) -> Bool {
        guard offsets.count * 20 >= points.count * 19 else { return false }
        let sorted = offsets.sorted()
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        let accuracy = accuracyMetres
        guard mean <= max(12, 1.2 * accuracy), sorted[sorted.count * 19 / 20] <= max(35, 3 * accuracy) else {
            return false
        }
        let straight = zip(points, points.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distanceMetres(to: $1.1.coordinate)
        }
        return metres >= 0.85 * straight && metres <= 1.35 * straight + 4 * accuracy
    }
}
