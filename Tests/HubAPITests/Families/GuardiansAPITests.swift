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
