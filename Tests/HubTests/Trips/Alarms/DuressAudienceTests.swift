import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Who is called under duress while somebody else holds the phone (F29).
@Suite struct DuressAudienceTests {
    @Test func `F29: a companion the phone adds after the second PIN gets no alarm, and an earlier one does`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .extend(minutes: 10), on: trip, by: scene.ana)
            try await scene.hub.addCompanion(scene.cleo, to: trip, by: scene.ana)
            await scene.pass(seconds: 600, each: 10)
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isUnderDuress ?? false)
            #expect(try await scene.alarm(of: scene.cleo) == nil)
            #expect(try await scene.texts(to: 2).count { $0.hasPrefix("ALARM") } > 2, "he is called again")
            #expect(try await !scene.allTexts(to: 3).contains { $0.contains("ALARM") })
        }
    }

    @Test(arguments: [true, false])
    func `F29: a called recipient is notified that the account was deleted and safety not confirmed`(
        _ isDeletedWithSecondPIN: Bool
    ) async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            var (caller, _) = try await scene.hub.addSession(for: scene.ana)
            if isDeletedWithSecondPIN {
                caller.pin = SafetyScene.duress
            } else {
                try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            }
            try await scene.hub.leave(caller, keeper: scene.bo)
            // Of one millisecond, so that they may be read in any order.
            let told = try #require(try await scene.texts(to: 2).first { $0.contains("deleted") })
            let lines = told.split(separator: "\n")
            #expect(lines.prefix(2) == ["ALARM: Member 1 may be in danger", "DO NOT CALL OR TEXT Member 1."])
            #expect(lines.contains("Their Hearth account was deleted. They did not confirm they are safe."))
            #expect(try await !scene.allTexts(to: 3).contains { $0.contains("ALARM") })
        }
    }

    @Test func `F29: a member who was not called gets no text about a deleted account`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.pin, for: .cancel, on: trip, by: scene.ana)
            let (caller, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.hub.leave(caller, keeper: scene.bo)
            #expect(try await !scene.allTexts(to: 2).contains { $0.contains("deleted") })
        }
    }

    @Test func `F29: the second PIN given again after the trip that it ended calls no new recipient`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start(companions: [scene.cleo])
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            #expect(try await scene.texts(to: 3).count == 1)
            await scene.pass(seconds: 7_200, each: 60)
            try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: SafetyScene.duress, by: scene.ana)
            await scene.pass(seconds: 400, each: 5)
            #expect(try await scene.texts(to: 2).isEmpty, "Bo sees her exactly, and was not called")
        }
    }

    @Test func `F29: when the only called recipient is disabled, no other member is called instead`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start(companions: [scene.cleo])
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            try await scene.hub.disableMember(scene.cleo)
            await scene.pass(seconds: 700, each: 5)
            #expect(try await scene.texts(to: 2).isEmpty)
        }
    }

    @Test func `F29: the presence that is read beside a hidden alarm is no look of its own`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            for page in ["alarm", "alarms", "watch", "watching"] {
                _ = try await scene.hub.views(for: scene.bo, on: Screens(named: page))
            }
            #expect(try await scene.hub.looks(at: scene.ana, after: nil).looks.isEmpty)
            scene.test.clock.advance(seconds: 1_000)
            _ = try await scene.hub.views(for: scene.bo, on: Screens(named: "home"))
            #expect(try await scene.hub.looks(at: scene.ana, after: nil).looks.count == 1)
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.confirmSafe(alarm, by: scene.bo)
            let looks = try await scene.hub.looks(at: scene.ana, after: nil).looks
            #expect(looks.contains { $0.screens.names.contains("page") }, "withheld, not lost")
        }
    }
}
