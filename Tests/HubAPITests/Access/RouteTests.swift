import API
import Family
import Foundation
import Testing

/// Every case of `Route`, with every form that its values can take.
let everyRoute: [Route] =
    [
        .verify, .register, .startRecovery, .verifyPhone, .setPhone, .undoPhoneChange, .verifyMail, .setMail,
        .removeMail, .setPassword, .recovery, .cancelRecovery, .notices, .looks,
        .watches, .setWatch, .push, .setPush, .removePush, .tryPush, .notePushShown,
        .sharing, .changeSharing, .stopSharing, .setPause, .endPause, .requests, .ask, .acceptRequest(sampleID()),
        .removeRequest(sampleID()), .positionRequests, .askPosition,
        .removeNotice(sampleID()),
        .logIn, .demoPeople, .enterDemo, .sessionState, .sessions, .endSession(.current), .endSession(.id(sampleID())),
        .renewProof,
        .security, .makeChallenge, .addPasskey, .renamePasskey(sampleID()), .removePasskey(sampleID()),
        .setUpAuthenticator, .confirmAuthenticator, .removeAuthenticator, .makeRecoveryCodes,
        .phoneRegions, .readPhoneNumber, .me, .changeMe, .leave, .export, .retention, .setRetention, .setPicture,
        .history, .historySpans, .removeHistory, .addImport, .addToImport(sampleID()), .importState(sampleID()),
        .removePicture, .setConnectCode, .shown,
        .setShown,
        .connections, .connect, .changeConnection(sampleID()), .endConnection(sampleID()), .nameConnection(sampleID()),
        .families, .changeFamily(sampleID()), .addChild(sampleID()), .changeFamilyMember(sampleID(), sampleID()),
        .leaveFamily(sampleID(), sampleID()), .addInvite(sampleID()), .addLogInLink(sampleID(), sampleID()),
        .childSeers(sampleID(), sampleID()), .addChildSeer(sampleID(), sampleID()),
        .hiddenHours(sampleID(), sampleID()), .setHiddenHours(sampleID(), sampleID()),
        .agreements(sampleID(), sampleID()), .agreeForChild(sampleID(), sampleID(), sampleID()),
        .withdrawForChild(sampleID(), sampleID(), sampleID()),
        .revokeInvite(sampleID(), sampleID()),
        .viewInvite, .joinFamily,
        .places, .addPlace, .place(sampleID()), .changePlace(sampleID()), .removePlace(sampleID()),
        .familyPlaces, .sharePlace, .changeFamilyPlace(sampleID()), .removeFamilyPlace(sampleID()),
        .followFamilyPlace(sampleID()), .stopFollowing(sampleID()),
        .devices, .addDevice, .changeDevice(sampleID()), .revokeDevice(sampleID()), .renewDevice(sampleID()),
        .bindTracker(sampleID(), sampleID()), .forgetTracker(sampleID(), sampleID()),
        .childDevices(sampleID(), sampleID()), .addChildDevice(sampleID(), sampleID()),
        .changeChildDevice(sampleID(), sampleID(), sampleID()), .revokeChildDevice(sampleID(), sampleID(), sampleID()),
        .renewChildDevice(sampleID(), sampleID(), sampleID()),
        .calendarLinks, .addCalendarLink, .removeCalendarLink(sampleID()), .calendar(sampleToken),
        .presence, .clock, .setClock, .clockLinks, .addClockLink, .removeClockLink(sampleID()),
        .clockSVG, .clockJSON, .picture(sampleID()), .track(sampleID()), .day(sampleID()), .events, .addFixes,
        .basemapStyle, .basemapTile(zoom: 14, column: 8_625, row: 5_750), .findRoute, .search, .reverse,
        .regions, .removeRegion("home"), .sendExtract(region: "home"), .giveUpExtract(region: "home"),
        .findRegions, .offerRegion, .getRegion(region: "home"), .openAPI,
        .health, .ready,
        .metrics, .keeper,
    ]
    + everySafetyRoute.map { .safety($0) }
    + everyWalletRoute.map { .wallet($0) }
    + everyFamilyMoneyRoute.map { .familyMoney($0) }
    + everyMissionRoute.map { .missions($0) }
    + everyStoreRoute.map { .store($0) }
    + everyLiveRoute.map { .live($0) }
    + everyDeputyRoute.map { .deputy($0) }
    + PhoneProtocol.allCases.flatMap { app in
        [.ingest(app, token: nil), .ingest(app, token: sampleToken)]
    }

/// The one identity that all sample routes name.
func sampleID<Subject>(of subject: Subject.Type = Subject.self) -> ID<Subject> {
    ID(high: 0x0197_A3C4_5B1E_7C3A, low: 0x9F00_1D2E_3F40_5162)
}

/// Its text.
let sampleIDText = sampleID(of: Member.self).text

/// The token of the sample routes of phones.
let sampleToken = "Zk3vT0m1Xq8cR5wLh2bYpg"

@Suite struct RouteTests {
    @Test(arguments: everyRoute)
    func `a route that is printed reads as the same route`(_ route: Route) throws {
        let (method, path) = route.methodAndPath
        #expect(try Route(method: method, path: path) == route)
    }

    @Test func `the list of routes has every case`() throws {
        // A value prints as its case and, in brackets, what the case carries.
        let listed = Set(everyRoute.map { String("\($0)".prefix { $0 != "(" }) })
        #expect(listed == Set(try declaredCases()))
    }

    @Test func `no two routes print alike`() {
        #expect(Set(everyRoute.map { "\($0.methodAndPath)" }).count == everyRoute.count)
    }

    @Test(arguments: everyRoute)
    func `a method that a path does not have names those that it has`(_ route: Route) throws {
        let path = route.methodAndPath.path
        let refusal = #expect(throws: RouteError.self) { try Route(method: "TRACE", path: path) }
        guard case .methodNotAllowed(let methods) = refusal else {
            Issue.record("\(path) is said not to exist")
            return
        }
        #expect(methods.contains(route.methodAndPath.method))
        for method in methods { _ = try Route(method: method, path: path) }
    }

    @Test(arguments: everyRoute.filter { $0.methodAndPath.method == "GET" })
    func `HEAD means GET`(_ route: Route) throws {
        #expect(try Route(method: "HEAD", path: route.methodAndPath.path) == route)
    }

    @Test(arguments: [
        "", "/", "/api", "/api/v1", "/api/v1/", "/api/v2/me", "/api/v1/me/", "/api/v1//me", "/api/v1/Me",
        "/api/v1/%6de",
        "/api/v1/places/", "/api/v1/places/1", "/api/v1/places/0197a3c45b1e7c3a9f001d2e3f405162",
        "/api/v1/places/0197a3c4-5b1e-7c3a-9f00-1d2e3f4051623", "/api/v1/sessions/currently", "/api/v1/clock/link",
        "/api/v1/basemap/23/0/0", "/api/v1/basemap/1/2/0", "/api/v1/basemap/1/0/2", "/api/v1/basemap/1/-1/0",
        "/api/v1/basemap/01/0/0", "/api/v1/basemap/1/+1/0", "/api/v1/basemap/1/0/0/0", "/api/v1/basemap/style",
        "/in", "/in/", "/in/traccars", "/calendar", "/calendar/.ics", "/calendar/a.ical", "/calendar/a%20b.ics",
        "/calendar/a/b.ics", "/in/osmand/a/b", "/healthz/", "/metrics/me",
    ])
    func `another path is no route`(_ path: String) {
        #expect(throws: RouteError.notFound) { try Route(method: "GET", path: path) }
    }

    @Test(arguments: [
        ("/api/v1/overland/batches", PhoneProtocol.overland), ("/api/v1/owntracks/points", .owntracks),
        ("/api/v1/traccar/points", .osmand), ("/in/gpslogger", .gpslogger),
    ])
    func `a path that apps have built in leads to their door`(_ path: String, _ app: PhoneProtocol) throws {
        for method in ["GET", "POST"] {
            #expect(try Route(method: method, path: path) == .ingest(app, token: nil))
            #expect(try Route(method: method, path: "\(path)/\(sampleToken)") == .ingest(app, token: sampleToken))
        }
    }
}

/// The names of the cases as `Route.swift` declares them.
private func declaredCases() throws -> [String] {
    let source = try String(contentsOf: Repository.file("Sources/API/Route.swift"), encoding: .utf8)
    let body = try #require(
        source.components(separatedBy: "public enum Route:").last?.components(separatedBy: "\n}").first
    )
    return body.components(separatedBy: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard words.first == "case", words.count > 1 else { return nil }
        return String(words[1].prefix { $0 != "(" })
    }
}
