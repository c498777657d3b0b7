import Bus
import Family
import Hub
import SQL
import Storage
import Testing

/// F65, S54: what its next day finds open is closed by the scheduler, and shown so before.
@Suite struct MissionDaysTests {
    private static let day: Int64 = 86_400

    @Test func `S54: a reader is shown what the day closed before the scheduler writes it, and writes nothing`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let mission = try await home.daily("Cello", of: mira, by: anna)
            home.clock.advance(seconds: Self.day)
            let changes = { try await home.hub.database.read { try $0.rows("SELECT total_changes()")[0].integer(0) } }
            // The security log is written beside it: what waits there is written now.
            await home.hub.closeSecurityLog()
            let before = try await changes()
            let list = try await home.hub.missions(for: mira)
            let one = try await home.hub.mission(mission, for: anna)
            let streak = try await home.hub.focus(of: mira, for: anna).streak
            #expect(try await changes() == before)
            #expect(list.first?.occurrences.map(\.occurrence.phase) == [.lapsed(at: home.clock.now), .open])
            #expect(list.first?.occurrences.last?.may == [.start, .claim])
            #expect(one.occurrences.map(\.stage) == [.over, .open])
            #expect(streak.today == .missed && streak.days == 0)
            #expect(try await home.open(mission) == [0])

            await home.hub.handleMissionDays()
            #expect(try await home.open(mission) == [1])
            #expect(Set(try await home.published().joined()).isSuperset(of: [.missions(anna), .missions(mira)]))
            #expect(try await home.hub.missions(for: mira) == list)
            #expect(try await home.hub.mission(mission, for: anna) == one)
            #expect(try await home.hub.focus(of: mira, for: anna).streak == streak)
        }
    }

    @Test func `F65: a claim in the new day finds the day before closed, whether or not the scheduler was there`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let mission = try await home.daily("Cello", of: mira, by: anna)
            home.clock.advance(seconds: Self.day)
            let late = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            #expect(!late.isDecided && late.mission.occurrences.map(\.stage) == [.over, .open])
            let today = try await home.hub.decide(.claim, on: 1, of: mission, version: 1, by: mira)
            #expect(today.isDecided && today.mission.occurrences.map(\.stage) == [.over, .claimed, .upcoming])
            #expect(try await home.open(mission) == [1, 2])
        }
    }

    @Test func `F65: minutes that were finished are paid once when the day closes, with no page open`() async throws {
        try await TestHub.run { home in
            let (_, mira) = try await home.annaAndMira()
            let mission = try await home.daily("Cello", of: mira, by: mira)
            let session = try await home.start(mission, by: mira)
            home.clock.advance(seconds: 300)
            _ = try await home.hub.ask(.stop, of: session.id, for: mission, by: mira)
            await home.pass(seconds: 60)
            #expect(try await home.gold(of: mira) == 0)
            for _ in 0..<3 { await home.pass(seconds: Self.day) }
            #expect(try await home.gold(of: mira) == 5)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F65: a day closes at midnight where the doer lives, within the minute`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, timeZone: "Pacific/Honolulu")
            let mission = try await home.daily("Cello", of: mira, by: anna)
            // It is 08:00 UTC, 22:00 of the day before in Honolulu.
            for (seconds, open) in [(7_100, 0), (60, 0), (30, 0), (30, 1)] as [(Int64, UInt32)] {
                await home.pass(seconds: seconds)
                #expect(try await home.open(mission) == [open], "\(seconds)")
            }
            let everybodys = try await home.daily("Dishes", of: nil, by: anna)
            await home.pass(seconds: Self.day)
            #expect(try await home.open(everybodys) == [1])
        }
    }

    @Test func `F65: one whose day cannot be closed holds up no other, however many there are`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            var missions: [ID<Mission>] = []
            for number in 0..<100 { missions.append(try await home.daily("Task \(number)", of: mira, by: anna)) }
            let stuck = missions[0]
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    """
                    CREATE TRIGGER stuck_day BEFORE UPDATE ON mission_occurrence
                    WHEN OLD.number = 0 AND OLD.mission = (SELECT min(id) FROM mission)
                    BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """
                )
            }
            await home.pass(seconds: Self.day)
            // The second half of the round does not wait for the next minute.
            for _ in 0..<3 { await home.pass(seconds: 1) }
            for mission in missions {
                #expect(try await home.open(mission) == (mission == stuck ? [0] : [1]))
            }
            await home.pass(seconds: 60)
            #expect(home.log.text.split(separator: "\n").count { $0.contains("day could not be closed") } == 1)
            try await home.hub.database.transaction { try $0.run("DROP TRIGGER stuck_day") }
            for _ in 0..<2 { await home.pass(seconds: 60) }
            #expect(try await home.open(stuck) == [1])
        }
    }

    @Test func `F65: a deleted mission does not lapse, and goes on when it is brought back`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let mission = try await home.daily("Cello", of: mira, by: anna)
            try await home.hub.setMissionRemoved(mission, by: anna, true)
            await home.pass(seconds: 2 * Self.day)
            #expect(try await home.open(mission) == [0])
            try await home.hub.setMissionRemoved(mission, by: anna, false)
            #expect(try await home.hub.mission(mission, for: mira).occurrences.map(\.stage) == [.over, .open])
            await home.pass(seconds: 60)
            #expect(try await home.open(mission) == [1])
        }
    }
}

extension TestHub {
    /// A mission of 20 minutes that is due each day.
    fileprivate func daily(
        _ name: String,
        of assignee: ID<Member>?,
        by member: ID<Member>
    ) async throws -> ID<Mission> {
        clock.advance(milliseconds: 1)
        let repeats = MissionRepeat(every: .day, from: .due)
        let request = MissionRequest(name: name, minutes: 20, assignee: assignee, repeats: repeats)
        return try await hub.addMission(hub.outside.newID(), by: member, request).mission.id
    }

    /// The occurrences of a mission that are stored as open or claimed.
    fileprivate func open(_ mission: ID<Mission>) async throws -> [UInt32] {
        try await hub.database.read { try $0.openOccurrences(of: mission).map(\.number) }
    }
}
