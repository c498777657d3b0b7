import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// Outside contacts over the wire (F77).
@Suite struct ContactsAPITests {
    @Test func `F77: a contact is asked, agrees by the token of their link, and is removed`() async throws {
        try await TestService.run { test in
            let (ana, bo) = (try await test.member(1), try await test.member(2))
            let asked = try await ask(test, ana)
            #expect(asked.status == 201 && asked.json["state"] as? String == "asked")
            let id = try #require(asked.json["id"] as? String)
            let token = try await token(test)
            let view = try await test.call("POST", "/api/v1/contact-views", token: nil, json: #"{"token":"\#(token)"}"#)
            #expect(view.status == 200 && view.json["state"] as? String == "asked")
            #expect(Set(view.json.keys) == ["name", "state"], "nothing else of who asks")
            #expect(try await states(test, ana) == ["asked"], "reading answers nothing")
            let answer = #"{"token":"\#(token)","agree":true}"#
            #expect(try await test.call("POST", "/api/v1/contact-answers", token: nil, json: answer).status == 200)
            #expect(try await states(test, ana) == ["agreed"])
            #expect(try await states(test, bo) == [])
            let path = "/api/v1/me/contacts/\(id)"
            #expect(try await test.call("DELETE", path, token: bo.token).status == 404)
            #expect(try await test.call("DELETE", path, token: ana.token).status == 204)
            let after = try await test.call("POST", "/api/v1/contact-views", token: nil, json: answer)
            #expect(after.json["state"] as? String == "agreed", "nobody learns here that they were removed")
        }
    }

    @Test func `F77: no route reads or answers a contact's question without the token, nor with another one`()
        async throws
    {
        try await TestService.run { test in
            let ana = try await test.member(1)
            _ = try await ask(test, ana)
            for path in ["contact-views", "contact-answers"] {
                #expect(try await test.call("GET", "/api/v1/\(path)", token: nil).status == 405)
                for token in ["", "Zk3vT0m1Xq8cR5wLh2bYpg"] {
                    let body = #"{"token":"\#(token)","agree":true}"#
                    #expect(try await test.call("POST", "/api/v1/\(path)", token: nil, json: body).status == 404)
                }
            }
            #expect(try await states(test, ana) == ["asked"])
        }
    }

    @Test func `F77: a contact who declined is not asked again by the same member`() async throws {
        try await TestService.run { test in
            let ana = try await test.member(1)
            let id = try #require(try await ask(test, ana).json["id"] as? String)
            let answer = #"{"token":"\#(try await token(test))","agree":false}"#
            #expect(try await test.call("POST", "/api/v1/contact-answers", token: nil, json: answer).status == 200)
            #expect(try await test.call("DELETE", "/api/v1/me/contacts/\(id)", token: ana.token).status == 204)
            let again = try await ask(test, ana)
            #expect(again.status == 409 && again.json["code"] as? String == "contactSaidNo")
            #expect(try await test.hub.outboxItems(after: nil).filter { $0.to == "dora@example.org" }.count == 1)
        }
    }

    private func ask(_ test: TestService, _ member: TestMember) async throws -> TestResponse {
        let id = test.hub.outside.newID(of: Contact.self).text
        let body = #"{"id":"\#(id)","name":"Dora","mail":"dora@example.org"}"#
        return try await test.call("POST", "/api/v1/me/contacts", token: member.token, json: body)
    }

    private func token(_ test: TestService) async throws -> String {
        try await test.hub.sendMessages()
        let text = try #require(try await test.hub.outboxItems(after: nil).last?.text)
        return String(try #require(text.split(separator: "/contact#").last?.prefix { !$0.isNewline }))
    }

    private func states(_ test: TestService, _ member: TestMember) async throws -> [String] {
        let answer = try await test.call("GET", "/api/v1/me/contacts", token: member.token)
        return answer.items.compactMap { $0["state"] as? String }
    }
}
