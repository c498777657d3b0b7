import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// What an outside contact is sent and shown while an alarm goes on (F29, F70, F77).
@Suite struct ContactAlarmTests {
    private static let dora = "+41446689001"

    @Test func `F29, F77: an alarm that becomes one of the duress PIN is told to a contact once more, without a call`()
        async throws
    {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).last?.contains("before you call Member 1") ?? false)
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            try await scene.wait(700)
            let texts = sent.texts(of: Self.dora).dropFirst()
            #expect(texts.count == 2, "one as it began, one as it became another, no repeats")
            let last = try #require(texts.last)
            #expect(last.contains("\nDO NOT CALL OR TEXT Member 1.\n") && !last.contains("before you call"))
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            try await scene.hub.sendMessages()
            let end = try #require(sent.texts(of: Self.dora).last)
            #expect(end.hasPrefix("Member 1 is safe\nDO NOT CALL OR TEXT Member 1.") && end.contains("/contact#"))
        }
    }

    @Test func `F70, F77: a contact's alarm link opens in three browsers, and the traveller is told of each`()
        async throws
    {
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await withTripNews { scene, sent in
                _ = try await scene.agreedContact(Self.dora, sent)
                let isForced = pin == SafetyScene.duress
                if isForced {
                    try await scene.hub.enter(pin, for: .arrive, on: try await scene.start(), by: scene.ana)
                } else {
                    try await scene.help(.alert)
                }
                try await scene.hub.sendMessages()
                let key = try alarmKey(in: sent.texts(of: Self.dora).last)
                let (first, cookie) = try await scene.open(key)
                #expect(try await scene.open(key, known: cookie).guest.id == first.id, "the same browser counts once")
                for _ in 1...2 { _ = try await scene.open(key) }
                await #expect(throws: SafetyRefusal.tooManyBrowsers) { try await scene.open(key) }
                #expect(try await scene.openings() == (isForced ? 0 : 3), "under duress nothing is shown")
                guard isForced else { return }
                let alarm = try #require(try await scene.alarm(of: scene.bo))
                try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
                #expect(try await scene.openings() == 3, "once it is lifted")
            }
        }
    }

    @Test func `F70, F77: a contact who ends it during an alarm is sent nothing more, and their link is closed`()
        async throws
    {
        try await withTripNews { scene, sent in
            let token = try await scene.agreedContact(Self.dora, sent)
            try await scene.help(.alert)
            try await scene.answer(token, false)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 1, "asked again at the sending: the alarm had not left")

            try await scene.answer(token, true)
            scene.test.clock.advance(seconds: 61)
            try await scene.help(.sos)
            try await scene.wait(10)
            #expect(sent.texts(of: Self.dora).count == 1, "of an alarm that they were told of there are no repeats")
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.pin, by: scene.ana)
            try await scene.hub.sendMessages()
            scene.test.clock.advance(seconds: 61)

            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            let key = try alarmKey(in: sent.texts(of: Self.dora).last)
            let (guest, cookie) = try await scene.open(key)
            let alarm = try #require(try await scene.hub.view(of: guest).alarms.first?.alarm.id)
            try await scene.answer(token, false)
            #expect(try await scene.hub.guest(token: cookie) == nil)
            await #expect(throws: SafetyRefusal.viewEnded) { try await scene.hub.view(of: guest) }
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acknowledge(alarm, by: guest) }
            await #expect(throws: SafetyRefusal.noView) { try await scene.open(key) }
            let count = sent.texts(of: Self.dora).count
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.pin, by: scene.ana)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == count, "not even the end")
        }
    }

    @Test func `F77: a contact who was removed under duress can still end it by the link in the message`() async throws
    {
        try await withTripNews { scene, sent in
            let token = try await scene.agreedContact(Self.dora, sent)
            let contact = try #require(try await scene.hub.outsideContacts(of: scene.ana).first)
            try await scene.start()
            var caller = try await scene.caller(scene.ana)
            caller.pin = SafetyScene.duress
            try await scene.hub.removeOutsideContact(contact.id, by: caller)
            try await scene.hub.sendMessages()
            let key = try alarmKey(in: sent.texts(of: Self.dora).last)
            _ = try await scene.open(key)
            #expect(try await scene.answer(token, false) == .ended)
            await #expect(throws: SafetyRefusal.noView) { try await scene.open(key) }
        }
    }

    @Test func `F77: a question that was removed before it left was not asked, and one that left was`() async throws {
        try await withTripNews { scene, sent in
            let first = try await scene.addContact(Self.dora)
            try await scene.hub.removeOutsideContact(first.id, by: try await scene.caller(scene.ana))
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).isEmpty)
            // Not one of the three of a day either.
            for number in 2...3 { _ = try await scene.addContact("+4144668900\(number)") }
            let again = try await scene.addContact(Self.dora)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 1)
            try await scene.hub.removeOutsideContact(again.id, by: try await scene.caller(scene.ana))
            _ = try await scene.addContact(Self.dora)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 1)
        }
    }

    @Test func `F77: a question that no provider took is asked again when the contact is added again`() async throws {
        try await withTripNews { scene, sent in
            _ = try await scene.addContact(Self.dora)
            try await scene.hub.database.transaction { transaction in
                for row in try transaction.leaseMessages(
                    "text",
                    urgent: false,
                    now: scene.hub.outside.now(),
                    until: scene.hub.outside.now(),
                    limit: 9
                ) {
                    try transaction.endMessage(row.id, isSent: false, keeping: false, now: scene.hub.outside.now())
                }
            }
            _ = try await scene.addContact(Self.dora)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 1)
        }
    }

    @Test func `F77: a member's own number is asked like any other, and nothing tells that it is one`() async throws {
        try await withTripNews { scene, sent in
            let number = TestHub.phone(2)
            let contact = try await scene.addContact(number)
            try await scene.hub.sendMessages()
            #expect(contact.state == .asked && contact.phone == number)
            #expect(sent.texts(of: number).filter { $0.contains("/contact#") }.count == 1)
        }
    }
}

extension SafetyScene {
    /// How many openings by contacts Ana's own pages tell of.
    fileprivate func openings() async throws -> Int {
        try await hub.notices(of: ana).count { $0.kind == .contactViewed }
    }
}
