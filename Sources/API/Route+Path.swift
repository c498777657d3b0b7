import Family

extension Route {
    private static let root = "/api/v1"

    /// The method and path that a client sends for this route, without a query.
    public var methodAndPath: (method: String, path: String) {
        switch self {
        case .verify: ("POST", "\(Self.root)/verifications")
        case .register: ("POST", "\(Self.root)/members")
        case .logIn: ("POST", "\(Self.root)/sessions")
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
        case .setPassword: ("PUT", "\(Self.root)/me/password")
        case .recovery: ("GET", "\(Self.root)/me/recovery")
        case .cancelRecovery: ("DELETE", "\(Self.root)/me/recovery")
        case .startRecovery: ("POST", "\(Self.root)/recoveries")
        case .notices: ("GET", "\(Self.root)/notices")
        case .removeNotice(let id): ("DELETE", "\(Self.root)/notices/\(id.text)")
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
        case .setPicture: ("PUT", "\(Self.root)/me/picture")
        case .removePicture: ("DELETE", "\(Self.root)/me/picture")
        case .setConnectCode: ("PUT", "\(Self.root)/me/connect-code")
        case .shown: ("GET", "\(Self.root)/me/shown")
        case .setShown: ("PUT", "\(Self.root)/me/shown")
        case .connections: ("GET", "\(Self.root)/connections")
        case .connect: ("POST", "\(Self.root)/connections")
        case .changeConnection(let id): ("PATCH", "\(Self.root)/connections/\(id.text)")
        case .endConnection(let id): ("DELETE", "\(Self.root)/connections/\(id.text)")
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
        case .devices: ("GET", "\(Self.root)/devices")
        case .addDevice: ("POST", "\(Self.root)/devices")
        case .changeDevice(let id): ("PATCH", "\(Self.root)/devices/\(id.text)")
        case .revokeDevice(let id): ("DELETE", "\(Self.root)/devices/\(id.text)")
        case .presence: ("GET", "\(Self.root)/presence")
        case .clock: ("GET", "\(Self.root)/clock")
        case .setClock: ("PUT", "\(Self.root)/clock")
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
        case .openAPI: ("GET", "\(Self.root)/openapi.yaml")
        case .health: ("GET", "/healthz")
        case .ready: ("GET", "/readyz")
        case .metrics: ("GET", "/metrics")
        case .ingest(let app, let token): ("POST", "/in/\(app.rawValue)" + (token.map { "/\($0)" } ?? ""))
        }
    }

    /// The route that a request means; the error says whether the path is unknown or only the method is.
    public init(method: String, path: String) throws(RouteRefusal) {
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
    public static func door(path: String) -> (app: PhoneApp, token: String?)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        if parts.count >= 2, parts.count <= 3, parts[0] == "in", let app = PhoneApp(rawValue: String(parts[1])) {
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

    private static func candidates(path: String) -> [Route] {
        switch path {
        case "/healthz": return [.health]
        case "/readyz": return [.ready]
        case "/metrics": return [.metrics]
        default: break
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.count >= 3, parts.first == "api", parts.dropFirst().first == "v1" else { return [] }
        let rest = parts.dropFirst(2).map(String.init)
        return switch rest.count {
        case 1: collections(rest[0])
        case 2: rest[0] == "me" ? mine(rest[1]) : items(rest[0], rest[1])
        case 3: nested(rest[0], rest[1], rest[2])
        case 5 where rest[0] == "families" && rest[2] == "members": child(rest[1], rest[3], rest[4])
        case 4 where rest[0] == "families": family(rest[1], rest[2], rest[3])
        case 4 where rest[0] == "basemap": tile(rest[1], rest[2], rest[3]).map { [$0] } ?? []
        default: []
        }
    }

    private static func collections(_ name: String) -> [Route] {
        switch name {
        case "verifications": [.verify]
        case "challenges": [.makeChallenge]
        case "members": [.register]
        case "sessions": [.sessions, .logIn]
        case "phone-numbers": [.phoneRegions, .readPhoneNumber]
        case "recoveries": [.startRecovery]
        case "notices": [.notices]
        case "views": [.looks]
        case "connection-requests": [.requests, .ask]
        case "me": [.me, .changeMe, .leave]
        case "connections": [.connections, .connect]
        case "families": [.families]
        case "invite-views": [.viewInvite]
        case "places": [.places, .addPlace]
        case "devices": [.devices, .addDevice]
        case "presence": [.presence]
        case "clock": [.clock, .setClock]
        case "clock.svg": [.clockSVG]
        case "clock.json": [.clockJSON]
        case "events": [.events]
        case "fixes": [.addFixes]
        case "openapi.yaml": [.openAPI]
        default: []
        }
    }

    private static func mine(_ name: String) -> [Route] {
        switch name {
        case "picture": [.setPicture, .removePicture]
        case "export": [.export]
        case "retention": [.retention, .setRetention]
        case "password": [.setPassword]
        case "security": [.security]
        case "passkeys": [.addPasskey]
        case "authenticator": [.setUpAuthenticator, .confirmAuthenticator, .removeAuthenticator]
        case "recovery-codes": [.makeRecoveryCodes]
        case "recovery": [.recovery, .cancelRecovery]
        case "connect-code": [.setConnectCode]
        case "shown": [.shown, .setShown]
        case "family": [.joinFamily]
        case "sharing": [.sharing, .changeSharing]
        case "stop": [.stopSharing]
        case "pause": [.setPause, .endPause]
        default: []
        }
    }

    private static func items(_ collection: String, _ item: String) -> [Route] {
        if collection == "sessions", item == "current" { return [.endSession(.current)] }
        if collection == "clock", item == "links" { return [.clockLinks, .addClockLink] }
        if collection == "basemap", item == "style.json" { return [.basemapStyle] }
        return switch collection {
        case "sessions": ID(text: item).map { [.endSession(.id($0))] } ?? []
        case "notices": ID(text: item).map { [.removeNotice($0)] } ?? []
        case "connections": ID(text: item).map { [.changeConnection($0), .endConnection($0)] } ?? []
        case "families": ID(text: item).map { [.changeFamily($0)] } ?? []
        case "connection-requests": ID(text: item).map { [.acceptRequest($0), .removeRequest($0)] } ?? []
        case "places": ID(text: item).map { [.place($0), .changePlace($0), .removePlace($0)] } ?? []
        case "devices": ID(text: item).map { [.changeDevice($0), .revokeDevice($0)] } ?? []
        default: []
        }
    }

    private static func nested(_ first: String, _ second: String, _ third: String) -> [Route] {
        switch (first, third) {
        case ("me", _) where second == "passkeys":
            ID(text: third).map { [.renamePasskey($0), .removePasskey($0)] } ?? []
        case ("members", "picture"): ID(text: second).map { [.picture($0)] } ?? []
        case ("members", "day"): ID(text: second).map { [.day($0)] } ?? []
        case ("families", "members"): ID(text: second).map { [.addChild($0)] } ?? []
        case ("families", "invites"): ID(text: second).map { [.addInvite($0)] } ?? []
        case ("members", "track"): ID(text: second).map { [.track($0)] } ?? []
        case ("sessions", "proof") where second == "current": [.renewProof]
        case ("clock", _) where second == "links": ID(text: third).map { [.removeClockLink($0)] } ?? []
        default: []
        }
    }

    private static func path(_ family: ID<FamilyGroup>, _ member: ID<Member>) -> String {
        "\(root)/families/\(family.text)/members/\(member.text)"
    }

    private static func child(_ family: String, _ member: String, _ what: String) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family), let member = ID<Member>(text: member) else { return [] }
        return switch what {
        case "seers": [.childSeers(family, member), .addChildSeer(family, member)]
        case "hidden-hours": [.hiddenHours(family, member), .setHiddenHours(family, member)]
        case "links": [.addLogInLink(family, member)]
        default: []
        }
    }

    private static func family(_ family: String, _ collection: String, _ item: String) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family) else { return [] }
        return switch collection {
        case "members": ID(text: item).map { [.changeFamilyMember(family, $0), .leaveFamily(family, $0)] } ?? []
        case "invites": ID(text: item).map { [.revokeInvite(family, $0)] } ?? []
        default: []
        }
    }

    /// Nil where the tile does not exist, or a number is written in another way than it prints.
    private static func tile(_ zoom: String, _ column: String, _ row: String) -> Route? {
        guard let z = Int(zoom), let x = Int(column), let y = Int(row), (0...22).contains(z),
            (0..<1 << z).contains(x), (0..<1 << z).contains(y), [zoom, column, row] == ["\(z)", "\(x)", "\(y)"]
        else { return nil }
        return .basemapTile(zoom: z, column: x, row: y)
    }
}

/// Why a request means no route.
public enum RouteRefusal: Error, Hashable, Sendable {
    case notFound
    /// The path exists for these methods only.
    case methodNotAllowed([String])
}
