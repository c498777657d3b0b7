import Family
import Hub
import Testing
import WireClient

/// What a browser sends to be known, and what it is given (S46, S47).
@Suite struct KnownBrowserTests {
    private let name = "__Host-hearth-device"

    @Test func `S46: the secret of a known browser is made at every log-in and never taken from the request`()
        async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let planted = "planted-by-somebody-else"
            let first = try #require(try await test.logIn(anna, device: planted).cookie(name))
            #expect(!first.contains(planted))
            #expect(try await test.newLogIns(of: anna) == 1)
            let second = try #require(try await test.logIn(anna, device: first).cookie(name))
            #expect(second != first && !second.contains(first), "each log-in makes another one")
            #expect(try await test.newLogIns(of: anna) == 1, "the browser was known")
            _ = try await test.logIn(anna, device: planted)
            #expect(try await test.newLogIns(of: anna) == 2, "what was planted opens nothing")
            _ = try await test.logIn(anna, device: first)
            #expect(try await test.newLogIns(of: anna) == 3, "the secret before is gone")
            _ = try await test.logIn(anna, device: second)
            #expect(try await test.newLogIns(of: anna) == 3, "another browser's log-in leaves it good")
        }
    }

    @Test func `S46: a shared tablet knows each member by a secret of their own`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let bo = try await test.member(2, password: TestService.password)
            let hers = try #require(try await test.logIn(anna).cookie(name))
            let both = try #require(try await test.logIn(bo, device: hers).cookie(name))
            #expect(try await test.newLogIns(of: bo) == 1, "hers is not his")
            let secrets = both.split(separator: ".").map(String.init)
            #expect(secrets.count == 2 && secrets.contains(hers) && Set(secrets).count == 2)
            let his = try #require(secrets.first { $0 != hers })
            _ = try await test.logIn(anna, device: his)
            #expect(try await test.newLogIns(of: anna) == 2, "his is not hers")
            _ = try await test.logIn(bo, device: both)
            #expect(try await test.newLogIns(of: bo) == 1)
        }
    }

    @Test func `S46: a tablet of many members knows the last eight`() async throws {
        try await TestService.run { test in
            var cookie: String?
            for number in 1...9 {
                let member = try await test.member(number, password: TestService.password)
                cookie = try await test.logIn(member, device: cookie).cookie(name)
            }
            #expect(cookie?.split(separator: ".").count == 8)
        }
    }

    @Test func `S46: a member has ten known browsers, and the one used longest ago is new again`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            var cookies: [String] = []
            for _ in 1...11 {
                test.clock.advance(seconds: 1)
                cookies.append(try #require(try await test.logIn(anna).cookie(name)))
            }
            #expect(try await test.newLogIns(of: anna) == 11)
            _ = try await test.logIn(anna, device: cookies[1])
            #expect(try await test.newLogIns(of: anna) == 11, "the second is known")
            _ = try await test.logIn(anna, device: cookies[0])
            #expect(try await test.newLogIns(of: anna) == 12, "the first is not")
        }
    }

    @Test(arguments: [true, false])
    func `S46: a new password makes every other browser new, and this one goes on with a new secret`(
        _ endingOthers: Bool
    ) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let other = try #require(try await test.logIn(anna).cookie(name))
            let here = try await test.logIn(anna)
            let cookies = "Cookie: __Host-hearth=\(try here.field("token")); \(name)=\(try #require(here.cookie(name)))"
            let new = "another long phrase"
            let changed = try await test.call(
                "PUT",
                "/api/v1/me/password",
                headers: page + [cookies],
                body: Array(#"{"new":"\#(new)","endOtherSessions":\#(endingOthers)}"#.utf8)
            )
            #expect(changed.status == 200)
            let before = try await test.newLogIns(of: anna)
            let mine = try #require(changed.cookie(name))
            _ = try await test.logIn(anna, password: new, device: mine)
            #expect(try await test.newLogIns(of: anna) == before)
            _ = try await test.logIn(anna, password: new, device: other)
            #expect(try await test.newLogIns(of: anna) == before + 1)
        }
    }

    @Test func `S46: a session ended from elsewhere takes along what its browser is known by`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let lost = try await test.logIn(anna)
            let session = try #require(try await test.hub.caller(token: lost.field("token"))?.session)
            let ended = try await test.call("DELETE", "/api/v1/sessions/\(session.text)", token: anna.token)
            #expect(ended.status == 204)
            _ = try await test.logIn(anna, device: lost.cookie(name))
            #expect(try await test.newLogIns(of: anna) == 2)
            let own = try await test.logIn(anna)
            let leaving = try await test.call("DELETE", "/api/v1/sessions/current", token: own.field("token"))
            #expect(leaving.status == 204)
            _ = try await test.logIn(anna, device: own.cookie(name))
            #expect(try await test.newLogIns(of: anna) == 3, "who logs out here is known here")
        }
    }

    @Test func `S47: strangers' code requests neither delay an owner in a known browser nor use up their texts`()
        async throws
    {
        try await TestService.run({ $0.hub.codes.perNetworkAnHour = 1_000 }) { test in
            let anna = try await test.member(1, password: TestService.password)
            let known = "\(name)=\(try #require(try await test.logIn(anna).cookie(name)))"
            let ask = #"{"phone":"\#(anna.phone)","purpose":"login"}"#
            // A stranger who comes back as soon as they may, until the day's texts for this number are gone.
            var strangers = 0
            for _ in 1...30 {
                let answer = try await test.ask(ask, page)
                if answer.status == 202 {
                    strangers += 1
                } else {
                    let seconds = try #require(answer["retry-after"].flatMap { Int64($0) })
                    guard seconds < 3_600 else { break }
                    test.clock.advance(seconds: seconds)
                }
            }
            #expect(strangers == 10)
            #expect(try await test.ask(ask, page).status == 429)
            // Texts of one millisecond lie in the outbox in any order.
            test.clock.advance(seconds: 1)
            let asked = try await test.ask(ask, page + ["Cookie: \(known)"])
            #expect(asked.status == 202 && asked.json["resendAfterSeconds"] as? Int == 30)
            let code = try await test.code(to: anna.phone)
            // Another network's stranger asks for the same: the code that the owner waits for stays good.
            test.clock.advance(seconds: 200)
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let body = #"{"verification":"\#(try asked.field("id"))","code":"\#(code)"}"#
            let entered = try await test.post(
                "sessions",
                body,
                page + ["Cookie: \(known); __Host-hearth-verify=\(cookie)"]
            )
            #expect(entered.status == 201)
        }
    }

    @Test func `S47: a stranger's request leaves the code that the owner waits for good`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let known = "\(name)=\(try #require(try await test.logIn(anna).cookie(name)))"
            let ask = #"{"phone":"\#(anna.phone)","purpose":"login"}"#
            let asked = try await test.ask(ask, page + ["Cookie: \(known)"])
            let code = try await test.code(to: anna.phone)
            #expect(try await test.ask(ask, page).status == 202, "the owner's request tells strangers nothing")
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let body = #"{"verification":"\#(try asked.field("id"))","code":"\#(code)"}"#
            let headers = page + ["Cookie: \(known); __Host-hearth-verify=\(cookie)"]
            #expect(try await test.post("sessions", body, headers).status == 201)
        }
    }

    @Test func `S47: texts that strangers used up are not the owner's`() async throws {
        try await TestService.run({
            $0.hub.codes.perNetworkAnHour = 1_000
            $0.hub.codes.textsADay = 3
        }) { test in
            let anna = try await test.member(1, password: TestService.password)
            let known = "Cookie: \(name)=\(try #require(try await test.logIn(anna).cookie(name)))"
            for number in 2...4 {
                let member = try await test.member(number)
                #expect(try await test.ask(#"{"phone":"\#(member.phone)","purpose":"login"}"#, page).status == 202)
            }
            let ask = #"{"phone":"\#(anna.phone)","purpose":"login"}"#
            #expect(try await test.ask(ask, page).status == 503, "the hub's day is used up")
            #expect(try await test.ask(ask, page + [known]).status == 202)
        }
    }

    private let page = ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"]
}

extension TestService {
    /// Logs in by number and password in a browser that sends this cookie to be known.
    fileprivate func logIn(
        _ member: TestMember,
        password: String = TestService.password,
        device: String? = nil
    ) async throws -> TestResponse {
        let cookie = device.map { ["Cookie: __Host-hearth-device=\($0)"] } ?? []
        let answer = try await post(
            "sessions",
            #"{"phone":"\#(member.phone)","password":"\#(password)"}"#,
            ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"] + cookie
        )
        try #require(answer.status == 201)
        return answer
    }

    /// How often a member was told of a browser that was new.
    fileprivate func newLogIns(of member: TestMember) async throws -> Int {
        try await hub.notices(of: member.id).count { $0.kind == .newLogIn }
    }
}
