import Family
import Hub
import HubAPI
import SQL
import Testing
import WireClient

/// F37 and F38: whoever is looked at sees by whom, and nobody keeps out of it.
@Suite struct LooksTests {
    private func two(_ test: TestService, _ precision: Precision = .exact) async throws -> (TestMember, TestMember) {
        let (anna, bo) = (try await test.member(1), try await test.member(2))
        try await test.connect(bo, to: anna, precision)
        try await test.post(berlin, of: anna)
        return (anna, bo)
    }

    private func looks(at member: TestMember, _ test: TestService) async throws -> [[String: Any]] {
        try await test.call("GET", "/api/v1/views", token: member.token).items
    }

    @Test(arguments: WayOut.allCases)
    func `F37: a look is recorded whichever way it takes`(_ way: WayOut) async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            #expect(try await looks(at: anna, test).isEmpty, "a consent is no look")
            test.clock.advance(seconds: 60)
            _ = try await way.ask(test, bo, about: anna, at: .exact)
            let look = try await looks(at: anna, test).first
            #expect((look == nil) == (way.seen == nil))
            #expect(look?["precision"] as? String == way.seen.map { "\($0)" })
            guard let look else { return }
            if way.isByLiveLink {
                #expect(look["member"] == nil && look["name"] as? String == "Grandma", "the link as Anna calls it")
                #expect(look["browser"] as? String == "A browser" && look["screens"] as? [String] == ["liveLink"])
                return
            }
            #expect(look["member"] as? String == bo.id.text && look["name"] as? String == "Member 2")
            #expect(look["firstAt"] as? String == test.clock.now.text)
            #expect(try await looks(at: bo, test).isEmpty, "of the viewer nothing is said")
        }
    }

    @Test func `F37: a quarter of an hour is one look, with all its screens and the most that was shown`() async throws
    {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            let connection = try #require(
                try await test.call("GET", "/api/v1/connections", token: anna.token).json["seers"] as? [[String: Any]]
            ).first?["id"]
            let began = test.clock.now
            for minute in 0..<60 {
                for (path, screen) in [("/api/v1/clock", "clock"), ("/api/v1/presence", "home")] where minute % 2 == 0 {
                    let header = ["Hearth-Screen: \(screen)"]
                    #expect(try await test.call("GET", path, token: bo.token, headers: header).status == 200)
                }
                if minute == 20 { try await test.lower(try #require(connection as? String), by: anna, to: .place) }
                test.clock.advance(seconds: 60)
            }
            let looks = try await looks(at: anna, test)
            #expect(looks.map { $0["precision"] as? String } == ["place", "place", "exact", "exact"], "newest first")
            #expect(looks.allSatisfy { $0["screens"] as? [String] == ["home", "clock"] })
            #expect(looks.last?["firstAt"] as? String == began.text)
            #expect(looks.last?["lastAt"] as? String == began.advanced(bySeconds: 14 * 60).text)
        }
    }

    @Test func `F37: an open stream is a look all the while, on the screen that its session named`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            _ = try await test.call("GET", "/api/v1/me", token: bo.token, headers: ["Hearth-Screen: clock"])
            let began = test.clock.now
            let stream = try await EventReader.open(test, token: bo.token)
            _ = try await stream.presence(of: anna)
            for _ in 1...80 {
                test.clock.advance(seconds: 15)
                await test.service.sendHeartbeat()
            }
            let looks = try await looks(at: anna, test)
            #expect(looks.count == 2)
            #expect(looks.last?["firstAt"] as? String == began.text)
            #expect(looks.first?["lastAt"] as? String == test.clock.now.text)
            #expect(looks.allSatisfy { $0["screens"] as? [String] == ["clock"] })
        }
    }

    @Test(arguments: ["companion-trips", "companion-trips/-", "companion-trips/-/positions", "alarms"])
    func `F37: each route records a companion's look at a trip or alarm, whatever their connection shows`(
        _ way: String
    ) async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test)
            #expect(try await looks(at: scene.ana, test).isEmpty)
            test.clock.advance(seconds: 60)
            let path = "/api/v1/" + way.replacing("/-", with: "/\(scene.trip.text)")
            let answer = try await test.call("GET", path, token: scene.bo.token)
            #expect(answer.status == 200 && answer.text.contains("52.52"), "they are shown where she is")
            let look = try #require(try await looks(at: scene.ana, test).first)
            #expect(look["member"] as? String == scene.bo.id.text && look["precision"] as? String == "exact")
            #expect(look["screens"] as? [String] == ["trip"])
            #expect(look["firstAt"] as? String == test.clock.now.text)
        }
    }

    @Test func `F37: neither guardian nor keeper looks unseen, and no header keeps a look out`() async throws {
        try await TestService.run { test in
            // The first member is the keeper, and guardian of a child of their family.
            let guardian = try await test.member(1)
            let family = try await test.hub.family(of: guardian.id).id
            let child = try await test.hub.addChild(
                to: family,
                by: guardian.id,
                name: "Linnea",
                birthYear: 2020,
                colour: nil
            ).id
            _ = try await test.hub.addSeer(
                test.hub.outside.newID(),
                guardian.id,
                of: child,
                in: family,
                by: guardian.id,
                precision: .exact
            )
            let (_, token) = try await test.hub.addSession(for: child)
            let device = test.hub.outside.newID(of: Device.self)
            let (_, phone) = try await test.hub.addDevice(
                device,
                for: child,
                name: "Watch",
                by: .guardian(guardian.id, of: family)
            )
            let seconds = test.clock.now.milliseconds / 1_000
            let fix = #"{"_type":"location","lat":52.52,"lon":13.41,"tst":\#(seconds),"acc":10}"#
            _ = try await test.call("POST", "/in/owntracks", token: phone, body: Array(fix.utf8))
            let quiet = ["DNT: 1", "Sec-GPC: 1", "Sec-Purpose: prefetch", "Hearth-Screen: none", "Purpose: preview"]
            for path in ["presence", "clock"] {
                let seen = try await test.call("GET", "/api/v1/\(path)", token: guardian.token, headers: quiet)
                #expect(seen.status == 200 && seen.text.contains(child.text))
            }
            let looks = try await test.call("GET", "/api/v1/views", token: token).items
            #expect(looks.count == 1 && looks.first?["member"] as? String == guardian.id.text)
            for method in ["DELETE", "PATCH", "PUT", "POST"] {
                let refused = try await test.call(method, "/api/v1/views", token: guardian.token, json: "{}")
                #expect(refused.status == 405, "no way to switch it off")
            }
        }
    }

    @Test func `F37: no look is pushed, texted or mailed to anybody, not even many a day`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            let keys = #""publicKey":"\#(point)","authentication":"BTBZMqHH6r4Tts7J_aSIgg""#
            let push = #"{"endpoint":"https://updates.push.services.mozilla.com/x",\#(keys)}"#
            try #require(try await test.call("PUT", "/api/v1/me/push", token: anna.token, json: push).status == 200)
            func messages() async throws -> Int64 {
                try await test.hub.database.read { try $0.first("SELECT count(*) FROM outbox")?.integer(0) ?? 0 }
            }
            let before = try await messages()
            #expect(before == 1, "the one that proves that pushes arrive")
            for _ in 1...40 {
                _ = try await test.call("GET", "/api/v1/presence", token: bo.token)
                await test.hub.writeLooks()
                await test.hub.tellWatchers()
                test.clock.advance(seconds: 900)
            }
            #expect(try await test.hub.notices(of: anna.id).contains { $0.kind == .looksOften })
            #expect(try await messages() == before)
        }
    }

    @Test func `F37: a viewer who sees nothing is not recorded as looking, nor is a member's own look`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test, .off)
            for member in [anna, bo] {
                for path in ["/api/v1/presence", "/api/v1/clock", "/api/v1/members/\(anna.id.text)/track"] {
                    _ = try await test.call("GET", path, token: member.token)
                }
            }
            #expect(try await looks(at: anna, test).isEmpty)
        }
    }

    @Test func `F37: looks are kept for ninety days, and the list comes in pages`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            for _ in 0..<520 {
                _ = try await test.hub.views(for: bo.id)
                test.clock.advance(seconds: 900)
            }
            let first = try await test.call("GET", "/api/v1/views", token: anna.token)
            let next = try #require(first.json["next"] as? String)
            let second = try await test.call("GET", "/api/v1/views?after=\(next)", token: anna.token)
            #expect(first.items.count == 500 && second.items.count == 20 && second.json["next"] == nil)
            test.clock.advance(seconds: 90 * 86_400 - 10 * 900)
            // A session is not as old as looks get.
            let (_, token) = try await test.hub.addSession(for: anna.id)
            #expect(try await test.call("GET", "/api/v1/views", token: token).items.count == 10)
            let refused = try await test.call("GET", "/api/v1/views?after=x", token: token)
            #expect(refused.status == 422 && refused.json["field"] as? String == "after")
        }
    }

    @Test func `F38: more than thirty looks a day are a quiet word to the subject alone, once`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            for number in 1...40 {
                _ = try await test.hub.views(for: bo.id)
                _ = try await looks(at: anna, test)
                let told = try await test.hub.notices(of: anna.id).filter { $0.kind == .looksOften }
                #expect(told.count == (number > 30 ? 1 : 0) && told.allSatisfy { $0.about == bo.id })
                test.clock.advance(seconds: 900)
            }
            #expect(try await test.hub.notices(of: bo.id).isEmpty)
        }
    }

    @Test func `F37: a look that was written survives a restart of the hub, and the next look is added to it`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            _ = try await test.hub.views(for: bo.id)
            await test.hub.writeLooks()
            test.clock.advance(seconds: 300)
            let next = try await test.restarted()
            _ = try await next.hub.views(for: bo.id, on: .clock)
            let looks = try await next.hub.looks(at: anna.id, after: nil).looks
            #expect(looks.count == 1 && looks.first?.screens.names == ["clock", "api"])
            #expect(looks.first?.lastAt == test.clock.now)
            await next.stop()
        }
    }

    @Test(.sweep) func `F37: a look is written by itself within ten seconds`() async throws {
        try await TestService.run { test in
            let (anna, bo) = try await two(test)
            _ = try await test.hub.views(for: bo.id)
            let deadline = ContinuousClock.now + .seconds(10)
            var count: Int64 = 0
            while count == 0, ContinuousClock.now < deadline {
                count = try await test.hub.database.read { transaction in
                    try transaction.first("SELECT count(*) FROM look WHERE subject = \(anna.id.bytes)")?.integer(0) ?? 0
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(count == 1)
        }
    }
}
