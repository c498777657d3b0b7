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
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
            scene.home.clock.advance(seconds: 1)
            await scene.hub.meetHandOvers()
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
            await scene.hub.meetHandOvers()
            #expect(try await scene.isWith(scene.anna))
        }
    }

    @Test func `F87: a guardian whom hours bind meanwhile hands over no child, and is told`() async throws {
        try await GuardianScene.run(guardians: 3) { scene in
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
        try await GuardianScene.run { scene in
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
}
