import Family
import Foundation
import HTTP
import Hub
import SQL
import Testing
import WireClient

/// B8: a clock, a map and the day's missions on a wall, by a read-only link.
@Suite struct WallDisplaysTests {
    /// Two adults who see each other exactly, and a child of theirs.
    private func home(_ test: TestService) async throws -> (anna: TestMember, bo: TestMember, mira: ID<Member>) {
        let (anna, bo) = (try await test.member(1), try await test.member(2))
        let family = try await test.hub.family(of: anna.id).id
        let invite = try await test.invite(into: family, by: anna)
        let consent = JoinConsent(sharing: .off)
        _ = try await test.hub.joinFamily(invite.token, consent, member: bo.id, by: bo.id, from: RequestOrigin())
        try await test.connect(anna, to: bo, .exact)
        test.clock.advance(milliseconds: 1)
        let mira = try await test.hub.addChild(to: family, by: anna.id, name: "Mira", birthYear: 2018, colour: nil).id
        let seer: ID<Connection> = test.hub.outside.newID()
        _ = try await test.hub.addSeer(seer, anna.id, of: mira, in: family, by: bo.id, precision: .exact)
        try await test.post(berlin, of: anna)
        try await test.post(berlin.moved(northMetres: 900, eastMetres: 0), of: bo)
        return (anna, bo, mira)
    }

    private func wall(_ test: TestService, _ cookie: String) async throws -> TestResponse {
        try await test.call("GET", "/api/v1/wall", headers: ["Cookie: \(cookie)"])
    }

    private func names(_ wall: TestResponse) -> [String] {
        (wall.json["people"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    @Test func `B8: a wall's map shows its member, the children, and other adults once they agreed`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await home(test)
            let cookie = try await test.wallCookie(of: anna.id)
            #expect(names(try await wall(test, cookie)) == ["Member 1", "Mira"])
            let agreed = try await test.call("PUT", "/api/v1/me/on-walls", token: bo.token, json: #"{"shown":true}"#)
            #expect(agreed.status == 200)
            #expect(Set(names(try await wall(test, cookie))) == ["Member 1", "Member 2", "Mira"])
            let sharing = try await test.call("GET", "/api/v1/me/sharing", token: bo.token)
            #expect(sharing.json["onWalls"] as? Bool == true)
            // What they agreed to counts in this family alone.
            try await test.hub.leaveFamily(try await test.hub.family(of: anna.id).id, bo.id, by: bo.id)
            #expect(names(try await wall(test, cookie)) == ["Member 1", "Mira"])
        }
    }

    @Test func `B8: a link without a map shows none, opens no tiles, and ends at once`() async throws {
        try await TestService.run { test in
            let (anna, _, _) = try await home(test)
            let made = try await test.call("POST", "/api/v1/clock/links", token: anna.token, json: "{}")
            let token = try #require((made.json["page"] as? String)?.split(separator: "#").last)
            let cookie = try await test.openWall(String(token))
            let plain = try await wall(test, cookie)
            #expect(plain.status == 200 && plain.json["people"] == nil && plain.json["missions"] == nil)
            #expect((plain.json["clock"] as? [String: Any])?["hands"] != nil && !plain.text.contains("latitude"))
            let style = try await test.call("GET", "/api/v1/basemap/style.json", headers: ["Cookie: \(cookie)"])
            #expect(style.status == 401)
            let id = try #require(made.json["id"] as? String)
            #expect(try await test.call("DELETE", "/api/v1/clock/links/\(id)", token: anna.token).status == 204)
            let ended = try await wall(test, cookie)
            #expect(ended.status == 401 && ended.code == "viewEnded")
        }
    }

    @Test func `F39: a wall shows its own member in a pause as others see them`() async throws {
        try await TestService.run { test in
            let (anna, _, _) = try await home(test)
            try await test.place("Gran's house", at: berlin, of: anna)
            let cookie = try await test.wallCookie(of: anna.id)
            _ = try await test.hub.setPause(of: anna.id, until: nil)
            test.clock.advance(seconds: 600)
            let away = berlin.moved(northMetres: 0, eastMetres: 2_000)
            try await test.place("The surgery", at: away, of: anna)
            for _ in 1...3 {
                test.clock.advance(seconds: 60)
                try await test.post(away, of: anna)
            }
            let shown = try await wall(test, cookie)
            #expect(shown.text.contains("Gran") && !shown.text.contains("surgery"))
            let own = try await test.call("GET", "/api/v1/clock", token: anna.token)
            #expect(own.text.contains("surgery"), "and to themselves where they are")
        }
    }

    @Test func `B8: the day's missions are the children's and those for anyone, and a pause changes none`() async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await home(test)
            let cookie = try await test.wallCookie(of: anna.id)
            let wishes: [(TestMember, String, String)] = [
                (anna, "Feed the cat", #","assignee":"\#(mira.text)""#), (anna, "Post the letter", ""),
                (anna, "Water the plants", #","anyone":true"#), (bo, "Buy Anna a present", ""),
            ]
            for (giver, title, more) in wishes {
                test.clock.advance(milliseconds: 1)
                let id = test.hub.outside.newID(of: Mission.self).text
                let body = #"{"id":"\#(id)","title":"\#(title)","minutes":5,"priority":"medium"\#(more)}"#
                let added = try await test.call("POST", "/api/v1/missions", token: giver.token, json: body)
                try #require(added.status == 201, "\(added.text)")
            }
            let shown = try #require(try await wall(test, cookie).json["missions"] as? [[String: Any]])
            let titles = Set(shown.compactMap { $0["title"] as? String })
            #expect(titles == ["Feed the cat", "Water the plants"])
            #expect(shown.first { $0["title"] as? String == "Feed the cat" }?["doer"] as? String == "Mira")
            _ = try await test.hub.setPause(of: anna.id, until: nil)
            let paused = try await wall(test, cookie)
            #expect((paused.json["missions"] as? [[String: Any]])?.count == 2)
        }
    }

    @Test func `F44: a wall shows a child to no one in the hours in which it is hidden from anyone`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await home(test)
            let family = try await test.hub.family(of: anna.id).id
            let seer: ID<Connection> = test.hub.outside.newID()
            _ = try await test.hub.addSeer(seer, bo.id, of: mira, in: family, by: anna.id, precision: .exact)
            let phone: ID<Device> = test.hub.outside.newID()
            let (_, token) = try await test.hub.addDevice(phone, for: mira, name: "watch")
            try await test.post(
                berlin,
                of: TestMember(
                    id: mira,
                    phone: "",
                    token: "",
                    device: phone,
                    deviceToken: token
                )
            )
            let cookie = try await test.wallCookie(of: anna.id)
            #expect(try await position(of: "Mira", test, cookie) != nil)
            let days = #""days":[1,2,3,4,5,6,7],"fromMinute":0,"untilMinute":1439,"utcOffsetMinutes":0"#
            let hours = #"{"items":[{"viewer":"\#(bo.id.text)",\#(days)}]}"#
            let path = "/api/v1/families/\(family.text)/members/\(mira.text)/hidden-hours"
            let hidden = try await test.call("PUT", path, token: anna.token, json: hours)
            #expect(hidden.status == 200, "\(hidden.text)")
            #expect(try await position(of: "Mira", test, cookie) == nil)
        }
    }

    @Test func `B8: a member shown on a wall is notified, and so is the member whose link a screen opens`() async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await home(test)
            _ = try await test.wallCookie(of: anna.id)
            _ = try await test.call("PUT", "/api/v1/me/on-walls", token: bo.token, json: #"{"shown":true}"#)
            for (member, kind) in [(anna.id, NoticeKind.wallOpened), (mira, .shownOnWalls), (bo.id, .shownOnWalls)] {
                let kinds = try await test.hub.notices(of: member).map(\.kind)
                #expect(kinds.count { $0 == kind } == 1, "\(kind): \(kinds)")
            }
            let (_, token) = try await test.hub.addSession(for: mira)
            let sharing = try await test.call("GET", "/api/v1/me/sharing", token: token)
            #expect(sharing.json["onWalls"] as? Bool == true, "a child reads that a wall shows it")
            let refused = try await test.call("PUT", "/api/v1/me/on-walls", token: token, json: #"{"shown":false}"#)
            #expect(refused.status == 403 && refused.code == "adultsOnly")
        }
    }

    @Test func `B8: a wall and a consent end with the family that they were of`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await home(test)
            try await test.hub.setOnWalls(bo.id, true)
            let cookie = try await test.wallCookie(of: bo.id)
            try await test.hub.leaveFamily(try await test.hub.family(of: anna.id).id, bo.id, by: bo.id)
            #expect(try await wall(test, cookie).status == 401)
            let invite = try await test.invite(into: try await test.hub.family(of: anna.id).id, by: anna)
            let consent = JoinConsent(sharing: .off)
            _ = try await test.hub.joinFamily(invite.token, consent, member: bo.id, by: bo.id, from: RequestOrigin())
            let sharing = try await test.call("GET", "/api/v1/me/sharing", token: bo.token)
            #expect(sharing.json["onWalls"] as? Bool == false, "coming back agrees to nothing")
        }
    }

    @Test func `S23: the token of a link with a map opens nothing in a query, and a log-out forgets the display`()
        async throws
    {
        try await TestService.run { test in
            let (anna, _, _) = try await home(test)
            let made = try await test.call("POST", "/api/v1/clock/links", token: anna.token, json: #"{"map":true}"#)
            #expect(made.json["svg"] == nil && made.json["json"] == nil)
            let token = try #require((made.json["page"] as? String)?.split(separator: "#").last)
            #expect(try await test.call("GET", "/api/v1/clock.json?token=\(token)").status == 401)
            let out = try await test.call("DELETE", "/api/v1/sessions/current", token: anna.token)
            #expect(out.headers.contains { $0.value.hasPrefix("__Host-hearth-wall=; Path=/; Max-Age=0") })
        }
    }

    /// The position of a person on the map; nil where none is shown.
    private func position(of name: String, _ test: TestService, _ cookie: String) async throws -> Any? {
        let people = try await wall(test, cookie).json["people"] as? [[String: Any]] ?? []
        let presence = people.first { $0["name"] as? String == name }?["presence"] as? [String: Any]
        return presence?["fix"]
    }

    @Test func `B8: a child hangs up a clock, and nothing else`() async throws {
        try await TestService.run { test in
            let (_, _, mira) = try await home(test)
            let (_, token) = try await test.hub.addSession(for: mira)
            let refused = try await test.call("POST", "/api/v1/clock/links", token: token, json: #"{"map":true}"#)
            #expect(refused.status == 403 && refused.code == "adultsOnly")
            #expect(try await test.call("POST", "/api/v1/clock/links", token: token, json: "{}").status == 201)
        }
    }
}

extension TestService {
    /// The cookie of a wall display that shows all that a member's link can.
    func wallCookie(of member: ID<Member>) async throws -> String {
        try await openWall(try await hub.addClockLink(for: member, showing: [.map, .missions]).token)
    }

    /// Opens a link on a wall display.
    fileprivate func openWall(_ token: String) async throws -> String {
        let opened = try await call("POST", "/api/v1/wall-views", token: nil, json: #"{"token":"\#(token)"}"#)
        try #require(opened.status == 201, "\(opened.text)")
        return String(try #require(opened["set-cookie"]?.split(separator: ";").first))
    }
}
