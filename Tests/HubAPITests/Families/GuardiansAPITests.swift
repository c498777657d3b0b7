import API
import Family
import Foundation
import Hub
import Testing
import WireClient

@Suite struct GuardiansAPITests {
    private struct Scene {
        let test: TestService
        let anna: TestMember
        let bo: TestMember
        let child: ID<Member>
        /// The beginning of the child's address.
        let path: String

        func agreements(for member: TestMember) async throws -> [[String: Any]] {
            try await test.call("GET", "\(path)/agreements", token: member.token).items
        }

        /// Opens a link that a guardian makes, as the child's phone does.
        func logIn(byLinkOf guardian: TestMember) async throws -> String {
            let issued = try await test.call("POST", "\(path)/links", token: guardian.token)
            let link = try #require(issued.field("link").split(separator: "=").last)
            return try await test.call("POST", "/api/v1/sessions", token: nil, json: #"{"link":"\#(link)"}"#).field(
                "token"
            )
        }
    }

    private func run(_ body: (Scene) async throws -> Void) async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let family = try await test.hub.family(of: anna.id).id
            let invite = try await test.invite(into: family, by: anna)
            let consent = JoinConsent(sharing: .off)
            _ = try await test.hub.joinFamily(invite.token, consent, member: bo.id, by: bo.id, from: RequestOrigin())
            let child = try await test.hub.addChild(to: family, by: anna.id, name: "Leo", birthYear: 2018, colour: nil)
                .id
            let path = "/api/v1/families/\(family.text)/members/\(child.text)"
            try await body(Scene(test: test, anna: anna, bo: bo, child: child, path: path))
        }
    }

    @Test func `F87: a held session is refused everywhere but where it calls for help, and says who can agree`()
        async throws
    {
        try await run { scene in
            let test = scene.test
            let token = try await scene.logIn(byLinkOf: scene.anna)
            let state = try await test.call("GET", "/api/v1/session?family=true", token: token)
            #expect(state.json["heldFor"] as? [String] == ["Member 2"] && state.json["family"] == nil)
            let refused = [
                ("GET", "me"), ("GET", "presence"), ("GET", "clock"), ("GET", "events"), ("GET", "me/export"),
                ("GET", "me/history"), ("PUT", "me/pins"), ("PUT", "me/password"), ("POST", "me/phone"),
                ("POST", "me/passkeys"), ("GET", "sessions"), ("POST", "devices"), ("GET", "families"),
                ("GET", "members/\(scene.child.text)/track"),
            ]
            for (method, path) in refused {
                let answer = try await test.call(method, "/api/v1/\(path)", token: token, json: "{}")
                #expect(answer.status == 401 && answer.code == "sessionHeld", "\(method) \(path): \(answer.text)")
            }
            let id = test.hub.outside.newID(of: Member.self).text
            let call = #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":0}"#
            #expect(try await test.call("POST", "/api/v1/countdowns", token: token, json: call).status == 201)

            let asked = try #require(try await scene.agreements(for: scene.bo).first)
            #expect(asked["kind"] as? String == "session" && asked["mayAgree"] as? Bool == true)
            let agreement = "\(scene.path)/agreements/\(try #require(asked["id"] as? String))"
            #expect(try await test.call("PUT", agreement, token: token).code == "sessionHeld", "not by itself")
            #expect(try await test.call("PUT", agreement, token: scene.anna.token).code == "otherGuardianDecides")
            #expect(try await test.call("PUT", agreement, token: scene.bo.token).status == 204)
            #expect(try await test.call("GET", "/api/v1/me", token: token).status == 200)
            #expect(try await test.call("GET", "/api/v1/session", token: token).json["heldFor"] == nil)
        }
    }

    @Test func `F87: a held session is told whose it is and what to dial, and no position`() async throws {
        try await run { scene in
            let test = scene.test
            let own = scene.anna.with(id: scene.child, token: try await test.hub.addSession(for: scene.child).token)
            try await test.post(berlin, of: own)
            let token = try await scene.logIn(byLinkOf: scene.anna)
            let state = try await test.call("GET", "/api/v1/session", token: token)
            let held = try #require(state.json["heldAs"] as? [String: Any])
            #expect(held["member"] as? String == scene.child.text && held["name"] as? String == "Leo")
            #expect(held["pinsSet"] as? Bool == false && held["reachesNobody"] as? Bool == true)
            let emergency = try #require(held["emergency"] as? [String: Any])
            #expect(emergency["source"] as? String != "position")
            #expect(!state.text.contains("52.5") && !state.text.contains("DE"))
            try await test.setCheapPINs(of: scene.child)
            let later = try await test.call("GET", "/api/v1/session", token: token).json["heldAs"] as? [String: Any]
            #expect(later?["pinsSet"] as? Bool == true)
            #expect(try await test.call("GET", "/api/v1/session", token: own.token).json["heldAs"] == nil)
        }
    }

    @Test func `F87: a held session tells where it is while its member's call runs, and at no other time`()
        async throws
    {
        try await run { scene in
            let test = scene.test
            try await test.setCheapPINs(of: scene.child)
            let token = try await scene.logIn(byLinkOf: scene.anna)
            func tell() async throws -> TestResponse {
                test.clock.advance(seconds: 1)
                let at = test.clock.now.text
                let fix = #"[{"at":"\#(at)","latitude":52.5208,"longitude":13.4094,"accuracyMetres":8}]"#
                return try await test.call("POST", "/api/v1/fixes", token: token, json: fix)
            }
            #expect(try await tell().code == "sessionHeld")
            // Somebody else's call is not its member's.
            for (caller, status) in [(scene.bo.token, 401), (token, 200)] {
                let id = test.hub.outside.newID(of: HelpCountdown.self).text
                let call = #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":0}"#
                #expect(try await test.call("POST", "/api/v1/countdowns", token: caller, json: call).status == 201)
                #expect(try await tell().status == status)
            }
            // Its end, with either PIN, is the end of it (F67).
            for (number, pin) in [TwinStory.pin, TwinStory.duress, TwinStory.pin].enumerated() {
                let id = test.hub.outside.newID(of: HelpCountdown.self).text
                let cause = number == 0 ? "alert" : "sos"
                let call = #"{"id":"\#(id)","cause":"\#(cause)","startedAgoMilliseconds":0}"#
                #expect(try await test.call("POST", "/api/v1/countdowns", token: token, json: call).status == 201)
                #expect(try await tell().status == 200, "\(cause)")
                let safe = "/api/v1/countdowns/\(id)/safe"
                let answer = try await test.call("POST", safe, token: token, json: #"{"pin":"\#(pin)"}"#)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try await tell().code == "sessionHeld", "after \(pin)")
            }
        }
    }

    @Test func `F87: a guardian logs out a phone that another's link logged in, and it shows nothing ever`()
        async throws
    {
        try await run { scene in
            let token = try await scene.logIn(byLinkOf: scene.anna)
            let asked = try #require(try await scene.agreements(for: scene.bo).first?["id"] as? String)
            let agreement = "\(scene.path)/agreements/\(asked)"
            #expect(try await scene.test.call("DELETE", agreement, token: scene.bo.token).status == 204)
            #expect(try await scene.test.call("GET", "/api/v1/me", token: token).code == "notLoggedIn")
            #expect(try await scene.test.call("PUT", agreement, token: scene.bo.token).status == 404)
        }
    }

    @Test func `F87: handing a child over answers that it waits, and agreeing does it`() async throws {
        try await run { scene in
            let test = scene.test
            let host = try await test.member(3)
            let hosts = try await test.hub.family(of: host.id).id
            let invite = try await test.invite(into: hosts, by: host, isChild: true)
            let body = #"{"invite":"\#(invite.token)","member":"\#(scene.child.text)"}"#
            let asked = try await test.call("PUT", "/api/v1/me/family", token: scene.anna.token, json: body)
            #expect(asked.status == 202)
            #expect(try await test.call("PUT", "/api/v1/me/family", token: scene.anna.token, json: body).status == 404)
            let waiting = try #require(try await scene.agreements(for: scene.bo).first)
            #expect(waiting["kind"] as? String == "handOver" && waiting["dueAt"] != nil)
            let agreement = "\(scene.path)/agreements/\(try #require(waiting["id"] as? String))"
            #expect(try await test.call("PUT", agreement, token: host.token).status == 404)
            #expect(try await test.call("PUT", agreement, token: scene.bo.token).status == 204)
            #expect(try await test.hub.family(of: host.id).members.contains { $0.id == scene.child })
        }
    }
}
