import Family
import HTTP
import Hub
import HubAPI
import Testing
import WireClient

/// S31: nobody keeps the hub busy alone.
@Suite struct RequestBudgetTests {
    private func headers(from address: String) -> [String] {
        ["X-Forwarded-For: \(address)", "X-Forwarded-Proto: https", "Content-Type: application/json"]
    }

    private func run(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.run(
            {
                $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
                $0.hub.requestsPerSessionAMinute = 6
                $0.hub.requestsPerStrangerAMinute = 3
            },
            body
        )
    }

    @Test func `S31: a session's requests per minute are limited, whichever address it asks from`() async throws {
        try await run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            for number in 1...6 {
                let answer = try await test.call(
                    "GET",
                    "/api/v1/me",
                    token: anna.token,
                    headers: headers(from: "203.0.113.\(number)")
                )
                #expect(answer.status == 200)
            }
            let here = headers(from: "203.0.113.1")
            let refused = try await test.call("GET", "/api/v1/me", token: anna.token, headers: here)
            #expect(refused.status == 429 && refused.code == "tooManyRequests" && refused["retry-after"] == "10")
            #expect(try await test.call("GET", "/api/v1/me", token: bo.token, headers: here).status == 200)
            let tile = try await test.call("GET", "/api/v1/basemap/style.json", token: anna.token, headers: here)
            #expect(tile.status != 429, "the map has a budget of its own")
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 200, "this machine itself")
            test.clock.advance(seconds: 10)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token, headers: here).status == 200)
        }
    }

    @Test func `S31: unless set otherwise a session has 300 requests a minute, a network without one 60`()
        async throws
    {
        try await TestService.run({ $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 } }) { test in
            let anna = try await test.member(1)
            let here = headers(from: "203.0.113.1")
            for (token, most, status) in [(anna.token, 300, 200), (nil, 60, 401)] as [(String?, Int, Int)] {
                for number in 1...most {
                    let answer = try await test.call("GET", "/api/v1/me", token: token, headers: here)
                    try #require(answer.status == status, "request \(number)")
                }
                #expect(try await test.call("GET", "/api/v1/me", token: token, headers: here).status == 429)
            }
        }
        #expect(HubSettings().streamsPerMember == 20)
    }

    @Test func `S31: a network without a session has fewer, and keeps no member out`() async throws {
        try await run { test in
            let anna = try await test.member(1)
            let requests: [(String, String, String)] = [
                ("GET", "/api/v1/me", ""),
                ("POST", "/api/v1/verifications", #"{"phone":"+41446681009","purpose":"login"}"#),
                ("POST", "/api/v1/sessions", #"{"phone":"+41446681009","password":"x"}"#),
                ("POST", "/api/v1/recoveries", #"{"verification":"x","code":"x"}"#), ("GET", "/api/v1/presence", ""),
            ]
            var statuses: [Int] = []
            for (number, (method, path, body)) in requests.enumerated() {
                let answer = try await test.call(
                    method,
                    path,
                    headers: headers(from: "203.0.113.\(number)"),
                    body: Array(body.utf8)
                )
                statuses.append(answer.status)
            }
            #expect(statuses == [401, 202, 401, 429, 429], "neighbours count as one")
            let elsewhere = headers(from: "198.51.100.1")
            #expect(try await test.call("GET", "/api/v1/me", headers: elsewhere).status == 401)
            let here = headers(from: "203.0.113.1")
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token, headers: here).status == 200)
        }
    }
}
