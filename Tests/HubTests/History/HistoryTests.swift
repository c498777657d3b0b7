import Family
import Hub
import SQL
import Storage
import Testing

/// A member's own past: days, calendar, deleting, and what is brought in from elsewhere.
@Suite struct HistoryTests {
    private static let hour: Int64 = 3_600

    /// Four days of home, a way of 6 km, and work, by a fix each two minutes; ends now.
    private func week(_ home: TestHub) -> [Fix] {
        (0..<4 * 720).map { step in
            let minute = step % 720 * 2
            let north: Double =
                switch minute {
                case ..<480: 0
                case ..<490: Double(minute - 480) * 600
                case ..<960: 6_000
                case ..<970: Double(970 - minute) * 600
                default: 0
                }
            return home.fix(berlin.moved(northMetres: north, eastMetres: 0), secondsAgo: Int64(4 * 720 - step) * 120)
        }
    }

    private func withWeek(_ body: (TestHub, ID<Member>, DeviceCredential, [Fix]) async throws -> Void) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let fixes = week(home)
            _ = await home.send(fixes, from: device)
            home.hub.tidy()
            try await home.settle()
            try await body(home, anna, device, fixes)
        }
    }

    @Test func `a day is the same whether its fixes are packed or not`() async throws {
        try await withWeek { home, anna, _, fixes in
            let from = fixes[720].at
            let to = from.advanced(bySeconds: 24 * HistoryTests.hour)
            let before = try await home.hub.history(of: anna, from: from, to: to)
            #expect(try await home.hub.packPastDays() > 0)
            let after = try await home.hub.history(of: anna, from: from, to: to)
            #expect(after.timeline == before.timeline)
            let kinds = after.timeline.entries.map { entry in
                switch entry {
                case .stay: "stay"
                case .journey(let journey): "\(journey.mode)"
                case .unknown: "?"
                }
            }
            #expect(kinds == ["stay", "drive", "stay", "drive", "stay"])
            #expect(after.timeline.entries.first?.from == from && after.timeline.entries.last?.to == to)
        }
    }

    @Test func `the calendar has every day with fixes, packed, single or just come, and no other`() async throws {
        try await withWeek { home, anna, device, fixes in
            _ = try await home.hub.packPastDays()
            home.clock.advance(seconds: 2 * 86_400)
            _ = await home.send(berlin, from: device)
            let from = home.clock.now.advanced(bySeconds: -60 * 86_400)
            let to = home.clock.now.advanced(bySeconds: 86_400)
            let spans = try await home.hub.historySpans(of: anna, from: from, to: to)
            #expect(spans.reduce(0) { $0 + $1.fixes } == fixes.count + 1)
            let days = Set(spans.flatMap { [$0.from, $0.to] }.map { String($0.text.prefix(10)) })
            let wanted = Set((fixes.map(\.at) + [home.clock.now]).map { String($0.text.prefix(10)) })
            #expect(days == wanted)
            #expect(spans.allSatisfy { $0.from <= $0.to })
            await #expect(throws: HistoryRefusal.periodTooLong) {
                try await home.hub.historySpans(of: anna, from: from, to: to.advanced(bySeconds: 10 * 86_400))
            }
        }
    }

    @Test func `deleting a time removes it from packs, rows and inbox, and leaves the rest`() async throws {
        try await withWeek { home, anna, _, fixes in
            _ = try await home.hub.packPastDays()
            let times = fixes[700].at..<fixes[2_300].at
            #expect(try await home.hub.removeFixes(of: anna, in: times) == 1_600)
            let left = try await home.track(of: anna).map(\.fix.at)
            #expect(left == fixes.map(\.at).filter { !times.contains($0) })
            let again = try await home.restarted().track(of: anna).map(\.fix.at)
            #expect(again == left)
        }
    }

    @Test func `a viewer still sees the last position after its fixes are removed and the hub restarts`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let device = try await home.device(of: anna)
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            for _ in 0..<5 {
                home.clock.advance(seconds: 60)
                _ = await home.send(berlin, from: device)
            }
            let all = Timestamp(milliseconds: .min)..<home.clock.now.advanced(bySeconds: 60)
            #expect(try await home.hub.removeFixes(of: anna, in: all) == 5)
            let view = try await home.restarted().view(of: anna, for: bo)
            #expect(view?.position?.coordinate == Fix(coordinate: berlin, at: home.clock.now).rounded.coordinate)
        }
    }
}

/// Fixes that come from a file.
@Suite struct ImportTests {
    private func walk(_ home: TestHub, daysAgo: Int64, count: Int = 500, apart: Int64 = 60) -> [Fix] {
        (0..<count).map { step in
            var fix = home.fix(
                berlin.moved(northMetres: Double(step) * 4, eastMetres: 0),
                secondsAgo: daysAgo * 86_400 - Int64(step) * apart
            )
            fix.accuracyMetres = step % 3 == 0 ? nil : 12.5
            return fix
        }
    }

    private func add(_ fixes: [Fix], to member: ID<Member>, in home: TestHub) async throws -> ImportedCount {
        try await home.hub.importFixes(fixes, of: member)
    }

    @Test func `nothing is imported before the member says how long their history is kept`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await #expect(throws: HistoryRefusal.retentionNotChosen) {
                try await add(walk(home, daysAgo: 400), to: anna, in: home)
            }
            #expect(try await home.track(of: anna).isEmpty)
        }
    }

    @Test func `F57: imported fixes past the retention are left out, and the rest outlives the nightly purge`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            try await home.hub.setHistoryDays(of: anna, to: 365)
            let count = try await add(walk(home, daysAgo: 400) + walk(home, daysAgo: 100), to: anna, in: home)
            #expect(count.added == 500 && count.tooOld == 500)
            try await home.hub.purgeExpired()
            #expect(try await home.track(of: anna).count == 500)
            try await home.hub.setHistoryDays(of: anna, to: nil)
            #expect(try await add(walk(home, daysAgo: 4_000), to: anna, in: home).added == 500)
            try await home.hub.purgeExpired()
            #expect(try await home.track(of: anna).count == 1_000)
            let bounds = try await home.hub.trackBounds(of: anna)
            #expect(bounds?.lowerBound == walk(home, daysAgo: 4_000).first?.at)
            #expect(bounds?.upperBound == walk(home, daysAgo: 100).last?.at, "there are packs alone")
        }
    }

    @Test func `nothing is imported twice: not a file, not parts of it, not what a phone sent`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            try await home.hub.setHistoryDays(of: anna, to: nil)
            let fixes = walk(home, daysAgo: 3, count: 3_000)
            _ = await home.send(fixes.filter { $0.at.milliseconds / 60_000 % 7 == 0 }, from: device)
            home.hub.tidy()
            try await home.settle()
            _ = try await home.hub.packPastDays()
            let known = try await home.track(of: anna).count
            var chance = Chance(seed: 1)
            let first = try await add(Array(fixes[500..<2_000].shuffled(using: &chance)), to: anna, in: home)
            #expect(first.added + first.known == 1_500 && first.known > 0)
            let second = try await add(fixes + fixes, to: anna, in: home)
            #expect(first.added + second.added + known == 3_000)
            #expect(second.known == 6_000 - second.added)
            let third = try await add(fixes, to: anna, in: home)
            #expect(third.added == 0 && third.known == 3_000)
            #expect(try await home.track(of: anna).map(\.fix.at) == fixes.map(\.at))
            _ = try await home.hub.packPastDays()
            #expect(try await home.restarted().track(of: anna).map(\.fix.at) == fixes.map(\.at))
        }
    }

    @Test func `an import changes no presence, publishes no event, and is not shown to another member`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let device = try await home.device(of: anna)
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = await home.send(berlin, from: device)
            try await home.hub.setHistoryDays(of: anna, to: nil)
            let before = try await home.view(of: anna, for: bo)
            _ = try await home.published()
            var recent = walk(home, daysAgo: 0, count: 30, apart: -60)
            recent.removeFirst()
            let future = home.fix(berlin, secondsAgo: -4_000)
            let count = try await add(recent + [future], to: anna, in: home)
            #expect(count.added == 29 && count.future == 1)
            #expect(try await home.published().isEmpty)
            #expect(try await home.view(of: anna, for: bo) == before)
            #expect(try await home.track(of: anna, for: bo).count == 1, "the phone's own")
            #expect(try await home.track(of: anna).count == 30)
            #expect(try await home.restarted().view(of: anna, for: bo) == before)
        }
    }
}
