import Family
import Hub
import SQL
import Storage
import Testing

/// F57: how long something is kept is the member's choice, and what is past its limit is gone after the night.
@Suite struct RetentionTests {
    /// Sends one fix a day for so many days, each moved home from the inbox or not.
    private func liveFor(_ days: Int, _ home: TestHub, _ device: DeviceCredential, moves: Bool = true) async throws {
        for day in 0..<days {
            home.clock.advance(seconds: 86_400)
            await home.send(berlin.moved(northMetres: Double(day % 7) * 300, eastMetres: 0), from: device)
            guard moves, day % 3 == 0 else { continue }
            home.hub.tidy()
            try await home.hub.database.transaction { _ in }
        }
    }

    @Test func `F57: after the night no row is past its limit, in any table`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let devices = [try await home.device(of: anna), try await home.device(of: bo)]
            try await home.hub.setHistoryDays(of: bo, to: nil)
            try await liveFor(20, home, devices[0])
            try await liveFor(25, home, devices[1])
            try await liveFor(10, home, devices[0])
            _ = try await home.ask(.login, for: 1)
            _ = try await home.hub.makeConnectCode(for: anna, precision: .place, shareExpiresAt: nil)
            for device in try await home.hub.devices(of: bo) { try await home.hub.revokeDevice(device.id, of: bo) }
            #expect(try await home.track(of: anna).count == 30)
            home.clock.advance(seconds: 5 * 86_400)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.rowsPastTheirLimit() == [:])
            #expect(try await home.track(of: anna).count == 10)
            #expect(try await home.track(of: bo).count == 25, "for ever")
            home.clock.advance(seconds: 500 * 86_400)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.rowsPastTheirLimit() == [:])
            #expect(try await home.track(of: anna).isEmpty)
            #expect(try await home.restarted().track(of: bo).count == 25)
        }
    }

    @Test func `the night comes once a day, at three o'clock`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            try await liveFor(3, home, device)
            // The clock stands at eight in the morning.
            await home.hub.forgetWhatIsOld()
            try await home.hub.setHistoryDays(of: anna, to: 1)
            home.clock.advance(seconds: 18 * 3_600)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.track(of: anna).count == 3)
            home.clock.advance(seconds: 3_600)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.track(of: anna).count == 1)
            #expect(try await home.rowsPastTheirLimit() == [:])
        }
    }

    @Test func `the presence that fixes add up to survives their deletion and a restart`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            let device = try await home.device(of: anna)
            try await liveFor(3, home, device)
            try await home.hub.setHistoryDays(of: anna, to: 0)
            let before = try #require(try await home.view(of: anna, for: bo))
            await home.hub.forgetWhatIsOld()
            #expect(try await home.track(of: anna).isEmpty)
            let restarted = try await home.restarted()
            let after = try #require(try await restarted.view(of: anna, for: bo))
            #expect(after == before && after.position != nil)
        }
    }

    @Test(arguments: [-1, 36_501])
    func `a number of days that makes no sense is refused`(_ days: Int) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await #expect(throws: RetentionRefusal.daysOutOfRange) {
                try await home.hub.setHistoryDays(of: anna, to: days)
            }
            #expect(try await home.hub.historyDays(of: anna) == 30)
        }
    }
}

extension TestHub {
    /// How many rows of each table are older than it keeps them; tables without such rows are left out.
    fileprivate func rowsPastTheirLimit() async throws -> [String: Int64] {
        let now = clock.now
        return try await hub.database.read { transaction in
            var found: [String: Int64] = [:]
            for table in MemberTable.all {
                let count: SQL
                switch table.keeping {
                case .milliseconds(let age, let column):
                    let end = now.advanced(byMilliseconds: -age).milliseconds
                    count = "SELECT count(*) FROM \(literal: table.name) WHERE \(literal: column) <= \(end)"
                case .asMemberSays(let column):
                    count = """
                        SELECT count(*) FROM \(literal: table.name) AS kept LEFT JOIN retention ON retention.member = kept.member
                        WHERE kept.\(literal: column) <= \(now.milliseconds) - 86400000 * CASE
                            WHEN retention.member IS NULL THEN 30 ELSE retention.history_days END
                        """
                case .withMember, .until: continue
                }
                let rows = try transaction.first(count)?.integer(0) ?? 0
                if rows > 0 { found[table.name.description] = rows }
            }
            return found
        }
    }
}
