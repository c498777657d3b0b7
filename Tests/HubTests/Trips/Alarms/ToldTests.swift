import Family
import Hub
import Messaging
import Testing

/// F82: notified means that a message left the hub.
@Suite struct ToldTests {
    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F82: where no message leaves the hub no one is said to be notified, before and after, with either PIN`(
        pin: String
    ) async throws {
        try await SafetyScene.run { scene in
            try await scene.start()
            let before = try await scene.hub.safetyOverview(of: scene.ana)
            #expect(before.reach.reachesNobody, "Bo is a companion, and a text to him is only kept")
            let call = try await scene.help(.sos)
            await scene.pass(seconds: 6)
            let fired = try await scene.hub.safetyOverview(of: scene.ana)
            #expect(fired.face.endedCountdowns.map(\.countdown.id) == [call.id] && fired.told.isEmpty)
            try await scene.hub.sendMessages()
            let sent = try await scene.hub.safetyOverview(of: scene.ana)
            #expect(sent.told.isEmpty && sent.alarms.first?.deliveries.map(\.state) == [.kept])
            #expect(try await !scene.hub.cancelCountdown(call.id, pin: pin, by: scene.ana))
            #expect(try await scene.hub.safetyOverview(of: scene.ana).told.isEmpty)
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F82: a text that a sender takes is told, from the moment it is on its way`(pin: String) async throws {
        try await TestHub.run(senders: [.text: RecordingSender()]) { test in
            let scene = try await SafetyScene(test)
            let (caller, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            try await scene.start()
            #expect(try await !scene.hub.safetyOverview(of: scene.ana).reach.reachesNobody)
            let call = try await scene.help(.sos)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).told.isEmpty, "it can still be cancelled")
            await scene.pass(seconds: 6)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).told == [call.id])
            try await scene.hub.sendMessages()
            #expect(try await scene.hub.cancelCountdown(call.id, pin: pin, by: scene.ana))
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F82: a push alone is told on a hub without texts, and of no later call that no message left for`(
        pin: String
    ) async throws {
        try await SafetyScene.run { scene in
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            #expect(try await !scene.hub.safetyOverview(of: scene.ana).reach.reachesNobody)
            let first = try await scene.help(.sos)
            await scene.pass(seconds: 6)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).told == [first.id])
            #expect(try await scene.hub.cancelCountdown(first.id, pin: pin, by: scene.ana))
            try await scene.hub.unsubscribe(bo)
            await scene.pass(seconds: 60)
            let second = try await scene.help(.sos)
            await scene.pass(seconds: 6)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).told == [first.id])
            #expect(try await !scene.hub.cancelCountdown(second.id, pin: pin, by: scene.ana))
        }
    }

    @Test func `F82: an alarm reaches no one where no member could be called`() async throws {
        try await TestHub.run(senders: [.text: RecordingSender()]) { test in
            let anna = try await test.member(1)
            #expect(try await test.hub.safetyOverview(of: anna).reach.reachesNobody)
            let bo = try await test.member(2)
            try await test.connect(viewer: bo, to: anna, number: 1, .exact)
            #expect(try await !test.hub.safetyOverview(of: anna).reach.reachesNobody)
        }
    }
}
