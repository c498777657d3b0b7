package import Family
import CDomainMath

/// A line along real streets, from one spot to another.
package struct Way: Sendable, Equatable {
    /// At least two, no two in a row equal.
    package let points: [Coordinate]
    /// How far along the way each point lies, in metres; the first is 0.
    private let metres: [Double]

    /// The way through these points; nil for fewer than two different ones.
    package init?(_ points: [Coordinate]) {
        var kept: [Coordinate] = []
        for point in points where point != kept.last { kept.append(point) }
        guard kept.count >= 2 else { return nil }
        self.points = kept
        var metres = [0.0]
        for index in 1..<kept.count {
            metres.append(metres[index - 1] + kept[index - 1].distanceMetres(to: kept[index]))
        }
        self.metres = metres
    }

    package var lengthMetres: Double { metres[metres.count - 1] }

    /// The point so far along, held at the ends, and the course there in degrees from north, 0..<360.
    package func point(atMetres along: Double) -> (coordinate: Coordinate, courseDegrees: Double) {
        let end = metres.indices.dropFirst().first { metres[$0] >= along } ?? points.count - 1
        let (from, to) = (points[end - 1], points[end])
        let share = min(max((along - metres[end - 1]) / (metres[end] - metres[end - 1]), 0), 1)
        let coordinate = Coordinate(
            latitude: from.latitude + share * (to.latitude - from.latitude),
            longitude: from.longitude + share * (to.longitude - from.longitude)
        )
        return (coordinate ?? from, courseDegrees(from: from, to: to))
    }

    private func courseDegrees(from: Coordinate, to: Coordinate) -> Double {
        let scale = LocalScale(latitude: from.latitude)
        let north = (to.latitude - from.latitude) * scale.metresPerDegreeNorth
        let east = (to.longitude - from.longitude) * scale.metresPerDegreeEast
        let degrees = atan2(east, north) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        // A hair west of north is rounded up to a whole turn.
        return positive < 360 ? positive : 0
    }
}
