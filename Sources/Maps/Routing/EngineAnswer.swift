import Family
import PhoneProtocols

/// What an engine answers: OSRM's layout, which Valhalla writes too when it is asked for `format=osrm`.
///
/// Most of it says what each crossing looks like, which nobody here asks for: it is passed over, never kept.
package struct EngineAnswer {
    struct Route {
        var distance, duration: Double
        /// Of all legs.
        var steps: [Step]
    }
    struct Step {
        var maneuver: Maneuver
        var name, ref, mode: String?
        var distance, duration: Double
        var line: [Coordinate]
    }
    struct Maneuver {
        var type: String
        var modifier: String?
        var exit: Int?
        /// In degrees, of the way after it.
        var bearing: Double?
    }

    /// "Ok", or what is wrong.
    var code: String?
    /// Valhalla's own number of what is wrong.
    var errorCode: Int?
    /// The first of them; nil where there is none, or it cannot be read.
    var route: Route?
    /// From each point that was asked for to its street.
    var metresToStreets: [Double] = []

    /// A place further than this from any street has none near.
    private static let nearMetres = 2_000.0

    /// The way in an answer's body.
    ///
    /// - Throws: what the engine says, or `.unavailable` where that makes no sense.
    package static func route(_ body: [UInt8], by engine: FoundRoute.Engine) throws(RoutingRefusal) -> FoundRoute {
        guard let answer = EngineAnswer(body) else { throw .unavailable }
        if let refusal = answer.refusal { throw refusal }
        if answer.metresToStreets.contains(where: { $0 > nearMetres }) { throw .nothingNear }
        guard let route = answer.route, let way = way(route.steps), route.distance >= 0, route.duration >= 0
        else { throw .unavailable }
        return FoundRoute(
            engine: engine,
            distanceMetres: route.distance,
            durationSeconds: route.duration,
            line: way.line,
            steps: way.steps
        )
    }

    private var refusal: RoutingRefusal? {
        switch (code, errorCode) {
        case ("Ok", _): nil
        case ("NoRoute", _), (_, 442): .noWay
        case ("NoSegment", _), (_, 171): .nothingNear
        case ("DistanceExceeded", _), ("TooBig", _), (_, 154): .tooFar
        default: .unavailable
        }
    }

    /// The line of all steps, each of which begins where the one before ended.
    private static func way(_ engineSteps: [Step]) -> (line: [Coordinate], steps: [RouteStep])? {
        var line: [Coordinate] = []
        var steps: [RouteStep] = []
        for step in engineSteps {
            guard !step.line.isEmpty else { return nil }
            let joins = line.last == step.line.first
            line += step.line.dropFirst(joins ? 1 : 0)
            let start = line.count - step.line.count
            // Leaving a roundabout is part of having entered it.
            if step.isExit, let last = steps.indices.last {
                steps[last].distanceMetres += step.distance
                steps[last].durationSeconds += step.duration
                continue
            }
            steps.append(RouteStep(step, lineIndex: start))
        }
        // Somebody who is there already has one point.
        if line.count == 1 { line.append(line[0]) }
        return line.count < 2 ? nil : (line, steps)
    }
}
