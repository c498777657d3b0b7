import Family
import Hub
import SQL
import SQLite
import Testing

/// What a watchdog outside notices: it barks at silence, so silence has to come with each way to raise no alarm (F6).
@Suite struct AlarmCheckTests {
    /// A service that is told each minute and barks once three words are missing.
    private struct Watchdog {
        let hub: Hub
        private(set) var missing = 0

        var barks: Bool { missing >= 3 }

        init(_ hub: Hub) {
            self.hub = hub
        }

        /// One minute's word, which the hub sends only where this passes.
        mutating func minute() async -> (any Error)? {
            do {
                try await hub.checkAlarms()
                missing = 0
                return nil
            } catch {
                missing += 1
                return error
            }
        }
    }

    @Test func `F6: a hub that handles its deadlines is never silent, and one that is stuck is noticed in 3 min`()
        async throws
    {
        try await TestHub.run { test in
            _ = try await test.member(1)
            var watchdog = Watchdog(test.hub)
            #expect(await watchdog.minute() == nil, "a hub that began just now")
            for _ in 0..<10 {
                for _ in 0..<60 {
                    test.clock.advance(seconds: 1)
                    await test.hub.handleDeadlines()
                }
                #expect(await watchdog.minute() == nil)
            }
            // It answers pages and its database reads and writes: the loop alone has ended.
            for minute in 1...3 {
                test.clock.advance(seconds: 60)
                _ = try await test.hub.members(after: nil, limit: 1)
                #expect(await watchdog.minute() as? AlarmFault == .deadlinesStuck)
                #expect(watchdog.barks == (minute == 3))
            }
            await test.hub.handleDeadlines()
            #expect(await watchdog.minute() == nil && !watchdog.barks)
        }
    }

    @Test func `F6: a hub that never handled a deadline is silent half a minute after its start`() async throws {
        try await TestHub.run { test in
            test.clock.advance(seconds: 29)
            try await test.hub.checkAlarms()
            test.clock.advance(seconds: 1)
            await #expect(throws: AlarmFault.deadlinesStuck) { try await test.hub.checkAlarms() }
        }
    }

    @Test func `F6: a round that cannot read what is due counts as none`() async throws {
        try await TestHub.run { test in
            _ = try await test.member(1)
            try await test.hub.database.transaction { try $0.run("ALTER TABLE safety_watch RENAME TO elsewhere") }
            for _ in 0..<30 {
                test.clock.advance(seconds: 1)
                await test.hub.handleDeadlines()
            }
            #expect(test.log.text.contains("deadlines wait for the database"))
            await #expect(throws: AlarmFault.deadlinesStuck) { try await test.hub.checkAlarms() }
        }
    }

    @Test func `F6: a database that reads and does not write is silence, and its first write a word again`()
        async throws
    {
        let disk = FailingDatabase()
        try await TestHub.run(on: disk.driver(SQLite.inMemory())) { test in
            _ = try await test.member(1)
            await test.hub.handleDeadlines()
            var watchdog = Watchdog(test.hub)
            disk.isFailing = true
            for minute in 1...3 {
                test.clock.advance(seconds: 1)
                #expect((await watchdog.minute() as? StorageError)?.code == .full, "no round is missing yet")
                #expect(watchdog.barks == (minute == 3))
            }
            disk.isFailing = false
            await test.hub.handleDeadlines()
            #expect(await watchdog.minute() == nil)
        }
    }

    @Test func `F6: with calls for help in memory alone the watchdog hears nothing`() async throws {
        let disk = FailingDatabase()
        try await TestHub.run(on: disk.driver(SQLite.inMemory())) { test in
            let scene = try await SafetyScene(test)
            disk.isFailing = true
            try await scene.help(.sos)
            await scene.pass(seconds: 5)
            await #expect(throws: AlarmFault.unwritten) { try await test.hub.checkAlarms() }
            disk.isFailing = false
            await scene.pass(seconds: 6)
            try await test.hub.checkAlarms()
        }
    }
}
