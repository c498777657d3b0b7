import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// A12: how a live link ends, and to whom it is closed before.
@Suite struct LiveLinkEndingTests {
    @Test(arguments: ["ended", "stopped", "disabled", "left", "password", "recovered"])
    func `A12: a link is over once it is ended, however that comes about`(_ how: String) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1, password: TestHub.password), try await home.member(2))
            await home.send(berlin, from: try await home.device(of: anna))
            let (link, secret) = try await home.liveLink(of: anna)
            let (viewer, token) = try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari")
            let others = try await home.liveViewer(of: bo, .place)
            _ = try await home.hub.addClockLink(for: anna, showing: [])
            let (caller, _) = try await home.hub.addSession(for: anna)
            switch how {
            case "ended": try await home.hub.endLiveLink(link, of: caller)
            case "stopped":
                let cut = try await home.hub.stopSharing(of: caller, from: RequestOrigin())
                #expect(cut.first { $0.kind == .liveLinks }?.count == 1)
            case "disabled": try await home.hub.disableMember(anna)
            case "left": try await home.leave(anna)
            case "password":
                _ = try await home.hub.changePassword(
                    of: caller,
                    proof: nil,
                    to: "quite another long phrase",
                    endingOthers: true,
                    from: RequestOrigin()
                )
            default: try await home.hub.resetPassword(anna, to: "quite another long phrase")
            }
            #expect(try await home.hub.liveViewer(token: token) == nil)
            if !["ended", "disabled"].contains(how) {
                let clocks = try await home.hub.database.read { try $0.clockLinks(of: anna) }
                #expect(clocks.isEmpty, "nor does a clock go on")
            }
            #expect(try await home.hub.grant(of: viewer) == nil)
            await #expect(throws: LiveLinkRefusal.viewEnded) { try await home.hub.liveView(of: viewer) }
            await #expect(throws: LiveLinkRefusal.viewEnded) { try await home.hub.liveTrack(for: viewer, after: nil) }
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: secret, known: token, browser: "Safari")
            }
            #expect(try await home.hub.liveView(of: others).person.name == "Member 2", "another's link goes on")
        }
    }

    @Test func `a password that is changed without ending other sessions leaves links open`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let viewer = try await home.liveViewer(of: anna, .place)
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.changePassword(
                of: caller,
                proof: nil,
                to: "quite another long phrase",
                endingOthers: false,
                from: RequestOrigin()
            )
            #expect(try await home.hub.grant(of: viewer) != nil)
        }
    }

    @Test func `F44: a child's link opens nothing before its guardian agreed, and then for all its hours`() async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2012).id
            let (link, secret) = try await home.liveLink(of: leo)
            #expect(try await home.hub.liveLinks(of: leo).map(\.waits) == [true])
            #expect(try await home.hub.notices(of: anna).contains { $0.kind == .liveLinkAsked && $0.about == leo })
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari")
            }
            await #expect(throws: FamilyRefusal.notFound) {
                try await home.hub.agreeToLiveLink(link, of: leo, in: family, by: bo)
            }
            await #expect(throws: FamilyRefusal.adultsOnly) {
                try await home.hub.agreeToLiveLink(link, of: leo, in: family, by: leo)
            }
            home.clock.advance(seconds: 1_800)
            try await home.hub.agreeToLiveLink(link, of: leo, in: family, by: anna)
            let listed = try #require(try await home.hub.liveLinks(of: leo, in: family, for: anna).first)
            #expect(!listed.waits && listed.expiresAt == home.clock.now.advanced(bySeconds: 7_200))
            let (viewer, _) = try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari")
            #expect(try await home.hub.liveView(of: viewer).person.name == "Mira")
            try await home.hub.endLiveLink(link, of: leo, in: family, by: anna)
            #expect(try await home.hub.grant(of: viewer) == nil)
        }
    }

    @Test func `F76: in hours that hide a child from one adult, its live link shows its viewer no position`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2012).id
            try await home.letSee(bo, [leo])
            let phone = try await home.device(of: leo)
            let (link, secret) = try await home.liveLink(of: leo, hours: 3)
            try await home.hub.agreeToLiveLink(link, of: leo, in: family, by: anna)
            let viewer = try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari").viewer
            await home.send(berlin, from: phone)
            // 1 March 2026, 8:00 UTC, is a Sunday: half an hour from now it begins.
            let hours = try #require(HiddenHours(days: 64, fromMinute: 510, untilMinute: 540, utcOffsetMinutes: 0))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            #expect(try await home.hub.liveView(of: viewer).presence?.position != nil)
            home.clock.advance(seconds: 1_860)
            await home.send(point(52.53, 13.42), from: phone)
            let hidden = try #require(try await home.hub.liveView(of: viewer).presence)
            #expect(hidden.state == .lost && hidden.position == nil && hidden.cell == nil)
            #expect(try await home.hub.liveTrack(for: viewer, after: nil).fixes.count == 1)
        }
    }

    @Test func `F32: while something is watched over, a link ends with the PIN alone`() async throws {
        try await SafetyScene.run { scene in
            let link = try await scene.test.liveLink(of: scene.ana).id
            try await scene.start()
            var (caller, _) = try await scene.hub.addSession(for: scene.ana)
            await #expect(throws: SafetyRefusal.pinNeeded) { try await scene.hub.endLiveLink(link, of: caller) }
            caller.pin = SafetyScene.pin
            try await scene.hub.endLiveLink(link, of: caller)
            #expect(try await scene.hub.liveLinks(of: scene.ana).isEmpty)
        }
    }

    @Test func `S35: a link that was ended or lowered after a backup stays so once that is put back`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let anna = try await home.member(1)
                let (caller, _) = try await home.hub.addSession(for: anna)
                let (gone, kept) = (try await home.liveLink(of: anna), try await home.liveLink(of: anna))
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.endLiveLink(gone.id, of: caller)
                try await home.hub.limitSharing(of: anna, to: .place)
                try await home.withBackup(path + ".backup") { again in
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    let links = try await again.hub.liveLinks(of: anna)
                    #expect(links.map(\.id) == [kept.id] && links.map(\.precision) == [.place])
                    await #expect(throws: LiveLinkRefusal.noView) {
                        try await again.hub.openLiveView(by: gone.secret, known: nil, browser: "Safari")
                    }
                }
            }
        }
    }

    @Test func `F57: a link and who looked by it go 91 days after its end`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await home.send(berlin, from: try await home.device(of: anna))
            _ = try await home.hub.liveView(of: try await home.liveViewer(of: anna, .place))
            await home.hub.writeLooks()
            let looks = try await home.hub.looks(at: anna, after: nil).looks
            #expect(looks.map(\.person.name) == ["Grandma"] && looks.map(\.browser) == ["Safari"])
            home.clock.advance(seconds: 91 * 86_400 + 7_201)
            let link = try #require(MemberTable.all.first { $0.name.description == "live_link" })
            let now = home.clock.now
            let left = try await home.hub.database.transaction { transaction in
                #expect(try transaction.deleteOld(link, now: now, rows: 10) == 1)
                return try transaction.rows("SELECT id FROM live_viewer").count
                    + transaction.rows("SELECT browser FROM live_look").count
            }
            #expect(left == 0)
        }
    }
}
