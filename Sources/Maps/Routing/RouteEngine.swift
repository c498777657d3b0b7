import Family
import FoundationEssentials
import HTTPClient
import Synchronization

/// A routing engine that is asked over HTTP: Valhalla or OSRM.
final class RouteEngine: Sendable {
    let address: String
    let clients: EngineClients
    private let kind: Mutex<FoundRoute.Engine?>

    /// The engine at an address such as `http://127.0.0.1:8002`, without a slash at the end.
    ///
    /// Where its kind is not known, the engine is asked at the first use.
    init(_ address: String, kind: FoundRoute.Engine? = nil) {
        self.address = address
        self.kind = Mutex(kind)
        let isLoopback = ["http://127.", "http://localhost", "http://[::1]"].contains { address.hasPrefix($0) }
        clients = EngineClients(isLoopback: isLoopback)
    }

    /// The way between two points.
    func route(
        from start: Coordinate,
        to end: Coordinate,
        by mode: TravelMode
    ) async throws(RoutingRefusal) -> FoundRoute {
        let kind = try await knownKind()
        guard kind == .valhalla || mode != .transit else { throw .noTransit }
        let request = kind == .valhalla ? valhallaRequest(start, end, mode) : osrmRequest(start, end, mode)
        guard let answer = await clients.answer(request) else { throw .unavailable }
        return try EngineAnswer.route(answer.body, by: kind)
    }

    /// Whether it answers at all.
    func answers() async -> Bool {
        await clients.answer(.get(address + "/status")) != nil
    }

    /// Valhalla says at `/status` which version it is; OSRM does not know the path.
    func knownKind() async throws(RoutingRefusal) -> FoundRoute.Engine {
        if let known = kind.withLock({ $0 }) { return known }
        guard let answer = await clients.answer(.get(address + "/status")) else { throw .unavailable }
        struct Status: Decodable {
            let version: String
        }
        // Whatever is not Valhalla's status is another engine's refusal.
        let status = try? JSONDecoder().decode(Status.self, from: Data(answer.body))
        let found: FoundRoute.Engine = answer.status == 200 && status != nil ? .valhalla : .osrm
        kind.withLock { $0 = found }
        return found
    }

    private func valhallaRequest(_ start: Coordinate, _ end: Coordinate, _ mode: TravelMode) -> OutgoingRequest {
        struct Question: Encodable {
            struct Location: Encodable {
                let lat, lon: Double
            }
            struct Departure: Encodable {
                let type = 0
            }
            let locations: [Location]
            let costing: String
            let format = "osrm"
            let units = "kilometers"
            // Words are our own, so that the engine need not make any.
            let directions = "maneuvers"
            let departure: Departure?

            enum CodingKeys: String, CodingKey {
                case locations, costing, format, units
                case directions = "directions_type"
                case departure = "date_time"
            }
        }
        let question = Question(
            locations: [start, end].map { Question.Location(lat: $0.latitude, lon: $0.longitude) },
            costing: mode.valhallaCosting,
            departure: mode == .transit ? Question.Departure() : nil
        )
        // Numbers on the globe and texts, which always encode.
        let body = (try? JSONEncoder().encode(question)).map { [UInt8]($0) } ?? []
        return OutgoingRequest(
            url: address + "/route",
            contentType: "application/json",
            authorization: .none,
            body: body
        )
    }

    private func osrmRequest(_ start: Coordinate, _ end: Coordinate, _ mode: TravelMode) -> OutgoingRequest {
        let profile =
            switch mode {
            case .walk, .transit: "foot"
            case .cycle: "bike"
            case .drive: "driving"
            }
        let points = [start, end].map { "\(rounded($0.longitude)),\(rounded($0.latitude))" }.joined(separator: ";")
        return .get("\(address)/route/v1/\(profile)/\(points)?overview=false&steps=true&geometries=polyline6")
    }

    /// A tenth of a metre is enough, and no number is written with an exponent.
    private func rounded(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1e6).rounded())
        let digits = String(abs(millionths) % 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        return "\(sign)\(abs(millionths) / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
