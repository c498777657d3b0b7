import Family
import Foundation
import HTTP
import Hub
import HubAPI
import Messaging
import Testing
import WireClient

/// Getting in over a socket: what goes over the wire, and what browsers are told.
@Suite struct GettingInTests {
    private let page = ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"]

    @Test func `a person registers in a browser with a texted code, and logs in there again with either`()
        async throws
    {
        try await TestService.run({ $0.hub.registration = .open }) { test in
            let asked = try await test.ask(#"{"phone":"+41446681001","purpose":"register"}"#, page)
            #expect(asked.status == 202 && asked["cache-control"] == "no-store")
            #expect(Set(asked.json.keys) == ["id", "expiresAt", "resendAfterSeconds", "isTexted"])
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let body = """
                {"verification":"\(try asked.field("id"))","code":"\(try await test.code())","name":"Anna",
                "password":"\(TestService.password)"}
                """
            let elsewhere = try await test.post("members", body, page + ["Cookie: __Host-hearth-verify=\(token)"])
            #expect(
                elsewhere.status == 401 && elsewhere.code == "wrongCode" && elsewhere.json["field"] as? String == "code"
            )
            let joined = try await test.post("members", body, page + ["Cookie: __Host-hearth-verify=\(cookie)"])
            #expect(joined.status == 201 && Set(joined.json.keys) == ["member", "token", "expiresAt"])
            let session = try #require(joined.cookie("__Host-hearth"))
            #expect(session == joined.json["token"] as? String)
            let device = try #require(joined.cookie("__Host-hearth-device"))
            let me = try await test.call(
                "GET",
                "/api/v1/me",
                headers: ["Cookie: __Host-hearth=\(session)", "Sec-Fetch-Site: same-origin"]
            )
            #expect(me.json["name"] as? String == "Anna" && me.json["keeper"] as? Bool == false)

            test.clock.advance(seconds: 60)
            let known = page + ["Cookie: __Host-hearth-device=\(device); __Host-hearth-verify=\(cookie)"]
            let again = try await test.ask(#"{"phone":"+41446681001","purpose":"login"}"#, known)
            #expect(again.cookie("__Host-hearth-verify") == cookie, "the browser keeps its name")
            let code = #"{"verification":"\#(try again.field("id"))","code":"\#(try await test.code())"}"#
            #expect(try await test.post("sessions", code, known).status == 201)
            let password = #"{"phone":"+41446681001","password":"\#(TestService.password)"}"#
            let back = try await test.post("sessions", password, known)
            let renewed = back.cookie("__Host-hearth-device")
            #expect(back.status == 201 && renewed != nil && renewed != device, "S46: made at every log-in")
        }
    }

    @Test func `S6, S17: every cookie is for this host, HTTPS and no script`() async throws {
        try await TestService.run({ $0.hub.registration = .open }) { test in
            let asked = try await test.ask(#"{"phone":"+41446681001","purpose":"register"}"#, page)
            let body = #"{"verification":"\#(try asked.field("id"))","code":"\#(try await test.code())","name":"Anna"}"#
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let joined = try await test.post("members", body, page + ["Cookie: __Host-hearth-verify=\(cookie)"])
            let cookies = asked.setCookies + joined.setCookies
            #expect(cookies.count == 3)
            for cookie in cookies {
                let parts = Set(cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
                #expect(parts.isSuperset(of: ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]))
                #expect(cookie.hasPrefix("__Host-hearth") && !cookie.contains("Domain"))
            }
        }
    }

    @Test(arguments: ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
    func `S17: on this machine over plain HTTP every cookie is without prefix and Secure, and opens the account`(
        _ host: String
    ) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let logIn = Array(#"{"phone":"\#(anna.phone)","password":"\#(TestService.password)"}"#.utf8)
            let answer = try await test.call("POST", "/api/v1/sessions", headers: page, body: logIn, host: host)
            let ask = Array(#"{"phone":"\#(anna.phone)","purpose":"login"}"#.utf8)
            let asked = try await test.call("POST", "/api/v1/verifications", headers: page, body: ask, host: host)
            let cookies = answer.setCookies + asked.setCookies
            #expect(cookies.map { $0.prefix { $0 != "=" } } == ["hearth-session", "hearth-device", "hearth-verify"])
            for cookie in cookies {
                let parts = Set(cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
                #expect(parts.isSuperset(of: ["Path=/", "HttpOnly", "SameSite=Lax"]))
                #expect(!parts.contains("Secure") && !cookie.contains("Domain"))
            }
            let session = try #require(answer.cookie("hearth-session"))
            for (name, elsewhere, status) in [
                ("hearth-session", host, 200), ("__Host-hearth", host, 401), ("hearth-session", "hearth.test", 401),
                ("__Host-hearth", "hearth.test", 200),
            ] {
                let headers = ["Cookie: \(name)=\(session)", "Sec-Fetch-Site: same-origin"]
                let me = try await test.call("GET", "/api/v1/me", headers: headers, host: elsewhere)
                #expect(me.status == status, "\(name) at \(elsewhere)")
            }
            let headers = ["Cookie: hearth-session=\(session)", "Sec-Fetch-Site: same-origin"]
            let left = try await test.call("DELETE", "/api/v1/sessions/current", headers: headers, host: host)
            #expect(left.cookie("hearth-session") == "", "and goes with the session")
        }
    }

    @Test(arguments: ["localhost.example.org", "127.0.0.1.example.org", "hearth.test", "192.168.1.7:8080"])
    func `S17: by any other name a cookie is for HTTPS alone`(_ host: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let logIn = Array(#"{"phone":"\#(anna.phone)","password":"\#(TestService.password)"}"#.utf8)
            let answer = try await test.call("POST", "/api/v1/sessions", headers: page, body: logIn, host: host)
            #expect(answer.setCookies.count == 2)
            #expect(answer.setCookies.allSatisfy { $0.hasPrefix("__Host-hearth") && $0.contains("; Secure;") })
        }
    }

    @Test(arguments: ["localhost", "hearth.test"])
    func `S17: behind a proxy that says HTTPS a cookie is for HTTPS alone, whatever the name`(
        _ host: String
    ) async throws {
        try await TestService.run({ $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 } }) { test in
            let anna = try await test.member(1, password: TestService.password)
            let logIn = Array(#"{"phone":"\#(anna.phone)","password":"\#(TestService.password)"}"#.utf8)
            let headers = page + ["X-Forwarded-Proto: https", "X-Forwarded-For: 203.0.113.9"]
            let answer = try await test.call("POST", "/api/v1/sessions", headers: headers, body: logIn, host: host)
            #expect(answer.setCookies.count == 2)
            #expect(answer.setCookies.allSatisfy { $0.hasPrefix("__Host-hearth") && $0.contains("; Secure;") })
        }
    }

    @Test func `a program needs no cookie: the request's name is its secret`() async throws {
        try await TestService.run({ $0.hub.registration = .open }) { test in
            let json = ["Content-Type: application/json"]
            let asked = try await test.ask(#"{"phone":"+41446681001","purpose":"register"}"#, json)
            #expect(asked.setCookies.isEmpty)
            let body = #"{"verification":"\#(try asked.field("id"))","code":"\#(try await test.code())","name":"Anna"}"#
            let joined = try await test.post("members", body, json)
            #expect(joined.status == 201 && joined.cookie("__Host-hearth-device") == nil)
        }
    }

    @Test func `A2: every broken rule of a password stands by itself`() async throws {
        try await TestService.run({ $0.hub.registration = .open }) { test in
            let json = ["Content-Type: application/json"]
            let asked = try await test.ask(#"{"phone":"+41446681001","purpose":"register"}"#, json)
            let body = """
                {"verification":"\(try asked.field("id"))","code":"\(try await test.code())","name":"Anna",
                "password":"anna1"}
                """
            let refused = try await test.post("members", body, json)
            #expect(
                refused.status == 422 && refused.code == "invalid" && refused.json["field"] as? String == "password"
            )
            #expect(
                refused.json["broken"] as? [String]
                    == ["atLeastEightCharacters", "upperCaseLetter", "specialCharacter", "notOwn"]
            )
        }
    }

    @Test func `S20: no other site asks for codes, registers or logs in through a browser`() async throws {
        try await TestService.run { test in
            for path in ["verifications", "members", "sessions", "recoveries"] {
                for site in ["cross-site", "same-site"] {
                    let body = """
                        {"phone":"+41446681001","purpose":"login","password":"x","verification":"x","code":"x",
                        "name":"x"}
                        """
                    let headers = ["Content-Type: application/json", "Sec-Fetch-Site: \(site)"]
                    let answer = try await test.post(path, body, headers)
                    #expect(answer.status == 403 && answer.code == "crossSite", "\(path)")
                }
            }
        }
    }

    @Test func `S8: a caller who asks for a code again too soon is refused with the seconds to wait`() async throws {
        try await TestService.run { test in
            let body = #"{"phone":"+41446681001","purpose":"login"}"#
            _ = try await test.ask(body, page)
            let answer = try await test.ask(body, page)
            #expect(answer.status == 429 && answer.code == "tooManyCodes" && answer["retry-after"] == "30")
        }
    }

    @Test func `S11: a member who forgot the password can set another one after a day`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let asked = try await test.ask(#"{"phone":"\#(anna.phone)","purpose":"recover"}"#, page)
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let headers = page + ["Cookie: __Host-hearth-verify=\(cookie)"]
            let proof = #"{"verification":"\#(try asked.field("id"))","code":"\#(try await test.code())"}"#
            let begun = try await test.post("recoveries", proof, headers)
            #expect(begun.status == 201 && Set(begun.json.keys) == ["token", "readyAt", "expiresAt"])
            let change = #"{"recovery":"\#(try begun.field("token"))","new":"another long phrase"}"#
            let early = try await test.call("PUT", "/api/v1/me/password", token: nil, json: change)
            #expect(early.status == 409 && early.code == "recoveryWaiting" && early["retry-after"] == "86400")
            let seen = try await test.call("GET", "/api/v1/me/recovery", token: anna.token)
            #expect(seen.status == 200 && seen.json["readyAt"] as? String == begun.json["readyAt"] as? String)
            let notices = try await test.call("GET", "/api/v1/notices", token: anna.token).items
            #expect(notices.map { $0["kind"] as? String } == ["recoveryStarted"])
            let notice = try #require(notices.first?["id"] as? String)
            #expect(try await test.call("DELETE", "/api/v1/notices/\(notice)", token: anna.token).status == 204)
            test.clock.advance(seconds: 86_400)
            #expect(try await test.call("PUT", "/api/v1/me/password", token: nil, json: change).status == 204)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 401)
        }
    }

    @Test func `S11: any session calls a recovery off`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            #expect(try await test.call("GET", "/api/v1/me/recovery", token: anna.token).status == 404)
            let asked = try await test.ask(#"{"phone":"\#(anna.phone)","purpose":"recover"}"#, page)
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let proof = #"{"verification":"\#(try asked.field("id"))","code":"\#(try await test.code())"}"#
            let headers = page + ["Cookie: __Host-hearth-verify=\(cookie)"]
            #expect(try await test.post("recoveries", proof, headers).status == 201)
            #expect(try await test.call("DELETE", "/api/v1/me/recovery", token: anna.token).status == 204)
            let repeated = try await test.call("DELETE", "/api/v1/me/recovery", token: anna.token)
            #expect(repeated.status == 404 && repeated.code == "noRecovery")
        }
    }

    @Test func `S13: a new password takes the old one, and brings a new session`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let wrong = try await test.change(#"{"old":"wrong","new":"another long phrase"}"#, anna)
            #expect(wrong.status == 403 && wrong.code == "wrongPassword" && wrong.json["field"] as? String == "old")
            test.clock.advance(seconds: 300)
            let bare = try await test.change(#"{"new":"another long phrase"}"#, anna)
            #expect(bare.status == 401 && bare.code == "proofNeeded")
            #expect(bare.json["proofs"] as? [String] == ["password"])
            let missing = try await test.change(#"{"old":"wrong"}"#, anna)
            #expect(missing.status == 422 && missing.json["field"] as? String == "new")
            let body = #"{"old":"\#(TestService.password)","new":"another long phrase","endOtherSessions":true}"#
            let changed = try await test.change(body, anna)
            #expect(changed.status == 200)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 401)
            #expect(try await test.call("GET", "/api/v1/me", token: changed.field("token")).status == 200)
        }
    }

    private let token = "a-cookie-of-another-browser"
}

extension TestService {
    /// One POST with headers of its own.
    func post(_ path: String, _ json: String, _ headers: [String]) async throws -> TestResponse {
        try await call("POST", "/api/v1/\(path)", headers: headers, body: Array(json.utf8))
    }

    /// Asks for a code.
    func ask(_ json: String, _ headers: [String]) async throws -> TestResponse {
        try await post("verifications", json, headers)
    }

    /// The code of the newest text to a number.
    func code(to phone: String = "+41446681001") async throws -> String {
        try await hub.sendMessages()
        let text = try #require(try await hub.outboxItems(after: nil).last { $0.to == phone }?.text)
        return String(text.suffix(6))
    }

    fileprivate func change(_ json: String, _ member: TestMember) async throws -> TestResponse {
        try await call("PUT", "/api/v1/me/password", token: member.token, json: json)
    }
}

extension TestResponse {
    /// A text of the body.
    func field(_ name: String) throws -> String {
        try #require(json[name] as? String)
    }

    /// Every cookie that is set, as its header says.
    var setCookies: [String] { headers.filter { $0.name == "set-cookie" }.map(\.value) }

    /// The value that a cookie is set to.
    func cookie(_ name: String) -> String? {
        setCookies.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1).prefix { $0 != ";" }) }
    }
}
