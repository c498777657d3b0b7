import Family
import Hub
import Testing

@Suite struct KeeperViewTests {
    @Test func `F39: the keeper sees a pausing member's phone as silent, and only the day it was last heard`()
        async throws
    {
        try await TestHub.run { test in
            let (ana, bo) = (try await test.member(1), try await test.member(2))
            let phones = [try await test.device(of: ana), try await test.device(of: bo)]
            for phone in phones { await test.send(berlin, from: phone) }
            let first = test.clock.now
            _ = try await test.hub.setPause(of: ana, until: nil)
            test.clock.advance(seconds: 3 * 86_400)
            for phone in phones { await test.send(berlin, from: phone) }
            let members = try await test.hub.keeperMembers(limit: 10)
            #expect(members.map(\.id) == [ana, bo] && members.map(\.devices) == [1, 1])
            #expect(members[0].heardOn == String(first.text.prefix(10)), "as one whose phone is off")
            #expect(members[1].heardOn == String(test.clock.now.text.prefix(10)))
        }
    }

    @Test func `the keeper's figures count members, phones, fixes stored and messages waiting`() async throws {
        try await TestHub.run { test in
            let ana = try await test.member(1)
            let phone = try await test.device(of: ana)
            await test.send(berlin, from: phone)
            await test.hub.handleDeadlines()
            let figures = try await test.hub.figures()
            #expect((figures.members, figures.devices, figures.devicesHeard) == (1, 1, 1))
            #expect(figures.waiting.isEmpty && figures.deadlineDelayMilliseconds == 0)
            let tally = test.hub.tally
            #expect(tally.fixesStored == 1 && tally.ingest.count == 1 && tally.lastRound == test.clock.now)
        }
    }

    @Test func `a histogram sorts by its bounds and keeps the sum`() {
        var times = Histogram()
        for milliseconds in [1, 2, 30, 60_000] { times.add(.milliseconds(milliseconds)) }
        #expect(times.count == 4 && abs(times.seconds - 60.033) < 1e-9)
        #expect(times.counts[0] == 1 && times.counts[1] == 1 && times.counts.reduce(0, +) == 3)
    }
}
