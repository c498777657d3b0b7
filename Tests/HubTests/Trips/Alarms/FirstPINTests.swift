import Bus
import Family
import Hub
import Testing

/// Setting the first PIN, which guards nothing before it is there (F93).
@Suite struct FirstPINTests {
    /// Runs `body` with Ana, who has no PIN, and two sessions of hers.
    private func run(
        _ body: (SafetyScene, _ phone: AuthenticatedSession, _ laptop: AuthenticatedSession) async throws -> Void
    ) async throws {
        try await TestHub.run { test in
            let scene = try await SafetyScene(test)
            let phone = try await test.hub.addSession(for: scene.ana).caller
            try await body(scene, phone, try await test.hub.addSession(for: scene.ana).caller)
        }
    }

    @Test func `F68: after a reset of the first PIN alone both from before look wrong, and the second one still calls`()
        async throws
    {
        for present in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let (caller, _) = try await scene.hub.addSession(for: scene.ana)
                try await scene.hub.setPINs(of: caller, present: present, pin: "1212", duress: "3434")
                let (later, _) = try await scene.hub.addSession(for: scene.ana)
                try await scene.hub.requestPINReset(of: later, pin: "5656", duress: nil)
                scene.test.clock.advance(seconds: 86_401)
                await scene.hub.handlePINResets()
                let trip = try await scene.start()
                await #expect(throws: SafetyRefusal.wrongPIN) {
                    try await scene.hub.enter("3434", for: .cancel, on: trip, by: scene.ana)
                }
                let alarm = try await scene.alarm(of: scene.bo)
                #expect(alarm?.alarm.isUnderDuress == true, "it looks wrong as the first one does, and calls")
            }
        }
    }

    @Test func `F93: the first PIN is told like a change, to every session, the number and the log`() async throws {
        try await run { scene, phone, _ in
            _ = try await scene.test.published()
            try await scene.hub.setPINs(of: phone, pin: SafetyScene.pin, duress: nil)
            #expect(try await scene.test.published().joined().contains(.notice(scene.ana)))
            #expect(try await scene.hub.notices(of: scene.ana).map(\.kind).contains(.pinsChanged))
            let told = try await scene.allTexts(to: 1).last
            #expect(told?.hasPrefix("Hearth: your PIN was changed.") ?? false)
            #expect(try await scene.hub.securityEvents(of: scene.ana).map(\.kind).contains("pinsChanged"))
        }
    }

    @Test(arguments: [HelpCountdown.Cause.alert, .sos])
    func `F93: during an alarm or countdown a first PIN waits a minute, in which any session can cancel it`(
        _ cause: HelpCountdown.Cause
    ) async throws {
        try await run { scene, phone, laptop in
            let hub = scene.hub
            let call = try await scene.help(cause)
            try await hub.setPINs(of: phone, pin: SafetyScene.pin, duress: nil)
            #expect(try await hub.notices(of: scene.ana).map(\.kind).contains(.firstPINWaits))
            #expect(try await scene.allTexts(to: 1).last?.contains("/pin-reset#link=") ?? false)
            await #expect(throws: SafetyRefusal.pinsNotSet) {
                try await hub.enter(SafetyScene.pin, for: .safe(call.id), by: scene.ana)
            }
            await #expect(throws: SafetyRefusal.pinResetWaits) {
                try await hub.setPINs(of: phone, pin: "4466", duress: nil)
            }
            try await hub.cancelPINReset(of: laptop.member)
            await scene.pass(seconds: 60)
            await hub.handlePINResets()
            #expect(try await !hub.hasPINs(scene.ana), "it was not the owner who set it")
            try await hub.setPINs(of: phone, pin: SafetyScene.pin, duress: nil)
            await scene.pass(seconds: 59)
            await hub.handlePINResets()
            #expect(try await !hub.hasPINs(scene.ana))
            await scene.pass(seconds: 1)
            await hub.handlePINResets()
            #expect(try await hub.hasPINs(scene.ana))
            #expect(try await hub.notices(of: scene.ana).map(\.kind).contains(.pinsChanged))
            try await hub.enter(SafetyScene.pin, for: .safe(nil), by: scene.ana)
            #expect(try await hub.alarms(for: scene.bo).allSatisfy { !$0.alarm.isOpen })
        }
    }
}
