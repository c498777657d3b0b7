import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// An alarm and its messages, on a hub that dies at every point of what changes them.
@Suite struct AlarmTransactionTests {
    /// What the database says of one alarm: each pair must agree, wherever the hub died.
    private struct Record: Equatable {
        var isAcknowledged = false
        var isClosed = false
        /// The alarm's row, which recipients' lists are read from.
        var isRowClosed = false
        var nextAt: Timestamp?
        /// Messages to each of both recipients.
        var toBo = 0
        var toCleo = 0
        /// Messages to Dora, an outside contact.
        var toDora = 0
        /// Bo's messages that are marked as acknowledged.
        var acknowledgedByBo = 0
        /// Messages that would still leave.
        var waiting = 0
        /// Recipients who found the end of it in their notices.
        var endNotices = 0
    }

    private let fuse = Fuse()

    @Test func `F79: a hub that dies while a recipient acknowledges leaves no message contradicting the alarm`()
        async throws
    {
        try await run { scene, alarm in
            try await scene.hub.acknowledge(alarm, by: scene.bo)
        } _: { before, after in
            #expect(after.isAcknowledged == (after.acknowledgedByBo == after.toBo))
            #expect(after.acknowledgedByBo == (after.isAcknowledged ? after.toBo : 0))
            #expect(after.toCleo - before.toCleo == (after.isAcknowledged ? 1 : 0), "who responds")
            #expect(after.toDora == 1 && before.toDora == 1)
            #expect(after.toBo == before.toBo && !after.isClosed && !after.isRowClosed)
            return after.isAcknowledged
        }
    }

    @Test func `F79: a hub that dies while an alarm is cleared leaves no message that contradicts the alarm`()
        async throws
    {
        try await run { scene, alarm in
            try await scene.hub.clear(alarm, pin: SafetyScene.pin, by: scene.ana)
        } _: { before, after in
            #expect(after.isClosed == after.isRowClosed)
            #expect(after.toBo - before.toBo == (after.isClosed ? 1 : 0), "the all-clear")
            #expect(after.toCleo - before.toCleo == (after.isClosed ? 1 : 0), "the all-clear")
            #expect(after.toDora == (after.isClosed ? 2 : 1), "the alarm, and its end")
            #expect(after.waiting == (after.isClosed ? 3 : before.waiting), "the calls before it leave no more")
            #expect(after.endNotices - before.endNotices == (after.isClosed ? 2 : 0))
            return after.isClosed
        }
    }

    @Test func `F79: a hub that dies while an alarm escalates leaves no message that contradicts the alarm`()
        async throws
    {
        try await run { scene, _ in
            scene.test.clock.advance(seconds: 61)
            await scene.hub.handleDeadlines()
        } _: { before, after in
            let isSent = after.nextAt != before.nextAt
            #expect(after.toBo - before.toBo == (isSent ? 1 : 0))
            #expect(after.toCleo - before.toCleo == (isSent ? 1 : 0))
            #expect(after.toDora == 1, "repeats go to members alone")
            #expect(after.waiting - before.waiting == (isSent ? 2 : 0))
            return isSent
        }
    }

    /// Has the hub die before the first, second, … statement of `change`, each time with an alarm of its own, until it
    /// lives through all of them; `judge` answers whether the change is there.
    private func run(
        _ change: (SafetyScene, ID<Alarm>) async throws -> Void,
        _ judge: (_ before: Record, _ after: Record) -> Bool
    ) async throws {
        try await TestHub.run(on: fuse.driver(.inMemory())) { test in
            let scene = try await SafetyScene(test)
            let (caller, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            _ = try await scene.agreedContact("+41446689001")
            try await scene.start(companions: [scene.bo, scene.cleo], minutes: 600)
            var isThrough = false
            var deaths = 0
            while !isThrough, deaths < 200 {
                scene.test.clock.advance(seconds: 120)
                let alarm = try await scene.help(.alert).alarm
                let before = try await record(of: alarm, in: scene)
                fuse.burn(after: deaths)
                // A hub that is killed answers nobody.
                try? await change(scene, alarm)
                isThrough = !fuse.replace()
                deaths += isThrough ? 0 : 1
                let again = try await scene.test.restarted()
                let after = try await record(of: alarm, in: scene)
                let isThere = judge(before, after)
                #expect(isThere || !isThrough, "it was answered and is not there")
                #expect(try await again.hub.alarms(for: scene.bo).contains { $0.alarm.id == alarm })
                // What was not done is done by asking again, and what was done is not done twice.
                if !isThere { try await change(scene, alarm) }
                #expect(judge(before, try await record(of: alarm, in: scene)))
                if try await again.hub.safetyOverview(of: scene.ana).face.alarms.isEmpty { continue }
                try await scene.hub.clear(alarm, pin: SafetyScene.pin, by: scene.ana)
            }
            #expect(deaths > 4, "the hub died at every point")
        }
    }

    private func record(of id: ID<Alarm>, in scene: SafetyScene) async throws -> Record {
        let reports = try await scene.hub.alarms(for: scene.bo)
        let report = try #require(reports.first { $0.alarm.id == id })
        var shown = Record()
        shown.isAcknowledged = report.acknowledgedBy.contains { $0.member == scene.bo }
        shown.isClosed = !report.alarm.isOpen
        shown.nextAt = report.alarm.deadline
        let read = shown
        let (bo, cleo) = (scene.bo, scene.cleo)
        return try await scene.hub.database.read { transaction in
            var record = read
            record.isRowClosed = try transaction.alarm(id)?.closedAt != nil
            for delivery in try transaction.deliveries(of: ID(sharing: id)) {
                if delivery.member == bo { record.toBo += 1 }
                if delivery.member == cleo { record.toCleo += 1 }
                if delivery.contact != nil { record.toDora += 1 }
                if delivery.member == bo, delivery.acknowledgedAt != nil { record.acknowledgedByBo += 1 }
                if delivery.state == "queued" { record.waiting += 1 }
            }
            for member in [bo, cleo] {
                record.endNotices += try transaction.notices(of: member, limit: 1_000)
                    .count { $0.kind == NoticeKind.alarmEnded.rawValue }
            }
            return record
        }
    }
}
