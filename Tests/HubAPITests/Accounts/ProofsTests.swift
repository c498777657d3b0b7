import Testing
import WireClient

/// Proving anew who one is, over a socket.
@Suite struct ProofsTests {
    @Test func `S18: a proof answers a new token, by which what is sensitive goes on`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            test.clock.advance(seconds: 300)
            let path = "/api/v1/sessions/current/proof"
            let wrong = try await test.call("POST", path, token: anna.token, json: #"{"password":"guess"}"#)
            #expect(wrong.status == 403 && wrong.code == "wrongPassword")
            #expect(wrong.json["field"] as? String == "password")
            let bare = try await test.call("POST", path, token: anna.token, json: "{}")
            #expect(bare.status == 422 && bare.json["field"] as? String == "password")
            let useless = #"{"verification":"a","code":"123456"}"#
            let code = try await test.call("POST", path, token: anna.token, json: useless)
            #expect(code.status == 401 && code.code == "proofNeeded")
            #expect(code.json["proofs"] as? [String] == ["password"])

            let right = #"{"password":"\#(TestService.password)"}"#
            #expect(try await test.call("POST", path, token: nil, json: right).code == "notLoggedIn")
            let proved = try await test.call("POST", path, token: anna.token, json: right)
            #expect(proved.status == 200 && Set(proved.json.keys) == ["member", "token", "expiresAt"])
            let token = try proved.field("token")
            #expect(proved.cookie("__Host-hearth") == token)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 401)
            let change = #"{"new":"another long phrase"}"#
            #expect(try await test.call("PUT", "/api/v1/me/password", token: token, json: change).status == 200)
        }
    }

    @Test func `S18: a cookie renewed by a proof expires when its session does`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            test.clock.advance(seconds: 86_400)
            let headers = [
                "Content-Type: application/json", "Sec-Fetch-Site: same-origin", "Cookie: __Host-hearth=\(anna.token)",
            ]
            let body = #"{"password":"\#(TestService.password)"}"#
            let proved = try await test.post("sessions/current/proof", body, headers)
            #expect(proved.status == 200)
            let cookie = try #require(proved.setCookies.first { $0.hasPrefix("__Host-hearth=") })
            #expect(cookie.contains("Max-Age=\(89 * 86_400)"))
        }
    }
}
