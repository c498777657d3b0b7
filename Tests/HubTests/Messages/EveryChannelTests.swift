import Family
import Hub
import Messaging
import Testing

/// What goes out by push, text and mail, to people who have a browser, a number and a mail address.
@Suite struct EveryChannelTests {
    /// How often each person was sent `words`: by push, by text, by mail.
    private func counts(_ words: String, _ sent: SentNews) -> [[Int]] {
        [sent.pushes, sent.texts, sent.mails].map { sender in
            let meant = sender.tries.filter { $0.text.contains(words) }
            return Dictionary(grouping: meant, by: \.to).values.map(\.count)
        }
    }

    /// Gives a member a browser and a mail address beside their number.
    private func equip(_ member: ID<Member>, _ name: String, _ scene: SafetyScene, _ sent: SentNews) async throws {
        try await scene.giveMail("\(name)@example.org", to: member, sent)
        let (caller, _) = try await scene.hub.addSession(for: member)
        try await scene.test.subscribe(caller, "\(browserOfTests)/\(name)")
        try await scene.hub.sendMessages()
    }

    private func equipCompanions(_ scene: SafetyScene, _ sent: SentNews) async throws {
        try await equip(scene.bo, "bo", scene, sent)
        try await equip(scene.cleo, "cleo", scene, sent)
    }

    @Test func `F16, F18, F24: danger, its repeats and its end go to each companion by push, text and mail`()
        async throws
    {
        try await withTripNews { scene, sent in
            try await equipCompanions(scene, sent)
            try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(counts("may need help", sent) == [[1, 1], [1, 1], [1, 1]], "before any time has passed")
            let pushed = sent.pushes.tries.filter { $0.text.contains("may need help") }
            #expect(pushed.allSatisfy { $0.isUrgent && $0.worthSeconds >= 3_600 })
            try await scene.wait(60)
            #expect(counts("may need help", sent) == [[2, 2], [2, 2], [2, 2]])
            try await scene.wait(120)
            #expect(counts("may need help", sent) == [[3, 3], [3, 3], [3, 3]])
            try await scene.hub.enter(SafetyScene.pin, for: .safe(nil), by: scene.ana)
            try await scene.hub.sendMessages()
            #expect(counts("Member 1 is safe", sent) == [[1, 1], [1, 1], [1, 1]])
            try await scene.wait(600)
            #expect(counts("may need help", sent) == [[3, 3], [3, 3], [3, 3]])
        }
    }

    @Test func `F90: a browser that others use too is sent no push that names an alarm, and is sent one all the same`()
        async throws
    {
        try await withTripNews { scene, sent in
            let (shared, _) = try await scene.hub.addSession(for: scene.bo, isShared: true)
            try await scene.test.subscribe(shared, "\(browserOfTests)/shared")
            try await equip(scene.bo, "bo", scene, sent)
            let before = sent.pushes.tries.count
            try await scene.start(companions: [scene.bo])
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            try await scene.hub.enter(SafetyScene.pin, for: .safe(nil), by: scene.ana)
            // A test in the millisecond of an alarm's end is withheld (F85).
            scene.test.clock.advance(seconds: 1)
            try await scene.hub.startDrill([scene.bo], by: scene.ana)
            try await scene.hub.sendMessages()
            let (others, own) = (
                sent.pushes.tries.dropFirst(before).filter { $0.to.contains("/shared") },
                sent.pushes.tries.dropFirst(before).filter { $0.to.contains("/bo") }
            )
            #expect(others.count == own.count && own.count >= 3)
            for word in ["may need help", "is safe", "TEST", "/alarms", "/drills"] {
                #expect(own.contains { $0.text.contains(word) }, "\(word)")
                #expect(!others.contains { $0.text.contains(word) }, "\(word)")
            }
            #expect(others.filter { $0.text.contains("There is news.") }.count >= 3)
        }
    }

    @Test func `F22: texts and mails about an alarm hold no coordinates, and each reader's own link`() async throws {
        try await withTripNews({ $0.publicURL = "https://family.example" }) { scene, sent in
            try await equipCompanions(scene, sent)
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("School", berlin))
            for _ in 0..<3 {
                await scene.test.send(berlin, from: scene.phone)
                scene.test.clock.advance(seconds: 60)
            }
            try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            let alarms = (sent.texts.tries + sent.mails.tries).filter { $0.text.contains("may need help") }
            #expect(alarms.count == 4 && alarms.allSatisfy { $0.text.contains("Last seen: School, ") })
            for word in ["52.5", "13.4"] { #expect(!alarms.contains { $0.text.contains(word) }, "\(word)") }
            #expect(alarms.allSatisfy { $0.text.contains("https://family.example/follow#") })
            let tokens = alarms.compactMap { $0.text.split(separator: "#").last?.prefix { !$0.isNewline } }
            #expect(tokens.count == 4 && Set(tokens).count == 2, "one for each reader")
        }
    }

    @Test func `F20: a drill goes to each companion by push, text and mail, and each says that it is a test`()
        async throws
    {
        try await withTripNews { scene, sent in
            try await equipCompanions(scene, sent)
            try await scene.hub.startDrill([scene.bo, scene.cleo], by: scene.ana)
            try await scene.hub.sendMessages()
            #expect(counts("TEST from Member 1: no emergency", sent) == [[1, 1], [1, 1], [1, 1]])
        }
    }

    @Test func `F10: the traveller is asked by push, text and mail; overdue names place, age and battery`()
        async throws
    {
        try await withTripNews { scene, sent in
            try await equip(scene.ana, "ana", scene, sent)
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("School", berlin))
            for _ in 0..<3 {
                var fix = scene.test.fix(berlin)
                fix.batteryPercent = 55
                _ = await scene.test.send([fix], from: scene.phone)
                scene.test.clock.advance(seconds: 60)
            }
            try await scene.start(minutes: 1)
            try await scene.wait(15 * 60)
            #expect(counts("Confirm or add time", sent).joined().isEmpty)
            try await scene.wait(60)
            #expect(counts("Confirm or add time", sent) == [[1], [1], [1]])
            #expect(counts("is overdue", sent).joined().isEmpty)
            try await scene.wait(300)
            let text = try #require(sent.texts(to: 2).last { $0.contains("Member 1 is overdue and did not reply.") })
            #expect(text.firstMatch(of: /Last seen: School, 2[0-9] min ago\. Battery 55%\./) != nil, "\(text)")
        }
    }

    @Test func `F68: a request for new PINs and the change itself are told by text and by mail`() async throws {
        try await withTripNews { scene, sent in
            try await equip(scene.ana, "ana", scene, sent)
            let (caller, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.hub.requestPINReset(of: caller, pin: "4466", duress: nil)
            try await scene.hub.sendMessages()
            #expect(counts("a new PIN was requested", sent).dropFirst() == [[1], [1]])
            scene.test.clock.advance(seconds: 86_400)
            await scene.hub.handlePINResets()
            try await scene.hub.sendMessages()
            #expect(counts("your PIN was changed", sent).dropFirst() == [[1], [1]])
        }
    }
}
