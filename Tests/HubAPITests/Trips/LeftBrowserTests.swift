import Family
import Foundation
import Hub
import Testing
import WireClient

/// A shared browser after its member left.
@Suite struct LeftBrowserTests {
    /// A browser in which a member who is on a trip was looked at, by its cookies.
    private struct Browser {
        let test: TestService
        let cookie: String

        func headers() -> [String] { ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"] }

        func statuses() async throws -> [Int] {
            var statuses: [Int] = []
            for path in ["trip-view", "live-view"] {
                statuses.append(try await test.call("GET", "/api/v1/\(path)", headers: headers()).status)
            }
            return statuses
        }
    }

    private let json = ["Content-Type: application/json"]
    private let none = Array("{}".utf8)

    /// The traveller's link, and a browser that opened it and a live link of theirs.
    private func scene(_ test: TestService) async throws -> (traveller: TestMember, token: String, browser: Browser) {
        let traveller = try await test.member(1)
        try await test.setCheapPINs(of: traveller.id)
        let trip = """
            {"id":"\(test.hub.outside.newID(of: Trip.self).text)","mode":"walk","companions":[],
            "destination":{"name":"The station","latitude":47.2,"longitude":9.5},
            "origin":{"latitude":47.1,"longitude":9.5},"dueAt":"\(test.clock.now.advanced(bySeconds: 3_600).text)"}
            """
        let started = try await test.call("POST", "/api/v1/trips", token: traveller.token, json: trip)
        let token = String(try #require((started.json["link"] as? String)?.split(separator: "#").last))
        let view = try await open(token, test)
        let live = try await test.liveGuest(of: traveller).cookie
        let browser = Browser(test: test, cookie: "\(view); \(live)")
        try #require(try await browser.statuses() == [200, 200])
        return (traveller, token, browser)
    }

    private func open(_ token: String, _ test: TestService, _ headers: [String] = []) async throws -> String {
        let body = Array(#"{"token":"\#(token)"}"#.utf8)
        let opened = try await test.call("POST", "/api/v1/trip-views", headers: headers + json, body: body)
        try #require(opened.status == 201)
        return String(try #require(opened["set-cookie"]?.split(separator: ";").first))
    }

    @Test(arguments: ["opened-views", "sessions/current"])
    func `F90: leaving or logging out ends what opened links let the browser see`(path: String) async throws {
        try await TestService.run { test in
            let (_, _, browser) = try await scene(test)
            let bo = try await test.member(2)
            let token = path == "opened-views" ? nil : bo.token
            let left = try await test.call("DELETE", "/api/v1/\(path)", token: token, headers: browser.headers())
            #expect(left.status == 204)
            #expect(try await browser.statuses() == [401, 401])
            let renewed = try await test.call(
                "POST",
                "/api/v1/live-views",
                headers: browser.headers() + json,
                body: none
            )
            #expect(renewed.status == 404, "the cookie alone opens nothing again")
        }
    }

    @Test func `F90: a guest who leaves repeatedly does not close the link, and a removed viewer stays removed`()
        async throws
    {
        try await TestService.run { test in
            let (traveller, token, browser) = try await scene(test)
            var again = browser
            for _ in 0...LinkViewers.most {
                #expect(try await test.call("DELETE", "/api/v1/opened-views", headers: again.headers()).status == 204)
                again = Browser(test: test, cookie: try await open(token, test, again.headers()))
            }
            let trip = try #require(
                try await test.call("GET", "/api/v1/me/safety", token: traveller.token).json["trip"] as? [String: Any]
            )
            let viewers = try #require(trip["viewers"] as? [[String: Any]])
            #expect(viewers.count == 1, "it is one browser, and stays recorded")
            let id = try #require(viewers.first?["id"] as? String)
            let path = "/api/v1/trips/\(try #require(trip["id"] as? String))/viewers/\(id)"
            let removed = try await test.call("DELETE", path, token: traveller.token, json: #"{"pin":"2580"}"#)
            #expect(removed.status == 204)
            #expect(try await test.call("DELETE", "/api/v1/opened-views", headers: again.headers()).status == 204)
            let body = Array(#"{"token":"\#(token)"}"#.utf8)
            let back = try await test.call("POST", "/api/v1/trip-views", headers: again.headers() + json, body: body)
            #expect(back.status != 201)
        }
    }
}
