import Bus
import Family
import Hub
import HubAPI
import Testing
import WireClient

@Suite struct EventsTests {
    /// Two people, one of whom sees the other exactly, at home.
    private func pair(_ test: TestService) async throws -> (anna: TestMember, bo: TestMember, connection: String) {
        let (anna, bo) = (try await test.member(1), try await test.member(2))
        let connection = try await test.connect(bo, to: anna, .exact)
        try await test.place("Home", at: berlin, of: anna)
        return (anna, bo, connection)
    }

    @Test func `a stream begins with how things are, and goes on with what changes`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token)
            #expect(stream.status == 200 && stream.head["content-type"] == "text/event-stream")
            #expect(stream.head["cache-control"]?.contains("no-store") ?? false)
            let first = try #require(try await stream.presence(of: anna))
            #expect(first.json["place"] as? String == "Home" && first.id != nil)
            let hand = try #require(try await stream.event { $0.name == "clock" && $0.data.contains("Home") })
            #expect(hand.json["slot"] as? String == "Home")

            test.clock.advance(seconds: 30)
            let away = berlin.moved(northMetres: 5_000, eastMetres: 0)
            for step in 1...3 {
                test.clock.advance(seconds: 30)
                try await test.post(away.moved(northMetres: Double(step) * 300, eastMetres: 0), of: anna)
            }
            let next = try #require(try await stream.presence(of: anna, saying: "\"place\":null"))
            #expect(try #require(next.id) > (try #require(first.id)))
            #expect(try await stream.event { $0.name == "clock" && !$0.data.contains("Home") } != nil)
            #expect(stream.text.hasPrefix("retry: "))
        }
    }

    @Test func `a stream that reconnects gets what it missed, and nothing that it already had`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            let cleo = try await test.member(3)
            try await test.connect(bo, to: cleo, .place)
            try await test.post(berlin, of: anna)
            try await test.post(berlin, of: cleo)
            let first = try await EventReader.open(test, token: bo.token)
            _ = try await first.presence(of: cleo)
            let last = try #require(try await first.presence(of: anna)?.id)
            first.hangUp()
            test.clock.advance(seconds: 60)
            try await test.post(berlin.moved(northMetres: 4_000, eastMetres: 0), of: anna)

            for (headers, path) in [
                (["Last-Event-ID: \(last + 30_000_000)"], "/api/v1/events"),
                ([], "/api/v1/events?lastEventId=\(last + 30_000_000)"),
            ] {
                let second = try await EventReader.open(test, token: bo.token, headers: headers, path: path)
                #expect(try await second.presence(of: anna) != nil)
                await test.service.sendHeartbeat()
                #expect(try await second.event { $0.isBeat } != nil)
                #expect(!second.text.contains(cleo.id.text), "nothing new of her")
            }
        }
    }

    @Test func `a stream that reconnects gets a state that changed by time alone while it was away`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let first = try await EventReader.open(test, token: bo.token)
            let last = try #require(try await first.presence(of: anna)?.id)
            first.hangUp()
            test.clock.advance(seconds: 3_700)
            try await test.post(berlin, of: bo)
            let second = try await EventReader.open(
                test,
                token: bo.token,
                headers: ["Last-Event-ID: \(last + 9_000_000)"]
            )
            #expect(try await second.presence(of: anna, saying: #""state":"lost""#) != nil)
        }
    }

    @Test func `a stream reconnects after the hub restarts on the same database, and its numbers still rise`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let first = try await EventReader.open(test, token: bo.token)
            let last = try #require(try await first.presence(of: anna)?.id)
            await test.stop()
            let fresh = try await test.restarted()
            #expect(try await eventually { first.isEnded })
            test.clock.advance(seconds: 30)
            try await fresh.post(berlin.moved(northMetres: 900, eastMetres: 0), of: anna)
            let second = try await EventReader.open(fresh, token: bo.token, headers: ["Last-Event-ID: \(last)"])
            let event = try #require(try await second.presence(of: anna))
            #expect(try #require(event.id) > last, "numbers go on rising")
            await fresh.stop()
        }
    }

    @Test func `a stream that comes back after a restart is told what was not written then`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            let cleo = try await test.member(3)
            test.clock.advance(seconds: 60)
            try await test.post(berlin, of: anna)
            let first = try await EventReader.open(test, token: bo.token)
            let last = try #require(try await first.presence(of: anna)?.id)
            first.hangUp()
            test.clock.advance(seconds: 60)
            try await test.post(berlin.moved(northMetres: 4_000, eastMetres: 0), of: anna)
            let fresh = try await test.restarted()
            await test.stop()
            test.clock.advance(seconds: 60)
            try await fresh.post(berlin, of: cleo)
            let second = try await EventReader.open(fresh, token: bo.token, headers: ["Last-Event-ID: \(last)"])
            #expect(try await second.presence(of: anna) != nil)
            await fresh.stop()
        }
    }

    @Test(arguments: ["-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808", "x", ""])
    func `a last event that never was is told everything`(_ number: String) async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token, headers: ["Last-Event-ID: \(number)"])
            #expect(try await stream.presence(of: anna) != nil)
        }
    }

    @Test func `a heartbeat is an event that a page hears, and a lost person is told with it`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token)
            _ = try await stream.presence(of: anna)
            stream.forget()
            await test.service.sendHeartbeat()
            #expect(try await stream.event { $0.isBeat } != nil)
            #expect(stream.text == "event: beat\ndata: {}\n\n", "nothing else has changed")
            test.clock.advance(seconds: 3_601)
            await test.service.sendHeartbeat()
            #expect(try await stream.presence(of: anna, saying: #""state":"lost""#) != nil)
        }
    }

    @Test func `a reader that is too slow is told to read everything again and is closed`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await pair(test)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token, isSlow: true)
            let delivered = Counter()
            let subscription = test.hub.bus.subscribe { events in
                for case .alarms in events { delivered.add() }
            }
            // A busy bus merges presences, never these: together more than a kernel holds for one connection (4 MiB).
            let (rounds, eventsPerRound) = (50, 4_000)
            for round in 1...rounds {
                test.hub.bus.publish([BusEvent](repeating: .alarms(bo.id), count: eventsPerRound))
                try #require(try await eventually { delivered.value == round * eventsPerRound })
            }
            subscription.cancel()
            stream.readOn()
            #expect(try await eventually { stream.isEnded })
            #expect(stream.events.last?.name == "resync")
            #expect(stream.events.count < rounds * eventsPerRound)
            let fresh = try await EventReader.open(test, token: bo.token)
            #expect(try await fresh.presence(of: anna) != nil, "a reader that comes back is up to date")
        }
    }

    @Test func `S31: one more stream than a member may have is refused until one ends`() async throws {
        try await TestService.run {
            $0.hub.streamsPerMember = 2
        } _: { test in
            let (anna, bo, connection) = try await pair(test)
            _ = connection
            let streams = [
                try await EventReader.open(test, token: bo.token), try await EventReader.open(test, token: bo.token),
            ]
            let refused = try await test.call("GET", "/api/v1/events", token: bo.token)
            #expect(refused.status == 429 && refused.code == "tooManyStreams" && refused["retry-after"] != nil)
            #expect(try await EventReader.open(test, token: anna.token).status == 200, "others are not held up")
            streams[0].hangUp()
            var status = 429
            for _ in 0..<200 where status != 200 {
                await test.service.sendHeartbeat()
                status = try await EventReader.open(test, token: bo.token).status
            }
            #expect(status == 200)
        }
    }

    @Test func `asking for the head of a stream opens none`() async throws {
        try await TestService.run {
            $0.hub.streamsPerMember = 2
        } _: { test in
            let bo = try await test.member(1)
            for _ in 1...5 {
                let head = try await test.call("HEAD", "/api/v1/events", token: bo.token)
                #expect(head.status != 429 && head.body.isEmpty)
            }
            #expect(try await EventReader.open(test, token: bo.token).status == 200)
        }
    }

    @Test func `a stopping hub ends its streams and opens none`() async throws {
        try await TestService.run { test in
            let bo = try await test.member(1)
            let stream = try await EventReader.open(test, token: bo.token)
            test.service.close()
            #expect(try await eventually { stream.isEnded })
            let refused = try await test.call("GET", "/api/v1/events", token: bo.token)
            #expect(refused.status == 503 && refused.code == "stopping")
        }
    }
}
