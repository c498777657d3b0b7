import API
import Family
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    /// The places that a text means; nothing of the question is kept or logged.
    func search(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try checkSearchBudget(of: caller)
        let body = try JSON.read(SearchQuestionBody.self, from: request)
        guard (1...200).contains(body.text.utf16.count), body.text.contains(where: { !$0.isWhitespace }) else {
            throw Problem.invalid("text", "Search for 1 to 200 characters.")
        }
        let limit = body.limit ?? 10
        guard (1...20).contains(limit) else { throw Problem.invalid("limit", "Enter a limit of 1 to 20.") }
        let near = try body.near?.checked("near")
        let found = try await atlas.search(body.text, near: near, limit: limit)
        return .json(FoundPlacesBody(items: found.map(FoundPlacesBody.Place.init)))
    }

    /// What is at a point; nothing of the question is kept or logged.
    func reverse(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try checkSearchBudget(of: caller)
        let body = try JSON.read(ReverseQuestionBody.self, from: request)
        let found = try await atlas.reverse(try body.at.checked("at"))
        return .json(
            PointAddressBody(
                name: found.name,
                street: found.street,
                houseNumber: found.houseNumber,
                area: found.area
            )
        )
    }

    private func checkSearchBudget(of caller: AuthenticatedSession) throws(Problem) {
        if let seconds = searchBudget.retryAfterSeconds(caller.member, now: hub.outside.now()) {
            throw Problem.tooManyRequests.retry(afterSeconds: seconds)
        }
    }
}

extension FoundPlacesBody.Place {
    fileprivate init(_ place: FoundPlace) {
        self.init(
            name: place.name,
            address: place.address,
            kind: place.kind.rawValue,
            latitude: place.point.latitude,
            longitude: place.point.longitude
        )
    }
}
