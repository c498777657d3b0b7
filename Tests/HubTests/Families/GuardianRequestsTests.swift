import Family
import Hub
import SQL
import Storage
import Testing

/// What waits for other guardians.
@Suite struct GuardianRequestsTests {
    @Test func `F87: a child is handed over once every guardian agreed, and each is told by every channel`()
        async throws
    {
        try await GuardianScene.run(guardians: 3) { scene in
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
        try await GuardianScene.run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            scene.home.clock.advance(seconds: 7 * 86_400 - 1)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
            scene.home.clock.advance(seconds: 1)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(host))
        }
        try await GuardianScene.run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            let id = try #require(try await scene.waiting(for: scene.anna).first).id
            await #expect(throws: FamilyRefusal.notFound) {
                try await scene.hub.withdraw(id, about: scene.leo, in: scene.family, by: scene.bo)
            }
            try await scene.hub.withdraw(id, about: scene.leo, in: scene.family, by: scene.anna)
            scene.home.clock.advance(seconds: 8 * 86_400)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
        }
    }

    @Test(arguments: [true, false])
    func `F87: no child is handed over while a trip, countdown or alarm of it runs; after seven days it waits`(
        isAgreed: Bool
    ) async throws {
        try await GuardianScene.run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            try await scene.home.givePINs(to: scene.leo)
            let help = HelpRequest(id: scene.hub.outside.newID(), cause: .alert, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(help, by: scene.leo)
            if isAgreed { try await scene.agree(by: scene.bo) } else { scene.home.clock.advance(seconds: 7 * 86_400) }
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
            let pin = SafetyScene.pin
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: pin, by: scene.leo)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(host))
        }
    }

    @Test(arguments: [false, true])
    func `F87: a sole guardian's hand-over waits without a refusal where something of the child runs`(
        isJoined: Bool
    ) async throws {
        try await GuardianScene.run(guardians: 1) { scene in
            let host = try await scene.home.member(8)
            try await scene.home.givePINs(to: scene.leo)
            let help = HelpRequest(id: scene.hub.outside.newID(), cause: .alert, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(help, by: scene.leo)
            try await scene.handOver(by: scene.anna, to: host)
            #expect(try await scene.waiting(for: scene.anna).map(\.mayWithdraw) == [true])
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
            let late = isJoined ? try await scene.home.member(7) : nil
            if let late { try await scene.home.invited(late, by: scene.anna) }
            let any = scene.hub.outside.newID(of: HelpCountdown.self)
            try await scene.hub.cancelCountdown(any, pin: SafetyScene.pin, by: scene.leo)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(host) == !isJoined, "who came meanwhile has the seven days")
            guard let late else { return }
            #expect(try await scene.hub.notices(of: late).contains { $0.kind == .handOverAsked })
            scene.home.clock.advance(seconds: 7 * 86_400)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(host))
        }
    }

    @Test func `F87: a guardian whom hours bind meanwhile hands over no child, and is told`() async throws {
        try await GuardianScene.run(guardians: 3) { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.bo, to: host)
            try await scene.hide(from: scene.bo, by: scene.anna)
            #expect(try await scene.waiting(for: scene.anna).isEmpty)
            scene.home.clock.advance(seconds: 7 * 86_400)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .handOverFailed })
        }
    }

    @Test func `F87: a restored backup hands over no child, and lets no session go on`() async throws {
        try await GuardianScene.run { scene in
            let host = try await scene.home.member(8)
            try await scene.handOver(by: scene.anna, to: host)
            _ = try await scene.logIn(byLinkOf: scene.anna)
            _ = try await scene.hub.settleRestored(nil, takenAt: scene.home.clock.now)
            #expect(try await scene.waiting(for: scene.bo).isEmpty)
            scene.home.clock.advance(seconds: 8 * 86_400)
            await scene.hub.handleHandOvers()
            #expect(try await scene.isWith(scene.anna))
        }
    }

    @Test func `F87: hours of another guardian end once all other guardians with a say agreed`() async throws {
        try await GuardianScene.run(guardians: 4) { scene in
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
        try await GuardianScene.run(guardians: 3) { scene in
            let (bo, eve) = (scene.bo, scene.guardians[2])
            let teen = try await scene.home.child(of: scene.family, by: scene.anna, birthYear: 2020).id
            let sight = try await scene.home.see(teen, scene.anna, of: scene.family, by: scene.anna, .exact).consent
            let lowered = try await scene.hub.changeConnection(sight.id, by: bo, precision: .coarse, expiresAt: nil)
            #expect(lowered.consent.precision == .exact)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hub.endConnection(sight.id, by: bo)
            }
            let end = scene.home.clock.now.advanced(bySeconds: 60)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
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

    @Test func `F87: a lower level of a child's sight ends no later than the higher one was to`() async throws {
        try await GuardianScene.run { scene in
            let (end, eve) = (scene.home.clock.now.advanced(bySeconds: 3_600), try await scene.home.member(8))
            try await scene.home.invited(eve, by: scene.anna)
            let sight = try await scene.home.see(scene.leo, eve, of: scene.family, by: scene.bo, .exact).consent
            for speaker in [scene.bo, scene.leo] {
                _ = try await scene.hub.changeConnection(sight.id, by: speaker, precision: .exact, expiresAt: end)
            }
            scene.home.clock.advance(seconds: 60)
            try await scene.hide(from: scene.bo, by: scene.anna)
            let lower = {
                try await scene.hub.changeConnection(sight.id, by: scene.bo, precision: .coarse, expiresAt: $0)
            }
            let changed = try await lower(nil).consent
            #expect(changed.precision == .coarse && changed.expiresAt == end)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await lower(end.advanced(bySeconds: 1))
            }
            // One that has run out starts again.
            scene.home.clock.advance(seconds: 7_200)
            let again = try await scene.home.see(scene.leo, eve, of: scene.family, by: scene.anna, .coarse)
            #expect(again.consent.precision == .off && again.proposal?.precision == .coarse)
            let id = again.consent.id
            let agreed = try await scene.hub.changeConnection(id, by: scene.leo, precision: .coarse, expiresAt: nil)
            #expect(agreed.consent.precision == .coarse && agreed.consent.expiresAt == nil)
        }
    }

    @Test func `F87: an agreement that a guardian gave before hidden hours bound them does not count`() async throws {
        try await GuardianScene.run { scene in
            let eve = try await scene.home.member(8)
            try await scene.home.invited(eve, by: scene.anna)
            let asked = try await scene.home.see(scene.leo, eve, of: scene.family, by: scene.bo, .exact)
            #expect(asked.proposal?.guardianAgreed == true)
            scene.home.clock.advance(seconds: 60)
            try await scene.hide(from: scene.bo, by: scene.anna)
            let id = asked.consent.id
            let said = try await scene.hub.changeConnection(id, by: scene.leo, precision: .exact, expiresAt: nil)
            #expect(said.consent.precision == .off && said.proposal?.guardianAgreed == false)
            let agreed = try await scene.hub.changeConnection(id, by: scene.anna, precision: .exact, expiresAt: nil)
            #expect(agreed.consent.precision == .exact)
        }
    }

    @Test func `F87: a child's wish does not let one guardian lower a sight that another guardian granted`()
        async throws
    {
        try await GuardianScene.run(guardians: 3) { scene in
            let (bo, eve) = (scene.bo, scene.guardians[2])
            let mira = try await scene.home.child(of: scene.family, by: scene.anna, birthYear: 2012).id
            let sight = try await scene.home.see(mira, eve, of: scene.family, by: scene.anna, .exact).consent
            _ = try await scene.hub.changeConnection(sight.id, by: mira, precision: .exact, expiresAt: nil)
            let lower = { try await scene.hub.changeConnection(sight.id, by: $0, precision: .coarse, expiresAt: nil) }
            _ = try await lower(mira)
            #expect(try await lower(bo).consent.precision == .exact)
            #expect(try await lower(eve).consent.precision == .coarse, "they see less themselves")
        }
    }

    @Test func `F87: an old request that a child accepts does not replace a newer agreement`() async throws {
        try await TestHub.run { home in
            let (anna, teen) = (try await home.member(1), try await home.member(3))
            let (_, token) = try await home.invite(by: anna, isChild: true, asks: .off)
            let consent = JoinConsent(birthYear: 2012)
            _ = try await home.hub.joinFamily(token, consent, member: teen, by: teen, from: RequestOrigin())
            let request = home.hub.outside.newID(of: Connection.self)
            _ = try await home.hub.ask(request, requester: anna, phone: TestHub.phone(3), region: nil)
            let family = try await home.hub.family(of: anna).id
            let sight = try await home.see(teen, anna, of: family, by: anna, .exact).consent
            _ = try await home.hub.changeConnection(sight.id, by: teen, precision: .exact, expiresAt: nil)
            for _ in 1...2 {
                let done = try await home.hub.accept(request, by: teen, precision: .coarse, expiresAt: nil)
                #expect(done.consent.id == sight.id && done.consent.precision == .exact)
            }
            #expect(try await home.hub.viewers(of: teen, in: family, for: anna).map(\.consent.precision) == [.exact])
        }
    }

    @Test func `F44, F87: a guardian cannot raise another connection by letting a viewer see a child under its id`()
        async throws
    {
        try await GuardianScene.run { scene in
            let other = try await scene.home.member(8)
            let connection = try await scene.home.connect(viewer: scene.anna, to: other, number: 8, .coarse)
            let young = try await scene.home.child(of: scene.family, by: scene.anna, birthYear: 2020).id
            await #expect(throws: ConnectionRefusal.idUsedOtherwise) {
                _ = try await scene.hub.addSeer(
                    connection.id,
                    scene.bo,
                    of: young,
                    in: scene.family,
                    by: scene.anna,
                    precision: .exact
                )
            }
            let seers = try await scene.hub.connections(of: other).seers
            #expect(seers.map(\.consent.precision) == [.coarse])
        }
    }
}
