import API
import Family
import HTTP
import Foundation
import Hub
import SamplePictures
import Testing
import WireClient

/// S24: every route, asked by everybody, with real things of one owner in it.
@Suite struct AccessMatrixTests {
    @Test(arguments: everyRoute)
    func `S24: every route answers everybody as its rule says, and a refusal changes nothing`(
        _ route: Route
    ) async throws {
        try await TestService.run({ $0.hub.codes.perNetworkAnHour = 1_000 }) { test in
            let scene = try await AccessScene(test)
            for asking in Asking.all {
                // The longest pause between codes for one number (S8); together less than what a session is touched
                // after.
                test.clock.advance(seconds: 300)
                try await scene.proveEverybody()
                let rule = route.rule(in: scene, for: asking)
                let before = try await DatabaseDump(of: test)
                let answer = try await ask(rule, scene, asking)
                let after = try await DatabaseDump(of: test)
                #expect(answer.status == rule.status(asking), "\(asking): \(answer.text)")
                let changed = after.changes(since: before).count
                if answer.status >= 400 { #expect(changed == 0, "\(asking) was refused") }
                guard asking != .owner else { continue }
                if rule.isAboutAsker {
                    let isUntouched = after.lines(about: scene.owner.id) == before.lines(about: scene.owner.id)
                    #expect(isUntouched, "\(asking)")
                }
                guard asking.isUnconnected || answer.status >= 400 else { continue }
                let told = scene.secrets.filter { secret in
                    answer.text.contains(secret) && !rule.body.contains(secret)
                        && !(rule.namesMembers && scene.names.contains(secret))
                }
                #expect(told == [], "\(asking)")
            }
        }
    }

    @Test func `S24: an identity that somebody else has used shows nothing of theirs and changes nothing`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await AccessScene(test)
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
        var headers = scene.member(asking).map { ["Authorization: Bearer \($0.token)"] } ?? []
        var body = method == "GET" ? nil : Array(rule.body.utf8)
        if rule.sendsPicture {
            headers.append("Content-Type: image/png")
            body = SamplePNG(width: 8, height: 8) { x, y in [UInt8(x), 9, UInt8(y), 255] }.bytes
        } else {
            headers.append("Content-Type: application/json")
        }
        let query = rule.route == .day(scene.owner.id) ? "?date=2026-03-01" : ""
        let bytes = requestBytes(method, path + query, headers, body)
        let isStream = rule.route == .events && asking != .nobody
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try isStream ? client.head() : client.response()
        }
    }
}
