import API
import Family
import HTTP
import Hub
import Languages
import Maps
import PhoneProtocols

extension HubService {
    /// A way between two points, which nobody outside learns of; the straight line where no engine answers (F56).
    func findRoute(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        if let seconds = routeBudget.retryAfterSeconds(caller.member, now: hub.outside.now()) {
            throw Problem.tooManyRequests.retry(afterSeconds: seconds)
        }
        let body = try JSON.read(RouteQuestionBody.self, from: request)
        let start = try body.from.checked("from")
        let end = try body.to.checked("to")
        let route = try await atlas.route(from: start, to: end, by: body.mode.mode)
        return Response(200, [.json, .noStore], body: route.json(at: hub.outside.now()))
    }
}

extension PointBody {
    /// The point, where it lies on the globe.
    func checked(_ field: String) throws(Problem) -> Coordinate {
        guard let coordinate else {
            throw .invalid(field, "Latitude is -90 to 90 and longitude -180 to 180 degrees.")
        }
        return coordinate
    }
}

extension FoundRoute {
    /// The bytes of a ``RouteBody``.
    ///
    /// Written straight away: the encoder, which makes an object of each number, takes most of a millisecond for a line
    /// of some hundred points.
    fileprivate func json(at now: Timestamp) -> [UInt8] {
        var body = JSONWriter()
        body.object { body in
            body.text("at", now.text)
            body.number("distanceMetres", distanceMetres, decimals: 1)
            if let durationSeconds { body.number("durationSeconds", durationSeconds, decimals: 1) }
            body.text("engine", engine.rawValue)
            body.array("line") { line in
                for point in self.line {
                    line.array { pair in
                        pair.number(nil, point.longitude, decimals: 7)
                        pair.number(nil, point.latitude, decimals: 7)
                    }
                }
            }
            body.array("steps") { steps in
                for step in self.steps { steps.object { $0.write(step) } }
            }
        }
        return body.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ step: RouteStep) {
        number("distanceMetres", step.distanceMetres, decimals: 1)
        number("durationSeconds", step.durationSeconds, decimals: 1)
        number("lineIndex", Int64(step.lineIndex))
        if let street = step.street { text("street", street) }
        text("text", step.text)
        text("turn", step.turn.rawValue)
    }
}
