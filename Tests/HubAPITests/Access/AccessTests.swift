import API
import Family
import Foundation
import HTTP
import Hub
import HubAPI
import SQL
import Testing
import WireClient

/// Who may ask at all: sessions, cookies, other sites, plain HTTP.
@Suite struct AccessTests {
    @Test func `S24, S29: every route that needs a session refuses a missing, wrong or phone's token`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for route in everyRoute where route.asksForSession {
                let (method, path) = route.methodAndPath
                for token in [nil, "", "nonsense", member.deviceToken] as [String?] {
                    let answer = try await test.call(method, path, token: token, json: "{}")
                    #expect(answer.status == 401 && answer.code == "notLoggedIn", "\(method) \(path)")
                    #expect(answer["www-authenticate"] != nil)
                    let isForPhone = answer.text.contains(member.id.text)
                    #expect(!isForPhone)
                }
            }
        }
    }

    @Test func `S17: the session's cookie is for this host, HTTPS and no script, and goes with the session`()
        async throws
    {
        try await TestService.run { test in
            let member = try await test.member(1, password: TestService.password)
            let answer = try await test.call(
                "POST",
                "/api/v1/sessions",
                token: nil,
                json: #"{"phone":"\#(member.phone)","password":"\#(TestService.password)"}"#
            )
            #expect(answer.status == 201 && answer["cache-control"] == "no-store")
            let cookie = try #require(answer["set-cookie"])
            let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(parts.first?.hasPrefix("__Host-hearth=") ?? false)
            #expect(Set(parts.dropFirst()) == ["Path=/", "Max-Age=7776000", "Secure", "HttpOnly", "SameSite=Lax"])
            let value = try #require(parts.first?.split(separator: "=", maxSplits: 1).last)
            let headers = ["Cookie: a=b; __Host-hearth=\(value)", "Sec-Fetch-Site: same-origin"]
            #expect(try await test.call("GET", "/api/v1/me", headers: headers).status == 200)
            let ended = try await test.call("DELETE", "/api/v1/sessions/current", headers: headers)
            #expect(ended.status == 204)
            #expect(ended.setCookies.contains { $0.contains("__Host-hearth=; Path=/; Max-Age=0; Secure") })
            #expect(ended["clear-site-data"] == #""cache", "storage""#, "the browser stays known")
            #expect(try await test.call("GET", "/api/v1/me", headers: headers).status == 401)
        }
    }

    @Test func `the session's state is told with or without a session, and names no member`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let tokens: [(String?, Bool)] = [
                (member.token, true), (nil, false), ("", false), ("nonsense", false), (member.deviceToken, false),
            ]
            for (token, isLoggedIn) in tokens {
                let answer = try await test.call("GET", "/api/v1/session", token: token)
                #expect(answer.status == 200 && answer["cache-control"] == "no-store")
                #expect(answer.json["isLoggedIn"] as? Bool == isLoggedIn && answer.json.count == 2)
                #expect((answer.json["views"] as? [String])?.isEmpty == true)
            }
            let link = try await test.liveGuest(of: member)
            let cookies = [(link.cookie, ["live"]), (try await test.wallCookie(of: member.id), ["wall"])]
            for (cookie, views) in cookies {
                let answer = try await test.call("GET", "/api/v1/session", headers: ["Cookie: \(cookie)"])
                #expect(answer.json["views"] as? [String] == views && answer.json["isLoggedIn"] as? Bool == false)
            }
        }
    }

    @Test func `S37: a token that opens nothing is written down, though the answer is no refusal`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for token in [nil, "", member.token] {
                #expect(try await test.call("GET", "/api/v1/session", token: token).status == 200)
            }
            #expect(try await test.hub.securityEvents().allSatisfy { $0.kind != "denied" })
            #expect(try await test.call("GET", "/api/v1/session?family=true", token: "nonsense").status == 200)
            let denied = try await test.hub.securityEvents().filter { $0.kind == "denied" }
            #expect(denied.map(\.about) == ["sessionState notLoggedIn"] && denied.first?.member == nil)
        }
    }

    @Test func `the session's state brings the family along that was asked for, as its own routes answer`() async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let shown = #"{"kind":"member","member":"\#(anna.id.text)"}"#
            #expect(try await test.call("PUT", "/api/v1/me/shown", token: bo.token, json: shown).status == 200)
            let answer = try await test.call("GET", "/api/v1/session?family=true", token: bo.token)
            let family = try #require(answer.json["family"] as? [String: Any])
            #expect(family.count == 6)
            for (part, path) in [
                ("me", "me"), ("connections", "connections"), ("clock", "clock"), ("shown", "me/shown"),
                ("presence", "presence"), ("liveLinks", "me/live-links"),
            ] {
                let alone = try await test.call("GET", "/api/v1/\(path)", token: bo.token).json
                let expected = alone["items"] ?? alone
                #expect(family[part] as? NSObject == expected as? NSObject, "\(part)")
            }
            #expect((family["presence"] as? [Any])?.count == 2, "Anna's is among them")
            for token in [nil, "nonsense", anna.deviceToken] {
                let answer = try await test.call("GET", "/api/v1/session?family=true", token: token)
                #expect(answer.status == 200 && answer.json["family"] == nil)
            }
        }
    }

    @Test(
        arguments: [
            ("GET", ["Sec-Fetch-Site: same-origin"], 200), ("GET", ["Sec-Fetch-Site: none"], 200),
            ("GET", ["Sec-Fetch-Site: cross-site"], 403), ("GET", ["Sec-Fetch-Site: same-site"], 403),
            ("GET", [], 200), ("GET", ["Origin: http://hearth.test"], 200),
            ("GET", ["Origin: https://evil.example"], 403), ("GET", ["Origin: null"], 403),
            ("PATCH", ["Sec-Fetch-Site: same-origin", "Content-Type: application/json"], 200),
            ("PATCH", ["Sec-Fetch-Site: same-origin", "Content-Type: text/plain"], 415),
            ("PATCH", ["Sec-Fetch-Site: same-origin"], 415),
            ("PATCH", ["Sec-Fetch-Site: cross-site", "Content-Type: application/json"], 403),
            ("PATCH", ["Sec-Fetch-Site: same-site", "Content-Type: application/json"], 403),
            ("PATCH", ["Origin: http://hearth.test", "Content-Type: application/json; charset=utf-8"], 200),
            ("PATCH", ["Origin: https://evil.example", "Content-Type: application/json"], 403),
            ("PATCH", ["Content-Type: application/json"], 403),
        ] as [(String, [String], Int)]
    )
    func `S20: a cookie speaks only for the hub's own page`(
        _ method: String,
        _ headers: [String],
        _ status: Int
    ) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let body = method == "GET" ? nil : Array("{}".utf8)
            for path in ["/api/v1/me"] + (method == "GET" && status == 403 ? ["/api/v1/events"] : []) {
                let cookie = ["Cookie: __Host-hearth=\(member.token)"]
                let answer = try await test.call(method, path, headers: cookie + headers, body: body)
                #expect(answer.status == status, "\(path) \(headers)")
            }
            let bearer = try await test.call(method, "/api/v1/me", token: member.token, headers: headers, body: body)
            let expected = headers.contains("Content-Type: text/plain") ? 415 : 200
            #expect(bearer.status == expected, "a program that sends its token is no page of another site")
        }
    }

    @Test func `S36: plain HTTP from elsewhere is refused, phones keep their queue, a proxy's HTTPS is believed`()
        async throws
    {
        try await TestService.run {
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        } _: { test in
            let member = try await test.member(1)
            let plain = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http"]
            let secure = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https"]
            for path in ["/api/v1/me", "/api/v1/openapi.yaml", "/api/v1/events", "/nothing"] {
                let refused = try await test.call("GET", path, token: member.token, headers: plain)
                #expect(refused.status == 403 && refused.code == "httpsRequired", "\(path)")
            }
            #expect(try await test.call("GET", "/api/v1/me", token: member.token, headers: secure).status == 200)
            for door in PhonePayload.doors {
                let refused = try await test.call(
                    "POST",
                    door.path,
                    token: member.deviceToken,
                    headers: plain,
                    body: Array("{}".utf8)
                )
                #expect(refused.status == 503 && refused["retry-after"] != nil, "\(door.path)")
                let taken = try await test.call(
                    "POST",
                    door.path,
                    token: member.deviceToken,
                    headers: secure,
                    body: Array("{}".utf8)
                )
                #expect(taken.status == door.status)
            }
        }
    }

    @Test func `S36: a page opened over plain HTTP redirects to HTTPS, and any other plain request is refused`()
        async throws
    {
        try await TestService.run {
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
            $0.hub.publicURL = "https://family.example"
        } _: { test in
            let plain = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http", "Accept: text/html"]
            let page = try await test.call("GET", "/places?code=secret", headers: plain)
            #expect(page.status == 308 && page["location"] == "https://family.example/places")
            let host = try await test.call("GET", "//evil.example/", headers: plain)
            #expect(host["location"].map { $0.hasPrefix("https://family.example/") } ?? true)
            for (method, path) in [("POST", "/places"), ("GET", "/api/v1/me"), ("GET", "/metrics")] {
                let refused = try await test.call(method, path, headers: plain)
                #expect(refused.status == 403 && refused.code == "httpsRequired", "\(method) \(path)")
            }
        }
    }

    @Test func `S36: a trial at home may allow plain HTTP, but refuses an untrusted proxy`() async throws {
        let plain = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http"]
        try await TestService.run {
            $0.allowHTTP = true
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        } _: { test in
            let member = try await test.member(1)
            #expect(try await test.call("GET", "/api/v1/me", token: member.token, headers: plain).status == 200)
        }
        try await TestService.run { test in
            let member = try await test.member(1)
            for scheme in ["http", "https"] {
                let passedOn = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: \(scheme)"]
                let refused = try await test.call("GET", "/api/v1/me", token: member.token, headers: passedOn)
                #expect(refused.status == 403, "a proxy that nobody trusts is not believed")
            }
        }
    }

    @Test func `S38: an unexpected failure says nothing of itself, and the log knows which request it was`()
        async throws
    {
        try await TestService.run { test in
            let member = try await test.member(1)
            try await test.hub.database.transaction { try $0.run("ALTER TABLE place RENAME TO elsewhere") }
            let answer = try await test.call("GET", "/api/v1/places", token: member.token)
            #expect(answer.status == 500 && answer.code == "internal")
            #expect(Set(answer.json.keys) == ["code", "status", "title"])
            for word in ["place", "table", "SELECT", "sqlite", "StorageError"] { #expect(!answer.text.contains(word)) }
            #expect(test.log.text.contains("a request failed") && test.log.text.contains("request="))
            for secret in [member.token, member.phone, member.id.text] { #expect(!test.log.text.contains(secret)) }
        }
    }

    @Test func `S38: a hub that cannot read its sessions refuses every request and log-in`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1, password: TestService.password)
            try await test.post(berlin, of: member)
            #expect(try await test.call("GET", "/api/v1/me", token: member.token).status == 200)
            // It has no session in memory.
            let again = try await test.restarted()
            try await test.hub.database.transaction { try $0.run("ALTER TABLE session RENAME TO elsewhere") }
            for path in ["/api/v1/me", "/api/v1/presence", "/api/v1/places"] {
                let answer = try await again.call("GET", path, token: member.token)
                #expect(answer.status >= 400, "\(path)")
                for secret in [member.id.text, "Member 1", "52.5"] { #expect(!answer.text.contains(secret), "\(path)") }
            }
            let logIn = #"{"phone":"\#(member.phone)","password":"\#(TestService.password)"}"#
            let refused = try await again.call("POST", "/api/v1/sessions", token: nil, json: logIn)
            #expect(refused.status >= 400 && refused["set-cookie"] == nil)
            await again.stop()
        }
    }

    @Test func `S21, S22, S55: every answer guards the browser, and what is personal is stored nowhere`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for path in ["/api/v1/me", "/api/v1/presence", "/api/v1/clock.svg", "/healthz", "/nothing"] {
                let answer = try await test.call("GET", path, token: member.token)
                #expect(answer.wrongSecurityHeaders == [], "\(path)")
                if path.hasPrefix("/api") { #expect(answer["cache-control"] == "no-store", "\(path)") }
            }
        }
    }

    @Test func `S4: password guessing is slowed down, alike for a number without a member`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1, password: TestService.password)
            var answers: [[String]] = []
            for phone in [member.phone, "+41446689999"] {
                var told: [String] = []
                for _ in 1...5 {
                    let body = #"{"phone":"\#(phone)","password":"wrong password"}"#
                    let answer = try await test.call("POST", "/api/v1/sessions", token: nil, json: body)
                    told.append("\(answer.status) \(answer["retry-after"] ?? "-") \(answer.text)")
                }
                answers.append(told)
            }
            #expect(answers[0] == answers[1])
            #expect(answers[0].map { $0.prefix(5) } == ["401 -", "401 -", "401 -", "429 1", "429 1"])
        }
    }

    @Test func `figures are for the keeper alone`() async throws {
        try await TestService.run { test in
            let (keeper, other) = (try await test.member(1), try await test.member(2))
            try await test.post(berlin, of: other)
            #expect(try await test.call("GET", "/metrics", token: other.token).status == 403)
            let figures = try await test.call("GET", "/metrics", token: keeper.token)
            #expect(figures.status == 200 && figures.text.contains("hearth_fixes_stored_total 1"))
            #expect(!figures.text.contains(other.id.text))
        }
    }
}
