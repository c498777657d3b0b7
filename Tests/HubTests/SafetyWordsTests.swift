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
