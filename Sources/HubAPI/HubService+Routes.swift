import API
import HTTP

extension HubService {
    /// Does what a route says; handlers are grouped as the folders are.
    func perform(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .verify, .register, .logIn, .sessions, .endSession, .renewProof, .startRecovery, .setPassword, .recovery,
            .cancelRecovery, .verifyPhone, .setPhone, .undoPhoneChange, .verifyMail, .setMail, .removeMail:
            try await performGettingIn(route, request)
        case .notices, .removeNotice, .watches, .setWatch, .push, .setPush, .removePush, .tryPush, .notePushShown:
            try await performTelling(route, request)
        case .security, .makeChallenge, .addPasskey, .renamePasskey, .removePasskey, .setUpAuthenticator,
            .confirmAuthenticator, .removeAuthenticator, .makeRecoveryCodes:
            try await performSecurity(route, request)
        case .families, .changeFamily, .addChild, .changeFamilyMember, .leaveFamily, .childSeers, .addChildSeer,
            .hiddenHours, .setHiddenHours, .addLogInLink, .addInvite, .revokeInvite, .viewInvite, .joinFamily:
            try await performFamilies(route, request)
        case .phoneRegions: try phoneRegions(request)
        case .readPhoneNumber: try readPhoneNumber(request)
        case .me, .changeMe, .setPicture, .removePicture, .shown, .setShown, .leave, .export, .retention,
            .setRetention:
            try await performMine(route, request)
        case .history, .historySpans, .removeHistory, .addImport, .addToImport, .importState:
            try await performHistory(route, request)
        case .places, .addPlace, .place, .changePlace, .removePlace: try await performPlaces(route, request)
        case .devices, .addDevice, .changeDevice, .revokeDevice, .renewDevice, .childDevices, .addChildDevice,
            .changeChildDevice, .revokeChildDevice, .renewChildDevice:
            try await performDevices(route, request)
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
        case .basemapStyle, .basemapTile, .findRoute, .search, .reverse, .regions, .removeRegion, .sendExtract,
            .giveUpExtract:
            try await performMaps(route, request)
        case .safety(let route): try await performSafety(route, request)
        case .wallet(let route): try await performWallet(route, request)
        case .familyMoney(let route): try await performFamilyMoney(route, request)
        case .missions, .store: try await performRewards(route, request)
        case .metrics: try await metrics(request)
        case .keeper: try await keeperView(request)
        case .ready: try await ready()
        case .health: .health
        case .openAPI: .openAPI
        case .ingest: throw Problem.notFound
        }
    }

    /// Circles on the map with a name.
    private func performPlaces(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .places: try await places(request)
        case .addPlace: try await addPlace(request)
        case .place(let id): try await place(id, request)
        case .changePlace(let id): try await changePlace(id, request)
        case .removePlace(let id): try await removePlace(id, request)
        default: throw Problem.notFound
        }
    }

    /// The phones that report for the one who asks, or for a child in their care.
    private func performDevices(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .devices: try await devices(request)
        case .addDevice: try await addDevice(request)
        case .changeDevice(let id): try await changeDevice(id, request)
        case .revokeDevice(let id): try await revokeDevice(id, request)
        case .renewDevice(let id): try await renewDevice(id, request)
        case .childDevices(let id, let child): try await childDevices(id, child, request)
        case .addChildDevice(let id, let child): try await addChildDevice(id, child, request)
        case .changeChildDevice(let id, let child, let device):
            try await changeChildDevice(id, child, device, request)
        case .revokeChildDevice(let id, let child, let device):
            try await revokeChildDevice(id, child, device, request)
        case .renewChildDevice(let id, let child, let device):
            try await renewChildDevice(id, child, device, request)
        default: throw Problem.notFound
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

    /// The world around the family, and where the hub knows it from.
    private func performMaps(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .basemapStyle: try await basemapStyle(request)
        case .basemapTile(let zoom, let column, let row): try await basemapTile(zoom, column, row, request)
        case .findRoute: try await findRoute(request)
        case .search: try await search(request)
        case .reverse: try await reverse(request)
        case .regions: try await regions(request)
        case .removeRegion(let name): try await removeRegion(name, request)
        case .sendExtract(let name): try await sendExtract(name, request)
        case .giveUpExtract(let name): try await giveUpExtract(name, request)
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

    /// What members are told, also while no page is open.
    private func performTelling(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .notices: try await notices(request)
        case .removeNotice(let id): try await removeNotice(id, request)
        case .watches: try await watches(request)
        case .setWatch: try await setWatch(request)
        case .push: try await push(request)
        case .setPush: try await setPush(request)
        case .removePush: try await removePush(request)
        case .tryPush: try await tryPush(request)
        case .notePushShown: try await notePushShown(request)
        default: throw Problem.notFound
        }
    }

    /// What the hub keeps of the one who asks, and what they do with it.
    private func performMine(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .me: try await me(request)
        case .changeMe: try await changeMe(request)
        case .setPicture: try await setPicture(request)
        case .removePicture: try await removePicture(request)
        case .shown: try await shown(request)
        case .setShown: try await setShown(request)
        case .leave: try await leave(request)
        case .export: try await export(request)
        case .retention: try await retention(request)
        case .setRetention: try await setRetention(request)
        default: throw Problem.notFound
        }
    }

    /// A member's own past.
    private func performHistory(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .history: try await history(request)
        case .historySpans: try await historySpans(request)
        case .removeHistory: try await removeHistory(request)
        case .addImport: try await addImport(request)
        case .addToImport(let id): try await addToImport(id, request)
        case .importState(let id): try await importState(id, request)
        default: throw Problem.notFound
        }
    }

    /// What somebody does to get in.
    private func performGettingIn(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .verify: try await verify(request)
        case .register: try await register(request)
        case .logIn: try await logIn(request)
        case .setPassword: try await setPassword(request)
        case .recovery: try await recovery(request)
        case .cancelRecovery: try await cancelRecovery(request)
        case .startRecovery: try await startRecovery(request)
        case .verifyPhone: try await verifyPhone(request)
        case .setPhone: try await setPhone(request)
        case .undoPhoneChange: try await undoPhoneChange(request)
        case .verifyMail: try await verifyMail(request)
        case .setMail: try await setMail(request)
        case .removeMail: try await removeMail(request)
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
            .addChildSeer, .hiddenHours, .setHiddenHours, .addLogInLink, .addInvite, .revokeInvite,
            .importState, .addToImport, .renewDevice, .childDevices, .addChildDevice, .changeChildDevice,
            .revokeChildDevice, .renewChildDevice:
            true
        case .wallet(let route): route.namesObject
        case .familyMoney(let route): route != .statements
        case .missions(let route): route.namesObject
        case .store(let route): route.namesObject
        default: false
        }
    }
}
