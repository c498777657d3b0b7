import Family
import Hub
import HubAPI
import Testing
import WireClient

/// F34: nobody is added by somebody else; who is asked decides, and who asks learns nothing but a yes.
@Suite struct RequestsTests {
    private func ask(_ phone: String, _ by: TestMember, _ test: TestService, id: String? = nil) async throws
        -> TestResponse
    {
        let id = id ?? test.hub.outside.newID(of: Connection.self).text
        return try await test.call(
            "POST",
            "/api/v1/connection-requests",
            token: by.token,
            json: #"{"id":"\#(id)","phone":"\#(phone)"}"#
        )
    }

    private func list(_ member: TestMember, _ side: String, _ test: TestService) async throws -> [[String: Any]] {
        let answer = try await test.call("GET", "/api/v1/connection-requests", token: member.token)
        return answer.json[side] as? [[String: Any]] ?? []
    }

    @Test func `F34: being asked shares nothing until the subject accepts, at a level of their own`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.post(berlin, of: anna)
            let id = try #require(try await ask(anna.phone, bo, test).json["id"] as? String)
            #expect(try await list(anna, "asked", test).first?["name"] as? String == "Member 2")
            #expect(try await test.hub.notices(of: anna.id).map(\.kind) == [.askedToConnect])
            #expect(try await test.hub.views(for: bo.id).count == 1, "himself")
            let path = "/api/v1/connection-requests/\(id)"
            let body = #"{"precision":"place"}"#
            #expect(try await test.call("PUT", path, token: bo.token, json: body).status == 404, "not his to accept")
            #expect(try await test.call("PUT", path, token: anna.token, json: #"{"precision":"off"}"#).status == 422)
            for _ in 1...2 {
                let accepted = try await test.call("PUT", path, token: anna.token, json: body)
                #expect(accepted.status == 200 && accepted.json["precision"] as? String == "place")
            }
            #expect(try await test.hub.views(for: bo.id).count == 2)
            #expect(try await test.hub.notices(of: anna.id).isEmpty, "nothing is left to decide")
            #expect(try await test.hub.notices(of: bo.id).map(\.kind) == [.requestAccepted])
            #expect(try await list(bo, "sent", test).isEmpty)
        }
    }

    @Test func `F34, S15: unknown, declined and known numbers look alike to the member who asks`() async throws {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            var answers: Set<String> = []
            var ids: [String] = []
            for phone in [anna.phone, cleo.phone, "+41446689999"] {
                let answer = try await ask(phone, bo, test)
                let id = try #require(answer.json["id"] as? String)
                ids.append(id)
                answers.insert("\(answer.status) \(answer.text.replacing(id, with: "-"))")
            }
            #expect(answers.count == 1 && answers.first?.hasPrefix("202") == true)
            let declined = try await test.call(
                "DELETE",
                "/api/v1/connection-requests/\(ids[0])",
                token: anna.token
            )
            #expect(declined.status == 204)
            #expect(try await list(bo, "sent", test).count == 3, "a no is not told")
            #expect(try await test.hub.notices(of: bo.id).isEmpty)
            #expect(try await list(anna, "asked", test).isEmpty)
            #expect(try await ask(anna.phone, bo, test).status == 202)
            #expect(try await list(anna, "asked", test).isEmpty, "who was declined does not come through again")
            let sent = try await test.call("GET", "/api/v1/connection-requests", token: bo.token)
            for secret in [anna.phone, anna.id.text, "Member 1"] { #expect(!sent.text.contains(secret)) }
        }
    }

    @Test func `F34: a repeat finds it done, one's own number is refused, and ten a day are enough`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let id = test.hub.outside.newID(of: Connection.self).text
            let first = try await ask(anna.phone, bo, test, id: id)
            #expect(try await ask(anna.phone, bo, test, id: id).text == first.text)
            #expect(try await ask("+41446689999", bo, test, id: id).status == 409)
            #expect(try await list(anna, "asked", test).count == 1)
            #expect(try await ask(bo.phone, bo, test).status == 422)
            #expect(try await ask("12", bo, test).status == 422)
            for number in 1...9 { #expect(try await ask("+4144668\(9_000 + number)", bo, test).status == 202) }
            let refused = try await ask("+41446689998", bo, test)
            #expect(refused.status == 429 && refused.code == "askedTooOften" && refused["retry-after"] != nil)
            test.clock.advance(seconds: 86_401)
            #expect(try await ask("+41446689998", bo, test).status == 202)
            test.clock.advance(seconds: 7 * 86_400)
            #expect(try await list(anna, "asked", test).isEmpty, "it runs out")
        }
    }

    @Test func `F34: the moment a code is used its owner is told, and ends it in one tap`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let stream = try await EventReader.open(test, token: anna.token)
            let connection = try await test.connect(bo, to: anna, .exact)
            #expect(try await stream.event { $0.data.contains("noticesChanged") } != nil)
            let told = try #require(try await test.hub.notices(of: anna.id).first)
            #expect(told.kind == .codeUsed && told.about == bo.id)
            let ended = try await test.call("DELETE", "/api/v1/connections/\(connection)", token: anna.token)
            #expect(ended.status == 204)
            #expect(try await test.hub.notices(of: bo.id).isEmpty, "F40: the viewer is not told")
        }
    }
}
