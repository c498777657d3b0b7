import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// F67: what only looks at an alarm of the second PIN from afar does not see it either.
@Suite struct DuressFlagsTests {
    @Test func `F67: a read-only clock link shows no danger that its subject's own pages hide`() async throws {
        try await SafetyScene.run { scene in
            _ = try await scene.help(.alert)
            #expect(try await isInDanger(scene, byLink: true))
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            #expect(try await !isInDanger(scene, byLink: true))
            #expect(try await isInDanger(scene, byLink: false), "a recipient's own pages do")
        }
    }

    @Test(arguments: [true, false])
    func `F67: whether a companion may miss alarms does not tell the second PIN from the real one`(_ isWatched: Bool)
        async throws
    {
        var flags: [[Bool]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await TestHub.run { test in
                let scene = try await SafetyScene(test)
                let (ana, _) = try await test.hub.addSession(for: scene.ana)
                try await test.hub.setPINs(of: ana, pin: SafetyScene.pin, duress: SafetyScene.duress)
                let (bo, _) = try await test.hub.addSession(for: scene.bo)
                try await test.subscribe(bo)
                try await show(scene, bo)
                test.clock.advance(seconds: 8 * 86_400)
                var seen: [Bool] = []
                let trip = try await scene.start(companions: isWatched ? [scene.bo] : [])
                try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
                await scene.pass(seconds: 400, each: 20)
                try await show(scene, bo)
                for _ in 0..<9 {
                    let next = try await scene.start(companions: [scene.bo])
                    let companions = try await scene.hub.trip(next, of: scene.ana).companions
                    seen.append(try #require(companions.first).mayMissAlarms)
                    try await scene.hub.enter(SafetyScene.pin, for: .cancel, on: next, by: scene.ana)
                    test.clock.advance(seconds: 86_400)
                }
                flags.append(seen)
            }
        }
        #expect(flags[0] == flags[1])
        #expect(flags[0].first == !isWatched && flags[0].last == true, "it does change")
    }

    @Test func `F67: a keeper who is the traveller gets no notice of a missed second PIN alarm`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            scene.test.clock.advance(seconds: 7 * 3_600)
            await scene.hub.handleDeadlines()
            #expect(try await !scene.hub.notices(of: scene.ana).contains { $0.kind == .alarmsMissed })
        }
    }

    @Test func `F21, F67: the keeper whom an alarm is hidden from does not learn that its messages fail`()
        async throws
    {
        let texts = RecordingSender()
        try await TestHub.run(senders: [.text: texts]) { test in
            let scene = try await SafetyScene(test)
            let (ana, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: ana, pin: SafetyScene.pin, duress: SafetyScene.duress)
            try await test.hub.database.transaction { try $0.makeKeeper(scene.cleo) }
            let trip = try await scene.start()
            try await test.hub.sendMessages()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            texts.answer([.later(why: "no credit", afterSeconds: nil)])
            try await test.hub.sendMessages()
            let watching = Task { await scene.hub.watchOver() }
            defer { watching.cancel() }
            #expect(try await isToldOfFailure(scene, scene.cleo), "another keeper can help")
            #expect(try await !scene.hub.notices(of: scene.ana).contains { $0.kind == .messagesFail })
        }
    }

    private func isToldOfFailure(_ scene: SafetyScene, _ keeper: ID<Member>) async throws -> Bool {
        for _ in 0..<1_000 {
            if try await scene.hub.notices(of: keeper).contains(where: { $0.kind == .messagesFail }) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private func isInDanger(_ scene: SafetyScene, byLink: Bool) async throws -> Bool {
        await scene.test.send(berlin, from: scene.phone)
        let clock = try await scene.hub.clock(of: scene.bo, on: .clockLink, isLink: byLink)
        return clock.reading.hands.contains { $0.member == scene.ana && clock.reading.face.slots[$0.slot] == .danger }
    }

    /// A member's browser says that it showed every message it was sent.
    private func show(_ scene: SafetyScene, _ caller: AuthenticatedSession) async throws {
        let sent = try await scene.hub.database.read { transaction in
            try transaction.rows(
                "SELECT id FROM outbox WHERE subscription = \(caller.session.bytes) AND delivered_at IS NULL"
            ).map { try $0.id(0) as ID<OutboxMessage> }
        }
        for message in sent { try await scene.hub.notePushShown(message, by: caller, isSeen: false) }
    }
}
