import Family
import Hub
import Languages
import Messaging
import Testing

/// What people are texted, mailed and pushed about alarms.
@Suite struct SafetyWordsTests {
    /// The last that is told of an alarm under duress.
    enum Ending: CaseIterable {
        /// A companion has seen the traveller.
        case seenSafe
        /// Another alarm, which the traveller's pages show, is cleared with the right PIN while this one goes on.
        case otherCleared
        case accountDeleted

        var words: String {
            switch self {
            case .seenSafe: "Member 3 saw them safe. Alarm over."
            case .otherCleared: "Confirmed with PIN. Alarm over."
            case .accountDeleted: "Their Hearth account was deleted."
            }
        }
    }

    private static let line = "DO NOT CALL OR TEXT Member 1."

    @Test(arguments: Ending.allCases)
    func `F29: every push, text and mail about an alarm under duress says right after its title not to call`(
        _ ending: Ending
    ) async throws {
        try await withTripNews { scene, sent in
            try await Self.equip(scene, sent)
            let trip = try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.hub.sendMessages()
            let before = [sent.pushes, sent.texts, sent.mails].map(\.tries.count)
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            // The first round, two repeats, an acknowledgement, the word that nothing followed it, and the end.
            try await scene.wait(200)
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.acknowledge(alarm, by: scene.bo)
            try await scene.wait(620)
            try await Self.finish(alarm, ending, scene)
            let pushed = sent.pushes.tries.dropFirst(before[0]).map(\.text)
            #expect(pushed.count > 8)
            #expect(pushed.filter { !$0.contains(#""body":"\#(Self.line)"#) } == [])
            let (texted, mailed) = (sent.texts.tries.dropFirst(before[1]), sent.mails.tries.dropFirst(before[2]))
            #expect(Set(texted.map(\.to)) == [TestHub.phone(2), TestHub.phone(3), "+41446689001"])
            #expect(Set(mailed.map(\.to)) == ["bo@example.org", "cleo@example.org", "emil@example.org"])
            for written in [texted.map(\.text), mailed.map(\.text)] {
                #expect(written.count > 8)
                #expect(written.filter { !Self.warnsAfterTitle($0) } == [])
                for words in [
                    "ALARM: Member 1 may be in danger", "No one has responded yet.", "Member 2 is responding",
                    "No update from the responder for 10 min.", ending.words,
                ] { #expect(written.contains { $0.contains(words) }, "\(words)") }
            }
        }
    }

    /// Gives Bo and Cleo a browser and a mail address each, and Ana two outside contacts: one by number, one by mail.
    private static func equip(_ scene: SafetyScene, _ sent: SentNews) async throws {
        for (name, member) in [("bo", scene.bo), ("cleo", scene.cleo)] {
            try await scene.giveMail("\(name)@example.org", to: member, sent)
            try await scene.test.subscribe(try await scene.caller(member), "\(browserOfTests)/\(name)")
        }
        _ = try await scene.agreedContact("+41446689001", sent)
        let (id, mail) = (scene.hub.outside.newID(of: Contact.self), "emil@example.org")
        let request = ContactRequest(id: id, name: "Emil", phone: nil, region: nil, mail: mail)
        _ = try await scene.hub.addOutsideContact(request, by: try await scene.caller(scene.ana))
        try await scene.hub.sendMessages()
        let question = try #require(sent.mails.tries.last { $0.to == mail })
        try await scene.answer(try contactToken(in: question.text), true)
    }

    private static func finish(_ alarm: ID<Alarm>, _ ending: Ending, _ scene: SafetyScene) async throws {
        switch ending {
        case .seenSafe:
            try await scene.hub.confirmSafe(alarm, by: scene.cleo)
        case .otherCleared:
            try await scene.help(.alert)
            try await scene.wait(10)
            try await scene.hub.enter(SafetyScene.pin, for: .safe(nil), by: scene.ana)
        case .accountDeleted:
            try await scene.hub.leave(try await scene.caller(scene.ana), keeper: scene.bo)
        }
        try await scene.hub.sendMessages()
    }

    /// Whether the first words after the title, which is a mail's subject, are not to call.
    private static func warnsAfterTitle(_ text: String) -> Bool {
        text.split(separator: "\n").dropFirst().first?.hasPrefix(line) ?? false
    }

    @Test func `F27: no message claims that Hearth calls for help, and each with an emergency number says it does not`()
        async throws
    {
        let (pushes, texts, mails) = (RecordingSender(), RecordingSender(), RecordingSender())
        try await TestHub.run(senders: [.push: pushes, .text: texts, .mail: mails]) { test in
            let scene = try await SafetyScene(test)
            let (ana, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: ana, pin: SafetyScene.pin, duress: SafetyScene.duress)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            try await test.subscribe(bo)
            try await test.hub.startDrill([scene.bo], by: scene.ana)
            // Every cause: the second PIN, overdue, SOS, shake and alert; with repeats, news, acknowledgement and end.
            let forced = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: forced, by: scene.ana)
            await scene.pass(seconds: 70, each: 10)
            try await test.hub.sendMessages()
            let hidden = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.confirmSafe(hidden, by: scene.bo)
            try await scene.start(minutes: 1)
            await scene.pass(seconds: 25 * 60, each: 10)
            for cause in [HelpCountdown.Cause.sos, .shake, .alert] {
                try await scene.help(cause)
                await scene.pass(seconds: 30, each: 5)
            }
            try await test.hub.sendMessages()
            let open = try await scene.hub.alarms(for: scene.bo).first { !$0.isMine && $0.alarm.isOpen }
            try await scene.hub.acknowledge(try #require(open).alarm.id, by: scene.bo)
            await scene.pass(seconds: 620, each: 10)
            try await scene.hub.enter(SafetyScene.pin, for: .safe(nil), by: scene.ana)
            try await test.hub.sendMessages()
        }
        let said = (pushes.tries + texts.tries + mails.tries).map(\.text)
        #expect(said.count > 15)
        let causes = ["overdue", "pressed SOS", "Phone shaken", "sent an alert", "duress PIN"]
        #expect(causes.filter { cause in !said.contains { $0.contains(cause) } } == [], "each is among them")
        let calls = said.filter { $0.contains("Emergency? Call ") }
        #expect(calls.count > 5 && calls.allSatisfy { $0.hasSuffix(". Hearth will not call them.") })
        for text in said {
            // Without that line nothing speaks of services or numbers, and nothing says that they were called.
            let rest = text.replacing(/Emergency\? Call [0-9]+\. Hearth will not call them\./, with: "").lowercased()
                // Identities are by chance, and have any digits.
                .replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "")
            for word in ["police", "ambulance", "emergency service", "112", "911", "have been called", "is called"] {
                #expect(!rest.contains(word), "\(word): \(text)")
            }
        }
    }

    @Test func `each reads an alarm in their own language, an outside contact in the traveller's`() async throws {
        try await withTripNews { scene, sent in
            try await Self.equip(scene, sent)
            let hub = scene.hub
            for (member, language) in [(scene.ana, Language.spanish), (scene.bo, .german), (scene.cleo, .chinese)] {
                _ = try await hub.changeProfile(member, name: nil, colour: nil, language: language)
            }
            try await scene.start(companions: [scene.bo, scene.cleo])
            let (texts, pushes) = (sent.texts.tries.count, sent.pushes.tries.count)
            try await scene.help(.alert)
            await scene.pass(seconds: 10, each: 5)
            try await hub.sendMessages()
            // What was said of new mail addresses may still be on its way.
            let written = sent.texts.tries.dropFirst(texts).filter { !$0.text.hasPrefix("Hearth:") }
            let titles = [
                TestHub.phone(2): "ALARM: Member 1 braucht vielleicht Hilfe", TestHub.phone(3): "警报：Member 1 可能需要帮助",
                "+41446689001": "ALARMA: Member 1 puede necesitar ayuda",
            ]
            #expect(Set(written.map(\.to)) == Set(titles.keys))
            for (number, title) in titles {
                let text = try #require(written.last { $0.to == number }?.text)
                #expect(text.hasPrefix(title), "\(text)")
            }
            let pushed = sent.pushes.tries.dropFirst(pushes).map(\.text)
            #expect(Set(pushed.compactMap { $0.contains("braucht vielleicht Hilfe") }) == [true, false])
            // Nothing of it stays English.
            let english = ["may need", "Emergency", "Open and", "Last seen", "Location unknown", "No more alarms"]
            #expect(written.map(\.text).filter { text in english.contains { text.contains($0) } } == [])
        }
    }

    @Test func `an alarm's text has title, facts, place, action and emergency line in this order`() async throws {
        try await SafetyScene.run { scene in
            try await scene.start()
            await scene.test.send(berlin, from: scene.phone)
            try await scene.help(.sos)
            await scene.pass(seconds: 70, each: 5)
            let lines = try await scene.texts(to: 2).map { $0.split(separator: "\n").map(String.init) }
            let first = try #require(lines.first)
            #expect(first.prefix(2) == ["ALARM: Member 1 may need help", "Member 1 pressed SOS and did not cancel."])
            #expect(first.dropFirst(2).first == "Seen just now, map in the link.")
            #expect(first.dropFirst(3).first?.hasPrefix(#"Open and tap "I'm on it": "#) ?? false)
            #expect(first.last?.hasPrefix("Emergency? Call ") ?? false)
            #expect(first.last?.hasSuffix(". Hearth will not call them.") ?? false)
            #expect(lines.last?.contains("No one has responded yet.") ?? false)
        }
    }
}
