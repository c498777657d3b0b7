import Family
import Foundation
import Hub
import SQL
import Storage
import Testing

/// Many deadlines at one moment.
@Suite struct SchedulerTests {
    /// Fifty, and a thousand where somebody asks for the long form.
    private static let travellers = ProcessInfo.processInfo.environment["HEARTH_SWEEP"] == nil ? 50 : 1_000

    @Test func `F2: when all call for help at once, the messages exist within two seconds`() async throws {
        try await TestHub.run { test in
            let companion = try await test.member(1)
            var members: [ID<Member>] = []
            for number in 2..<2 + Self.travellers { members.append(try await test.member(number)) }
            try await test.letSee(companion, members)
            for member in members {
                let help = HelpRequest(id: test.hub.outside.newID(), cause: .shake, startedAgoMilliseconds: 0)
                _ = try await test.hub.startCountdown(help, by: member)
            }
            test.clock.advance(seconds: 15)
            let began = ContinuousClock.now
            await test.hub.meetDeadlines()
            let taken = ContinuousClock.now - began
            let count = try await test.hub.database.read { try $0.first("SELECT count(*) FROM outbox")?.integer(0) }
            #expect(count == Int64(Self.travellers))
            #expect(taken < .seconds(2), "\(taken)")
            print("\(Self.travellers) alarms at once: \(taken)")
        }
    }

    @Test func `a clock that is set back delays no deadline and repeats none`() async throws {
        try await SafetyScene.run { scene in
            try await scene.help(.shake)
            await scene.pass(seconds: 14)
            scene.test.clock.advance(seconds: -3_600)
            await scene.hub.meetDeadlines()
            #expect(try await scene.texts(to: 2).isEmpty)
            scene.test.clock.advance(seconds: 3_601)
            await scene.hub.meetDeadlines()
            await scene.hub.meetDeadlines()
            #expect(try await scene.texts(to: 2).count == 1)
        }
    }
}
