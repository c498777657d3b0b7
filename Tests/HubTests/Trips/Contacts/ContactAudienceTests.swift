import Family
import Hub
import Messaging
import SQL
import SQLite
import Storage
import Testing

/// Which outside contacts are told while somebody else holds the phone, or after the hub died (F29, F77).
@Suite struct ContactAudienceTests {
    /// How a contact comes to be called whom the phone's holder wants to be.
    enum Way: CaseIterable {
        /// Asked and agreed after the second PIN.
        case addedSince
        /// Asked before it, agreed after.
        case agreedSince
        /// Agreed and removed before it, listed again after.
        case listedAgain
    }

    private static let dora = "+41446689001"

    @Test(arguments: Way.allCases)
    func `F29, F77: a contact whom the phone adds under duress is told of no hidden alarm, and of visible ones as ever`(
        _ way: Way
    ) async throws {
        try await withTripNews { scene, sent in
            if way == .listedAgain {
                _ = try await scene.agreedContact(Self.dora, sent)
                let contact = try #require(try await scene.hub.outsideContacts(of: scene.ana).first)
                try await scene.hub.removeOutsideContact(contact.id, by: try await scene.caller(scene.ana))
            }
            if way == .agreedSince { try await scene.addContact(Self.dora) }
            let trip = try await scene.start()
            try await scene.wait(10)
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            try await scene.wait(10)
            if way != .agreedSince { try await scene.addContact(Self.dora) }
            try await scene.hub.sendMessages()
            let token = try contactToken(in: try #require(sent.texts(of: Self.dora).last))
            try await scene.answer(token, true)
            #expect(try await scene.hub.outsideContacts(of: scene.ana).map(\.state) == [.agreed], "it looks as usual")
            try await scene.wait(700)
            #expect(sent.texts(to: 2).count { $0.hasPrefix("ALARM") } > 2, "he is called again and again")
            // Another trip, and the second PIN once more: an alarm of its own, which hides as well.
            let second = try await scene.start(companions: [scene.bo])
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: second, by: scene.ana)
            try await scene.wait(10)
            #expect(sent.texts(of: Self.dora).count == 1, "the question alone")
            #expect(try await scene.hub.safetyOverview(of: scene.ana).alarms.isEmpty)

            try await scene.help(.alert)
            try await scene.wait(10)
            let told = sent.texts(of: Self.dora).dropFirst()
            #expect(told.count == 1 && told.first?.hasPrefix("ALARM: Member 1 may need help") ?? false)
            #expect(told.first?.contains("DO NOT CALL") == false, "who was told nothing else is told as in any alarm")
        }
    }

    @Test func `F29, F77: a contact who ended it under duress is sent nothing, and a visible alarm looks sent to them`()
        async throws
    {
        try await withTripNews { scene, sent in
            let token = try await scene.agreedContact(Self.dora, sent)
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            try await scene.wait(10)
            try await scene.answer(token, false)
            try await scene.help(.alert)
            try await scene.wait(10)
            #expect(sent.texts(of: Self.dora).count == 2, "the question, and the hidden alarm before she ended it")
            let own = try #require(try await scene.hub.safetyOverview(of: scene.ana).alarms.first)
            #expect(own.deliveries.filter { $0.name == "Dora" }.map(\.state) == [.accepted])
            #expect(try await scene.hub.outsideContacts(of: scene.ana).map(\.state) == [.agreed])
        }
    }

    @Test func `F29, F77: under duress, if only a contact was alarmed, a viewer connected later is not alarmed`()
        async throws
    {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            try await scene.hub.database.transaction { try $0.run("DELETE FROM connection") }
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            try await scene.wait(10)
            #expect(sent.texts(of: Self.dora).count == 3, "the question, the alarm, and what it became")
            try await scene.test.connect(viewer: scene.cleo, to: scene.ana, number: 1, .exact)
            try await scene.wait(700)
            #expect(try await scene.alarm(of: scene.cleo) == nil)
            #expect(!sent.texts(to: 3).contains { $0.hasPrefix("ALARM") })
        }
    }

    @Test func `F29, F77: a contact who was told hears that the account was deleted, and not to call`() async throws {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            try await scene.hub.sendMessages()
            try await scene.hub.leave(try await scene.caller(scene.ana), keeper: scene.bo)
            try await scene.hub.sendMessages()
            let told = try #require(sent.texts(of: Self.dora).last).split(separator: "\n")
            #expect(told.prefix(2) == ["ALARM: Member 1 may be in danger", "DO NOT CALL OR TEXT Member 1."])
            #expect(told.contains("Their Hearth account was deleted. They did not confirm they are safe."))
        }
    }

    @Test func `F77: the question of a member who was shut out does not leave, their alarm does`() async throws {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            _ = try await scene.addContact("+41446689002")
            try await scene.help(.alert)
            try await scene.hub.disableMember(scene.ana)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: "+41446689002").isEmpty)
            #expect(sent.texts(of: Self.dora).count == 2, "whoever shuts her out silences no call for help")
        }
    }

    @Test func `F4, F77: a hub that dies at any point of a sending tells a contact at least once, and twice at most`()
        async throws
    {
        let (fuse, sent) = (Fuse(), SentNews())
        try await TestHub.run(on: fuse.driver(.inMemory()), senders: [.text: sent.texts]) { test in
            var scene = try await SafetyScene(test)
            let (caller, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            _ = try await scene.agreedContact(Self.dora, sent)
            var (deaths, isThrough) = (0, false)
            while !isThrough, deaths < 200 {
                scene.test.clock.advance(seconds: 120)
                let before = sent.texts(of: Self.dora).count
                try await scene.help(.alert)
                fuse.burn(after: deaths)
                // A hub that is killed answers nobody.
                try? await scene.hub.sendMessages()
                isThrough = !fuse.replace()
                deaths += isThrough ? 0 : 1
                scene = SafetyScene(scene, on: try await scene.test.restarted())
                scene.test.clock.advance(seconds: 31)
                try await scene.hub.sendMessages()
                let told = sent.texts(of: Self.dora).dropFirst(before)
                #expect((1...2).contains(told.count) && Set(told).count == 1, "death \(deaths): \(told.count) texts")
                try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.pin, by: scene.ana)
                try await scene.hub.sendMessages()
                let ends = sent.texts(of: Self.dora).dropFirst(before + told.count)
                #expect(ends.count == 1 && ends.first?.hasPrefix("Member 1 is safe") ?? false)
            }
            #expect(deaths > 4, "the hub died at every point")
        }
    }
}
