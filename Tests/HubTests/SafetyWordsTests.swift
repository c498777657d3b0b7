import Family
import Hub
import Messaging
import Testing

/// What people are texted and pushed about alarms.
@Suite struct SafetyWordsTests {
    private static let line = "DO NOT CALL OR TEXT Member 1."

    @Test func `F29: every text and push about an alarm under duress says right after its title not to call`()
        async throws
    {
        let (pushes, texts) = (RecordingSender(), RecordingSender())
        try await TestHub.run(senders: [.push: pushes, .text: texts]) { test in
            let scene = try await SafetyScene(test)
            let (ana, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: ana, pin: SafetyScene.pin, duress: SafetyScene.duress)
            for member in [scene.bo, scene.cleo] {
                let (visitor, _) = try await test.hub.addSession(for: member)
                try await test.subscribe(visitor, "\(browserOfTests)/\(member.text)")
            }
            let trip = try await scene.start(companions: [scene.bo, scene.cleo])
            try await test.hub.sendMessages()
            let before = (pushes.tries.count, texts.tries.count)
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            // The first wave, two repeats, an acknowledgement, the word that nothing followed it, and the end.
            await scene.pass(seconds: 200, each: 10)
            try await test.hub.sendMessages()
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.acknowledge(alarm, by: scene.bo)
            await scene.pass(seconds: 620, each: 10)
            try await test.hub.sendMessages()
            try await scene.hub.confirmSafe(alarm, by: scene.cleo)
            try await test.hub.sendMessages()
            let pushed = pushes.tries.dropFirst(before.0).map(\.text)
            let texted = texts.tries.dropFirst(before.1).map(\.text)
            #expect(pushed.count > 8 && texted.count > 8)
            #expect(texted.allSatisfy { $0.split(separator: "\n").dropFirst().first.map(String.init) == Self.line })
            #expect(pushed.allSatisfy { $0.contains(#""body":"\#(Self.line)"#) })
            for title in ["ALARM: Member 1 may be in danger", "Member 2 is responding", "Member 1 is safe"] {
                #expect(texted.contains { $0.hasPrefix(title) }, "\(title)")
            }
        }
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
            for word in ["police", "ambulance", "emergency service", "112", "911", "have been called", "is called"] {
                #expect(!rest.contains(word), "\(word): \(text)")
            }
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
