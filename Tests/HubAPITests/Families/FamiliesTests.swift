import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// Families over a socket: what stands in the answers, and what does not.
@Suite struct FamiliesTests {
    private let json = ["Content-Type: application/json"]

    @Test func `a family is read, named and joined by a link that keeps its secret behind the number sign`()
        async throws
    {
        try await TestService.run({ $0.hub.publicURL = "https://hearth.example" }) { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let family = try await test.family(of: anna)
            let named = try await test.call(
                "PATCH",
                "/api/v1/families/\(family)",
                token: anna.token,
                json: #"{"name":"The Becks"}"#
            )
            #expect(named.status == 200 && named.json["name"] as? String == "The Becks")
            let made = try await test.invite(into: family, by: anna)
            #expect(made.status == 201 && made["cache-control"] == "no-store")
            let link = try #require(made.json["link"] as? String)
            #expect(link.hasPrefix("https://hearth.example/join#invite="))
            #expect((made.json["qrCode"] as? String)?.hasPrefix("<svg") ?? false)
            let secret = try #require(link.split(separator: "=").last)
            let view = try await test.post("invite-views", #"{"invite":"\#(secret)"}"#, json)
            #expect(view.status == 200)
            let offer: Set = ["inviter", "family", "role", "theirSharing", "askedSharing", "expiresAt", "needsCode"]
            #expect(Set(view.json.keys) == offer)
            let joined = try await test.call(
                "PUT",
                "/api/v1/me/family",
                token: bo.token,
                json: #"{"invite":"\#(secret)","sharing":"place"}"#
            )
            #expect(joined.status == 200 && (joined.json["members"] as? [Any])?.count == 2)
            let mine = try await test.call("GET", "/api/v1/families", token: anna.token)
            #expect(mine.items.count == 1)
            #expect(!mine.text.contains(bo.phone), "a number is its owner's alone")
            #expect(!test.log.text.contains(secret))
        }
    }

    @Test func `without texts an invite for a number registers, and the number is said to be unconfirmed`() async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let family = try await test.family(of: anna)
            let number = "+41446681002"
            let request = """
                {"id":"0197a3c4-5b1e-7c3a-9f00-1d2e3f405199","phone":"\(number)","role":"adult","mySharing":"place",\
                "askedSharing":"place"}
                """
            let made = try await test.call(
                "POST",
                "/api/v1/families/\(family)/invites",
                token: anna.token,
                json: request
            )
            let link = try #require(made.json["link"] as? String)
            let secret = try #require(link.split(separator: "=").last)
            let view = try await test.post("invite-views", #"{"invite":"\#(secret)"}"#, json)
            #expect(view.json["needsCode"] as? Bool == false && !view.text.contains(number))
            let who = #""invite":"\#(secret)","phone":"\#(number)","name":"Bo""#
            let bare = try await test.post("members", "{\(who)}", json)
            #expect(bare.status == 422 && bare.json["field"] as? String == "password")
            let joined = try await test.post("members", #"{\#(who),"password":"bo's own long password"}"#, json)
            #expect(joined.status == 201)
            let token = try #require(joined.json["token"] as? String)
            let me = try await test.call("GET", "/api/v1/me", token: token)
            #expect(me.json["phone"] as? String == number && me.json["numberUnconfirmed"] as? Bool == true)
            #expect(me.json["hubSendsTexts"] == nil)
            let connections = try await test.call("GET", "/api/v1/connections", token: anna.token)
            for side in ["seen", "seers"] {
                let people = try #require(connections.json[side] as? [[String: Any]])
                #expect(people.map { $0["numberUnconfirmed"] as? Bool } == [true], "\(side)")
            }
            #expect(!connections.text.contains(number), "a number is its owner's alone")
            let again = try await test.post("members", #"{\#(who),"password":"bo's own long password"}"#, json)
            #expect(again.status == 404 && again.code == "noInvite")
            for secret in [String(secret), number] { #expect(!test.log.text.contains(secret)) }
        }
    }

    @Test func `S18: making a child's login link or changing a child's role needs a recent proof`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let family = try await test.family(of: anna)
            let path = "/api/v1/families/\(family)/members"
            let made = try await test.call("POST", path, token: anna.token, json: #"{"name":"Mira","birthYear":2016}"#)
            let child = try #require(made.json["id"] as? String)
            test.clock.advance(seconds: 300)
            let before = try await DatabaseDump(of: test)
            let link = try await test.call("POST", "\(path)/\(child)/links", token: anna.token)
            let grown = #"{"role":"adult"}"#
            let change = try await test.call("PATCH", "\(path)/\(child)", token: anna.token, json: grown)
            for answer in [link, change] { #expect(answer.status == 401 && answer.code == "proofNeeded") }
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
        }
    }

    @Test func `S15: every invite that is not good gets one answer`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let family = try await test.family(of: anna)
            let made = try await test.invite(into: family, by: anna, #","phone":"+41446681005""#)
            let code = try #require(made.json["code"] as? String)
            let wrong = code == "00000000" ? "00000001" : "00000000"
            var answers: Set<String> = []
            for body in [
                #"{"invite":"nothing at all"}"#, #"{"invite":"\#(code)"}"#,
                #"{"invite":"\#(wrong)","phone":"+41446681005"}"#, #"{"invite":"\#(code)","phone":"+41446681006"}"#,
            ] {
                let answer = try await test.post("invite-views", body, json)
                answers.insert("\(answer.status) \(answer.text)")
            }
            #expect(answers.count == 1 && answers.first?.hasPrefix("404") ?? false)
        }
    }

    @Test func `a child without a number logs in by a guardian's link once, and may not rename the family`()
        async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let family = try await test.family(of: anna)
            let path = "/api/v1/families/\(family)/members"
            let made = try await test.call("POST", path, token: anna.token, json: #"{"name":"Mira","birthYear":2016}"#)
            #expect(made.status == 201 && made.json["role"] as? String == "child")
            let child = try #require(made.json["id"] as? String)
            let issued = try await test.call("POST", "\(path)/\(child)/links", token: anna.token)
            let link = try #require(issued.json["link"] as? String)
            let secret = try #require(link.split(separator: "=").last)
            let entered = try await test.post("sessions", #"{"link":"\#(secret)"}"#, json)
            #expect(entered.status == 201 && entered.json["member"] as? String == child)
            let token = try #require(entered.json["token"] as? String)
            let again = try await test.post("sessions", #"{"link":"\#(secret)"}"#, json)
            #expect(again.status == 404 && again.code == "noLink")
            let refused = try await test.call(
                "PATCH",
                "/api/v1/families/\(family)",
                token: token,
                json: #"{"name":"x"}"#
            )
            #expect(refused.status == 403 && refused.code == "adultsOnly")
        }
    }

    @Test func `F44: a guardian adds and lists a child's viewers; wrong hidden hours and strangers are refused`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let family = try await test.family(of: anna)
            let members = "/api/v1/families/\(family)/members"
            let made = try await test.call(
                "POST",
                members,
                token: anna.token,
                json: #"{"name":"Mira","birthYear":2014}"#
            )
            let path = "\(members)/\(try #require(made.json["id"] as? String))"
            let id = test.hub.outside.newID(of: Connection.self).text
            let body = #"{"id":"\#(id)","viewer":"\#(anna.id.text)","precision":"exact"}"#
            let added = try await test.call("POST", "\(path)/seers", token: anna.token, json: body)
            #expect(added.status == 201 && added.json["precision"] as? String == "off")
            let asked = try #require(added.json["asked"] as? [String: Any])
            #expect(asked["guardianAgreed"] as? Bool == true && asked["childAgreed"] as? Bool == false)
            #expect(try await test.call("GET", "\(path)/seers", token: anna.token).items.count == 1)
            let hours = #""days":[6,7],"fromMinute":1080,"untilMinute":600,"utcOffsetMinutes":60"#
            let own = #"{"items":[{"viewer":"\#(anna.id.text)",\#(hours)}]}"#
            let refused = try await test.call("PUT", "\(path)/hidden-hours", token: anna.token, json: own)
            #expect(refused.status == 404, "nobody is hidden from who asks for it")
            let odd = #"{"items":[{"viewer":"\#(anna.id.text)",\#(hours.replacing("1080", with: "1440"))}]}"#
            let invalid = try await test.call("PUT", "\(path)/hidden-hours", token: anna.token, json: odd)
            #expect(invalid.status == 422 && invalid.json["field"] as? String == "items")
            for what in ["seers", "hidden-hours"] {
                #expect(try await test.call("GET", "\(path)/\(what)", token: bo.token).status == 404)
            }
        }
    }

    @Test func `S40: a keeper's link sets a password once without a session, and logs no member in`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let secret = try await test.hub.makePasswordLink(for: anna.id).token
            let body = #"{"link":"\#(secret)","new":"\#(TestService.password)"}"#
            let set = try await test.call("PUT", "/api/v1/me/password", headers: json, body: Array(body.utf8))
            #expect(set.status == 204 && set["set-cookie"] == nil)
            let again = try await test.call("PUT", "/api/v1/me/password", headers: json, body: Array(body.utf8))
            #expect(again.status == 404 && again.code == "noLink")
        }
    }

    @Test func `F45: the keeper has no map of others, no log-in as them, and no positions`() async throws {
        try await TestService.run { test in
            let (keeper, bo) = (try await test.member(1), try await test.member(2))
            #expect(try await test.hub.profile(keeper.id).keeper)
            try await test.post(berlin, of: bo)
            for path in [
                "presence", "clock", "members/\(bo.id.text)/track", "members/\(bo.id.text)/day?date=2026-03-01",
            ] {
                let answer = try await test.call("GET", "/api/v1/\(path)", token: keeper.token)
                #expect(!answer.text.contains("52.52") && !answer.text.contains(bo.id.text), "\(path)")
            }
            let family = try await test.family(of: bo)
            let links = "/api/v1/families/\(family)/members/\(bo.id.text)/links"
            #expect(try await test.call("POST", links, token: keeper.token).status == 404)
        }
    }
}

extension TestService {
    /// The identity of a member's family.
    fileprivate func family(of member: TestMember) async throws -> String {
        let id = try await call("GET", "/api/v1/families", token: member.token).items.first?["id"]
        return try #require(id as? String)
    }

    /// Asks for an invite.
    fileprivate func invite(
        into family: String,
        by member: TestMember,
        _ more: String = ""
    ) async throws -> TestResponse {
        let id = hub.outside.newID(of: Invite.self).text
        let body = #"{"id":"\#(id)","role":"adult","mySharing":"exact","askedSharing":"exact"\#(more)}"#
        return try await call("POST", "/api/v1/families/\(family)/invites", token: member.token, json: body)
    }
}
