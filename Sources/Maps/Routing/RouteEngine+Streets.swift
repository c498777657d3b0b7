import Family
import FoundationEssentials
import HTTPClient

extension RouteEngine {
    /// The line along the streets that a trace led along; nil where none fits.
    ///
    /// - Throws: `.unavailable` where the engine does not answer, or is none that matches traces.
    func streets(along trace: StreetTrace) async throws(RoutingRefusal) -> [Coordinate]? {
        guard try await knownKind() == .valhalla else { throw .unavailable }
        // Numbers on the globe and texts, which always encode.
        let body = (try? JSONEncoder().encode(TraceQuestion(trace))).map { [UInt8]($0) } ?? []
        let request = OutgoingRequest(
            url: address + "/trace_route",
            contentType: "application/json",
            authorization: .none,
            body: body
        )
        guard let answer = await clients.answer(request), answer.status < 500 else { throw .unavailable }
        // What it cannot match at all it refuses with words of its own.
        guard answer.status == 200, let match = try? JSONDecoder().decode(TraceAnswer.self, from: Data(answer.body))
        else {
            return nil
        }
        return match.line(along: trace)
    }
}

/// What Valhalla is asked about a trace.
private struct TraceQuestion: Encodable {
    struct Point: Encodable {
        let lat, lon: Double
    }
    struct Options: Encodable {
        /// Metres.
        let accuracy, radius: Double

        enum CodingKeys: String, CodingKey {
            case accuracy = "gps_accuracy"
            case radius = "search_radius"
        }
    }

    let shape: [Point]
    let costing: String
    let options: Options
    let match = "map_snap"
    let format = "osrm"
    let directions = "none"

    enum CodingKeys: String, CodingKey {
        case shape, costing, format
        case options = "trace_options"
        case match = "shape_match"
        case directions = "directions_type"
    }

    init(_ trace: StreetTrace) {
        shape = trace.points.map { Point(lat: $0.coordinate.latitude, lon: $0.coordinate.longitude) }
        costing = trace.mode.valhallaCosting
        let accuracy = min(max(trace.accuracyMetres, 5), 100)
        options = Options(accuracy: accuracy, radius: min(max(3 * accuracy, 50), 100))
    }
}

/// What it answers, in OSRM's layout.
private struct TraceAnswer: Decodable {
    struct Matching: Decodable {
        let distance: Double
        let geometry: String
    }
    struct Point: Decodable {
        /// From the point that was asked for to its street.
        let distance: Double
    }

    let matchings: [Matching]
    let tracepoints: [Point?]

    /// The line, where it is one from the first point to the last and fits them.
    func line(along trace: StreetTrace) -> [Coordinate]? {
        // Where it falls into pieces, part of the way led over no street.
        guard matchings.count == 1, let line = decodedPolyline(Array(matchings[0].geometry.utf8)), line.count > 1,
            trace.isToldBy(metres: matchings[0].distance, offsets: tracepoints.compactMap { $0?.distance })
        else { return nil }
        return line
    }
}

extension TravelMode {
    /// Valhalla's word for it.
    var valhallaCosting: String {
        switch self {
        case .walk: "pedestrian"
        case .cycle: "bicycle"
        case .drive: "auto"
        case .transit: "multimodal"
        }
    }
}
