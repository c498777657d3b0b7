import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// S51: what whoever runs the hub reads of messages about trips and alarms.
@Suite struct OutboxReadingTests {
    @Test func `S51: texts of trips, alarms and tests are blacked out alike, and codes are not`() async throws {
        try await SafetyScene.run { scene in
            try await everyKind(scene)
            let all = try await scene.hub.outboxItems(after: nil)
            let shown = try await scene.hub.keepersOutbox(after: nil, reveals: false)
            #expect(shown.map(\.id) == all.map(\.id))
            let clear = shown.filter { $0.text != Hub.blackedOut }
            #expect(clear.count == 1 && clear.allSatisfy { !$0.isOfSafety })
            for words in ["ALARM", "TEST", "started a trip", "says they arrived"] {
                #expect(all.contains { $0.text.contains(words) }, "\(words)")
            }
            #expect(try await reveals(scene.ana, scene) == 0)
        }
    }

    @Test func `S51: revealing shows the texts, and notifies the member they are about once per quarter hour`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await everyKind(scene)
            let all = try await scene.hub.outboxItems(after: nil)
            for _ in 0..<3 {
                let shown = try await scene.hub.keepersOutbox(after: nil, reveals: true)
                #expect(shown.map(\.text) == all.map(\.text))
            }
            #expect(try await reveals(scene.ana, scene) == 1)
            #expect(try await reveals(scene.bo, scene) == 0)
            scene.test.clock.advance(seconds: 901)
            _ = try await scene.hub.keepersOutbox(after: nil, reveals: true)
            #expect(try await reveals(scene.ana, scene) == 2)
        }
    }

    @Test func `S51: codes are shown without telling anybody`() async throws {
        try await SafetyScene.run { scene in
            _ = try await scene.test.ask(.login, for: 1)
            let shown = try await scene.hub.keepersOutbox(after: nil, reveals: true)
            #expect(shown.count == 1)
            #expect(try await reveals(scene.ana, scene) == 0)
        }
    }

    @Test func `S51: under duress a member's notice of a revealed outbox is withheld until the alarm is lifted`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            _ = try await scene.hub.keepersOutbox(after: nil, reveals: true)
            await scene.pass(seconds: 600, each: 10)
            #expect(try await reveals(scene.ana, scene) == 0)
            for companion in [scene.bo, scene.cleo] {
                guard let alarm = try await scene.alarm(of: companion) else { continue }
                try await scene.hub.confirmSafe(alarm.alarm.id, by: companion)
            }
            #expect(try await reveals(scene.ana, scene) == 1)
        }
    }

    @Test func `S51, F77: texts to an outside contact are blacked out, and revealing them notifies the member`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.addContact("+41446689001")
            for number in [0, 1] {
                if number == 1 { try await scene.help(.alert) }
                try await scene.hub.sendMessages()
                if number == 0 {
                    let question = try #require(try await scene.hub.outboxItems(after: nil).last).text
                    try await scene.answer(try contactToken(in: question), true)
                }
                let shown = try await scene.hub.keepersOutbox(after: nil, reveals: false)
                #expect(shown.count { $0.to == "+41446689001" } == number + 1)
                #expect(shown.allSatisfy { $0.text == Hub.blackedOut && $0.isOfSafety })
                _ = try await scene.hub.keepersOutbox(after: nil, reveals: true)
                #expect(try await reveals(scene.ana, scene) == number + 1)
                scene.test.clock.advance(seconds: 901)
            }
        }
    }

    /// A code, a test, a trip and an alarm.
    private func everyKind(_ scene: SafetyScene) async throws {
        _ = try await scene.test.ask(.login, for: 1)
        try await scene.hub.startDrill([scene.bo], by: scene.ana)
        let trip = try await scene.start()
        await scene.pass(seconds: 70, each: 10)
        try await scene.hub.sendMessages()
        try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
        await scene.pass(seconds: 70, each: 10)
        try await scene.hub.sendMessages()
        try await scene.help(.alert)
        await scene.pass(seconds: 10)
    }

    private func reveals(_ member: ID<Member>, _ scene: SafetyScene) async throws -> Int {
        try await scene.hub.notices(of: member).count { $0.kind == .messagesRevealed }
    }
}
