import Crypto
import Family
import Foundation
import Glibc
import Hub
import Messaging
import Programs
import SQL
import SQLite
import Storage
import Synchronization
import Testing

/// What becomes of fixes and alarms when nothing can be written.
@Suite struct FullDiskTests {
    @Test func `with a disk that is nearly full fixes are refused before one is lost, and its keeper is told`()
        async throws
    {
        try await SafetyScene.run { scene in
            let (hub, test) = (scene.hub, scene.test)
            let keeper = try #require(try await hub.members(after: nil, limit: 9).first { $0.keeper }?.id)
            let other = try await test.device(of: scene.bo)
            await hub.noteDisk(freeBytes: Hub.diskBytesMin)
            #expect(!hub.isDiskLow)
            await hub.noteDisk(freeBytes: Hub.diskBytesMin - 1)
            await hub.noteDisk(freeBytes: 0)
            #expect(hub.isDiskLow)
            #expect(await test.send(berlin, from: other) == .failure(.notStored))
            #expect(try await hub.notices(of: keeper).count { $0.kind == .diskLow } == 1)
            try await scene.start()
            #expect(await test.send(berlin, from: scene.phone) == .success(DeviceReportOutcome(stored: 1)))
            await hub.noteDisk(freeBytes: Hub.diskBytesMin + 1)
            #expect(hub.isDiskLow, "not before there is half as much again")
            await hub.noteDisk(freeBytes: Hub.diskBytesMin * 2)
            #expect(await test.send(berlin, from: other) == .success(DeviceReportOutcome(stored: 1)))
        }
    }

    @Test func `F67: a disk that is nearly full takes positions for an hour after a trip, after either PIN alike`()
        async throws
    {
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                await scene.hub.noteDisk(freeBytes: 0)
                let trip = try await scene.start()
                try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
                await scene.pass(seconds: 3_540, each: 60)
                #expect(await scene.test.send(berlin, from: scene.phone) == .success(DeviceReportOutcome(stored: 1)))
                await scene.pass(seconds: 120, each: 60)
                #expect(await scene.test.send(berlin, from: scene.phone) == .failure(.notStored))
            }
        }
    }

    @Test func `where a server has the rows, a full disk of this machine refuses files alone`() async throws {
        try await SafetyScene.run { scene in
            await scene.hub.noteDisk(freeBytes: 0, hasRows: false)
            #expect(!scene.hub.isDiskLow && !scene.hub.isDiskFull)
            #expect(await scene.test.send(berlin, from: scene.phone) == .success(DeviceReportOutcome(stored: 1)))
            #expect(throws: DiskRefusal.self) { try scene.hub.requireRoom(forFileOf: 1) }
        }
    }

    @Test
    func `S38: an alarm that the disk does not take is sent once, repeated as ever, and written later`()
        async throws
    {
        let disk = FailingDatabase()
        try await withHub(on: disk) { test, sender in
            let scene = try await SafetyScene(test)
            try await scene.help(.sos)
            disk.isFailing = true
            await scene.pass(seconds: 5)
            try await scene.hub.sendMessages()
            #expect(sender.tries.map(\.to) == [TestHub.phone(2)])
            await scene.pass(seconds: 54)
            #expect(test.log.text.contains("calls for help are in memory"))
            try await scene.hub.sendMessages()
            #expect(sender.tries.count == 1, "not with every try to write it")
            await scene.pass(seconds: 6)
            try await scene.hub.sendMessages()
            #expect(sender.tries.count == 2, "the repeat of the first minute (F18)")
            disk.isFailing = false
            await scene.pass(seconds: 6)
            #expect(!scene.hub.isDiskFull && test.log.text.contains("are written"))
            try await scene.hub.sendMessages()
            #expect(sender.tries.count == 2, "what was sent is not sent again")
            #expect(try await scene.alarm(of: scene.bo) != nil)
        }
    }

    @Test
    func `F73: with a disk that takes nothing 100 calls for help are answered, told in 5 s, and written later`()
        async throws
    {
        let disk = FailingDatabase()
        try await withHub(on: disk) { test, sender in
            let hub = test.hub
            let (companion, callers) = try await callers(100, in: test)
            try await test.givePINs(to: callers[0], duress: nil)
            disk.isFailing = true
            var ids: [ID<HelpCountdown>] = []
            for caller in callers {
                let help = HelpRequest(id: hub.outside.newID(), cause: .sos, startedAgoMilliseconds: 0)
                let answer = try await hub.startCountdown(help, by: caller)
                #expect(!answer.isRecorded && answer.countdown.isRunning)
                let again = try await hub.startCountdown(help, by: caller)
                #expect(!again.isRecorded && again.countdown == answer.countdown, "a repeat answers the same")
                ids.append(help.id)
            }
            #expect(hub.isDiskFull)
            #expect(try await hub.safetyOverview(of: callers[1]).face.countdowns.map(\.id) == [ids[1]])
            await #expect(throws: StorageError.self) { try await hub.setHistoryDays(of: callers[0], to: 3) }
            // A wrong PIN cancels nothing, the right one does, on a full disk too.
            await #expect(throws: SafetyRefusal.wrongPIN) {
                try await hub.cancelCountdown(ids[0], pin: "0000", by: callers[0])
            }
            try await hub.cancelCountdown(ids[0], pin: SafetyScene.pin, by: callers[0])
            test.clock.advance(seconds: 5)
            let began = ContinuousClock.now
            await hub.handleDeadlines()
            await hub.handleDeadlines()
            try await hub.sendMessages()
            let taken = ContinuousClock.now - began
            #expect(taken < .seconds(5), "\(taken)")
            #expect(sender.tries.count == 99 && Set(sender.tries.map(\.id)).count == 99)
            let alarm = try #require(try await hub.alarms(for: companion).first)
            try await hub.acknowledge(alarm.alarm.id, by: companion)
            #expect(try await count("alarm", test) == 99, "whoever looks sees what is in memory")
            disk.isFailing = false
            test.clock.advance(seconds: 5)
            await hub.handleDeadlines()
            #expect(!hub.isDiskFull)
            let alarms: SQL = "SELECT count(*) FROM alarm"
            let written = try await hub.database.read(seesHeld: false) { try $0.first(alarms)?.integer(0) }
            #expect(written == 99, "on the disk")
            let told = try await hub.alarms(for: companion)
            let acknowledged = told.first { $0.alarm.id == alarm.alarm.id }
            #expect(acknowledged?.acknowledgedBy.isEmpty == false)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `F73: on a disk without a free byte 100 calls for help are written into space taken before, and told`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-none-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(try run("mount", "-t", "tmpfs", "-o", "size=200m", "none", folder) == 0)
        defer {
            #expect(throws: Never.self) {
                _ = try run("umount", "-l", folder)
                try FileManager.default.removeItem(atPath: folder)
            }
        }
        try await withHub(on: FailingDatabase(), in: folder) { test, sender in
            let hub = test.hub
            let (_, callers) = try await callers(100, in: test)
            await hub.takeReserve()
            _ = try run("dd", "if=/dev/zero", "of=\(folder)/what-somebody-wrote", "bs=64k", "status=none")
            _ = try run("dd", "if=/dev/zero", "of=\(folder)/and-more", "bs=1", "count=8192", "status=none")
            await hub.noteDisk(freeBytes: 0)
            #expect(hub.isDiskFull)
            await #expect(throws: StorageError.self) { try await hub.setHistoryDays(of: callers[0], to: 3) }
            for caller in callers {
                let help = HelpRequest(id: hub.outside.newID(), cause: .sos, startedAgoMilliseconds: 0)
                let answer = try await hub.startCountdown(help, by: caller)
                #expect(answer.isRecorded)
            }
            test.clock.advance(seconds: 5)
            await hub.handleDeadlines()
            await hub.handleDeadlines()
            try await hub.sendMessages()
            #expect(sender.tries.count == 100)
            #expect(!hub.database.isHolding, "all of it is on the disk")
            #expect(try await count("alarm", test) == 100)
            // What is deleted for good would give the log's space away.
            await #expect(throws: StorageError.self) { try await hub.database.truncateWAL() }
        }
    }

    /// Somebody who sees all of so many others exactly.
    private func callers(_ count: Int, in test: TestHub) async throws -> (companion: ID<Member>, [ID<Member>]) {
        let companion = try await test.member(1)
        var members: [ID<Member>] = []
        for number in 2..<2 + count { members.append(try await test.member(number)) }
        try await test.letSee(companion, members)
        return (companion, members)
    }

    private func count(_ table: StaticString, _ test: TestHub) async throws -> Int64? {
        try await test.hub.database.read { try $0.first("SELECT count(*) FROM \(literal: table)")?.integer(0) }
    }

    private func run(_ words: String...) throws -> Int32 {
        try StartedProgram(words, errors: .nothing).wait()
    }

    private func withHub(
        on disk: FailingDatabase,
        in given: String? = nil,
        _ body: (TestHub, RecordingSender) async throws -> Void
    ) async throws {
        let own = FileManager.default.temporaryDirectory.appending(path: "hearth-full-\(UUID().uuidString)").path
        let folder = given ?? own
        if given == nil { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
        defer {
            // A folder that stays in the temporary one is no reason to fail.
            if given == nil { try? FileManager.default.removeItem(atPath: folder) }
        }
        let database = try Database(disk.driver(SQLite(path: folder + "/hearth.db", keepsReserve: true)))
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        let sender = RecordingSender()
        let test = try await TestHub(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: HubSettings(),
            clock: TestClock(),
            senders: [.text: sender]
        )
        try await body(test, sender)
        await database.close()
    }
}
