import Family
import Hub
import SQL
import Storage
import Testing

/// The clock that a child's hidden hours follow (F96).
@Suite struct HiddenHoursZoneTests {
    /// Runs `body` with Leo, a child of Anna and Bo, whom Bo does not find on Sundays from 10 to 11.
    private func run(
        setterZone: String?,
        _ body: (TestHub, _ leo: ID<Member>, _ bo: ID<Member>, _ phone: DeviceCredential) async throws -> Void
    ) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            _ = try await home.hub.changeProfile(bo, name: nil, colour: nil, timeZone: "Asia/Tokyo")
            if let setterZone {
                _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, timeZone: setterZone)
            }
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            for viewer in [anna, bo] { _ = try await home.see(leo, viewer, of: family, by: anna, .exact) }
            let phone = try await home.device(of: leo)
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            // The hidden guardian's own clock moves nothing.
            _ = try await home.hub.changeProfile(bo, name: nil, colour: nil, timeZone: "Pacific/Honolulu")
            try await body(home, leo, bo, phone)
        }
    }

    /// Whether Bo finds Leo, whose phone speaks now.
    private func isFound(_ leo: ID<Member>, by bo: ID<Member>, _ phone: DeviceCredential, _ home: TestHub) async throws
        -> Bool
    {
        await home.send(berlin, from: phone)
        return try await home.view(of: leo, for: bo)?.position != nil
    }

    @Test func `F96: a child's hidden hours follow the wall clock of the family's time zone into summer and back`()
        async throws
    {
        // From 1 March, a Sunday, at 8:00 UTC.
        try await run(setterZone: "Europe/Zurich") { home, leo, bo, phone in
            let isFoundBefore = try await isFound(leo, by: bo, phone, home)
            #expect(isFoundBefore, "9:00 in winter")
            home.clock.advance(seconds: 3_600)
            #expect(try await !isFound(leo, by: bo, phone, home), "10:00 in winter")
            let week: Int64 = 7 * 86_400
            home.clock.advance(seconds: 4 * week - 3_600)
            #expect(try await !isFound(leo, by: bo, phone, home), "10:00 on the day on which summer time begins")
            home.clock.advance(seconds: 3_600)
            #expect(try await isFound(leo, by: bo, phone, home), "11:00")
            home.clock.advance(seconds: 30 * week - 3_600)
            #expect(try await isFound(leo, by: bo, phone, home), "9:00 on the day on which it ends")
            home.clock.advance(seconds: 3_600)
            #expect(try await !isFound(leo, by: bo, phone, home), "10:00")
        }
    }

    @Test func `F96: hours set by another clock than the family's zone keep their offset until the zone is right`()
        async throws
    {
        try await run(setterZone: "Europe/London") { home, leo, _, _ in
            let zones = { () async throws -> [String?] in
                try await home.hub.database.read { try $0.hiddenHours(of: leo).map { $0.timeZone?.text } }
            }
            #expect(try await zones() == [nil], "an hour behind the clock by which they were set")
            let rows = try await home.hub.database.read { try $0.hiddenHours(of: leo) }
            let anna = try #require(rows.first?.setBy)
            for zone in ["Europe/Zurich", "Europe/Athens"] {
                _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, timeZone: zone)
                #expect(try await zones() == [zone], "a family that moves takes its hours along")
            }
        }
    }

    @Test func `F96: hours set before the family chose a zone follow it at once, if their offset fits`()
        async throws
    {
        for (zone, isZoned) in [("Europe/Zurich", true), ("America/New_York", false)] {
            try await run(setterZone: nil) { home, leo, _, _ in
                let before = try await home.hub.database.read { try $0.hiddenHours(of: leo) }
                #expect(before.map(\.timeZone) == [nil], "the one whom they hide from has no say")
                let anna = try #require(before.first?.setBy)
                _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, timeZone: zone)
                let again = try await home.restarted()
                for hub in [home.hub, again.hub] {
                    let after = try await hub.database.read { try $0.hiddenHours(of: leo) }
                    #expect(after.map(\.timeZone?.text) == [isZoned ? zone : nil])
                    #expect(after.map { $0.hours.zone != nil } == [isZoned])
                    #expect(after.map(\.setBy) == [anna] && after.map(\.setAt) == before.map(\.setAt))
                }
            }
        }
    }
}
