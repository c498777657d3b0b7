import Crypto
import Family
import Testing
import TestAuthenticator
import WireClient

/// Passkeys, authenticator apps and recovery codes over a socket (S12).
@Suite struct SecurityTests {
    @Test func `S12: a passkey is added in a browser and logs in there`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let authenticator = TestAuthenticator()
            let page = ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"]
            let asked = try await test.post("challenges", "", page)
            #expect(asked.status == 201 && Set(asked.json.keys) == ["challenge", "relyingParty", "expiresAt"])
            let cookie = try #require(asked.cookie("__Host-hearth-verify"))
            let made = authenticator.create(try asked.field("challenge"))
            let body = """
                {"name":"My phone","clientData":"\(Base64.encode(made.clientData, alphabet: .urlSafe))",
                "attestation":"\(Base64.encode(made.attestation, alphabet: .urlSafe))"}
                """
            let mine = page + ["Cookie: __Host-hearth-verify=\(cookie); __Host-hearth=\(anna.token)"]
            let added = try await test.post("me/passkeys", body, mine)
            #expect(added.status == 201 && added.json["name"] as? String == "My phone")
            #expect(try await test.post("me/passkeys", body, mine).status == 422, "the challenge is used up")
            let security = try await test.call("GET", "/api/v1/me/security", token: anna.token)
            #expect(security.json["hasPassword"] as? Bool == true)
            #expect((security.json["passkeys"] as? [[String: Any]])?.count == 1)

            let browser = page + ["Cookie: __Host-hearth-verify=\(cookie)"]
            let again = try await test.post("challenges", "", browser)
            let signed = authenticator.get(try again.field("challenge"))
            let proof = """
                {"passkey":{"credential":"\(Base64.encode(authenticator.credentialID, alphabet: .urlSafe))",
                "clientData":"\(Base64.encode(signed.clientData, alphabet: .urlSafe))",
                "authenticatorData":"\(Base64.encode(signed.authenticatorData, alphabet: .urlSafe))",
                "signature":"\(Base64.encode(signed.signature, alphabet: .urlSafe))"}}
                """
            let joined = try await test.post("sessions", proof, browser)
            #expect(joined.status == 201 && joined.json["member"] as? String == anna.id.text)
            let repeated = try await test.post("sessions", proof, browser)
            #expect(repeated.status == 401 && repeated.code == "wrongPasskey")
            let broken = try await test.post(
                "sessions",
                proof.replacing("credential\":\"", with: "credential\":\"!"),
                browser
            )
            #expect(broken.status == 422 && broken.json["field"] as? String == "passkey.credential")

            let path = "/api/v1/me/passkeys/\(try added.field("id"))"
            let renamed = try await test.call("PATCH", path, token: anna.token, json: #"{"name":"Old phone"}"#)
            #expect(renamed.status == 200 && renamed.json["name"] as? String == "Old phone")
            #expect(try await test.call("DELETE", path, token: anna.token).status == 204)
            #expect(try await test.call("DELETE", path, token: anna.token).status == 404)
        }
    }

    @Test func `S12: an app and its recovery codes are set up, shown once, and taken away`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let path = "/api/v1/me/authenticator"
            let none = try await test.call("POST", "/api/v1/me/recovery-codes", token: anna.token)
            #expect(none.status == 409 && none.code == "nothingToRecover")
            let begun = try await test.call("POST", path, token: anna.token)
            #expect(begun.status == 201 && Set(begun.json.keys) == ["secret", "link", "qrCode"])
            let wrong = try await test.call("PUT", path, token: anna.token, json: #"{"code":"1"}"#)
            #expect(wrong.status == 422 && wrong.json["field"] as? String == "code")
            #expect(try await test.call("DELETE", path, token: anna.token).status == 404)
        }
    }

    @Test func `S18: a shared device is not remembered, and its cookie is short`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            let page = ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"]
            let body = #"{"phone":"\#(anna.phone)","password":"\#(TestService.password)","sharedDevice":true}"#
            let joined = try await test.post("sessions", body, page)
            #expect(joined.status == 201 && joined.cookie("__Host-hearth-device") == nil)
            let cookie = try #require(joined.setCookies.first { $0.hasPrefix("__Host-hearth=") })
            #expect(cookie.contains("Max-Age=\(12 * 3_600)"))
        }
    }
}
