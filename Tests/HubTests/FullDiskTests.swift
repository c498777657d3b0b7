import Crypto
import Family
import Foundation
import Hub
import Messaging
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
            #expect(await test.send(berlin, from: scene.phone) == .success(SightingOutcome(stored: 1)))
            await hub.noteDisk(freeBytes: Hub.diskBytesMin + 1)
            #expect(hub.isDiskLow, "not before there is half as much again")
            await hub.noteDisk(freeBytes: Hub.diskBytesMin * 2)
            #expect(await test.send(berlin, from: other) == .success(SightingOutcome(stored: 1)))
        }
    }

    @Test
    func `S38: an alarm that cannot be written down is sent all the same, again after a minute, and then as ever`()
        async throws
    {
        let disk = FullDisk()
        try await withHub(on: disk) { test, sender in
            let scene = try await SafetyScene(test)
            try await scene.help(.sos)
            disk.isFull = true
            await scene.pass(seconds: 5)
            let first = sender.tries.map(\.to)
            #expect(first == [TestHub.phone(2)])
            #expect(test.log.text.contains("an alarm is sent without being written down"))
            await scene.pass(seconds: 54)
            #expect(sender.tries.count == 1, "not with every try")
            await scene.pass(seconds: 40)
            #expect(sender.tries.count == 2)
            disk.isFull = false
            await scene.pass(seconds: 31)
            try await scene.hub.sendMessages()
            #expect(sender.tries.count == 3, "recorded now, and sent as ever")
            #expect(try await scene.alarm(of: scene.bo) != nil)
            await scene.pass(seconds: 20)
            try await scene.hub.sendMessages()
            #expect(sender.tries.count == 3)
        }
    }

    private func withHub(
        on disk: FullDisk,
        _ body: (TestHub, RecordingSender) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-full-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            // A folder that stays in the temporary one is no reason to fail.
            try? FileManager.default.removeItem(atPath: folder)
        }
        let database = try Database(disk.driver(SQLite(path: folder + "/hearth.db")))
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
