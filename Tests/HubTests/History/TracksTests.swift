import Family
import Hub
import Storage
import Testing

@Suite struct TracksTests {
    private func walk(_ home: TestHub, _ device: DeviceCredential, hours: Int64) async -> [Fix] {
        let fixes = (0..<hours * 4).map { quarter in
            home.fix(
                berlin.moved(northMetres: Double(quarter) * 10, eastMetres: 0),
                secondsAgo: (hours * 4 - quarter) * 900
            )
        }
        _ = await home.send(fixes, from: device)
        return fixes
    }

    @Test(arguments: Precision.allCases)
    func `F35: a track is shown at exact alone, and only the last 24 hours of it`(_ precision: Precision) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let fixes = await walk(home, try await home.device(of: anna), hours: 30)
            #expect(try await home.track(of: anna).map(\.fix.at) == fixes.map(\.at), "one's own is whole")
            if precision > .off {
                try await home.connect(viewer: bo, to: anna, number: 1, precision)
            }
            guard precision == .exact else {
                await #expect(throws: SubjectRefusal.notFound) { try await home.track(of: anna, for: bo) }
                return
            }
            let day = home.clock.now.advanced(bySeconds: -86_400)
            #expect(try await home.track(of: anna, for: bo).map(\.fix.at) == fixes.map(\.at).filter { $0 >= day })
        }
    }

    @Test func `a stranger is refused a member's track exactly as that of an unknown member`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            for member in [anna, home.hub.outside.newID()] {
                await #expect(throws: SubjectRefusal.notFound) { try await home.track(of: member, for: bo) }
            }
        }
    }

    @Test func `a cursor from before the last 24 hours leads nowhere beyond them`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            _ = await walk(home, try await home.device(of: anna), hours: 30)
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            let page = try await home.hub.track(
                of: anna,
                for: bo,
                from: Timestamp(milliseconds: .min),
                to: Timestamp(milliseconds: .max),
                after: TrackCursor(at: Timestamp(milliseconds: 0), tag: 0),
                limit: 10
            )
            let day = home.clock.now.advanced(bySeconds: -86_400)
            #expect(page.fixes.count == 10 && page.fixes.allSatisfy { $0.fix.at >= day })
        }
    }

    @Test func `pages of any size add up to the whole`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let fixes = await walk(home, try await home.device(of: anna), hours: 5)
            for limit in [1, 3, 20, 21] {
                var found: [Timestamp] = []
                var cursor: TrackCursor?
                repeat {
                    let page = try await home.hub.track(
                        of: anna,
                        for: anna,
                        from: fixes[2].at,
                        to: fixes[18].at,
                        after: cursor,
                        limit: limit
                    )
                    found += page.fixes.map(\.fix.at)
                    cursor = page.next
                } while cursor != nil
                #expect(found == fixes[2..<18].map(\.at), "\(limit)")
            }
        }
    }
}
