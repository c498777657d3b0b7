import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// Past days in packs: seen through the track, which must not change by it.
@Suite struct FixPacksTests {
    /// A fix each minute for so many hours that end now.
    private func walk(_ home: TestHub, hours: Int64) -> [Fix] {
        (0..<hours * 60).map { minute in
            home.fix(
                berlin.moved(northMetres: Double(minute) * 3, eastMetres: 0),
                secondsAgo: (hours * 60 - minute) * 60
            )
        }
    }

    /// Rows of fixes by themselves, rows of packs, and the fixes in these.
    private func counts(_ home: TestHub) async throws -> (single: Int64, packs: Int64, packed: Int64) {
        try await home.hub.database.read { transaction in
            let packs = try transaction.first("SELECT count(*), coalesce(sum(count), 0) FROM fix_pack")
            return (
                try transaction.first("SELECT count(*) FROM fix")?.integer(0) ?? 0,
                try packs?.integer(0) ?? 0, try packs?.integer(1) ?? 0
            )
        }
    }

    /// A hub where somebody walked for four days, all at home in the table.
    private func withWalk(
        hours: Int64 = 96,
        _ body: (TestHub, ID<Member>, DeviceCredential, [Fix]) async throws -> Void
    ) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let fixes = walk(home, hours: hours)
            _ = await home.send(fixes, from: device)
            home.hub.tidy()
            try await home.settle()
            try await body(home, anna, device, fixes)
        }
    }

    @Test func `P5: past days are packed, the last one stays, and the track is the same`() async throws {
        try await withWalk { home, anna, _, fixes in
            let before = try await home.track(of: anna)
            let packed = try await home.hub.packPastDays()
            let counts = try await counts(home)
            #expect(packed > fixes.count / 2 && Int(counts.packed) == packed)
            #expect(Int(counts.single) == fixes.count - packed && counts.single >= 24 * 60)
            #expect(counts.packs <= 4)
            #expect(try await home.track(of: anna) == before)
            #expect(try await home.hub.packPastDays() == 0, "nothing is left to do")
        }
    }

    @Test(arguments: [1, 7, 60, 1_000]) func `pages of any size add up to the whole across packs`(limit: Int)
        async throws
    {
        try await withWalk { home, anna, _, fixes in
            _ = try await home.hub.packPastDays()
            var found: [Timestamp] = []
            var cursor: TrackCursor?
            let (from, to) = (fixes[3_000].at, fixes[limit == 1 ? 3_100 : 5_000].at)
            repeat {
                let page = try await home.hub.track(
                    of: anna,
                    for: anna,
                    from: from,
                    to: to,
                    after: cursor,
                    limit: limit
                )
                found += page.fixes.map(\.fix.at)
                cursor = page.next
            } while cursor != nil
            #expect(found == fixes.map(\.at).filter { $0 >= from && $0 < to })
        }
    }

    @Test(arguments: 1...8) func `fixes of one millisecond come once each, from packs and beside them`(limit: Int)
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let same = (0..<6).map { step in
                home.fix(berlin.moved(northMetres: Double(step) * 2, eastMetres: 0), secondsAgo: 72 * 3_600)
            }
            _ = await home.send(same[..<4] + [home.fix(berlin)], from: device)
            home.hub.tidy()
            try await home.settle()
            #expect(try await home.hub.packPastDays() == 4)
            // One of them again, and two that come late.
            _ = await home.send(Array(same[3...]), from: device)
            var found: [FixRecord] = []
            var cursor: TrackCursor?
            repeat {
                let page = try await home.hub.track(
                    of: anna,
                    for: anna,
                    from: same[0].at,
                    to: home.clock.now.advanced(bySeconds: 1),
                    after: cursor,
                    limit: limit
                )
                found += page.fixes
                cursor = page.next
            } while cursor != nil
            #expect(found.count == 7 && Set(found.map(\.fix)).count == 7)
            #expect(found.map(\.fix.at) == [Timestamp](repeating: same[0].at, count: 6) + [home.clock.now])
        }
    }

    @Test func `a batch that is sent again after packing adds nothing to the track`() async throws {
        try await withWalk { home, anna, device, fixes in
            let before = try await home.track(of: anna)
            _ = try await home.hub.packPastDays()
            _ = await home.send(Array(fixes[..<500]), from: device)
            #expect(try await home.track(of: anna).map(\.fix) == before.map(\.fix))
            home.hub.tidy()
            try await home.settle()
            _ = try await home.hub.packPastDays()
            #expect(try await home.track(of: anna).map(\.fix) == before.map(\.fix))
            #expect(
                try await counts(home).packed + counts(home).single == Int64(fixes.count),
                "one row went into another"
            )
        }
    }

    @Test func `a late fix for a packed day is in the track at once, and in the pack later`() async throws {
        try await withWalk { home, anna, device, fixes in
            _ = try await home.hub.packPastDays()
            let late = home.fix(berlin.moved(northMetres: 5, eastMetres: 900), secondsAgo: 90 * 3_600 + 30)
            _ = await home.send([late], from: device)
            let expected = (fixes + [late]).map(\.at).sorted()
            #expect(try await home.track(of: anna).map(\.fix.at) == expected)
            home.hub.tidy()
            try await home.settle()
            #expect(try await home.hub.packPastDays() == 1)
            #expect(try await home.track(of: anna).map(\.fix.at) == expected)
        }
    }

    @Test func `a range is removed from packs, from single rows and from what has just come`() async throws {
        try await withWalk { home, anna, device, fixes in
            _ = try await home.hub.packPastDays()
            _ = await home.send([home.fix(berlin)], from: device)
            let (from, to) = (fixes[1_000].at, fixes[2_000].at)
            #expect(try await home.hub.removeFixes(of: anna, in: from..<to) == 1_000)
            let left = fixes.map(\.at).filter { $0 < from || $0 >= to } + [home.clock.now]
            #expect(try await home.track(of: anna).map(\.fix.at) == left)
            let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
            #expect(
                try await home.hub.removeFixes(of: anna, in: all) == left.count
            )
            let restarted = try await home.restarted()
            #expect(try await restarted.track(of: anna).isEmpty)
        }
    }

    @Test func `another member's days stay as they are`() async throws {
        try await withWalk(hours: 60) { home, anna, _, _ in
            let bo = try await home.member(2)
            let device = try await home.device(of: bo)
            let fixes = walk(home, hours: 60)
            _ = await home.send(fixes, from: device)
            home.hub.tidy()
            try await home.settle()
            _ = try await home.hub.packPastDays()
            _ = try await home.hub.removeFixes(
                of: anna,
                in: Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
            )
            #expect(try await home.track(of: anna).isEmpty)
            #expect(try await home.track(of: bo).map(\.fix.at) == fixes.map(\.at))
        }
    }
}
