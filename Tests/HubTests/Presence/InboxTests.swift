import Dispatch
import Family
import Foundation
import Hub
import SQL
import SQLite
import Storage
import Synchronization
import Testing

@Suite struct InboxTests {
    private func counts(_ home: TestHub) async throws -> (home: Int64, inbox: Int64) {
        try await home.hub.database.read { transaction in
            func count(_ table: StaticString) throws -> Int64 {
                try transaction.first("SELECT count(*) FROM \(literal: table)")?.integer(0) ?? 0
            }
            return (try count("fix"), try count("fix_inbox_0") + count("fix_inbox_1"))
        }
    }

    private func walk(_ home: TestHub, _ count: Int, secondsAgo: Int64 = 0) -> [Fix] {
        (0..<count).map { number in
            home.fix(
                berlin.moved(northMetres: Double(number) * 20, eastMetres: 0),
                secondsAgo: secondsAgo + Int64(count - number)
            )
        }
    }

    @Test func `a quiet hub moves its few fixes home`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let batch = walk(home, 40)
            _ = await home.send(batch, from: device)
            #expect(try await counts(home) == (0, 40))
            home.hub.tidy()
            try await home.settle()
            #expect(try await counts(home) == (40, 0))
            #expect(try await home.track(of: anna).map(\.fix.at) == batch.map(\.at))
            #expect(try await home.send(batch, from: device).get().repeated == 40)
        }
    }

    @Test func `a fix that arrives while a quiet hub moves its fixes stays in the inbox`() async throws {
        try await TestHub.run { home in
            let device = try await home.device(of: try await home.member(1))
            _ = await home.send(walk(home, 3, secondsAgo: 10), from: device)
            let gate = DispatchSemaphore(value: 0)
            home.hub.database.enqueue { _ in
                gate.wait()
            } completion: { _ in
            }
            home.hub.tidy()
            async let later = home.send([home.fix(berlin)], from: device)
            gate.signal()
            #expect(try await later.get().stored == 1)
            try await home.settle()
            #expect(try await counts(home) == (3, 1))
        }
    }

    @Test func `repeats find a fix that lies in the inbox, has moved, or was there before a restart`() async throws {
        try await TestHub.run({ $0.inboxRows = 8 }) { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let batch = walk(home, 5)
            _ = await home.send(batch, from: device)
            #expect(try await home.send(batch, from: device).get().repeated == 5, "in the inbox")
            let more = walk(home, 5, secondsAgo: 100)
            #expect(
                try await home.send(more + batch, from: device).get() == DeviceReportOutcome(stored: 5, repeated: 5)
            )
            #expect(try await home.send(more + batch, from: device).get().repeated == 10, "just moving")
            try await home.settle()
            #expect(try await home.send(more + batch, from: device).get().repeated == 10, "at home")
            #expect(try await counts(home).home == 10)
            let again = try await home.restarted()
            #expect(try await again.send(more + batch, from: device).get().repeated == 10, "after a restart")
            #expect(try await again.track(of: anna).map(\.fix.at) == (more + batch).map(\.at))
        }
    }

    @Test func `pages of any size add up to the whole while fixes lie in both places`() async throws {
        try await TestHub.run({ $0.inboxRows = 16 }) { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            var chance = Chance(seed: 5)
            let all = walk(home, 45)
            let shuffled = all.shuffled(using: &chance)
            _ = await home.send(Array(shuffled[..<40]), from: device)
            try await home.settle()
            _ = await home.send(Array(shuffled[40...]), from: device)
            #expect(try await counts(home) == (40, 5))
            for limit in [1, 2, 7, 44, 45, 46] {
                var found: [Timestamp] = []
                var cursor: TrackCursor?
                repeat {
                    let page = try await home.hub.track(
                        of: anna,
                        for: anna,
                        from: all[1].at,
                        to: all[44].at,
                        after: cursor,
                        limit: limit
                    )
                    #expect(page.fixes.count <= limit)
                    found += page.fixes.map(\.fix.at)
                    cursor = page.next
                } while cursor != nil
                #expect(found == all[1..<44].map(\.at), "pages of \(limit)")
            }
        }
    }

    @Test func `rule 10: an outlier stays hidden when it moves in the commit that found it out`() async throws {
        try await TestHub.run({ $0.inboxRows = 4 }) { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            for spot in [berlin, berlin, berlin.moved(northMetres: 90_000, eastMetres: 0)] {
                home.clock.advance(seconds: 30)
                await home.send(spot, from: device)
            }
            home.clock.advance(seconds: 30)
            let gate = DispatchSemaphore(value: 0)
            home.hub.database.enqueue { _ in
                gate.wait()
            } completion: { _ in
            }
            // The move waits before the turn, with contents that the turn is about to change.
            home.hub.tidy()
            async let last = home.send(berlin, from: device)
            gate.signal()
            #expect(try await last.get().stored == 1)
            for _ in 0..<2 {
                #expect(try await home.track(of: anna).count == 3)
                home.hub.tidy()
                try await home.settle()
            }
            #expect(try await home.restarted().track(of: anna).count == 3)
        }
    }

    @Test func `two requests of the same millisecond are taken again in the order they came`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            let far = berlin.moved(northMetres: 3_000, eastMetres: 0)
            home.clock.advance(seconds: 600)
            // The newer one first: the other one is late, and must be so again.
            _ = await home.send([home.fix(berlin)], from: device)
            _ = await home.send([home.fix(far, secondsAgo: 5)], from: device)
            let before = try #require(try await home.hub.subject(anna)?.presence)
            let after = try #require(try await home.restarted().hub.subject(anna)?.presence)
            #expect(before == after)
        }
    }

    @Test func `a place that could not be stored is nowhere, not even for the fix right behind it`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            // What is deferred fails with the commit, when the place is in memory already.
            try await home.hub.database.transaction { transaction in
                try transaction.run("CREATE TABLE nobody (id INTEGER PRIMARY KEY)")
                try transaction.run(
                    "CREATE TABLE debt (id INTEGER REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED)"
                )
                try transaction.run(
                    "CREATE TRIGGER trouble AFTER INSERT ON place BEGIN INSERT INTO debt VALUES (1); END"
                )
            }
            home.clock.advance(seconds: 10)
            await #expect(throws: StorageError.self) {
                try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest("Home", berlin))
            }
            await home.send(berlin, from: device)
            #expect(try await home.view(of: anna, for: anna)?.placeLabel == nil)
            #expect(try await home.hub.places(of: anna).isEmpty)
            let after = try #require(try await home.restarted().hub.subject(anna)?.presence)
            #expect(try await home.hub.subject(anna)?.presence == after)
        }
    }

    @Test func `a stream that resumes is told of what only fixes say`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            _ = await home.send(walk(home, 33), from: device)
            home.clock.advance(seconds: 300)
            let read = home.hub.changes.newest
            _ = await home.send([home.fix(berlin)], from: device)
            let subject = try #require(try await home.restarted().hub.subject(anna))
            #expect(subject.changed > read)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `any fixes, transitions and places end in the same presence and track with restarts as without`(
        seed: UInt64
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).db").path
        defer {
            // What was never made needs no removing.
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        try await TestHub.run { steady in
            try await TestHub.run(on: SQLite(path: path), { $0.inboxRows = [1, 4, 16, 64][Int(seed % 4)] }) { home in
                var mortal = home
                var life = try await InboxLife(seed: seed, steady, mortal)
                for step in 0..<80 {
                    try await life.step(steady, mortal)
                    if life.chance.next() % 5 == 0 { mortal = try await mortal.killed(path) }
                    let (left, right) = (try await life.state(of: steady), try await life.state(of: mortal))
                    #expect(left.presence == right.presence, "seed \(seed), step \(step)")
                    #expect(left.track == right.track, "seed \(seed), step \(step)")
                    guard left == right else { break }
                }
                await mortal.hub.database.close()
            }
        }
    }
}

extension TestHub {
    /// Returns when the writer has nothing more to move.
    func settle() async throws {
        // Each part asks for the next one when it is done, right behind what waits here.
        for _ in 0..<300 { try await hub.database.transaction { _ in } }
    }

    /// The process ends between any two commits, and another one starts on the same file.
    fileprivate func killed(_ path: String) async throws -> TestHub {
        await hub.database.close()
        return try await TestHub(
            database: Database(SQLite(path: path)),
            keys: keys,
            settings: hub.settings,
            clock: clock
        )
    }
}
