import Family
import FoundationEssentials
import HTTPClient
import PhoneProtocols
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
        var question = JSONWriter()
        question.object { question in
            question.array("locations") { locations in
                for point in [start, end] {
                    locations.object { location in
                        location.number("lat", point.latitude, decimals: 7)
                        location.number("lon", point.longitude, decimals: 7)
                    }
                }
            }
            question.text("costing", mode.valhallaCosting)
            question.text("format", "osrm")
            question.text("units", "kilometers")
            // Words are our own, so that the engine need not make any.
            question.text("directions_type", "maneuvers")
            if mode == .transit { question.object("date_time") { $0.number("type", 0) } }
        }
        return OutgoingRequest(
            url: address + "/route",
            contentType: "application/json",
            authorization: .none,
            body: question.bytes
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
