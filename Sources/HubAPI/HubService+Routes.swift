import API
import HTTP

extension HubService {
    /// Does what a route says; handlers are grouped as the folders are.
    func perform(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .verify, .register, .logIn, .sessions, .endSession, .renewProof, .startRecovery, .setPassword, .recovery,
            .cancelRecovery, .notices, .removeNotice:
            try await performGettingIn(route, request)
        case .security, .makeChallenge, .addPasskey, .renamePasskey, .removePasskey, .setUpAuthenticator,
            .confirmAuthenticator, .removeAuthenticator, .makeRecoveryCodes:
            try await performSecurity(route, request)
        case .families, .changeFamily, .addChild, .changeFamilyMember, .leaveFamily, .childSeers,
            .addChildSeer, .hiddenHours, .setHiddenHours, .addLogInLink, .addInvite,
            .revokeInvite, .viewInvite, .joinFamily:
            try await performFamilies(route, request)
        case .phoneRegions: try phoneRegions(request)
        case .readPhoneNumber: try readPhoneNumber(request)
        case .me: try await me(request)
        case .changeMe: try await changeMe(request)
        case .leave, .export, .retention, .setRetention: try await performLeaving(route, request)
        case .setPicture: try await setPicture(request)
        case .removePicture: try await removePicture(request)
        case .shown: try await shown(request)
        case .setShown: try await setShown(request)
        case .places: try await places(request)
        case .addPlace: try await addPlace(request)
        case .place(let id): try await place(id, request)
        case .changePlace(let id): try await changePlace(id, request)
        case .removePlace(let id): try await removePlace(id, request)
        case .devices: try await devices(request)
        case .addDevice: try await addDevice(request)
        case .changeDevice(let id): try await changeDevice(id, request)
        case .revokeDevice(let id): try await revokeDevice(id, request)
        case .looks, .sharing, .changeSharing, .stopSharing, .setPause, .endPause, .requests, .ask, .acceptRequest,
            .removeRequest, .setConnectCode, .connections, .connect, .changeConnection, .endConnection:
            try await performSharing(route, request)
        case .presence: try await presence(request)
        case .clock, .setClock, .clockLinks, .addClockLink, .removeClockLink, .clockSVG, .clockJSON:
            try await performClock(route, request)
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

    /// The clock and the links to it.
    private func performClock(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .clock: try await clock(request)
        case .setClock: try await setClock(request)
        case .clockLinks: try await clockLinks(request)
        case .addClockLink: try await addClockLink(request)
        case .removeClockLink(let id): try await removeClockLink(id, request)
        case .clockSVG: try await clockSVG(request)
        case .clockJSON: try await clockJSON(request)
        default: throw Problem.notFound
        }
    }

    /// Who belongs together, and how somebody joins.
    private func performFamilies(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .families: try await families(request)
        case .changeFamily(let id): try await changeFamily(id, request)
        case .addChild(let id): try await addChild(id, request)
        case .changeFamilyMember(let id, let member): try await changeFamilyMember(id, member, request)
        case .leaveFamily(let id, let member): try await leaveFamily(id, member, request)
        case .childSeers(let id, let member): try await childSeers(id, member, request)
        case .addChildSeer(let id, let member): try await addChildSeer(id, member, request)
        case .hiddenHours(let id, let member): try await hiddenHours(id, member, request)
        case .setHiddenHours(let id, let member): try await setHiddenHours(id, member, request)
        case .addLogInLink(let id, let member): try await addLogInLink(id, member, request)
        case .addInvite(let id): try await addInvite(id, request)
        case .revokeInvite(let id, let invite): try await revokeInvite(id, invite, request)
        case .viewInvite: try await viewInvite(request)
        case .joinFamily: try await joinFamily(request)
        default: throw Problem.notFound
        }
    }

    /// What keeps sharing in its subject's hands.
    private func performSharing(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .setConnectCode: try await setConnectCode(request)
        case .connections: try await connections(request)
        case .connect: try await connect(request)
        case .changeConnection(let id): try await changeConnection(id, request)
        case .endConnection(let id): try await endConnection(id, request)
        case .looks: try await looks(request)
        case .sharing: try await sharing(request)
        case .changeSharing: try await changeSharing(request)
        case .stopSharing: try await stopSharing(request)
        case .setPause: try await setPause(request)
        case .endPause: try await endPause(request)
        case .requests: try await requests(request)
        case .ask: try await ask(request)
        case .acceptRequest(let id): try await acceptRequest(id, request)
        case .removeRequest(let id): try await removeRequest(id, request)
        default: throw Problem.notFound
        }
    }

    /// What members do with what the hub keeps of them.
    private func performLeaving(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .leave: try await leave(request)
        case .export: try await export(request)
        case .retention: try await retention(request)
        case .setRetention: try await setRetention(request)
        default: throw Problem.notFound
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
        case .renewProof: try await renewProof(request)
        default: throw Problem.notFound
        }
    }

    /// What makes an account harder to take.
    private func performSecurity(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .security: try await security(request)
        case .makeChallenge: try await makeChallenge(request)
        case .addPasskey: try await addPasskey(request)
        case .renamePasskey(let id): try await renamePasskey(id, request)
        case .removePasskey(let id): try await removePasskey(id, request)
        case .setUpAuthenticator: try await setUpAuthenticator(request)
        case .confirmAuthenticator: try await confirmAuthenticator(request)
        case .removeAuthenticator: try await removeAuthenticator(request)
        case .makeRecoveryCodes: try await makeRecoveryCodes(request)
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
            .changeDevice, .revokeDevice, .removeClockLink, .picture, .track, .day, .acceptRequest, .removeRequest,
            .renamePasskey, .removePasskey, .changeFamily, .addChild, .changeFamilyMember, .leaveFamily, .childSeers,
            .addChildSeer, .hiddenHours, .setHiddenHours, .addLogInLink, .addInvite, .revokeInvite:
            true
        default: false
        }
    }
}
