import Family
import FoundationEssentials

/// What an engine answers: OSRM's layout, which Valhalla writes too when it is asked for `format=osrm`.
package struct EngineAnswer: Decodable {
    struct Route: Decodable {
        let distance, duration: Double
        let legs: [Leg]
    }
    struct Leg: Decodable {
        let steps: [Step]
    }
    struct Step: Decodable {
        let maneuver: Maneuver
        let name, ref, rotaryName, mode: String?
        let distance, duration: Double
        let geometry: String

        enum CodingKeys: String, CodingKey {
            case maneuver, name, ref, mode, distance, duration, geometry
            case rotaryName = "rotary_name"
        }
    }
    struct Maneuver: Decodable {
        let type: String
        let modifier: String?
        let exit: Int?
        let bearing: Double?

        enum CodingKeys: String, CodingKey {
            case type, modifier, exit
            case bearing = "bearing_after"
        }
    }
    struct Waypoint: Decodable {
        /// From the point that was asked for to the street.
        let distance: Double?
    }

    /// "Ok", or what is wrong.
    let code: String?
    /// Valhalla's own number of what is wrong.
    let errorCode: Int?
    let routes: [Route]?
    let waypoints: [Waypoint]?

    enum CodingKeys: String, CodingKey {
        case code, routes, waypoints
        case errorCode = "error_code"
    }

    /// A place further than this from any street has none near.
    private static let nearMetres = 2_000.0

    /// The way in an answer's body.
    ///
    /// - Throws: what the engine says, or `.unavailable` where that makes no sense.
    package static func route(_ body: [UInt8], by engine: FoundRoute.Engine) throws(RoutingRefusal) -> FoundRoute {
        let answer: EngineAnswer
        do {
            answer = try JSONDecoder().decode(EngineAnswer.self, from: Data(body))
        } catch {
            throw .unavailable
        }
        if let refusal = answer.refusal { throw refusal }
        if (answer.waypoints ?? []).contains(where: { ($0.distance ?? 0) > nearMetres }) { throw .nothingNear }
        guard let route = answer.routes?.first, let way = way(route.legs), route.distance >= 0, route.duration >= 0
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
    private static func way(_ legs: [Leg]) -> (line: [Coordinate], steps: [RouteStep])? {
        var line: [Coordinate] = []
        var steps: [RouteStep] = []
        for step in legs.flatMap(\.steps) {
            guard let piece = decodedPolyline(step.geometry), !piece.isEmpty else { return nil }
            let joins = line.last == piece.first
            line += piece.dropFirst(joins ? 1 : 0)
            let start = line.count - piece.count
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
