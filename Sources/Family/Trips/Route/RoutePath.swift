/// A way over the ground to be followed: its points, how far along each lies, and when each is due.
public struct RoutePath: Sendable {
    /// Where a point of the globe lies against the path.
    struct Match: Hashable, Sendable {
        /// From the path's start, along it.
        var alongMetres: Double
        /// From the path.
        var offMetres: Double
        /// What it costs to believe it, beside the best.
        var cost = 0.0
    }

    /// A part of the way and how long it takes.
    public struct Leg: Hashable, Sendable {
        /// The point of the line where it begins.
        public var pointIndex: Int
        public var seconds: Double

        public init(pointIndex: Int, seconds: Double) {
            self.pointIndex = pointIndex
            self.seconds = seconds
        }
    }

    /// Longer lines are not followed.
    public static let pointsMax = 200_000

    /// From the start, at each point; never falling.
    private let along: [Double]
    private let points: [Coordinate]
    /// In their order; empty where nobody knows.
    private let legs: [Leg]

    /// The path along a line; nil for fewer than two points, and for legs that begin elsewhere.
    ///
    /// `legs` says how long each part takes, in their order; empty where nobody knows.
    public init?(line: [Coordinate], legs: [Leg]) {
        guard line.count >= 2, line.count <= Self.pointsMax else { return nil }
        for leg in legs where leg.pointIndex < 0 || leg.pointIndex >= line.count { return nil }
        points = line
        var along = [0.0]
        for index in 1..<line.count {
            along.append(along[index - 1] + line[index - 1].distanceMetres(to: line[index]))
        }
        self.along = along
        self.legs = legs
    }

    /// The whole way.
    public var metres: Double { along[along.count - 1] }

    /// What it takes; nil where nobody knows.
    public var duration: Double? { secondsLeft(alongMetres: -1) }

    /// What is left in seconds so far along; nil where nobody knows.
    ///
    /// Within a leg time passes as the way does.
    func secondsLeft(alongMetres: Double) -> Double? {
        guard !legs.isEmpty else { return nil }
        var left = 0.0
        for index in legs.indices {
            let begin = along[legs[index].pointIndex]
            let end = index + 1 < legs.count ? along[legs[index + 1].pointIndex] : metres
            if alongMetres <= begin {
                left += legs[index].seconds
            } else if alongMetres < end {
                left += legs[index].seconds * (end - alongMetres) / (end - begin)
            }
        }
        return left
    }

    /// The places on the path that are nearer than those right before and behind them, the nearest first, at most `limit`.
    func matches(of point: Coordinate, limit: Int) -> [Match] {
        var best: [Match] = []
        let scale = LocalScale(latitude: point.latitude)
        var cameNearer = true
        // Points on one spot are one.
        for index in 1..<points.count where along[index] > along[index - 1] {
            let (match, share) = match(point, scale, from: index - 1)
            // A corner counts where the way there came nearer and the way on leads away.
            if share > 0 ? share < 1 || along[index] >= metres : cameNearer {
                RoutePath.insert(match, into: &best, limit: limit)
            }
            cameNearer = share >= 1
        }
        return best
    }

    /// The place nearest to a point on the piece that begins at one of the path's, and where on the piece: from 0 to 1.
    private func match(_ point: Coordinate, _ scale: LocalScale, from index: Int) -> (Match, share: Double) {
        // The point is the origin of a plane.
        let start = offset(points[index], from: point, scale)
        let end = offset(points[index + 1], from: point, scale)
        let (north, east) = (end.north - start.north, end.east - start.east)
        let squared = north * north + east * east
        let share = squared > 0 ? min(max(-(start.north * north + start.east * east) / squared, 0), 1) : 0
        let nearest = Offset(north: start.north + share * north, east: start.east + share * east)
        let metres = along[index] + share * (along[index + 1] - along[index])
        return (Match(alongMetres: metres, offMetres: nearest.length), share)
    }

    private func offset(_ point: Coordinate, from origin: Coordinate, _ scale: LocalScale) -> Offset {
        Offset(
            north: (point.latitude - origin.latitude) * scale.metresPerDegreeNorth,
            east: wrappedDegrees(point.longitude - origin.longitude) * scale.metresPerDegreeEast
        )
    }

    private static func insert(_ match: Match, into best: inout [Match], limit: Int) {
        // The last one makes room where there is none.
        if best.count < limit { best.append(match) } else if best[limit - 1].offMetres <= match.offMetres { return }
        var place = best.count - 1
        while place > 0, best[place - 1].offMetres > match.offMetres {
            best[place] = best[place - 1]
            place -= 1
        }
        best[place] = match
    }
}
