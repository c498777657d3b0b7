import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Who is called under duress while somebody else holds the phone (F29).
@Suite struct DuressAudienceTests {
    @Test func `F29: whoever the phone adds after the second PIN is not told of the alarm, nor anybody after 5 min`()
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
    func `F29: whoever was called hears that the account was deleted, and that nobody confirmed anything`(
        _ isDeletedWithSecondPIN: Bool
    ) async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            var (visitor, _) = try await scene.hub.addSession(for: scene.ana)
            if isDeletedWithSecondPIN {
                visitor.pin = SafetyScene.duress
            } else {
                try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            }
            try await scene.hub.leave(visitor, keeper: scene.bo)
            // Of one millisecond, so that they may be read in any order.
            let told = try #require(try await scene.texts(to: 2).first { $0.contains("deleted") })
            let lines = told.split(separator: "\n")
            #expect(lines.prefix(2) == ["ALARM: Member 1 may be in danger", "DO NOT CALL OR TEXT Member 1."])
            #expect(lines.contains("Their Hearth account was deleted. They did not confirm they are safe."))
            #expect(try await !scene.allTexts(to: 3).contains { $0.contains("ALARM") })
        }
    }

    @Test func `F29: who was not called hears nothing of a deleted account`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.pin, for: .cancel, on: trip, by: scene.ana)
            let (visitor, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.hub.leave(visitor, keeper: scene.bo)
            #expect(try await !scene.allTexts(to: 2).contains { $0.contains("deleted") })
        }
    }
}
