import API
import Family
import HTTP
import Foundation
import Hub
import HubAPI
import SamplePictures
import Testing
import WireClient

/// S24: every route, asked by everybody, with real things of one owner in it.
@Suite struct AccessMatrixTests {
    @Test(arguments: everyRoute)
    func `S18, S24, S53: every route answers every asker as its rule says, and a refusal changes nothing`(
        _ route: Route
    ) async throws {
        for askers in [Asking.inTurn, [.adult], [.hiddenGuardian]] {
            try await AccessScene.run(Self.allowManyCodes) { scene in
                let test = scene.test
                for asking in askers where asking != .aged || route.takesProof {
                    // Longer than the pause between codes for one number at this pace (S8); in all, less than the hour
                    // after which a session is touched.
                    test.clock.advance(seconds: 188)
                    // Where no proof is needed all ask with an old one, so that the list must name every route.
                    let isFresh = route.takesProof && asking != .aged
                    try await scene.proveEverybody(secondsAgo: isFresh ? 299 : 300)
                    try await check(route, scene, asking)
                }
            }
        }
    }

    private static func allowManyCodes(_ configuration: inout TestService.Configuration) {
        configuration.hub.codes.perNetworkAnHour = 1_000
        configuration.hub.codes.perNumberADay = 1_000
    }

    /// Asks for a route as somebody, and looks at the answer and at what has changed.
    private func check(_ route: Route, _ scene: AccessScene, _ asking: Asking) async throws {
        let rule = route.rule(in: scene, for: asking)
        let before = try await DatabaseDump(of: scene.test)
        let answer = try await ask(rule, scene, asking)
        let after = try await DatabaseDump(of: scene.test)
        #expect(answer.status == route.status(rule, asking), "\(asking): \(answer.text)")
        if asking == .aged { #expect(answer.code == "proofNeeded") }
        // Of a stream the head alone is read.
        if asking == .held, route.asksForSession, !route.isOpenToHeld, route != .events {
            #expect(answer.code == "sessionHeld")
        }
        if answer.status >= 400 { #expect(after.tablesChanged(since: before) == [], "\(asking) was refused") }
        guard asking != .owner, asking != .aged else { return }
        if rule.isAboutAsker, !asking.isKin {
            #expect(after.tablesChanged(since: before, about: scene.owner.id) == [], "\(asking)")
        }
        guard asking.isUnconnected || answer.status >= 400 && !asking.isKin else { return }
        let told = scene.secrets.filter { secret in
            answer.text.contains(secret) && !rule.body.contains(secret)
                && !(rule.namesMembers && scene.names.contains(secret))
        }
        #expect(told == [], "\(asking)")
    }

    @Test(arguments: everyRoute)
    func `S53: every route declares the access that is expected of it`(_ route: Route) {
        #expect(route.access == route.expectedAccess)
    }

    @Test func `S53: a caller without a session is refused before their body is read`() async throws {
        try await TestService.run { test in
            // The body of a new password may hold the secret that stands for a session.
            for route in everyRoute where route.asksForSession && route != .setPassword {
                let (method, path) = route.methodAndPath
                let answer = try await test.call(method, path, token: nil, json: "{")
                #expect(answer.status == 401 && answer.code == "notLoggedIn", "\(method) \(path): \(answer.text)")
            }
        }
    }

    @Test func `S24: an id that another member has used is refused, shows nothing of theirs and changes nothing`()
        async throws
    {
        try await AccessScene.run { scene in
            let test = scene.test
            let stranger = try #require(scene.member(.stranger))
            let code = try await test.hub.makeConnectCode(for: scene.other.id, precision: .place, shareExpiresAt: nil)
            let attempts = [
                (
                    "places",
                    """
                    {"id":"\(scene.place.text)","label":"Wrens' nest","description":"behind the third oak",
                    "latitude":\(berlin.latitude),"longitude":\(berlin.longitude),"radiusMetres":150}
                    """
                ),
                ("devices", #"{"id":"\#(scene.owner.device.text)","name":"phone"}"#),
                (
                    "connections",
                    """
                    {"id":"\(scene.connection(of: .seer(.exact)).text)","phone":"\(scene.other.phone)",
                    "code":"\(code.code)"}
                    """
                ),
            ]
            let before = try await DatabaseDump(of: test)
            for (path, body) in attempts {
                let answer = try await test.call("POST", "/api/v1/\(path)", token: stranger.token, json: body)
                #expect(answer.status == 409 && answer.code == "idUsedOtherwise", "\(path)")
                #expect(scene.secrets.filter { answer.text.contains($0) } == [])
            }
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
        }
    }

    @Test func `a dump sees what was changed`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let before = try await DatabaseDump(of: test)
            #expect(before.lines(about: anna.id).count > 2)
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
            _ = try await test.hub.changeProfile(bo.id, name: "Bo", colour: nil)
            let after = try await DatabaseDump(of: test)
            #expect(after.changes(since: before).count == 2, "as it was and as it is")
            let isUntouched = after.lines(about: anna.id) == before.lines(about: anna.id)
            #expect(isUntouched)
        }
    }

    /// Sends what a rule says as somebody.
    private func ask(_ rule: AccessRule, _ scene: AccessScene, _ asking: Asking) async throws -> TestResponse {
        let (method, path) = rule.route.methodAndPath
        let port = scene.test.server.port
        let isKeepers = asking == .aged && rule.status(.keeper) != rule.status(.stranger)
        let member = scene.member(isKeepers ? .keeper : asking)
        var headers = member.map { ["Authorization: Bearer \($0.token)"] } ?? scene.views.headers(of: asking)
        var body = method == "GET" ? nil : Array(rule.body.utf8)
        if asking == .deputy, rule.route == .deputy(.turns) { body = try scene.deputy.turn() }
        if rule.sendsPicture {
            headers.append("Content-Type: image/png")
            body = SamplePNG(width: 8, height: 8) { x, y in [UInt8(x), 9, UInt8(y), 255] }.bytes
        } else {
            headers.append("Content-Type: application/json")
        }
        let bytes = requestBytes(method, path + rule.query, headers, body)
        let isStream =
            rule.route == .events && !asking.isOutside || rule.route == .live(.viewEvents) && asking == .liveGuest
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try isStream ? client.head() : client.response()
        }
    }
}
