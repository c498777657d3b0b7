import API
import Family
import FoundationEssentials
import HTTP
import Hub

extension HubService {
    /// Lists whom a demo lets in: an empty list on every other hub, and for a browser that is not in front of this machine.
    func demoPeople(_ origin: RequestOrigin, _ request: Request) throws -> Response {
        .json(ListBody(items: invited(request).map(DemoPersonBody.init)))
    }

    /// Logs a visitor of a demo in as one of its people.
    func enterDemo(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let people = invited(request)
        // A browser says from which page a request comes. Behind a proxy that says nothing, and calls the hub by a name
        // of this machine, that page has another address than the one that is asked.
        guard request.isFromOwnOrigin else { throw Problem.notFound }
        let body = try JSON.read(EnterDemoBody.self, from: request)
        guard people.contains(where: { $0.member == body.member }) else { throw Problem.notFound }
        // A visitor may have deleted them.
        let profile = try await hub.profile(body.member)
        guard !profile.disabled else { throw Problem.notFound }
        return try await loggedIn(try await hub.addSession(for: body.member), origin, request)
    }

    /// Whom the door lets in; empty wherever it is not there, so that no answer tells a demo from a hub.
    ///
    /// A page of another site that has its own name lead to this machine still calls the hub by that name, which is none
    /// of this machine's. A proxy that says nothing of itself passes on where the browser says the request comes from; a
    /// program that says nothing of that is no browser with the demo's page (S61).
    private func invited(_ request: Request) -> [DemoDoor.Person] {
        let isOwnPage = request.headers["Sec-Fetch-Site"] == "same-origin"
        guard let people = demo?.people, request.isPlainAtHome, isOwnPage else { return [] }
        return people
    }
}

extension DemoPersonBody {
    fileprivate init(_ person: DemoDoor.Person) {
        self.init(
            member: person.member,
            name: person.name,
            colour: person.colour,
            summary: person.summary,
            pin: person.pin,
            picture: person.jpeg.map { "data:image/jpeg;base64," + Data($0).base64EncodedString() }
        )
    }
}
