import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// People without an account who agreed to be called (F77).
@Suite struct OutsideContactTests {
    private static let dora = "+41446689001"

    @Test func `F77: a contact is asked once, and only one who agreed is alarmed, once, and told of the end`()
        async throws
    {
        try await withTripNews { scene, sent in
            let contact = try await scene.addContact(Self.dora)
            try await scene.hub.sendMessages()
            let question = try #require(sent.texts(of: Self.dora).first)
            #expect(question.hasPrefix("Member 1 wants to name you as an emergency contact"))
            try await scene.raiseAndClear()
            #expect(sent.texts(of: Self.dora).count == 1, "no answer, no alarm")

            let token = try contactToken(in: question)
            #expect(try await scene.answer(token, true) == .agreed)
            #expect(try await scene.hub.outsideContacts(of: scene.ana).map(\.state) == [.agreed])
            try await scene.help(.alert)
            try await scene.wait(700)
            var texts = sent.texts(of: Self.dora).dropFirst()
            #expect(texts.count == 1, "at once and never again, whatever is repeated to members")
            #expect(texts.first?.contains("may need help") ?? false)
            #expect(sent.texts(to: 2).count > 3)
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.pin, by: scene.ana)
            try await scene.hub.sendMessages()
            texts = sent.texts(of: Self.dora).dropFirst()
            #expect(texts.count == 2 && texts.last?.hasPrefix("Member 1 is safe") ?? false)
            #expect(texts.allSatisfy { $0.contains("/contact#\(token)") }, "each message ends with how to end it")

            #expect(try await scene.answer(token, false) == .ended)
            try await scene.raiseAndClear()
            #expect(sent.texts(of: Self.dora).count == 3, "who ended it hears nothing more")
            #expect(contact.state == .asked)
        }
    }

    @Test func `F77: an alarm of the duress PIN goes to contacts too, and nothing shows the traveller that it did`()
        async throws
    {
        var faces: [[String]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await withTripNews { scene, sent in
                let token = try await scene.agreedContact(Self.dora, sent)
                let trip = try await scene.start()
                try await scene.hub.enter(pin, for: .arrive, on: trip, by: scene.ana)
                try await scene.wait(5)
                let alarms = sent.texts(of: Self.dora).dropFirst()
                #expect(alarms.count == (pin == SafetyScene.duress ? 1 : 0))
                #expect(try await scene.answer(token, false) == .ended)
                var face = try await scene.faceOfContacts()
                if pin == SafetyScene.duress {
                    #expect(face == ["agreed", "contactAgreed"], "the ending is withheld")
                    let alarm = try #require(try await scene.alarm(of: scene.bo))
                    #expect(alarm.deliveries.allSatisfy { $0.member != nil }, "members do not see contacts")
                    try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
                    face = try await scene.faceOfContacts()
                }
                faces.append(face)
            }
        }
        #expect(faces[0] == faces[1] && faces[0] == ["ended", "contactAgreed", "contactEnded"])
    }

    @Test func `F77: the alarm's link opens the alarm for the contact, who can take it up like a recipient`()
        async throws
    {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            await scene.test.send(berlin, from: scene.phone)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            let (guest, _) = try await scene.open(try alarmKey(in: sent.texts(of: Self.dora).last))
            let view = try await scene.hub.view(of: guest)
            #expect(view.alarms.first?.fix != nil && view.trip == nil)
            #expect(view.alarms.first?.deliveries.isEmpty ?? false, "who else is told is not theirs to know")
            let alarm = try #require(view.alarms.first?.alarm.id)
            try await scene.hub.acknowledge(alarm, by: guest)
            let seen = try #require(try await scene.alarm(of: scene.bo))
            #expect(seen.acknowledgedBy.count == 1 && seen.acknowledgedBy.first?.member == nil)
            #expect(seen.acknowledgedBy.first?.name != "Dora", "no member learns who the contacts are")
            let own = try #require(try await scene.hub.safetyOverview(of: scene.ana).alarms.first)
            #expect(own.acknowledgedBy.map(\.name) == ["Dora"])
            #expect(own.deliveries.contains { $0.name == "Dora" && $0.state == .acknowledged })
            let texts = sent.texts(to: 2).count
            try await scene.wait(590)
            #expect(sent.texts(to: 2).count == texts + 1, "it holds the escalation for ten minutes (F69)")
            try await scene.wait(20)
            #expect(sent.texts(to: 2).count > texts + 1)
        }
    }

    @Test func `F77: a contact is asked once by each of three members at most; one they declined is refused`()
        async throws
    {
        try await withTripNews { scene, sent in
            let contact = try await scene.addContact(Self.dora)
            try await scene.hub.sendMessages()
            try await scene.hub.removeOutsideContact(contact.id, by: try await scene.caller(scene.ana))
            #expect(try await scene.hub.outsideContacts(of: scene.ana).isEmpty)
            let again = try await scene.addContact(Self.dora, name: "Dora again")
            #expect(again.id == contact.id && again.name == "Dora again")
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 1, "listed again without a message")

            let token = try contactToken(in: sent.texts(of: Self.dora)[0])
            #expect(try await scene.answer(token, false) == .declined)
            try await scene.hub.removeOutsideContact(contact.id, by: try await scene.caller(scene.ana))
            await #expect(throws: OutsideContactRefusal.limit(.saidNo)) { try await scene.addContact(Self.dora) }

            for other in [scene.bo, scene.cleo, try await scene.test.member(4)] {
                _ = try await scene.addContact(Self.dora, by: other)
            }
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 3, "three members in thirty days; the fourth is told nothing")
        }
    }

    @Test func `F77: at most three contacts, six questions in thirty days, and a proof of the last five minutes`()
        async throws
    {
        try await withTripNews { scene, _ in
            var contacts: [ContactInfo] = []
            for number in 1...3 { contacts.append(try await scene.addContact("+4144668900\(number)")) }
            try await scene.hub.sendMessages()
            await #expect(throws: OutsideContactRefusal.limit(.tooMany)) {
                try await scene.addContact("+41446689004")
            }
            try await scene.hub.removeOutsideContact(contacts[0].id, by: try await scene.caller(scene.ana))
            await #expect(throws: OutsideContactRefusal.limit(.askedTooOften)) {
                try await scene.addContact("+41446689004")
            }
            scene.test.clock.advance(seconds: 86_400)
            _ = try await scene.addContact("+41446689004")
            let stale = try await scene.caller(scene.ana)
            scene.test.clock.advance(seconds: 400)
            await #expect(throws: ProofRefusal.self) {
                try await scene.hub.addOutsideContact(scene.request(Self.dora), by: stale)
            }
        }
    }

    @Test func `F77, S9: no question goes to a foreign or premium number, and one counts as a text of the day`()
        async throws
    {
        try await withTripNews({ $0.codes.textsADay = 1 }) { scene, _ in
            await #expect(throws: OutsideContactRefusal.cannotText) { try await scene.addContact("+12025550123") }
            await #expect(throws: OutsideContactRefusal.cannotText) { try await scene.addContact("+41900123456") }
            _ = try await scene.addContact(Self.dora)
            await #expect(throws: CodeRefusal.textsPaused) { try await scene.addContact("+41446689002") }
        }
    }

    @Test func `F32, F77: removing a contact during an alarm takes the PIN, and the duress PIN leaves them told`()
        async throws
    {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            let contact = try #require(try await scene.hub.outsideContacts(of: scene.ana).first)
            try await scene.start()
            var caller = try await scene.caller(scene.ana)
            await #expect(throws: SafetyRefusal.pinNeeded) {
                try await scene.hub.removeOutsideContact(contact.id, by: caller)
            }
            caller.pin = SafetyScene.duress
            try await scene.hub.removeOutsideContact(contact.id, by: caller)
            #expect(try await scene.hub.outsideContacts(of: scene.ana).isEmpty, "it looks removed")
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).last?.contains("Member 1") ?? false)
            #expect(sent.texts(of: Self.dora).count == 2, "the alarm reached them first")
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            try await scene.hub.sendMessages()
            #expect(sent.texts(of: Self.dora).count == 3, "and its end")
            let sealed = try await scene.hub.database.read {
                try $0.outsideContacts(of: scene.ana).compactMap(\.sealed)
            }
            #expect(sealed.isEmpty, "then nothing of them is kept but that they were asked")
        }
    }

    @Test func `F70, F77: the alarm's link of a contact ends when they are removed with the PIN`() async throws {
        try await withTripNews { scene, sent in
            _ = try await scene.agreedContact(Self.dora, sent)
            let contact = try #require(try await scene.hub.outsideContacts(of: scene.ana).first)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            let key = try alarmKey(in: sent.texts(of: Self.dora).last)
            let (_, cookie) = try await scene.open(key)
            var caller = try await scene.caller(scene.ana)
            caller.pin = SafetyScene.pin
            try await scene.hub.removeOutsideContact(contact.id, by: caller)
            #expect(try await scene.hub.guest(token: cookie) == nil)
            await #expect(throws: SafetyRefusal.noView) { try await scene.open(key) }
            try await scene.wait(400)
            #expect(sent.texts(of: Self.dora).count == 2, "nothing more is sent to them")
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.pin, by: scene.ana)
            try await scene.hub.sendMessages()
            let last = try #require(sent.texts(of: Self.dora).last)
            #expect(last.hasPrefix("Member 1 is safe"), "but the end of what they know")
        }
    }

    @Test func `F41, F77: stop everything removes the contacts and counts them`() async throws {
        try await withTripNews { scene, sent in
            let token = try await scene.agreedContact(Self.dora, sent)
            let cut = try await scene.hub.stopSharing(of: try await scene.caller(scene.ana), from: RequestOrigin())
            #expect(cut.contains { $0.kind == .contacts && $0.count == 1 })
            #expect(try await scene.hub.outsideContacts(of: scene.ana).isEmpty)
            #expect(try await scene.answer(token, true) == .agreed, "it tells nobody that they were removed")
            try await scene.raiseAndClear()
            #expect(sent.texts(of: Self.dora).count == 1, "and calls them no more")
        }
    }

    @Test func `S34, F77: neither name nor number of a contact is readable in the database`() async throws {
        try await withTripNews { scene, _ in
            _ = try await scene.addContact(Self.dora)
            let values = try await scene.hub.database.read { transaction in
                try transaction.rows("SELECT * FROM outside_contact").flatMap(\.values)
            }
            #expect(values.count >= 9)
            for word in ["Dora", "446689001"] {
                for case .blob(let bytes) in values { #expect(bytes.firstRange(of: Array(word.utf8)) == nil) }
                for case .text(let text) in values { #expect(!text.contains(word)) }
            }
        }
    }

    @Test func `F77: a contact agrees three times a day at most, and ends it whenever they want`() async throws {
        try await SafetyScene.run { scene in
            let token = try await scene.agreedContact("+41446689001")
            for _ in 1...2 {
                try await scene.answer(token, false)
                try await scene.answer(token, true)
            }
            try await scene.answer(token, false)
            await #expect(throws: OutsideContactRefusal.tooManyTries(retryAfterSeconds: 28_800)) {
                try await scene.answer(token, true)
            }
            #expect(try await scene.answer(token, false) == .ended)
        }
    }

    @Test func `F77: a contact under the id of a member is refused, and cannot respond in that member's name`()
        async throws
    {
        try await SafetyScene.run { scene in
            let (caller, _) = try await scene.hub.addSession(for: scene.ana)
            let trip = try await scene.start()
            let link = try #require(try await scene.hub.trip(trip, of: scene.ana).link?.split(separator: "#").last)
            let guest = try await scene.open(.token(String(link))).guest
            let taken = [scene.cleo, scene.ana].map { ID<Contact>(sharing: $0) }
            for id in taken + [ID(sharing: guest.id)] {
                let request = ContactRequest(id: id, name: "Dora", phone: Self.dora, region: nil, mail: nil)
                await #expect(throws: OutsideContactRefusal.idUsedOtherwise) {
                    _ = try await scene.hub.addOutsideContact(request, by: caller)
                }
            }
            #expect(try await scene.hub.outsideContacts(of: scene.ana).isEmpty)
        }
    }
}
