import API
import Family
import Foundation
import Hub
import Storage

/// What a route answers to everybody who names a thing of the owner in it.
struct AccessRule {
    /// The route, with the owner's own thing where it names one.
    var route: Route
    /// A body that would do something.
    var body = "{}"
    /// Whether it is about the one who asks, and says and changes nothing of anybody else.
    var isAboutAsker = false
    /// The status for everybody.
    var status: (Asking) -> Int
}

extension Route {
    /// Whether it answers nobody without a session; phones' doors have tokens of their own.
    var asksForSession: Bool {
        switch self {
        case .verify, .register, .logIn, .startRecovery, .phoneRegions, .readPhoneNumber, .openAPI, .health, .ready,
            .ingest:
            false
        default: true
        }
    }

    /// What this route answers to whom: a new route does not compile until that is said here (S24).
    func rule(in scene: AccessScene, for asking: Asking) -> AccessRule {
        switch self {
        case .verify, .register, .logIn, .startRecovery, .phoneRegions, .readPhoneNumber, .openAPI, .health, .ready:
            open(scene)
        case .sessions, .me, .notices, .connections, .places, .devices, .presence, .clock, .clockLinks, .clockSVG,
            .clockJSON, .shown, .events, .basemapStyle:
            own(200)
        case .changeMe: own(200, #"{"name":"Somebody"}"#)
        case .setPassword: own(200, #"{"new":"quite another long phrase"}"#)
        case .setConnectCode: own(200, #"{"precision":"exact"}"#)
        case .addFixes: own(200, #"[{"at":"2026-03-01T08:05:00.000Z","latitude":10,"longitude":20}]"#)
        case .setPicture: own(200, "")
        case .removePicture, .endSession(.current), .basemapTile: own(204)
        case .addClockLink: own(201)
        case .addPlace: own(201, scene.newPlace)
        case .addDevice: own(201, #"{"id":"\#(scene.newID)","name":"phone"}"#)
        case .connect:
            own(404, #"{"id":"\#(scene.newID)","phone":"\#(scene.other.phone)","code":"AAAAAAAA"}"#)
        case .endSession(.id): owners(.endSession(.id(scene.session)), 204)
        case .recovery: owners(self, 200)
        case .cancelRecovery: owners(self, 204)
        case .removeNotice: owners(.removeNotice(ID(high: scene.notice.high, low: scene.notice.low)), 204)
        case .place: owners(.place(scene.place), 200)
        case .changePlace: owners(.changePlace(scene.place), 200, #"{"label":"Elsewhere"}"#)
        case .removePlace: owners(.removePlace(scene.place), 204)
        case .changeDevice: owners(.changeDevice(scene.owner.device), 200, #"{"name":"taken"}"#)
        case .revokeDevice: owners(.revokeDevice(scene.owner.device), 204)
        case .removeClockLink: owners(.removeClockLink(scene.clockLink), 204)
        case .changeConnection:
            owners(.changeConnection(scene.connection(of: asking)), 200, #"{"precision":"exact"}"#)
        case .endConnection: seers(.endConnection(scene.connection(of: asking)), 204, from: .off)
        case .picture: seers(.picture(scene.owner.id), 200, from: .off)
        case .track: seers(.track(scene.owner.id), 200, from: .exact)
        case .day: seers(.day(scene.owner.id), 200, from: .exact)
        case .setShown:
            seers(self, 200, from: .place, #"{"kind":"member","member":"\#(scene.owner.id.text)"}"#)
        case .setClock: seers(self, 200, from: .place, #"{"members":["\#(scene.owner.id.text)"]}"#, else: 422)
        case .metrics: AccessRule(route: self) { [.nobody: 401, .keeper: 200][$0] ?? 403 }
        // A session's token is no phone's.
        case .ingest(let app, let token):
            AccessRule(route: .ingest(app, token: token == nil ? nil : scene.member(asking)?.token ?? sampleToken)) {
                _ in 401
            }
        }
    }

    /// The same for everybody, logged in or not: what these ask for opens nothing.
    private func open(_ scene: AccessScene) -> AccessRule {
        let wrong = #""verification":"made up","code":"000000""#
        let (body, status) =
            switch self {
            case .verify: (#"{"phone":"\#(scene.owner.phone)","purpose":"login"}"#, 202)
            case .register: (#"{\#(wrong),"name":"Somebody"}"#, 401)
            case .logIn, .startRecovery: ("{\(wrong)}", 401)
            case .readPhoneNumber: (#"{"input":"\#(scene.owner.phone)"}"#, 200)
            default: ("", 200)
            }
        return AccessRule(route: self, body: body) { _ in status }
    }

    /// About the one who asks.
    private func own(_ status: Int, _ body: String = "{}") -> AccessRule {
        AccessRule(route: self, body: body, isAboutAsker: true) { $0 == .nobody ? 401 : status }
    }

    /// The owner's alone, and not there for anybody else.
    private func owners(_ route: Route, _ status: Int, _ body: String = "{}") -> AccessRule {
        AccessRule(route: route, body: body) { $0 == .nobody ? 401 : $0 == .owner ? status : 404 }
    }

    /// The owner's, and of everyone who sees them at a level or a higher one.
    private func seers(
        _ route: Route,
        _ status: Int,
        from least: Precision,
        _ body: String = "{}",
        else refused: Int = 404
    ) -> AccessRule {
        AccessRule(route: route, body: body) { asking in
            switch asking {
            case .nobody: 401
            case .stranger, .keeper: refused
            case .owner: status
            case .seer(let precision): precision >= least ? status : refused
            }
        }
    }
}

extension AccessScene {
    fileprivate var newID: String { test.hub.outside.newID(of: Member.self).text }

    fileprivate var newPlace: String {
        """
        {"id":"\(newID)","label":"Park","description":"under the trees","latitude":10,"longitude":20,"radiusMetres":100}
        """
    }
}
