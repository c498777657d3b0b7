import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Who counts in an alarm under duress where somebody was added since it began (F29, F67, F77).
@Suite struct LateRecipientsTests {
    private static let dora = "+41446689001"

    @Test func `F29, F67: whom a thief connects after the second PIN hears of a later alarm that it is over`()
        async throws
    {
        try await SafetyScene.run { scene in
            let eve = try await scene.connectLate(after: .extend(minutes: 10))
            try await scene.help(.alert)
            await scene.pass(seconds: 330, each: 5)
            #expect(try await scene.alarm(of: eve)?.alarm.isOpen ?? false, "of what shows she is told as ever")
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            let seen = try #require(try await scene.alarm(of: eve))
            #expect(!seen.alarm.isOpen && !seen.alarm.isUnderDuress && seen.fix == nil)
            #expect(try await scene.texts(to: 4).last?.hasPrefix("Member 1 is safe") ?? false)
            await scene.pass(seconds: 1_200, each: 10)
            #expect(try await scene.allTexts(to: 4).count { $0.contains("DO NOT CALL") } == 0)
            #expect(try await scene.texts(to: 2).last?.contains("DO NOT CALL OR TEXT") ?? false, "Bo is called again")
            #expect(try await scene.hub.alarms(for: scene.bo).contains { $0.alarm.isUnderDuress && $0.alarm.isOpen })
            // The word of one to whom it looks over ends nothing.
            try await scene.hub.confirmSafe(seen.alarm.id, by: eve)
            let known = try await scene.hub.alarms(for: scene.bo).first { $0.alarm.id == seen.alarm.id }
            #expect(known?.alarm.isOpen ?? false)
        }
    }

    @Test func `F29: of a later trip's hidden alarm those called before are told, not whom the thief chose`()
        async throws
    {
        try await SafetyScene.run { scene in
            let eve = try await scene.connectLate(after: .arrive)
            let before = try await scene.texts(to: 2).count
            let trip = try await scene.start(companions: [eve])
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            #expect(try await scene.texts(to: 2).count > before, "Bo at once")
            await scene.pass(seconds: 400, each: 5)
            #expect(try await scene.alarm(of: eve) == nil)
            #expect(try await !scene.allTexts(to: 4).contains { $0.contains("ALARM") || $0.contains("DO NOT CALL") })
        }
    }

    @Test func `F67, F77: a contact who agreed after the second PIN hears of a later alarm that it is over`()
        async throws
    {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .extend(minutes: 10), on: trip, by: scene.ana)
            try await scene.wait(60)
            _ = try await scene.agreedContact(Self.dora, sent)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            let key = try alarmKey(in: sent.texts(of: Self.dora).last)
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            try await scene.hub.sendMessages()
            let end = try #require(sent.texts(of: Self.dora).last)
            #expect(end.hasPrefix("Member 1 is safe") && !end.contains("DO NOT CALL"))
            let view = try await scene.hub.view(of: try await scene.open(key).guest)
            #expect(view.alarms.map(\.alarm.isOpen) == [false] && view.alarms.allSatisfy { !$0.alarm.isUnderDuress })
            let opened = try await scene.hub.notices(of: scene.ana).count { $0.kind == .contactViewed }
            #expect(opened == 1, "as of any alarm that is over: nothing is withheld")
            let count = sent.texts(of: Self.dora).count
            for alarm in try await scene.hub.alarms(for: scene.bo) where alarm.alarm.isOpen {
                try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            }
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == count, "they heard its end already")
        }
    }

    @Test func `F29: a companion added late, whose place the traveller saw before, sees the duress alarm`() async throws
    {
        try await SafetyScene.run { scene in
            let carl = try await scene.test.member(4)
            try await scene.test.connect(viewer: scene.ana, to: carl, number: 4, .place)
            await scene.pass(seconds: 60)
            let trip = try await scene.start(companions: [scene.bo])
            try await scene.help(.alert)
            await scene.pass(seconds: 60)
            try await scene.hub.addCompanion(carl, to: trip, by: scene.ana)
            await scene.pass(seconds: 150)
            #expect(try await scene.alarm(of: carl) != nil)
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            let seen = try await scene.hub.alarms(for: carl)
            #expect(seen.contains { $0.alarm.isUnderDuress && $0.alarm.isOpen }, "she has seen Carl for long")
        }
    }

    @Test func `F29: whom the phone lets see again after the second PIN was not there before`() async throws {
        try await SafetyScene.run { scene in
            let eve = try await scene.test.member(4)
            let consent = try await scene.test.connect(viewer: eve, to: scene.ana, number: 1, .exact)
            _ = try await scene.hub.changeConnection(
                consent.id,
                by: scene.ana,
                precision: .off,
                expiresAt: nil
            )
            await scene.pass(seconds: 60)
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            await scene.pass(seconds: 60)
            _ = try await scene.hub.changeConnection(consent.id, by: scene.ana, precision: .exact, expiresAt: nil)
            await scene.pass(seconds: 60)
            try await scene.help(.alert)
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            let seen = try #require(try await scene.alarm(of: eve))
            #expect(!seen.alarm.isOpen && !seen.alarm.isUnderDuress)
        }
    }

    @Test func `where all who were told came late, those who were there before are called`() async throws {
        try await withTripNews { scene, sent in
            let eve = try await scene.test.member(4)
            let first = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: first, by: scene.ana)
            try await scene.wait(60)
            _ = try await scene.agreedContact(Self.dora, sent)
            try await scene.test.connect(viewer: eve, to: scene.ana, number: 1, .exact)
            try await scene.wait(60)
            let trip = try await scene.start(companions: [eve])
            try await scene.help(.alert)
            try await scene.wait(30)
            let before = sent.texts(of: TestHub.phone(2)).count
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            try await scene.hub.sendMessages()
            let told = sent.texts(of: TestHub.phone(2)).dropFirst(before)
            #expect(told.contains { $0.contains("DO NOT CALL OR TEXT") }, "Bo at once")
            #expect(sent.texts(of: TestHub.phone(4)).last?.contains("DO NOT CALL") == false)
        }
    }

    @Test func `whom a thief lets see everything is not called in place of those who see less`() async throws {
        try await SafetyScene.run { scene in
            try await scene.connectInPlaceOfBo()
            await scene.pass(seconds: 60)
            try await scene.help(.alert)
            #expect(try await scene.texts(to: 3).contains { $0.hasPrefix("ALARM") }, "Cleo sees her by place")
            #expect(try await scene.texts(to: 4).contains { $0.hasPrefix("ALARM") })
        }
    }

    @Test func `after a day a viewer who sees her exactly is called first, and a viewer by place is not`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.connectInPlaceOfBo()
            await scene.pass(seconds: 90_000, each: 9_000)
            try await scene.help(.alert)
            #expect(try await scene.texts(to: 3).isEmpty)
            #expect(try await scene.texts(to: 4).contains { $0.hasPrefix("ALARM") })
        }
    }
}

extension SafetyScene {
    /// Leaves Cleo, who sees Ana by place, and connects a fourth member who sees her exactly.
    fileprivate func connectInPlaceOfBo() async throws {
        let seers = try await hub.connections(of: ana).seers
        let consent = try #require(seers.first { $0.consent.viewer == bo }).consent
        try await hub.endConnection(consent.id, by: ana)
        await pass(seconds: 60)
        try await test.connect(viewer: try await test.member(4), to: ana, number: 1, .exact)
    }

    /// A trip on which the second PIN is given, and somebody whom the phone's holder connects a minute later.
    fileprivate func connectLate(after request: PINRequest) async throws -> ID<Member> {
        let trip = try await start()
        try await hub.enter(Self.duress, for: request, on: trip, by: ana)
        await pass(seconds: 60)
        let eve = try await test.member(4)
        try await test.connect(viewer: eve, to: ana, number: 1, .exact)
        await pass(seconds: 60)
        return eve
    }
}
