import Family
import Hub
import Testing

/// A12: a live link without a trip.
@Suite struct LiveLinksTests {
    @Test func `A12: a link takes a recent proof, tells its member, and its secret is shown once`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (aged, _) = try await home.hub.addSession(for: anna)
            let wish = home.wish()
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.password])) {
                try await home.hub.addLiveLink(wish, by: aged)
            }
            #expect(try await home.hub.liveLinks(of: anna).isEmpty, "what was refused changed nothing")
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (link, _) = try await home.hub.addLiveLink(wish, by: caller)
            #expect(link.expiresAt == home.clock.now.advanced(bySeconds: 7_200) && !link.waits)
            await #expect(throws: LiveLinkRefusal.alreadyIssued) { try await home.hub.addLiveLink(wish, by: caller) }
            var other = wish
            other.hours = 3
            await #expect(throws: LiveLinkRefusal.idUsedOtherwise) {
                try await home.hub.addLiveLink(other, by: caller)
            }
            #expect(try await home.hub.notices(of: anna).count { $0.kind == .liveLinkAdded } == 1)
            #expect(try await home.hub.securityEvents(of: anna).contains { $0.kind == "linkAdded" })
        }
    }

    @Test func `A12: hours, level and name have limits, and five links are open at a time`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            for hours in [0, 25, -1] {
                await #expect(throws: LiveLinkRefusal.hoursOutOfRange) {
                    try await home.hub.addLiveLink(home.wish(hours: hours), by: caller)
                }
            }
            await #expect(throws: LiveLinkRefusal.nothingToShare) {
                try await home.hub.addLiveLink(home.wish(.off), by: caller)
            }
            await #expect(throws: LiveLinkRefusal.nameEmptyOrTooLong) {
                try await home.hub.addLiveLink(home.wish(name: " "), by: caller)
            }
            var links: [ID<LiveLink>] = []
            for _ in 1...5 { links.append(try await home.liveLink(of: anna, hours: 1).id) }
            await #expect(throws: LiveLinkRefusal.tooMany) { try await home.liveLink(of: anna) }
            try await home.hub.endLiveLink(links[0], of: caller)
            await #expect(throws: LiveLinkRefusal.notFound) { try await home.hub.endLiveLink(links[0], of: caller) }
            _ = try await home.liveLink(of: anna)
            home.clock.advance(seconds: 3_600)
            #expect(try await home.hub.liveLinks(of: anna).count == 1, "the others are over by themselves")
        }
    }

    @Test func `F47: a browser is let in for an hour at a time, never longer than the link`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, secret) = try await home.liveLink(of: anna)
            let (viewer, token) = try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari")
            #expect(try await home.hub.liveViewer(token: token) == viewer)
            home.clock.advance(seconds: 3_599)
            let (same, later) = try await home.hub.openLiveView(by: nil, known: token, browser: "Safari")
            #expect(same.id == viewer.id, "the same viewer stays for another hour")
            #expect(try await home.hub.liveViewer(token: token) == nil, "the token before is dead")
            home.clock.advance(seconds: 3_601)
            #expect(try await home.hub.liveViewer(token: later) == nil)
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: nil, known: later, browser: "Safari")
            }
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: secret, known: later, browser: "Safari")
            }
        }
    }

    @Test func `F49: ten browsers look, each new one is told of, and one that is removed stays out alone`() async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (link, secret) = try await home.liveLink(of: anna)
            var tokens: [String] = []
            for _ in 1...10 {
                tokens.append(try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari").token)
            }
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari")
            }
            _ = try await home.hub.openLiveView(by: secret, known: tokens[1], browser: "Safari")
            #expect(try await home.hub.notices(of: anna).count { $0.kind == .liveLinkViewed } == 10)
            let first = try #require(try await home.hub.liveViewer(token: tokens[0]))
            try await home.hub.removeLiveViewer(first.id, of: link, by: caller)
            #expect(try await home.hub.liveViewer(token: tokens[0]) == nil)
            await #expect(throws: LiveLinkRefusal.noView) {
                try await home.hub.openLiveView(by: secret, known: tokens[0], browser: "Safari")
            }
            #expect(try await home.hub.liveViewer(token: tokens[2]) != nil)
            _ = try await home.hub.openLiveView(by: secret, known: nil, browser: "Firefox")
            #expect(try await home.hub.liveLinks(of: anna).first?.viewers.count == 10)
        }
    }

    @Test func `A12, F39: to a live link a pause is a silent phone, and its line never shows what came meanwhile`()
        async throws
    {
        try await TestHub.run { home in
            let (paused, silent) = (try await home.member(1), try await home.member(2))
            let phones = [try await home.device(of: paused), try await home.device(of: silent)]
            var viewers: [LiveViewer] = []
            for (member, phone) in zip([paused, silent], phones) {
                let (_, secret) = try await home.liveLink(of: member, hours: 3)
                viewers.append(try await home.hub.openLiveView(by: secret, known: nil, browser: "Safari").viewer)
                await home.send(berlin, from: phone)
            }
            home.clock.advance(seconds: 60)
            _ = try await home.hub.setPause(of: paused, until: home.clock.now.advanced(bySeconds: 1_800))
            for minutes in [5, 10, 40] {
                home.clock.advance(seconds: Int64(minutes) * 60)
                if minutes == 5 { await home.send(point(52.53, 13.42), from: phones[0]) }
                let views = [
                    try await home.hub.liveView(of: viewers[0]).presence,
                    try await home.hub.liveView(of: viewers[1]).presence,
                ]
                #expect(views[0] == views[1], "after \(minutes) minutes")
            }
            for viewer in viewers {
                #expect(try await home.hub.liveTrack(for: viewer, after: nil).fixes.count == 1)
            }
            await home.send(point(52.54, 13.43), from: phones[0])
            let line = try await home.hub.liveTrack(for: viewers[0], after: nil).fixes
            #expect(line.count == 2, "what was sent in the pause is missing")
        }
    }

    @Test func `A12: the line begins with the link, and a level below exact has no line`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let phone = try await home.device(of: anna)
            await home.send(berlin, from: phone)
            home.clock.advance(seconds: 60)
            let viewers = [
                try await home.liveViewer(of: anna, .exact), try await home.liveViewer(of: anna, .coarse),
            ]
            for step in 1...3 {
                home.clock.advance(seconds: 30)
                await home.send(berlin.moved(northMetres: Double(step) * 40, eastMetres: 0), from: phone)
            }
            let line = try await home.hub.liveTrack(for: viewers[0], after: nil).fixes
            #expect(line.count == 3)
            let rest = try await home.hub.liveTrack(for: viewers[0], after: line[1].fix.at).fixes
            #expect(rest.map(\.fix.at) == [line[2].fix.at])
            #expect(try await home.hub.liveTrack(for: viewers[1], after: nil).fixes.isEmpty)
            // Lowering takes the line, and what is seen.
            try await home.hub.limitSharing(of: anna, to: .place)
            #expect(try await home.hub.liveTrack(for: viewers[0], after: nil).fixes.isEmpty)
            let view = try await home.hub.liveView(of: viewers[0]).presence
            #expect(view != nil && view?.position == nil && view?.cell == nil)
        }
    }
}

extension TestHub {
    /// A request for a link.
    func wish(name: String = "Grandma", hours: Int = 2, _ precision: Precision = .exact) -> LiveLinkRequest {
        LiveLinkRequest(id: hub.outside.newID(), name: name, hours: hours, precision: precision)
    }

    /// A link of a member who has just logged in.
    @discardableResult
    func liveLink(
        of member: ID<Member>,
        hours: Int = 2,
        _ precision: Precision = .exact
    ) async throws -> (id: ID<LiveLink>, secret: String) {
        let (caller, _) = try await hub.addSession(for: member)
        let (link, secret) = try await hub.addLiveLink(wish(hours: hours, precision), by: caller)
        return (link.id, secret)
    }

    /// A browser that such a link let in.
    func liveViewer(of member: ID<Member>, _ precision: Precision) async throws -> LiveViewer {
        let (_, secret) = try await liveLink(of: member, precision)
        return try await hub.openLiveView(by: secret, known: nil, browser: "Safari").viewer
    }
}
