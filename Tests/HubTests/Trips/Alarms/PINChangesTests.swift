import Bus
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Changing PINs, and asking for new ones without the present one (F68).
@Suite struct PINChangesTests {
    private static let next = "4466"
    private static let day: Int64 = 86_400

    private func caller(_ scene: SafetyScene) async throws -> AuthenticatedSession {
        try await scene.test.hub.addSession(for: scene.ana).caller
    }

    private func set(
        _ scene: SafetyScene,
        present: String?,
        pin: String = next,
        duress: String? = nil,
        removesDuress: Bool = false
    ) async throws {
        try await scene.hub.setPINs(
            of: try await caller(scene),
            present: present,
            pin: pin,
            duress: duress,
            removesDuress: removesDuress
        )
    }

    /// Gives Ana a mail address that she confirmed.
    private func giveMail(_ scene: SafetyScene, _ caller: AuthenticatedSession) async throws {
        _ = try await scene.hub.requestMailCode(of: caller, to: "ana@example.org")
        let words = try #require(try await mails(scene).last).split { !$0.isNumber }
        let code = try #require(words.first { $0.count == 6 })
        try await scene.hub.setMail(of: caller, code: String(code), from: RequestOrigin())
    }

    /// What was mailed to Ana.
    private func mails(_ scene: SafetyScene) async throws -> [String] {
        try await scene.hub.sendMessages()
        return try await scene.hub.outboxItems(after: nil).filter { $0.to == "ana@example.org" }.map(\.text)
    }

    /// Which PINs end a trip, and which of these raise an alarm.
    private func verdict(on pin: String, _ scene: SafetyScene) async throws -> PINVerdict {
        let trip = try await scene.start(companions: [scene.cleo])
        let before = try await scene.hub.alarms(for: scene.cleo).count
        do {
            try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
        } catch SafetyRefusal.wrongPIN {
            // Nothing else ends the trip.
            try await scene.hub.database.transaction { transaction in
                try transaction.run("DELETE FROM safety_watch WHERE member = \(scene.ana.bytes)")
            }
            return .wrong
        }
        return try await scene.hub.alarms(for: scene.cleo).count > before ? .duress : .right
    }

    @Test func `F68: PINs change with the present one only; without a second one the present second one stays`()
        async throws
    {
        try await SafetyScene.run { scene in
            await #expect(throws: SafetyRefusal.pinNeeded) { try await set(scene, present: nil) }
            await #expect(throws: SafetyRefusal.wrongPIN) { try await set(scene, present: "0000") }
            #expect(try await verdict(on: SafetyScene.pin, scene) == .right, "nothing changed")
            try await set(scene, present: SafetyScene.pin)
            #expect(try await verdict(on: SafetyScene.pin, scene) == .wrong)
            #expect(try await verdict(on: Self.next, scene) == .right)
            #expect(try await verdict(on: SafetyScene.duress, scene) == .duress, "it was left out, and stays")
            try await set(scene, present: Self.next, pin: "7788", removesDuress: true)
            #expect(try await verdict(on: SafetyScene.duress, scene) == .wrong, "it was removed")
            try await set(scene, present: "7788", pin: "7788", duress: "5151")
            #expect(try await verdict(on: "5151", scene) == .duress)
        }
    }

    @Test func `F68: the second PIN as the present one is answered alike, changes nothing and raises the alarm`()
        async throws
    {
        var seen: [String] = []
        for present in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let before = try await scene.hub.database.read { try $0.safetyPIN(of: scene.ana) }
                // Notices of one moment have no order.
                scene.test.clock.advance(seconds: 1)
                _ = try await scene.test.published()
                try await set(scene, present: present)
                let told = try await scene.test.published().flatMap(\.self)
                let own = try await scene.hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(1) }.map(\.text)
                let notices = try await scene.hub.notices(of: scene.ana).map(\.kind.rawValue)
                let face = try await scene.hub.safetyOverview(of: scene.ana)
                // What was set works on the traveller's own screens, whichever PIN was given.
                let trip = try await scene.start()
                try await scene.hub.enter(Self.next, for: .cancel, on: trip, by: scene.ana)
                let shown = try await scene.hub.safetyOverview(of: scene.ana)
                seen.append(
                    "\(told.contains(.trips(scene.ana))) \(told.contains(.alarms(scene.ana))) \(own) \(notices) "
                        + "\(face.face.needsPIN) \(face.alarms.count) \(String(describing: shown.trip?.standing))"
                )
                let after = try await scene.hub.database.read { try $0.safetyPIN(of: scene.ana) }
                let isForced = present == SafetyScene.duress
                #expect((after?.pinHash == before?.pinHash) == isForced)
                #expect(after?.duressHash == before?.duressHash)
                let alarm = try await scene.alarm(of: scene.bo)
                #expect((alarm?.alarm.isUnderDuress ?? false) == isForced)
                #expect(own.count == 1 && own[0].contains("your PIN was changed"))
            }
        }
        #expect(seen.first == seen.last)
    }

    @Test func `F68: after the second PIN was given as the present one it looks changed too, and still calls`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await set(scene, present: SafetyScene.duress)
            let trip = try await scene.start(companions: [scene.cleo])
            let before = try await scene.hub.alarms(for: scene.cleo).count
            await #expect(throws: SafetyRefusal.wrongPIN) {
                try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            }
            #expect(try await scene.hub.safetyOverview(of: scene.ana).face.needsPIN, "the trip goes on")
            #expect(try await scene.hub.alarms(for: scene.cleo).count == before + 1)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).alarms.isEmpty, "hidden from her own pages")
            try await scene.hub.enter(Self.next, for: .cancel, on: trip, by: scene.ana)
            #expect(
                try await !scene.hub.safetyOverview(of: scene.ana).face.needsPIN,
                "what was set works on the screen"
            )
        }
    }

    @Test func `F68: a second PIN set with the second PIN as the present one looks set too, and calls as well`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await set(scene, present: SafetyScene.duress, duress: "7171")
            for pin in ["7171", Self.next] { #expect(try await verdict(on: pin, scene) == .duress) }
            try await set(scene, present: SafetyScene.pin)
            #expect(try await verdict(on: "7171", scene) == .duress, "it stays, as a second one does")
        }
    }

    @Test func `F68: while a trip, a countdown or an alarm runs no PIN changes; one that is hidden refuses nothing`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            await #expect(throws: SafetyRefusal.safetyRuns) { try await set(scene, present: SafetyScene.pin) }
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            let countdown = try await scene.help(.shake)
            await #expect(throws: SafetyRefusal.safetyRuns) { try await set(scene, present: SafetyScene.pin) }
            await scene.pass(seconds: 16)
            await #expect(throws: SafetyRefusal.safetyRuns) { try await set(scene, present: SafetyScene.pin) }
            // What looks cleared is not: the alarm goes on behind the second PIN for an hour.
            try await scene.hub.cancelCountdown(countdown.id, pin: SafetyScene.duress, by: scene.ana)
            try await set(scene, present: SafetyScene.pin)
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm
            #expect(alarm.isOpen && alarm.isUnderDuress && alarm.sharesPosition(now: scene.test.clock.now))
        }
    }

    @Test func `F68, F31: wrong ones count on the pad, and the second PIN raises the alarm also while a trip runs`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.start()
            await #expect(throws: SafetyRefusal.safetyRuns) { try await set(scene, present: SafetyScene.duress) }
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isUnderDuress ?? false)
            for _ in 0..<5 {
                await #expect(throws: SafetyRefusal.wrongPIN) { try await set(scene, present: "0000") }
            }
            await #expect(throws: SafetyRefusal.pinLocked(retryAfterSeconds: 60)) {
                try await set(scene, present: SafetyScene.pin)
            }
        }
    }

    @Test func `S13: a change of PINs takes a recent proof, and tells every session, the number, the mail and the log`()
        async throws
    {
        for duress in [SafetyScene.duress, nil] {
            try await SafetyScene.run(duress: duress) { scene in
                let caller = try await caller(scene)
                try await giveMail(scene, caller)
                scene.test.clock.advance(seconds: 301)
                await #expect(throws: ProofRefusal.self) {
                    try await scene.hub.setPINs(of: caller, present: SafetyScene.pin, pin: Self.next, duress: nil)
                }
                let before = try await scene.allTexts(to: 1).count
                _ = try await scene.test.published()
                try await set(scene, present: SafetyScene.pin)
                #expect(try await scene.hub.notices(of: scene.ana).map(\.kind).contains(.pinsChanged))
                #expect(try await scene.test.published().joined().contains(.notice(scene.ana)), "every open session")
                #expect(try await mails(scene).count { $0.contains("your PIN was changed") } == 1)
                let told = try await scene.allTexts(to: 1).dropFirst(before)
                #expect(
                    Array(told) == [
                        """
                        Hearth: your PIN was changed.
                        Not you? Log in, end your other sessions and change your password.
                        """
                    ]
                )
                let log = try await scene.hub.securityEvents(of: scene.ana).map(\.kind)
                #expect(log.contains("pinsChanged"))
            }
        }
    }

    @Test func `F68: without the present PIN a new one applies after a day, and everybody is told at once`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
            let asked = try #require(try await scene.allTexts(to: 1).last)
            #expect(asked.contains("a new PIN was requested") && asked.contains("/pin-reset#link="))
            #expect(try await scene.hub.notices(of: scene.ana).map(\.kind).contains(.pinResetRequested))
            await #expect(throws: SafetyRefusal.pinResetWaits) {
                try await scene.hub.requestPINReset(of: try await caller(scene), pin: "9999", duress: nil)
            }
            scene.test.clock.advance(seconds: Self.day - 1)
            await scene.hub.handlePINResets()
            #expect(try await scene.hub.pinReset(of: scene.ana) != nil)
            scene.test.clock.advance(seconds: 1)
            await scene.hub.handlePINResets()
            #expect(try await scene.hub.pinReset(of: scene.ana) == nil)
            #expect(try await scene.allTexts(to: 1).last?.contains("your PIN was changed") ?? false)
            #expect(try await verdict(on: SafetyScene.pin, scene) == .wrong)
            #expect(try await verdict(on: Self.next, scene) == .right)
            #expect(try await verdict(on: SafetyScene.duress, scene) == .wrong, "it looks so, as the first one does")
        }
    }

    @Test func `F68: a new PIN waits for the trip that runs; an alarm that is hidden holds nothing up`() async throws {
        try await SafetyScene.run { scene in
            try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
            scene.test.clock.advance(seconds: Self.day - 600)
            let trip = try await scene.start()
            scene.test.clock.advance(seconds: 1_200)
            await scene.hub.handlePINResets()
            #expect(try await scene.hub.pinReset(of: scene.ana) != nil, "the trip goes on")
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            scene.test.clock.advance(seconds: 30)
            await scene.hub.handlePINResets()
            #expect(try await scene.hub.pinReset(of: scene.ana) == nil, "it looks over, so it is")
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen ?? false)
        }
    }

    @Test func `F68: any session and the link of the text cancel a new PIN; a restart forgets none`() async throws {
        try await SafetyScene.run { scene in
            for byLink in [false, true] {
                try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: "1212")
                if byLink {
                    let text = try #require(try await scene.allTexts(to: 1).last)
                    let link = String(try #require(text.split(separator: "=").last))
                    try await scene.hub.cancelPINReset(token: link, from: RequestOrigin())
                    await #expect(throws: SafetyRefusal.notFound) {
                        try await scene.hub.cancelPINReset(token: link, from: RequestOrigin())
                    }
                } else {
                    try await scene.hub.cancelPINReset(of: scene.ana)
                }
                #expect(try await scene.hub.notices(of: scene.ana).map(\.kind).contains(.pinResetCancelled))
                scene.test.clock.advance(seconds: 2 * Self.day)
                await scene.hub.handlePINResets()
                #expect(try await verdict(on: SafetyScene.pin, scene) == .right)
            }
            try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
            scene.test.clock.advance(seconds: Self.day)
            let second = try await scene.test.restarted()
            await second.hub.handlePINResets()
            #expect(try await second.hub.pinReset(of: scene.ana) == nil)
            #expect(try await verdict(on: Self.next, scene) == .right)
        }
    }

    @Test func `F68: after three cancelled requests for new PINs, a fourth is refused for eight hours`() async throws {
        try await SafetyScene.run { scene in
            let before = try await scene.allTexts(to: 1).count
            for _ in 1...3 {
                try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
                try await scene.hub.cancelPINReset(of: scene.ana)
            }
            await #expect(throws: SafetyRefusal.pinResetTooOften(retryAfterSeconds: 28_800)) {
                try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
            }
            #expect(try await scene.allTexts(to: 1).count == before + 3)
            scene.test.clock.advance(seconds: 28_800)
            try await scene.hub.requestPINReset(of: try await caller(scene), pin: Self.next, duress: nil)
        }
    }
}
