import Family
import Hub
import SQL
import Storage
import Testing

/// Anna, Bo and more are guardians of Leo, who was born in 2014; it is March 2026 on the test's clock.
@Suite struct GuardiansTests {
    private struct Scene {
        let home: TestHub
        let family: ID<FamilyGroup>
        let guardians: [ID<Member>]
        let leo: ID<Member>
        var hub: Hub { home.hub }
        var anna: ID<Member> { guardians[0] }
        var bo: ID<Member> { guardians[1] }

        func waiting(for asker: ID<Member>) async throws -> [WaitingAgreement] {
            try await hub.agreements(about: leo, in: family, for: asker)
        }

        func agree(by asker: ID<Member>) async throws {
            let id = try #require(try await waiting(for: asker).first).id
            try await hub.agree(to: id, about: leo, in: family, by: asker)
        }

        func logIn(byLinkOf guardian: ID<Member>) async throws -> (visitor: AuthenticatedSession, token: String) {
            let (token, _) = try await hub.makeLogInLink(for: leo, of: family, by: guardian)
            return try await hub.logIn(byLink: token)
        }

        /// The guardians who can agree to a session; nil where it goes on.
        func admitters(_ token: String) async throws -> [String]? {
            let visitor = try #require(try await hub.visitor(token: token))
            return try await hub.admitters(of: visitor)?.map(\.name)
        }

        /// Asks to hand the child over to a family elsewhere.
        func handOver(by guardian: ID<Member>, to host: ID<Member>) async throws {
            let (_, token) = try await home.invite(by: host, isChild: true, gives: .off, asks: .off)
            _ = try await hub.joinFamily(token, JoinConsent(), member: leo, by: guardian, from: RequestOrigin())
        }

        func isWith(_ member: ID<Member>) async throws -> Bool {
            try await hub.family(of: member).members.contains { $0.id == leo }
        }

        func hide(from viewer: ID<Member>, by guardian: ID<Member>, days: UInt8 = 64) async throws {
            let hours = try #require(HiddenHours(days: days, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
            try await hub.setHiddenHours(of: leo, in: family, by: guardian, [(viewer, hours)])
        }
    }

    private func run(guardians count: Int = 2, _ body: (Scene) async throws -> Void) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            var guardians = [anna]
            for number in 2..<max(count + 1, 2) {
                let other = try await home.member(number)
                try await home.invited(other, by: anna)
                guardians.append(other)
            }
            let leo = try await home.child(of: family, by: anna, birthYear: 2014).id
            for guardian in guardians { try await home.letSee(guardian, [leo]) }
            home.clock.advance(seconds: 60)
            try await body(Scene(home: home, family: family, guardians: guardians, leo: leo))
        }
    }

    @Test func `F87: a session by a guardian's link waits until another guardian agrees, who is told`() async throws {
        try await run { scene in
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == ["Member 2"])
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .guardianAsked })
            let own = try #require(try await scene.waiting(for: scene.anna).first)
            #expect(own.kind == .session && own.missing == [scene.bo] && !own.mayAgree && own.mayWithdraw)
            await #expect(throws: FamilyError.otherGuardianDecides) { try await scene.agree(by: scene.anna) }
            try await scene.agree(by: scene.bo)
            #expect(try await scene.admitters(session) == nil)
            #expect(try await scene.waiting(for: scene.anna).isEmpty)
        }
    }

    @Test func `F87: a sole guardian's link opens the child's first phone at once`() async throws {
        try await run(guardians: 1) { scene in
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == nil)
        }
    }

    @Test func `F87: a session of the child's own agrees to one by a link, or ends it`() async throws {
        try await run { scene in
            let first = try await scene.logIn(byLinkOf: scene.anna)
            let second = try await scene.logIn(byLinkOf: scene.bo)
            #expect(try await scene.waiting(for: scene.leo).count == 2)
            let id = ID<GuardianRequest>(high: first.visitor.session.high, low: first.visitor.session.low)
            try await scene.hub.agree(to: id, about: scene.leo, in: scene.family, by: scene.leo)
            #expect(try await scene.admitters(first.token) == nil)
            #expect(try await scene.admitters(second.token) != nil, "each waits by itself")
            let other = ID<GuardianRequest>(high: second.visitor.session.high, low: second.visitor.session.low)
            try await scene.hub.withdraw(other, about: scene.leo, in: scene.family, by: scene.leo)
            #expect(try await !scene.hub.isOpen(second.visitor))
            #expect(try await scene.hub.isOpen(first.visitor))
        }
    }

    @Test
    func `F87: a guardian kept out by hours has no say in the child's phone, nor does a link of theirs from before`()
        async throws
    {
        try await run { scene in
            let (token, _) = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: scene.bo)
            let before = try await scene.logIn(byLinkOf: scene.bo).token
            let (late, _) = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: scene.bo)
            try await scene.hide(from: scene.bo, by: scene.anna)
            for link in [token, late] {
                await #expect(throws: PasswordError.noLink) { try await scene.hub.logIn(byLink: link) }
            }
            #expect(try await scene.admitters(before) == ["Member 1"])
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == nil, "nobody else has a say")
            let waiting = try #require(try await scene.waiting(for: scene.bo).first)
            #expect(!waiting.mayAgree)
            await #expect(throws: FamilyError.otherGuardianDecides) { try await scene.agree(by: scene.bo) }
        }
    }

    @Test func `F87: a held session does not go on because the guardian of its link left the hub or was shut out`()
        async throws
    {
        try await run { scene in
            let session = try await scene.logIn(byLinkOf: scene.bo).token
            try await scene.hub.disableMember(scene.bo)
            #expect(try await scene.admitters(session) == ["Member 1"])
        }
        try await run { scene in
            let session = try await scene.logIn(byLinkOf: scene.bo).token
            try await scene.home.leave(scene.bo)
            #expect(try await scene.hub.visitor(token: session) == nil)
        }
    }

    @Test func `F87: a child is handed over once every guardian agreed, and each is told by every channel`()
        async throws
    {
        try await run(guardians: 3) { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            #expect(try await scene.isWith(scene.anna))
            for (number, guardian) in [(2, scene.bo), (3, scene.guardians[2])] {
                #expect(try await scene.hub.notices(of: guardian).contains { $0.kind == .handOverAsked })
                let texts = try await scene.hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(number) }
                #expect(texts.contains { $0.text.contains("to another family. It happens in 7 days.") })
            }
            let asked = try #require(try await scene.waiting(for: scene.bo).first)
            #expect(asked.kind == .handOver && asked.askedBy == scene.anna && asked.missing.count == 2)
            #expect(asked.dueAt == asked.askedAt.advanced(bySeconds: 7 * 86_400))
            try await scene.agree(by: scene.bo)
            #expect(try await scene.isWith(scene.anna), "one is missing")
            try await scene.agree(by: scene.guardians[2])
            #expect(try await scene.isWith(host))
            #expect(try await !scene.isWith(scene.anna))
        }
    }

    @Test func `F87: without every agreement a child is handed over after seven days, unless it is withdrawn`()
        async throws
    {
        try await run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            scene.home.clock.advance(seconds: 7 * 86_400 - 1)
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
            scene.home.clock.advance(seconds: 1)
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(host))
        }
        try await run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            let id = try #require(try await scene.waiting(for: scene.anna).first).id
            await #expect(throws: FamilyError.notFound) {
                try await scene.hub.withdraw(id, about: scene.leo, in: scene.family, by: scene.bo)
            }
            try await scene.hub.withdraw(id, about: scene.leo, in: scene.family, by: scene.anna)
            scene.home.clock.advance(seconds: 8 * 86_400)
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
        }
    }

    @Test func `F87: a guardian whom hours bind meanwhile hands over no child, and is told`() async throws {
        try await run(guardians: 3) { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.bo, to: host)
            try await scene.hide(from: scene.bo, by: scene.anna)
            #expect(try await scene.waiting(for: scene.anna).isEmpty)
            scene.home.clock.advance(seconds: 7 * 86_400)
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .handOverFailed })
        }
    }

    @Test func `F87: a restored backup hands over no child, and lets no session go on`() async throws {
        try await run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            _ = try await scene.logIn(byLinkOf: scene.anna)
            _ = try await scene.hub.settleRestored(nil, takenAt: scene.home.clock.now)
            #expect(try await scene.waiting(for: scene.bo).isEmpty)
            scene.home.clock.advance(seconds: 8 * 86_400)
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
        }
    }

    @Test func `F87: hours of another guardian end once all other guardians with a say agreed`() async throws {
        try await run(guardians: 4) { scene in
            let (cara, eve) = (scene.guardians[2], scene.guardians[3])
            try await scene.hide(from: cara, by: scene.anna)
            try await scene.hub.setHiddenHours(of: scene.leo, in: scene.family, by: scene.bo, [])
            #expect(try await scene.hub.hiddenHours(of: scene.leo, in: scene.family, for: scene.bo).count == 1)
            #expect(try await scene.waiting(for: cara).isEmpty, "she does not learn of hours against her")
            let asked = try #require(try await scene.waiting(for: eve).first)
            #expect(asked.kind == .hiddenHours && asked.missing == [eve] && asked.viewer == cara && asked.dueAt == nil)
            try await scene.agree(by: eve)
            #expect(try await scene.hub.hiddenHours(of: scene.leo, in: scene.family, for: scene.anna).isEmpty)
        }
    }

    @Test func `F87: the sight that a guardian granted is lowered by all other guardians together`() async throws {
        try await run(guardians: 3) { scene in
            let (bo, eve) = (scene.bo, scene.guardians[2])
            let teen = try await scene.home.child(of: scene.family, by: scene.anna, birthYear: 2020).id
            let sight = try await scene.home.see(teen, scene.anna, of: scene.family, by: scene.anna, .exact).consent
            let lowered = try await scene.hub.changeConnection(sight.id, by: bo, precision: .coarse, expiresAt: nil)
            #expect(lowered.consent.precision == .exact)
            await #expect(throws: FamilyError.otherGuardianDecides) {
                try await scene.hub.endConnection(sight.id, by: bo)
            }
            let end = scene.home.clock.now.advanced(bySeconds: 60)
            await #expect(throws: FamilyError.otherGuardianDecides) {
                _ = try await scene.hub.changeConnection(sight.id, by: bo, precision: .exact, expiresAt: end)
            }
            let asked = try #require(try await scene.hub.agreements(about: teen, in: scene.family, for: eve).first)
            #expect(asked.kind == .sight && asked.viewer == scene.anna)
            try await scene.hub.agree(to: asked.id, about: teen, in: scene.family, by: eve)
            let seers = try await scene.hub.viewers(of: teen, in: scene.family, for: eve)
            #expect(seers.map(\.consent.precision) == [.coarse])
            // Its setter changes it alone.
            _ = try await scene.hub.changeConnection(sight.id, by: scene.anna, precision: .off, expiresAt: nil)
        }
    }

    @Test func `F87: a guardian kept out by hours makes no child an adult, and agrees to no live link`() async throws {
        try await run { scene in
            try await scene.hide(from: scene.bo, by: scene.anna)
            await #expect(throws: FamilyError.otherGuardianDecides) {
                _ = try await scene.hub.changeFamilyMember(
                    scene.leo,
                    of: scene.family,
                    by: scene.bo,
                    isChild: false,
                    birthYear: nil
                )
            }
            let (visitor, _) = try await scene.hub.addSession(for: scene.leo)
            let wanted = LiveLinkRequest(id: scene.hub.outside.newID(), name: "Gran", hours: 24, precision: .exact)
            let link = try await scene.hub.addLiveLink(wanted, by: visitor).link
            await #expect(throws: FamilyError.otherGuardianDecides) {
                try await scene.hub.agreeToLiveLink(link.id, of: scene.leo, in: scene.family, by: scene.bo)
            }
        }
    }
}
