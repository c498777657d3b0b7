import Family
import Foundation
import Testing
import WireClient

/// F49 as browsers see it.
@Suite struct ViewersAPITests {
    private static let browsers = [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
        ("curl/8.0", "A browser"),
    ]

    @Test func `F49: ten browsers look, each is told with time and name, the eleventh is refused`() async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            func told() async throws -> Int {
                try await test.call("GET", "/api/v1/notices", token: scene.ana.token).items
                    .count { $0["kind"] as? String == "tripViewed" }
            }
            var guests: [[String]] = []
            var times: [String] = []
            for number in 0..<10 {
                test.clock.advance(seconds: 7)
                let (agent, _) = Self.browsers[number % 4]
                let (opened, headers) = try await scene.guest(browser: agent)
                #expect(opened.status == 201, "\(opened.text)")
                guests.append(headers)
                times.append(test.clock.now.text)
                #expect(try await told() == number + 1)
            }
            #expect(Set(guests.map(\.first)).count == 10, "a cookie each")
            let (refused, _) = try await scene.guest(browser: "curl/8.0")
            #expect(refused.status == 409 && refused.code == "tooManyViewers" && refused["set-cookie"] == nil)
            #expect(!refused.text.contains("52.5") && !refused.text.contains("Member 1"))
            // The same browser again is no other one: not told again, and not an eleventh.
            let again = try await test.call(
                "POST",
                "/api/v1/trip-views",
                headers: guests[3],
                body: Array(#"{"token":"\#(scene.linkToken)"}"#.utf8)
            )
            #expect(again.status == 201)
            guests[3][0] = "Cookie: " + (again["set-cookie"]?.split(separator: ";").first.map(String.init) ?? "")
            #expect(try await told() == 10)
            let viewers = try await viewers(scene)
            #expect(viewers.map { $0["openedAt"] as? String } == times)
            #expect(viewers.map { $0["browser"] as? String } == (0..<10).map { Self.browsers[$0 % 4].1 })
            for guest in guests {
                #expect(try await test.call("GET", "/api/v1/trip-view", headers: guest).status == 200)
            }
        }
    }

    @Test func `F49: one browser is dropped at once with the PIN, and neither the others nor the link change`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            var guests: [[String]] = []
            for _ in 0..<3 {
                test.clock.advance(seconds: 1)
                guests.append(try await scene.guest().headers)
            }
            let id = try #require(try await viewers(scene)[1]["id"] as? String)
            let path = "/api/v1/trips/\(scene.trip.text)/viewers/\(id)"
            let wrong = try await test.call("DELETE", path, token: scene.ana.token, json: #"{"pin":"1111"}"#)
            #expect(wrong.status == 403)
            for member in [scene.bo.token, nil] {
                let refused = try await test.call("DELETE", path, token: member, json: #"{"pin":"2580"}"#)
                #expect([401, 404].contains(refused.status), "the traveller's alone")
            }
            #expect(try await test.call("GET", "/api/v1/trip-view", headers: guests[1]).status == 200)
            let dropped = try await test.call("DELETE", path, token: scene.ana.token, json: #"{"pin":"2580"}"#)
            #expect(dropped.status == 204)
            for path in ["trip-view", "trip-view/positions"] {
                let statuses = try await guests.asyncMap {
                    try await test.call("GET", "/api/v1/\(path)", headers: $0).status
                }
                #expect(statuses == [200, 401, 200], "\(path)")
            }
            let back = try await test.call(
                "POST",
                "/api/v1/trip-views",
                headers: guests[1],
                body: Array(#"{"token":"\#(scene.linkToken)"}"#.utf8)
            )
            #expect(back.status == 409 && back.code == "viewerRemoved")
            #expect(try await scene.guest().opened.status == 201, "the link is the one that it was")
            #expect(try await viewers(scene).count == 3)
        }
    }

    private func viewers(_ scene: TripOfAna) async throws -> [[String: Any]] {
        let own = try await scene.test.call("GET", "/api/v1/trips/\(scene.trip.text)", token: scene.ana.token)
        return own.json["viewers"] as? [[String: Any]] ?? []
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
