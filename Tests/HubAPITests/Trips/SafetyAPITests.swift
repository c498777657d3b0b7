import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// Trips, calls for help and alarms over the wire.
@Suite struct SafetyAPITests {
    private static let pin = "2580"
    private static let duress = "9137"
    private static let place = #"{"name":"The station","latitude":52.55,"longitude":13.41}"#

    private func people(_ test: TestService) async throws -> (ana: TestMember, bo: TestMember, cleo: TestMember) {
        let (ana, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
        try await test.connect(bo, to: ana, .exact)
        let pins = #"{"pin":"\#(Self.pin)","duressPin":"\#(Self.duress)"}"#
        try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
        return (ana, bo, cleo)
    }

    private func start(_ test: TestService, _ ana: TestMember, with companions: [TestMember]) async throws
        -> TestResponse
    {
        let id = test.hub.outside.newID(of: Trip.self).text
        let names = companions.map { #""\#($0.id.text)""# }.joined(separator: ",")
        let due = test.clock.now.advanced(bySeconds: 3_600).text
        let body =
            #"{"id":"\#(id)","destination":\#(Self.place),"origin":{"latitude":52.52,"longitude":13.41},"mode":"walk","companions":[\#(names)],"dueAt":"\#(due)"}"#
        let answer = try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
        let again = try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
        #expect(again.status == 201 && again.json["id"] as? String == id, "a repeat answers as the first did")
        return answer
    }

    @Test func `C1, C3: a trip is set out on, followed and ended, and strangers find nothing of it`() async throws {
        try await TestService.run { test in
            let (ana, bo, cleo) = try await people(test)
            let answer = try await start(test, ana, with: [bo])
            try #require(answer.status == 201)
            #expect(answer.json["state"] as? String == "underWay" && answer.json["straightLine"] as? Bool == true)
            let id = try #require(answer.json["id"] as? String)
            let stream = try await EventReader.open(test, token: bo.token)
            test.clock.advance(seconds: 5)
            try await test.post(berlin, of: ana)
            #expect(try await stream.event { $0.name == "trip" } != nil, "the companion's page hears of each fix")
            let watched = try await test.call("GET", "/api/v1/companion-trips/\(id)", token: bo.token)
            #expect((watched.json["fix"] as? [String: Any])?["live"] as? Bool == true)
            #expect(watched.json["remainingMetres"] as? Double ?? 0 > 1_000)
            // A quarter of an hour before they are asked, as planned; a time that was typed is that one.
            let arrivesAt = test.clock.now.advanced(bySeconds: 3_600 - 900 - 5).text
            for seen in [watched, answer] { #expect(seen.json["arrivesAt"] as? String == arrivesAt) }
            #expect(watched.json["remainingSeconds"] == nil && watched.json["remainingAsOf"] != nil, "F56: as the crow")
            let way = try await test.call("GET", "/api/v1/companion-trips/\(id)/positions", token: bo.token)
            #expect(way.items.count == 1)
            for path in [
                "companion-trips/\(id)", "companion-trips/\(id)/positions", "trips/\(id)", "trips/\(id)/positions",
            ] {
                #expect(try await test.call("GET", "/api/v1/\(path)", token: cleo.token).status == 404, "\(path)")
            }
            for verb in ["arrive", "cancel"] {
                let path = "/api/v1/trips/\(id)/\(verb)"
                #expect(try await test.call("POST", path, token: cleo.token, json: #"{"pin":"2580"}"#).status != 204)
            }
            let more = #"{"minutes":20,"pin":"2580"}"#
            #expect(
                try await test.call("POST", "/api/v1/trips/\(id)/extend", token: ana.token, json: more).status == 204
            )
            let arrive = "/api/v1/trips/\(id)/arrive"
            #expect(try await test.call("POST", arrive, token: ana.token, json: #"{"pin":"2580"}"#).status == 204)
            let ended = try await test.call("GET", "/api/v1/companion-trips/\(id)", token: bo.token)
            #expect(ended.json["state"] as? String == "arrived" && ended.json["fix"] == nil)
            #expect(ended.json["arrivesAt"] == nil)
            let list = try await test.call("GET", "/api/v1/trips", token: ana.token)
            #expect(list.items.first?["state"] as? String == "arrived")
        }
    }

    @Test func `F78: a companion reads of start and end in their notices, and whom nothing reaches is named before`()
        async throws
    {
        try await TestService.run { test in
            let (ana, bo, cleo) = try await people(test)
            let before = try await test.call("GET", "/api/v1/me/safety", token: ana.token)
            let unreachable = before.json["unreachable"] as? [String]
            #expect(unreachable == [bo.id.text], "neither push nor mail, and texts stay here")
            let id = try #require(try await start(test, ana, with: [bo]).json["id"] as? String)
            let arrive = "/api/v1/trips/\(id)/arrive"
            #expect(try await test.call("POST", arrive, token: ana.token, json: #"{"pin":"2580"}"#).status == 204)
            let notices = try await test.call("GET", "/api/v1/notices", token: bo.token).items
            #expect(Set(notices.compactMap { $0["kind"] as? String }).isSuperset(of: ["tripStarted", "tripArrived"]))
            #expect(notices.allSatisfy { $0["member"] as? String == ana.id.text })
            #expect(try await test.call("GET", "/api/v1/notices", token: cleo.token).items.isEmpty)
        }
    }

    @Test func `F28: both PINs are answered in the same bytes`() async throws {
        var answers: [[String]] = []
        for pin in [Self.pin, Self.duress] {
            try await TestService.run { test in
                let (ana, bo, _) = try await people(test)
                let id = try #require(try await start(test, ana, with: [bo]).json["id"] as? String)
                test.clock.advance(seconds: 5)
                try await test.post(berlin, of: ana)
                let path = "/api/v1/trips/\(id)/cancel"
                let answer = try await test.call("POST", path, token: ana.token, json: #"{"pin":"\#(pin)"}"#)
                var told = ["\(answer.status) \(answer.text) \(answer["content-type"] ?? "")"]
                for path in ["me/safety", "trips", "trips/\(id)", "trips/\(id)/positions", "alarms", "views", "me"] {
                    let read = try await test.call("GET", "/api/v1/\(path)", token: ana.token)
                    var text = "\(path) \(read.status) \(read.text)"
                    for (name, secret) in [
                        ("ana", ana.id.text), ("bo", bo.id.text), ("trip", id), ("phone", ana.device.text),
                    ] {
                        text = text.replacing(secret, with: name)
                    }
                    told.append(text)
                }
                answers.append(told)
                let alarms = try await test.call("GET", "/api/v1/alarms", token: bo.token).items
                #expect(alarms.count == (pin == Self.duress ? 1 : 0))
            }
        }
        for (right, forced) in zip(answers[0], answers[1]) { #expect(right == forced) }
    }

    @Test(.sweep) func `F28: both PINs take as long to call off a countdown that runs`() async throws {
        try await TestService.run { test in
            let (ana, bo, _) = try await people(test)
            var times = TimedPairs()
            for _ in 0..<Self.pinPairs {
                let right = try await timeToCallOff(test, ana, Self.pin)
                times.add(right, try await timeToCallOff(test, ana, Self.duress))
                // A companion ends what the second PIN began, so that each pair begins alike.
                for report in try await test.hub.alarms(for: bo.id) where report.alarm.isOpen {
                    try await test.hub.confirmSafe(report.alarm.id, by: bo.id)
                }
                test.clock.advance(seconds: 120)
            }
            #expect(!times.areApart(by: .milliseconds(20)), "\(times)")
        }
    }

    /// Pairs of calls.
    private static let pinPairs = 500

    /// How long a PIN takes for a countdown that began just now.
    private func timeToCallOff(_ test: TestService, _ ana: TestMember, _ pin: String) async throws -> Duration {
        let id = test.hub.outside.newID(of: HelpCountdown.self).text
        let help = #"{"id":"\#(id)","cause":"shake","startedAgoMilliseconds":0}"#
        let started = try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: help)
        try #require(started.status == 201 && started.json["state"] as? String == "running")
        let began = ContinuousClock.now
        let path = "/api/v1/countdowns/\(id)/safe"
        let answer = try await test.call("POST", path, token: ana.token, json: #"{"pin":"\#(pin)"}"#)
        let taken = ContinuousClock.now - began
        try #require(answer.status == 200)
        return taken
    }

    @Test func `F31: wrong PINs are refused, then the pad locks and says for how long`() async throws {
        try await TestService.run { test in
            let (ana, bo, _) = try await people(test)
            let id = try #require(try await start(test, ana, with: [bo]).json["id"] as? String)
            for _ in 0..<5 {
                let path = "/api/v1/trips/\(id)/arrive"
                let answer = try await test.call("POST", path, token: ana.token, json: #"{"pin":"1111"}"#)
                #expect(answer.status == 403 && answer.code == "wrongPin")
            }
            let path = "/api/v1/trips/\(id)/arrive"
            let locked = try await test.call("POST", path, token: ana.token, json: #"{"pin":"2580"}"#)
            #expect(locked.status == 429 && locked.code == "pinLocked" && locked["retry-after"] == "60")
            let safety = try await test.call("GET", "/api/v1/me/safety", token: ana.token).json
            #expect(safety["lockedUntil"] != nil && safety["needsPin"] as? Bool == true)
        }
    }

    @Test func `F32: each change that weakens a trip is refused without the PIN, which a header can carry`()
        async throws
    {
        try await TestService.run { test in
            let (ana, bo, _) = try await people(test)
            let (dana, wish) = (try await test.member(4), test.hub.outside.newID(of: Connection.self).text)
            let asked = #"{"id":"\#(wish)","phone":"\#(ana.phone)"}"#
            _ = try await test.call("POST", "/api/v1/connection-requests", token: dana.token, json: asked)
            let connection = try await test.connect(dana, to: ana, .exact)
            _ = try await start(test, ana, with: [bo])
            let sessions = try await test.hub.addSession(for: ana.id)
            let doors: [(String, String, String)] = [
                ("PATCH", "connections/\(connection)", #"{"precision":"place"}"#),
                ("PUT", "connection-requests/\(wish)", #"{"precision":"place"}"#),
                ("PUT", "me/pause", "{}"), ("POST", "me/stop", ""),
                ("PATCH", "me/sharing", #"{"precisionAtMost":"place"}"#),
                ("DELETE", "devices/\(ana.device.text)", ""), ("POST", "devices/\(ana.device.text)/token", ""),
                ("DELETE", "sessions/\(sessions.caller.session.text)", ""),
                ("DELETE", "connections/\(connection)", ""), ("DELETE", "me", "{}"),
                ("PUT", "me/password", #"{"new":"a much longer horse","endOtherSessions":true}"#),
                ("PATCH", "devices/\(ana.device.text)", #"{"passphrase":"nobody knows it"}"#),
            ]
            for (method, path, body) in doors {
                let refused = try await test.call(method, "/api/v1/\(path)", token: ana.token, json: body)
                #expect(refused.status == 403 && refused.code == "pinNeeded", "\(method) \(path) \(refused.text)")
            }
            let (method, path, body) = doors[0]
            for (pin, status) in [("1111", 403), ("2580", 200)] {
                let answer = try await test.call(
                    method,
                    "/api/v1/\(path)",
                    token: ana.token,
                    headers: ["Content-Type: application/json", "Hearth-Pin: \(pin)"],
                    body: Array(body.utf8)
                )
                #expect(answer.status == status)
            }
        }
    }

    @Test func `C4, C5: a call for help becomes an alarm that a recipient acknowledges and its sender ends`()
        async throws
    {
        try await TestService.run { test in
            let (ana, bo, cleo) = try await people(test)
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            let call = #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":1000}"#
            let answer = try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: call)
            #expect(answer.status == 201 && answer.json["state"] as? String == "running")
            #expect(answer.json["firesAt"] as? String == test.clock.now.advanced(bySeconds: 4).text)
            test.clock.advance(seconds: 4)
            await test.hub.handleDeadlines()
            let alarm = try #require(try await test.call("GET", "/api/v1/alarms", token: bo.token).items.first)
            #expect(alarm["state"] as? String == "calling" && alarm["mine"] as? Bool == false)
            #expect(((alarm["facts"] as? [[String: Any]])?.first?["cause"] as? String) == "sos")
            #expect((alarm["deliveries"] as? [Any])?.count == 1)
            let clock = try await test.call("GET", "/api/v1/presence", token: bo.token)
            #expect(clock.text.contains(#""state":"danger""#))
            let acknowledge = "/api/v1/alarms/\(try await test.openAlarm(of: ana.token).text)/acknowledge"
            #expect(try await test.call("POST", acknowledge, token: cleo.token).status == 404)
            #expect(try await test.call("POST", acknowledge, token: bo.token).status == 204)
            let own = try await test.call("GET", "/api/v1/me/safety", token: ana.token)
            let shown = (own.json["alarms"] as? [[String: Any]])?.first
            #expect(((shown?["acknowledgedBy"] as? [[String: Any]])?.first?["name"] as? String) == "Member 2")
            let safe = "/api/v1/countdowns/\(id)/safe"
            #expect(try await test.call("POST", safe, token: ana.token, json: #"{"pin":"2580"}"#).status == 200)
            let after = try #require(try await test.call("GET", "/api/v1/alarms", token: bo.token).items.first)
            #expect(after["state"] as? String == "safe")
        }
    }

    @Test func `F47: a link's token opens a view by cookie, and only that`() async throws {
        try await TestService.run { test in
            let (ana, bo, _) = try await people(test)
            let trip = try await start(test, ana, with: [bo])
            let link = try #require(trip.json["link"] as? String)
            let token = try #require(link.split(separator: "#").last)
            #expect(link.contains("/follow#"))
            #expect(try await test.call("GET", "/api/v1/trip-view").code == "viewEnded")
            let opened = try await test.call("POST", "/api/v1/trip-views", token: nil, json: #"{"token":"\#(token)"}"#)
            try #require(opened.status == 201)
            let cookie = try #require(opened["set-cookie"]?.split(separator: ";").first)
            #expect(cookie.hasPrefix("__Host-hearth-view="))
            #expect(opened["set-cookie"]?.contains("HttpOnly") ?? false)
            let headers = ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"]
            let view = try await test.call("GET", "/api/v1/trip-view", headers: headers)
            #expect(((view.json["trip"] as? [String: Any])?["name"] as? String) == "Member 1")
            #expect(!view.text.contains(ana.phone), "nobody without an account is shown a number")
            #expect(try await test.call("GET", "/api/v1/trip-view/positions", headers: headers).status == 200)
            for path in ["style.json", "0/0/0"] {
                let drawn = try await test.call("GET", "/api/v1/basemap/\(path)", headers: headers)
                #expect([200, 204].contains(drawn.status), "the map that they are seen on")
                #expect(try await test.call("GET", "/api/v1/basemap/\(path)").status == 401)
            }
            for path in ["me", "search", "routes", "connections", "trips"] {
                #expect(try await test.call("GET", "/api/v1/\(path)", headers: headers).status != 200, "and no more")
            }
            let notices = try await test.call("GET", "/api/v1/notices", token: ana.token)
            #expect(notices.text.contains("tripViewed"))
            let code = try #require(trip.json["accessCode"] as? String)
            let typed = #"{"code":"\#(code)","traveller":"Member 1"}"#
            #expect(try await test.call("POST", "/api/v1/trip-views", token: nil, json: typed).status == 201)
        }
    }

    @Test func `F30: the answers about PINs are the same with and without a second PIN`() async throws {
        try await TestService.run { test in
            let (ana, bo) = (try await test.member(1), try await test.member(2))
            var answers: [String] = []
            for (member, body) in [(ana, #"{"pin":"2580","duressPin":"9137"}"#), (bo, #"{"pin":"2580"}"#)] {
                let set = try await test.call("PUT", "/api/v1/me/pins", token: member.token, json: body)
                let read = try await test.call("GET", "/api/v1/me/pins", token: member.token)
                let safety = try await test.call("GET", "/api/v1/me/safety", token: member.token)
                let face = safety.text.replacing(member.device.text, with: "phone")
                answers.append("\(set.status) \(set.text) \(read.text) \(face)")
            }
            #expect(answers[0] == answers[1])
            for body in [#"{"pin":"12"}"#, #"{"pin":"12345678a"}"#, #"{"pin":"2580","duressPin":"2580"}"#] {
                #expect(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: body).status == 422)
            }
        }
    }
}
