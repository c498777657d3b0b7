import API
import Family
import HTTP
import Hub
import Maps

extension HubService {
    /// A way between two points, which nobody outside learns of; the straight line where no engine answers (F56).
    func findRoute(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        if let seconds = routeBudget.secondsToWait(visitor.member, now: hub.outside.now()) {
            throw Problem.tooManyRequests.retry(afterSeconds: seconds)
        }
        let body = try JSON.read(RouteQuestionBody.self, from: request)
        let start = try body.from.checked("from")
        let end = try body.to.checked("to")
        let route = try await atlas.route(from: start, to: end, by: body.mode.mode)
        return .json(RouteBody(route, at: hub.outside.now()))
    }

}

extension PointBody {
    /// The point, where it lies on the globe.
    func checked(_ field: String) throws(Problem) -> Coordinate {
        guard let coordinate else {
            throw .invalid(field, "A point lies at a latitude of -90 to 90 and a longitude of -180 to 180 degrees.")
        }
        return coordinate
    }
}

extension RouteBody {
    fileprivate init(_ route: FoundRoute, at now: Timestamp) {
        self.init(
            distanceMetres: tenth(route.distanceMetres),
            durationSeconds: route.durationSeconds.map(tenth),
            line: route.line.map { [$0.longitude, $0.latitude] },
            steps: route.steps.map { step in
                Step(
                    turn: step.turn.rawValue,
                    text: step.text,
                    street: step.street,
                    distanceMetres: tenth(step.distanceMetres),
                    durationSeconds: tenth(step.durationSeconds),
                    lineIndex: step.lineIndex
                )
            },
            engine: route.engine.rawValue,
            at: now
        )
    }
}

/// To a tenth: more digits would only look exact.
private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
