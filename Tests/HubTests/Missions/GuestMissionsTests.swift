import Family
import Hub
import Testing

/// What somebody brings along who had no account: it need not be done again, and nobody is paid or misled by it.
@Suite struct GuestMissionsTests {
    @Test func `E1: minutes of a guest need not be done again, and pay nothing`() async throws {
        try await TestHub.run { test in
            let (anna, _) = try await test.annaAndMira()
            let id: ID<Mission> = test.hub.outside.newID()
            var wish = MissionRequest(name: "Cello", minutes: 30, assignee: anna, broughtMilliseconds: 1_200_000)
            #expect(try await test.hub.addMissions([(id, wish)], by: anna) == [.added])
            // Done some more meanwhile, it is no other mission.
            wish.broughtMilliseconds = 1_500_000
            #expect(try await test.hub.addMissions([(id, wish)], by: anna) == [.known])
            let started = try await test.start(id, by: anna)
            #expect(started.plannedMilliseconds == 600_000)
            await test.pass(seconds: 601)
            #expect(try await test.gold(of: anna) == 10)
        }
    }

    @Test func `E1: all that a guest did leaves a minute to do`() async throws {
        try await TestHub.run { test in
            let (anna, _) = try await test.annaAndMira()
            let id: ID<Mission> = test.hub.outside.newID()
            let wish = MissionRequest(name: "Cello", minutes: 30, assignee: anna, broughtMilliseconds: .max)
            #expect(try await test.hub.addMissions([(id, wish)], by: anna) == [.added])
            #expect(try await test.start(id, by: anna).plannedMilliseconds == 60_000)
        }
    }

    @Test func `E1: minutes brought by a guest do not count where an adult must approve the mission`() async throws {
        try await TestHub.run { test in
            let (anna, mira) = try await test.annaAndMira()
            var settings = MissionSettings.usual
            settings.ownNeedsApproval = true
            try await test.hub.setMissionSettings(of: mira, by: anna, settings)
            let id: ID<Mission> = test.hub.outside.newID()
            let wish = MissionRequest(name: "Cello", minutes: 30, assignee: mira, broughtMilliseconds: 1_200_000)
            #expect(try await test.hub.addMissions([(id, wish)], by: mira) == [.added])
            let countdown = try await test.hub.startFocus(
                test.hub.outside.newID(),
                for: 0,
                of: id,
                by: mira,
                broughtMilliseconds: 900_000
            )
            #expect(countdown.session.workedMilliseconds == 0)
            #expect(countdown.session.plannedMilliseconds == 1_800_000)
        }
    }

    @Test func `E1: minutes brought by a guest are not shown as focused if approval is required only later`()
        async throws
    {
        try await TestHub.run { test in
            let (_, mira) = try await test.annaAndMira()
            let id: ID<Mission> = test.hub.outside.newID()
            var wish = MissionRequest(name: "Cello", minutes: 30, assignee: mira, broughtMilliseconds: 1_200_000)
            #expect(try await test.hub.addMissions([(id, wish)], by: mira) == [.added])
            let started = try await test.start(id, by: mira)
            #expect(started.plannedMilliseconds == 600_000)
            await test.pass(seconds: 300)
            _ = try await test.hub.ask(.stop, of: started.id, for: id, by: mira)
            wish.needsApproval = true
            let changed = try await test.hub.changeMission(id, by: mira, wish)
            #expect(changed.occurrences.map(\.occurrence.focusedMilliseconds) == [300_000])
        }
    }
}
