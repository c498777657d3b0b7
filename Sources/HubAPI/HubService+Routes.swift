import API
import HTTP

extension HubService {
    /// Does what a route says; handlers are grouped as the folders are.
    func perform(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .verify, .register, .logIn, .sessions, .endSession, .startRecovery, .setPassword, .recovery,
            .cancelRecovery, .notices, .removeNotice:
            try await performGettingIn(route, request)
        case .phoneRegions: try phoneRegions(request)
        case .readPhoneNumber: try readPhoneNumber(request)
        case .me: try await me(request)
        case .changeMe: try await changeMe(request)
        case .setPicture: try await setPicture(request)
        case .removePicture: try await removePicture(request)
        case .setConnectCode: try await setConnectCode(request)
        case .shown: try await shown(request)
        case .setShown: try await setShown(request)
        case .connections: try await connections(request)
        case .connect: try await connect(request)
        case .changeConnection(let id): try await changeConnection(id, request)
        case .endConnection(let id): try await endConnection(id, request)
        case .places: try await places(request)
        case .addPlace: try await addPlace(request)
        case .place(let id): try await place(id, request)
        case .changePlace(let id): try await changePlace(id, request)
        case .removePlace(let id): try await removePlace(id, request)
        case .devices: try await devices(request)
        case .addDevice: try await addDevice(request)
        case .changeDevice(let id): try await changeDevice(id, request)
        case .revokeDevice(let id): try await revokeDevice(id, request)
        case .presence: try await presence(request)
        case .clock: try await clock(request)
        case .setClock: try await setClock(request)
        case .clockLinks: try await clockLinks(request)
        case .addClockLink: try await addClockLink(request)
        case .removeClockLink(let id): try await removeClockLink(id, request)
        case .clockSVG: try await clockSVG(request)
        case .clockJSON: try await clockJSON(request)
        case .picture(let member): try await picture(member, request)
        case .day(let member): try await day(member, request)
        case .track(let member): try await track(member, request)
        case .events: try await events(request)
        case .addFixes: try await addFixes(request)
        case .basemapStyle: try await basemapStyle(request)
        case .basemapTile(let zoom, let column, let row): try await basemapTile(zoom, column, row, request)
        case .metrics: try await metrics(request)
        case .ready: try await ready()
        case .health: .health
        case .openAPI: .openAPI
        case .ingest: throw Problem.notFound
        }
    }

    /// What somebody does to get in, and what members are told of it.
    private func performGettingIn(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .verify: try await verify(request)
        case .register: try await register(request)
        case .logIn: try await logIn(request)
        case .setPassword: try await setPassword(request)
        case .recovery: try await recovery(request)
        case .cancelRecovery: try await cancelRecovery(request)
        case .startRecovery: try await startRecovery(request)
        case .notices: try await notices(request)
        case .removeNotice(let id): try await removeNotice(id, request)
        case .sessions: try await sessions(request)
        case .endSession(let reference): try await endSession(reference, request)
        default: throw Problem.notFound
        }
    }
}

extension Response {
    /// A body of the API, for this one asker.
    static func json(_ body: some Encodable, status: Int = 200) -> Response {
        Response(status, [.json, .noStore], body: JSON.bytes(body))
    }

    /// Done, and nothing to say.
    static let done = Response(204, [.noStore])
}

extension Route {
    /// Whether it names one thing, or one person, that may be somebody else's.
    var namesObject: Bool {
        switch self {
        case .endSession(.id), .removeNotice, .changeConnection, .endConnection, .place, .changePlace, .removePlace,
            .changeDevice, .revokeDevice, .removeClockLink, .picture, .track, .day:
            true
        default: false
        }
    }
}
