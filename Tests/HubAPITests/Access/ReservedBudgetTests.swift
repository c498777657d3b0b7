import Family
import Foundation
import HTTP
import Hub
import Synchronization
import Testing
import WireClient

/// Requests that end, answer or raise an alarm have budgets that nothing else of their sender uses up.
@Suite struct ReservedBudgetTests {
    private static let far = ["X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https"]

    private static func call(
        _ test: TestService,
        _ method: String,
        _ path: String,
        token: String? = nil,
        cookie: String? = nil,
        json: String? = nil
    ) async throws -> TestResponse {
        var headers = far
        if let cookie { headers += ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"] }
        if json != nil { headers.append("Content-Type: application/json") }
        return try await test.call(
            method,
            "/api/v1/\(path)",
            token: token,
            headers: headers,
            body: json.map { Array($0.utf8) }
        )
    }

    /// Asks for `path` until its budget is used up.
    private static func exhaust(_ path: String, _ test: TestService, token: String? = nil, cookie: String? = nil)
        async throws
    {
        for _ in 0..<40 {
            if try await call(test, "GET", path, token: token, cookie: cookie).status == 429 { return }
        }
        Issue.record("\(path) has no limit")
    }

    private static func run(_ body: (Scene) async throws -> Void) async throws {
        try await TestService.run({
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
            $0.hub.requestsPerSessionAMinute = 30
            $0.hub.requestsPerStrangerAMinute = 5
        }) { try await body(Scene($0)) }
    }

    /// Ana on a trip with an open alarm, Bo who is called, and a guest with the trip's link.
    private struct Scene {
        let test: TestService
        let ana: TestMember
        let bo: TestMember
        let trip: String
        let call: String
        let alarm: String
        let link: String
        let guest: String

        init(_ test: TestService) async throws {
            self.test = test
            (ana, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: ana, .exact)
            let pins = #"{"pin":"2580","duressPin":"9137"}"#
            try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
            trip = test.hub.outside.newID(of: Trip.self).text
            let due = test.clock.now.advanced(bySeconds: 3_600).text
            let body = """
                {"id":"\(trip)","destination":{"name":"Home","latitude":52.55,"longitude":13.41},
                "origin":{"latitude":52.52,"longitude":13.41},"mode":"walk","companions":["\(bo.id.text)"],"dueAt":"\(due)"}
                """
            let started = try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
            link = String(try #require((started.json["link"] as? String)?.split(separator: "#").last))
            call = test.hub.outside.newID(of: HelpCountdown.self).text
            let help = #"{"id":"\#(call)","cause":"alert","startedAgoMilliseconds":0}"#
            try #require(try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: help).status == 201)
            await test.hub.handleDeadlines()
            alarm = try await test.openAlarm(of: ana.token).text
            let opened = try await test.call("POST", "/api/v1/trip-views", token: nil, json: #"{"token":"\#(link)"}"#)
            guest = String(try #require(opened["set-cookie"]?.split(separator: ";").first))
        }

        func newHelp() -> String {
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            return #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":0}"#
        }

        func askForHelp() async throws -> TestResponse {
            try await ReservedBudgetTests.call(test, "POST", "countdowns", token: ana.token, json: newHelp())
        }
    }

    @Test func `F75: a session at its limit still raises, ends and answers alarms`() async throws {
        try await Self.run { scene in
            let test = scene.test
            let own: [(String, String)] = [
                ("trips/\(scene.trip)/heartbeat", "{}"), ("countdowns", scene.newHelp()),
                ("trips/\(scene.trip)/extend", #"{"minutes":20,"pin":"2580"}"#),
                ("alarms/\(scene.alarm)/clear", #"{"pin":"1111"}"#),
                ("countdowns/\(scene.call)/safe", #"{"pin":"1111"}"#),
                ("trips/\(scene.trip)/cancel", #"{"pin":"1111"}"#),
                ("trips/\(scene.trip)/arrive", #"{"pin":"2580"}"#),
            ]
            try await Self.exhaust("me", test, token: scene.ana.token)
            for (path, body) in own {
                let answer = try await Self.call(test, "POST", path, token: scene.ana.token, json: body)
                #expect(answer.status != 429, "\(path) \(answer.text)")
            }
            try await Self.exhaust("me", test, token: scene.bo.token)
            for verb in ["acknowledge", "act", "confirm"] {
                let path = "alarms/\(scene.alarm)/\(verb)"
                let answer = try await Self.call(test, "POST", path, token: scene.bo.token)
                #expect(answer.status == 204, "\(path) \(answer.text)")
            }
            #expect(try await Self.call(test, "GET", "me", token: scene.ana.token).status == 429, "and nothing else")
        }
    }

    @Test func `F75: no reserved request uses up another's budget, and each is admitted once a second`() async throws {
        try await Self.run { scene in
            let test = scene.test
            let heartbeat = "trips/\(scene.trip)/heartbeat"
            var heartbeats = 0
            while heartbeats < 100,
                try await Self.call(test, "POST", heartbeat, token: scene.ana.token, json: "{}").status != 429
            {
                heartbeats += 1
            }
            #expect((20...30).contains(heartbeats))
            for _ in 0..<20 {
                #expect(try await scene.askForHelp().status == 201)
            }
            let refused = try await scene.askForHelp()
            #expect(refused.status == 429 && refused["retry-after"] == "1")
            let safe = "countdowns/\(scene.call)/safe"
            #expect(
                try await Self.call(test, "POST", safe, token: scene.ana.token, json: #"{"pin":"2580"}"#).status == 200
            )
            for _ in 0..<3 {
                test.clock.advance(seconds: 1)
                #expect(try await scene.askForHelp().status == 201)
            }
        }
    }

    @Test func `F75: a guest at their limit still acknowledges, and no stranger keeps a link from opening`()
        async throws
    {
        try await Self.run { scene in
            let test = scene.test
            try await Self.exhaust("trip-view", test, cookie: scene.guest)
            let acknowledged = try await Self.call(
                test,
                "POST",
                "trip-view/acknowledge",
                cookie: scene.guest,
                json: #"{"alarm":"\#(scene.alarm)"}"#
            )
            #expect(acknowledged.status == 204, "\(acknowledged.text)")
            try await Self.exhaust("me", test)
            let opened = try await Self.call(test, "POST", "trip-views", json: #"{"token":"\#(scene.link)"}"#)
            #expect(opened.status == 201, "\(opened.text)")
        }
    }

    @Test func `F75: a PIN is checked at once while passwords wait`() async throws {
        try await Self.run { scene in
            let (hub, gate) = (scene.test.hub, DispatchSemaphore(value: 0))
            hub.slowWork.begin { gate.wait() }
            defer { gate.signal() }
            let waiting = (0..<BackgroundQueue.waitingMax).map { _ in Task { await hub.slowWork.run {} } }
            #expect(try await eventually { hub.slowWork.isFull() })
            let safe = "countdowns/\(scene.call)/safe"
            let answer = try await Self.call(
                scene.test,
                "POST",
                safe,
                token: scene.ana.token,
                json: #"{"pin":"2580"}"#
            )
            #expect(answer.status == 200, "\(answer.text)")
            _ = waiting
        }
    }
}
