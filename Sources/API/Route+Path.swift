import Family

extension Route {
    static let root = "/api/v1"

    /// The method and path that a client sends for this route, without a query.
    public var methodAndPath: (method: String, path: String) {
        switch self {
        case .verify: ("POST", "\(Self.root)/verifications")
        case .register: ("POST", "\(Self.root)/members")
        case .logIn: ("POST", "\(Self.root)/sessions")
        case .demoPeople: ("GET", "\(Self.root)/demo")
        case .enterDemo: ("POST", "\(Self.root)/demo")
        case .sessionState: ("GET", "\(Self.root)/session")
        case .sessions: ("GET", "\(Self.root)/sessions")
        case .endSession(.current): ("DELETE", "\(Self.root)/sessions/current")
        case .endSession(.id(let id)): ("DELETE", "\(Self.root)/sessions/\(id.text)")
        case .renewProof: ("POST", "\(Self.root)/sessions/current/proof")
        case .phoneRegions: ("GET", "\(Self.root)/phone-numbers")
        case .readPhoneNumber: ("POST", "\(Self.root)/phone-numbers")
        case .me: ("GET", "\(Self.root)/me")
        case .changeMe: ("PATCH", "\(Self.root)/me")
        case .leave: ("DELETE", "\(Self.root)/me")
        case .export: ("GET", "\(Self.root)/me/export")
        case .retention: ("GET", "\(Self.root)/me/retention")
        case .setRetention: ("PUT", "\(Self.root)/me/retention")
        case .history: ("GET", "\(Self.root)/me/history")
        case .historySpans: ("GET", "\(Self.root)/me/history/spans")
        case .removeHistory: ("DELETE", "\(Self.root)/me/history")
        case .addImport: ("POST", "\(Self.root)/me/imports")
        case .addToImport(let id): ("PUT", "\(Self.root)/me/imports/\(id.text)")
        case .importState(let id): ("GET", "\(Self.root)/me/imports/\(id.text)")
        case .verifyPhone: ("POST", "\(Self.root)/me/phone")
        case .setPhone: ("PUT", "\(Self.root)/me/phone")
        case .verifyMail: ("POST", "\(Self.root)/me/mail")
        case .setMail: ("PUT", "\(Self.root)/me/mail")
        case .removeMail: ("DELETE", "\(Self.root)/me/mail")
        case .undoPhoneChange: ("DELETE", "\(Self.root)/me/phone-change")
        case .setPassword: ("PUT", "\(Self.root)/me/password")
        case .recovery: ("GET", "\(Self.root)/me/recovery")
        case .cancelRecovery: ("DELETE", "\(Self.root)/me/recovery")
        case .startRecovery: ("POST", "\(Self.root)/recoveries")
        case .notices: ("GET", "\(Self.root)/notices")
        case .removeNotice(let id): ("DELETE", "\(Self.root)/notices/\(id.text)")
        case .watches: ("GET", "\(Self.root)/me/watches")
        case .setWatch: ("PUT", "\(Self.root)/me/watches")
        case .push: ("GET", "\(Self.root)/me/push")
        case .setPush: ("PUT", "\(Self.root)/me/push")
        case .removePush: ("DELETE", "\(Self.root)/me/push")
        case .tryPush: ("POST", "\(Self.root)/me/push/trial")
        case .notePushShown: ("POST", "\(Self.root)/me/push/shown")
        case .security: ("GET", "\(Self.root)/me/security")
        case .makeChallenge: ("POST", "\(Self.root)/challenges")
        case .addPasskey: ("POST", "\(Self.root)/me/passkeys")
        case .renamePasskey(let id): ("PATCH", "\(Self.root)/me/passkeys/\(id.text)")
        case .removePasskey(let id): ("DELETE", "\(Self.root)/me/passkeys/\(id.text)")
        case .setUpAuthenticator: ("POST", "\(Self.root)/me/authenticator")
        case .confirmAuthenticator: ("PUT", "\(Self.root)/me/authenticator")
        case .removeAuthenticator: ("DELETE", "\(Self.root)/me/authenticator")
        case .makeRecoveryCodes: ("POST", "\(Self.root)/me/recovery-codes")
        case .looks: ("GET", "\(Self.root)/views")
        case .sharing: ("GET", "\(Self.root)/me/sharing")
        case .changeSharing: ("PATCH", "\(Self.root)/me/sharing")
        case .stopSharing: ("POST", "\(Self.root)/me/stop")
        case .setPause: ("PUT", "\(Self.root)/me/pause")
        case .endPause: ("DELETE", "\(Self.root)/me/pause")
        case .requests: ("GET", "\(Self.root)/connection-requests")
        case .ask: ("POST", "\(Self.root)/connection-requests")
        case .acceptRequest(let id): ("PUT", "\(Self.root)/connection-requests/\(id.text)")
        case .removeRequest(let id): ("DELETE", "\(Self.root)/connection-requests/\(id.text)")
        case .positionRequests: ("GET", "\(Self.root)/position-requests")
        case .askPosition: ("POST", "\(Self.root)/position-requests")
        case .setPicture: ("PUT", "\(Self.root)/me/picture")
        case .removePicture: ("DELETE", "\(Self.root)/me/picture")
        case .setConnectCode: ("PUT", "\(Self.root)/me/connect-code")
        case .shown: ("GET", "\(Self.root)/me/shown")
        case .setShown: ("PUT", "\(Self.root)/me/shown")
        case .connections: ("GET", "\(Self.root)/connections")
        case .connect: ("POST", "\(Self.root)/connections")
        case .changeConnection(let id): ("PATCH", "\(Self.root)/connections/\(id.text)")
        case .endConnection(let id): ("DELETE", "\(Self.root)/connections/\(id.text)")
        case .nameConnection(let id): ("PUT", "\(Self.root)/connections/\(id.text)/name")
        case .families: ("GET", "\(Self.root)/families")
        case .changeFamily(let id): ("PATCH", "\(Self.root)/families/\(id.text)")
        case .addChild(let id): ("POST", "\(Self.root)/families/\(id.text)/members")
        case .changeFamilyMember(let id, let member):
            ("PATCH", "\(Self.root)/families/\(id.text)/members/\(member.text)")
        case .leaveFamily(let id, let member): ("DELETE", "\(Self.root)/families/\(id.text)/members/\(member.text)")
        case .childSeers(let id, let member): ("GET", Self.path(id, member) + "/seers")
        case .addChildSeer(let id, let member): ("POST", Self.path(id, member) + "/seers")
        case .hiddenHours(let id, let member): ("GET", Self.path(id, member) + "/hidden-hours")
        case .setHiddenHours(let id, let member): ("PUT", Self.path(id, member) + "/hidden-hours")
        case .agreements(let id, let member): ("GET", Self.path(id, member) + "/agreements")
        case .agreeForChild(let id, let member, let asked): ("PUT", Self.path(id, member) + "/agreements/\(asked.text)")
        case .withdrawForChild(let id, let member, let asked):
            ("DELETE", Self.path(id, member) + "/agreements/\(asked.text)")
        case .childDevices(let id, let member): ("GET", Self.path(id, member) + "/devices")
        case .addChildDevice(let id, let member): ("POST", Self.path(id, member) + "/devices")
        case .changeChildDevice(let id, let member, let device): ("PATCH", Self.path(id, member, device))
        case .revokeChildDevice(let id, let member, let device): ("DELETE", Self.path(id, member, device))
        case .renewChildDevice(let id, let member, let device): ("POST", Self.path(id, member, device) + "/token")
        case .addLogInLink(let id, let member): ("POST", Self.path(id, member) + "/links")
        case .addInvite(let id): ("POST", "\(Self.root)/families/\(id.text)/invites")
        case .revokeInvite(let id, let invite):
            ("DELETE", "\(Self.root)/families/\(id.text)/invites/\(invite.text)")
        case .viewInvite: ("POST", "\(Self.root)/invite-views")
        case .joinFamily: ("PUT", "\(Self.root)/me/family")
        case .places: ("GET", "\(Self.root)/places")
        case .addPlace: ("POST", "\(Self.root)/places")
        case .place(let id): ("GET", "\(Self.root)/places/\(id.text)")
        case .changePlace(let id): ("PATCH", "\(Self.root)/places/\(id.text)")
        case .removePlace(let id): ("DELETE", "\(Self.root)/places/\(id.text)")
        case .familyPlaces: ("GET", "\(Self.root)/family-places")
        case .sharePlace: ("POST", "\(Self.root)/family-places")
        case .changeFamilyPlace(let id): ("PATCH", "\(Self.root)/family-places/\(id.text)")
        case .removeFamilyPlace(let id): ("DELETE", "\(Self.root)/family-places/\(id.text)")
        case .followFamilyPlace(let id): ("PUT", "\(Self.root)/family-places/\(id.text)/following")
        case .stopFollowing(let id): ("DELETE", "\(Self.root)/family-places/\(id.text)/following")
        case .devices: ("GET", "\(Self.root)/devices")
        case .addDevice: ("POST", "\(Self.root)/devices")
        case .changeDevice(let id): ("PATCH", "\(Self.root)/devices/\(id.text)")
        case .revokeDevice(let id): ("DELETE", "\(Self.root)/devices/\(id.text)")
        case .renewDevice(let id): ("POST", "\(Self.root)/devices/\(id.text)/token")
        case .bindTracker(let id, let tracker): ("PUT", "\(Self.root)/devices/\(id.text)/trackers/\(tracker.text)")
        case .forgetTracker(let id, let tracker):
            ("DELETE", "\(Self.root)/devices/\(id.text)/trackers/\(tracker.text)")
        case .presence: ("GET", "\(Self.root)/presence")
        case .clock: ("GET", "\(Self.root)/clock")
        case .setClock: ("PUT", "\(Self.root)/clock")
        case .calendarLinks: ("GET", "\(Self.root)/me/calendar-links")
        case .addCalendarLink: ("POST", "\(Self.root)/me/calendar-links")
        case .removeCalendarLink(let id): ("DELETE", "\(Self.root)/me/calendar-links/\(id.text)")
        case .calendar(let secret): ("GET", "/calendar/\(secret).ics")
        case .clockLinks: ("GET", "\(Self.root)/clock/links")
        case .addClockLink: ("POST", "\(Self.root)/clock/links")
        case .removeClockLink(let id): ("DELETE", "\(Self.root)/clock/links/\(id.text)")
        case .clockSVG: ("GET", "\(Self.root)/clock.svg")
        case .clockJSON: ("GET", "\(Self.root)/clock.json")
        case .picture(let member): ("GET", "\(Self.root)/members/\(member.text)/picture")
        case .day(let member): ("GET", "\(Self.root)/members/\(member.text)/day")
        case .track(let member): ("GET", "\(Self.root)/members/\(member.text)/track")
        case .events: ("GET", "\(Self.root)/events")
        case .addFixes: ("POST", "\(Self.root)/fixes")
        case .basemapStyle: ("GET", "\(Self.root)/basemap/style.json")
        case .basemapTile(let zoom, let column, let row): ("GET", "\(Self.root)/basemap/\(zoom)/\(column)/\(row)")
        case .findRoute: ("POST", "\(Self.root)/routes")
        case .search: ("POST", "\(Self.root)/search")
        case .reverse: ("POST", "\(Self.root)/reverse")
        case .keeper: ("GET", "\(Self.root)/keeper")
        case .regions: ("GET", "\(Self.root)/regions")
        case .removeRegion(let name): ("DELETE", "\(Self.root)/regions/\(name)")
        case .sendExtract(let name): ("PUT", "\(Self.root)/regions/\(name)/extract")
        case .giveUpExtract(let name): ("DELETE", "\(Self.root)/regions/\(name)/extract")
        case .findRegions: ("POST", "\(Self.root)/region-searches")
        case .offerRegion: ("POST", "\(Self.root)/region-offers")
        case .getRegion(let name): ("PUT", "\(Self.root)/regions/\(name)/download")
        case .safety(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .wallet(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .familyMoney(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .missions(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .store(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .live(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .deputy(let route): (route.methodAndPath.method, Self.root + route.methodAndPath.path)
        case .openAPI: ("GET", "\(Self.root)/openapi.yaml")
        case .health: ("GET", "/healthz")
        case .ready: ("GET", "/readyz")
        case .metrics: ("GET", "/metrics")
        case .ingest(let app, let token): ("POST", "/in/\(app.rawValue)" + (token.map { "/\($0)" } ?? ""))
        }
    }

    /// The route that a request means; the error says whether the path is unknown or only the method is.
    public init(method: String, path: String) throws(RouteError) {
        // Phone apps may send GET or POST, and HEAD means GET.
        let asked = method == "HEAD" ? "GET" : method
        if let door = Route.door(path: path) {
            guard asked == "POST" || asked == "GET" else { throw .methodNotAllowed(["GET", "POST"]) }
            self = .ingest(door.app, token: door.token)
            return
        }
        let candidates = Route.candidates(path: path)
        guard !candidates.isEmpty else { throw .notFound }
        guard let route = candidates.first(where: { $0.methodAndPath.method == asked }) else {
            throw .methodNotAllowed(candidates.map(\.methodAndPath.method))
        }
        self = route
    }

    /// The door that a path is: the hub's own `/in/…`, or a path that phone apps have built in.
    ///
    /// The token is the last segment, where the app puts it there.
    public static func door(path: String) -> (app: PhoneProtocol, token: String?)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        if parts.count >= 2, parts.count <= 3, parts[0] == "in", let app = PhoneProtocol(rawValue: String(parts[1])) {
            return (app, parts.count == 3 ? String(parts[2]) : nil)
        }
        guard parts.count >= 4, parts.count <= 5, parts[0] == "api", parts[1] == "v1" else { return nil }
        let token = parts.count == 5 ? String(parts[4]) : nil
        return switch (parts[2], parts[3]) {
        case ("overland", "batches"): (.overland, token)
        case ("owntracks", "points"): (.owntracks, token)
        case ("traccar", "points"): (.osmand, token)
        default: nil
        }
    }
}

/// Why a request means no route.
public enum RouteError: Error, Hashable, Sendable {
    case notFound
    /// The path exists for these methods only.
    case methodNotAllowed([String])
}
