/// How far somebody has come on a route, by their fixes.
///
/// Where a route crosses or meets itself a fix alone does not say which part of it somebody is on, so a few answers are
/// kept with their cost: being off the path costs, and so does going back or faster than anybody would. The cheapest is
/// the answer; both costs have an end, so that who takes a short cut is found again after three or four fixes.
public struct RouteProgress: Sendable {
    /// What a fix says.
    public struct Reading: Hashable, Sendable {
        /// The fix's own time: what is read here is as old (F56).
        public var at: Timestamp
        public var travelledMetres: Double
        public var remainingMetres: Double
        /// By the route's own times; nil where nobody knows them.
        public var remainingSeconds: Double?
        /// From the path.
        public var offRouteMetres: Double
        public var hasArrived: Bool
    }

    static let answersMax = 8
    private static let offCostMax = 9.0
    private static let leapCostMax = 24.0
    private static let costMax = 60.0

    let path: RoutePath
    private let metresPerSecond: Double
    var answers: [RoutePath.Match]
    var at: Timestamp?

    /// Follows a path from its start, or from what `travelledMetres` says of an earlier reading.
    ///
    /// Without either, as when a page is opened on the way, the first fix says where somebody is.
    public init(_ path: RoutePath, travelledMetres: Double? = nil) {
        self.path = path
        metresPerSecond = path.duration.map { $0 > 0 ? path.metres / $0 : 0 } ?? 0
        answers = []
        guard let travelledMetres else { return }
        answers.append(RoutePath.Match(alongMetres: min(max(travelledMetres, 0), path.metres), offMetres: 0))
    }

    /// Takes a fix; one that is not newer than the last changes nothing, and is answered all the same.
    ///
    /// `accuracyMetres` is the radius that holds the true position 68 times in 100.
    public mutating func observe(_ point: Coordinate, accuracyMetres: Double?, at time: Timestamp) -> Reading {
        let error = max(10, min(accuracyMetres ?? 10, 500))
        var matches = path.matches(of: point, limit: Self.answersMax)
        guard let nearest = matches.first else { return reading(0, off: 0, error, at: time) }
        if let at, time <= at {
            for answer in answers where answer.cost == 0 {
                return reading(answer.alongMetres, off: nearest.offMetres, error, at: time)
            }
        }
        let seconds = at.map { time.seconds(since: $0) }
        var best = 0
        for index in matches.indices {
            let off = matches[index].offMetres / error
            let cost = min(off * off / 2, Self.offCostMax) + cheapest(to: matches[index].alongMetres, seconds, error)
            matches[index].cost = cost
            if cost < matches[best].cost { best = index }
        }
        let (least, along, off) = (matches[best].cost, matches[best].alongMetres, matches[best].offMetres)
        // What is kept of the costs is how much worse than the best they are.
        for index in matches.indices { matches[index].cost = min(matches[index].cost - least, Self.costMax) }
        (answers, at) = (matches, time)
        return reading(along, off: off, error, at: time)
    }

    private func cheapest(to alongMetres: Double, _ seconds: Double?, _ error: Double) -> Double {
        // At the beginning earlier parts are likelier than later ones, if only a little.
        guard !answers.isEmpty else { return 4 * alongMetres / max(path.metres, 1) }
        var least = Double.infinity
        for answer in answers {
            least = min(least, answer.cost + leapCost(alongMetres - answer.alongMetres, seconds, error))
        }
        return least
    }

    /// What it costs to believe that somebody advanced so far in this time.
    private func leapCost(_ advance: Double, _ seconds: Double?, _ error: Double) -> Double {
        let slack = 2 * error + 10
        // Without a time before it, as after a hint, nothing is known of the pace.
        let seconds = seconds ?? 0
        let usual = metresPerSecond * seconds
        let most = max(8, 3 * metresPerSecond) * seconds
        let excess = advance < 0 ? -advance - slack : advance - most - slack
        let leap = excess > 0 ? excess / (20 + error) : 0
        let strange = (advance - usual) / (usual + 4 * error + 50)
        return min(leap * leap + min(strange * strange, 1), Self.leapCostMax)
    }

    private func reading(_ along: Double, off: Double, _ error: Double, at time: Timestamp) -> Reading {
        let remaining = max(0, path.metres - along)
        let near = max(25, min(error, 60))
        return Reading(
            at: time,
            travelledMetres: along,
            remainingMetres: remaining,
            remainingSeconds: path.secondsLeft(alongMetres: along),
            offRouteMetres: off,
            hasArrived: remaining <= near && off <= near
        )
    }
}
