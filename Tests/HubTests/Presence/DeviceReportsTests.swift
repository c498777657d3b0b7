import Bus
import Dispatch
import Family
import Hub
import SQL
import Synchronization
import Storage
import Testing

@Suite struct SightingsTests {
    @Test func `a batch sent again stores nothing twice and changes nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let batch = (0..<50).map { number in
                home.fix(berlin.moved(northMetres: Double(number) * 20, eastMetres: 0), secondsAgo: Int64(50 - number))
            }
            #expect(try await home.send(batch, from: device).get() == DeviceReportOutcome(stored: 50, repeated: 0))
            let (track, view) = (try await home.track(of: anna), try await home.view(of: anna, for: anna))
            #expect(track.map(\.fix.coordinate) == batch.map(\.rounded.coordinate))
            for again in [batch, batch.reversed(), Array(batch[10..<20])] {
                let outcome = try await home.send(again, from: device).get()
                #expect(outcome == DeviceReportOutcome(stored: 0, repeated: again.count))
            }
            #expect(try await home.restarted().send(batch, from: device).get().repeated == 50)
            #expect(try await home.track(of: anna) == track)
            #expect(try await home.view(of: anna, for: anna) == view)
        }
    }

    @Test func `F52: a fix from the future is kept at its receipt, flagged, and a repeat of it finds itself`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let ahead = [home.fix(berlin, secondsAgo: -7_200)]
            #expect(try await home.send(ahead, from: device).get().stored == 1)
            let receivedAt = home.clock.now
            home.clock.advance(seconds: 20)
            #expect(try await home.send(ahead, from: device).get() == DeviceReportOutcome(stored: 0, repeated: 1))
            let track = try await home.track(of: anna)
            #expect(track.map(\.fix.at) == [receivedAt] && track.map(\.receivedAt) == [receivedAt])
            #expect(track.first?.marks == .future)
        }
    }

    @Test func `F52: a phone whose clock is ahead and that lies still goes on being heard`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            for minute in 1...3 {
                home.clock.advance(seconds: 60)
                let outcome = try await home.send([home.fix(berlin, secondsAgo: -900)], from: device).get()
                #expect(outcome.stored == 1, "minute \(minute)")
                #expect(try await home.view(of: anna, for: anna)?.position?.ageSeconds == 0)
            }
        }
    }

    @Test func `F52: a fix older than seven days goes to history only`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let old = home.fix(berlin, secondsAgo: 8 * 86_400)
            #expect(try await home.send([old], from: device).get().stored == 1)
            #expect(try await home.track(of: anna).map(\.marks) == [.old])
            #expect(try await home.view(of: anna, for: anna)?.position == nil)
        }
    }

    @Test func `fixes that arrive while others move home are all on disk`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let isDone = Mutex(false)
            DispatchQueue.global().async {
                while !isDone.withLock({ $0 }) { home.hub.tidy() }
            }
            for _ in 1...400 {
                home.clock.advance(seconds: 5)
                let fixes = (0..<5).map { home.fix(berlin, secondsAgo: $0) }
                #expect(try await home.send(fixes, from: device).get().stored == 5)
            }
            isDone.withLock { $0 = true }
            let stored = try await home.hub.database.read {
                try $0.first("SELECT count(*) FROM every_fix")?.integer(0)
            }
            #expect(stored == 2_000)
            #expect(try await home.track(of: anna).count == 2_000)
        }
    }

    @Test func `F53: a late fix goes to history and never moves the hand`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest("Home", berlin))
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            let before = try #require(try await home.view(of: anna, for: bo))
            #expect(before.placeLabel == "Home")
            let far = berlin.moved(northMetres: 5_000, eastMetres: 0)
            let late = (1...10).map { home.fix(far, secondsAgo: Int64($0) * 30) }
            #expect(try await home.send(late, from: device).get().stored == 10)
            #expect(try await home.view(of: anna, for: bo) == before)
            #expect(try await home.track(of: anna).count == 11)
        }
    }

    @Test func `F53: a batch in any order ends where the newest fix lies`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            var chance = Chance(seed: 53)
            let walk = (0..<60).map { number in
                home.fix(berlin.moved(northMetres: Double(number) * 60, eastMetres: 0), secondsAgo: 60 - Int64(number))
            }
            _ = await home.send(walk.shuffled(using: &chance), from: device)
            let last = try #require(walk.last)
            #expect(try await home.view(of: anna, for: anna)?.position?.coordinate == last.rounded.coordinate)
            #expect(try await home.track(of: anna).map(\.fix.at) == walk.map(\.at))
        }
    }

    @Test func `rule 10: an outlier is kept on disk and left out of the track`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let away = berlin.moved(northMetres: 90_000, eastMetres: 0)
            for spot in [berlin, berlin, away, berlin] {
                home.clock.advance(seconds: 30)
                await home.send(spot, from: device)
            }
            let rows = try await home.hub.database.read { try $0.first("SELECT count(*) FROM every_fix")?.integer(0) }
            #expect(rows == 4)
            #expect(try await home.track(of: anna).map(\.fix.coordinate) == Array(repeating: berlin, count: 3))
        }
    }

    @Test func `requests that wait while the writer is busy share one turn, each with its own answer`() async throws {
        try await TestHub.run { home in
            var devices: [DeviceCredential] = []
            for number in 1...40 { devices.append(try await home.device(of: try await home.member(number))) }
            _ = try await home.published()
            let gate = DispatchSemaphore(value: 0)
            home.hub.database.enqueue { _ in
                gate.wait()
            } completion: { _ in
            }
            let answers = Mutex<[Int: DeviceReportOutcome]>([:])
            let all = DispatchGroup()
            for (number, device) in devices.enumerated() {
                let fixes = (0...number % 3).map { home.fix(berlin, secondsAgo: Int64($0)) }
                for repeats in 0..<2 {
                    all.enter()
                    home.hub.ingest(DeviceReport(fixes: fixes), from: device, receivedAt: home.clock.now) { result in
                        if case .success(let outcome) = result {
                            answers.withLock { $0[number * 2 + repeats] = outcome }
                        }
                        all.leave()
                    }
                }
            }
            gate.signal()
            await withCheckedContinuation { done in all.notify(queue: .global()) { done.resume() } }
            let got = answers.withLock { $0 }
            for number in devices.indices {
                let count = number % 3 + 1
                #expect(got[number * 2] == DeviceReportOutcome(stored: count, repeated: 0))
                #expect(got[number * 2 + 1] == DeviceReportOutcome(stored: 0, repeated: count))
            }
            let published = try await home.published()
            #expect(published.count == 1, "one turn of the writer")
            let expected = Set(devices.map { BusEvent.presence($0.member) })
            #expect(Set(published.flatMap { $0 }) == expected)
        }
    }

    @Test(arguments: Trouble.allCases)
    func `a store that fails answers not stored, changes nothing, and takes the same batch later`(
        _ trouble: Trouble
    ) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            _ = try await home.published()
            let (track, view) = (try await home.track(of: anna), try await home.view(of: anna, for: anna))
            try await home.hub.database.transaction { try trouble.begin($0) }
            home.clock.advance(seconds: 10)
            // Enough of them that the presence is written as well.
            let next = (1...40).map { number in
                home.fix(berlin.moved(northMetres: 10 * Double(number), eastMetres: 0), secondsAgo: 0)
            }
            #expect(await home.send(next, from: device) == .failure(.notStored))
            #expect(await home.send(next, from: try await home.device(of: bo)) == .failure(.notStored))
            #expect(try await home.track(of: anna) == track)
            var now = try #require(try await home.view(of: anna, for: anna))
            now.ageSeconds = view?.ageSeconds
            now.position?.ageSeconds = view?.position?.ageSeconds ?? -1
            #expect(now == view, "what was not stored was not told either")
            #expect(try await home.published() == [])
            #expect(home.log.text.contains("fixes were not stored"))

            try await home.hub.database.transaction { try trouble.end($0) }
            #expect(try await home.send(next, from: device).get().stored == 40)
            #expect(try await home.track(of: anna).count == 41)
        }
    }

    @Test func `moving fixes home in quiet moments loses and doubles none, whatever comes meanwhile`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let devices = [try await home.device(of: anna), try await home.device(of: try await home.member(2))]
            let isDone = Mutex(false)
            let hub = home.hub
            let tidying = Task {
                while !isDone.withLock({ $0 }) {
                    hub.tidy()
                    // At any moment, rather than when the writer has just ended.
                    try await Task.sleep(for: .microseconds(100))
                }
            }
            var sent: [Timestamp] = []
            for number in Int64(1)...1_500 {
                home.clock.advance(milliseconds: 200)
                let fix = home.fix(berlin.moved(northMetres: Double(number), eastMetres: 0))
                for device in devices { #expect(try await home.send([fix], from: device).get().stored == 1) }
                sent.append(fix.at)
            }
            isDone.withLock { $0 = true }
            try await tidying.value
            #expect(try await home.track(of: anna).map(\.fix.at) == sent)
            #expect(try await home.restarted().track(of: anna).map(\.fix.at) == sent, "on disk as well")
        }
    }

    @Test func `a closed database answers not stored`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let other = try await TestHub(
                database: home.hub.database,
                keys: home.keys,
                settings: .init(),
                clock: home.clock
            )
            let gate = DispatchSemaphore(value: 0)
            home.hub.database.enqueue { _ in
                gate.wait()
            } completion: { _ in
            }
            async let closed: Void = home.hub.database.close()
            gate.signal()
            await closed
            #expect(await other.send([home.fix(berlin)], from: device) == .failure(.notStored))
        }
    }
}

/// What a full disk does: a row is refused in the middle of a turn, at its end, or the whole commit fails.
enum Trouble: String, CaseIterable, Sendable {
    case fix, presence, commit

    func begin(_ transaction: Transaction) throws {
        switch self {
        case .fix:
            try transaction.run(
                "CREATE TRIGGER trouble BEFORE INSERT ON fix_inbox_0 BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
        case .presence:
            try transaction.run(
                "CREATE TRIGGER trouble BEFORE INSERT ON presence BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
        case .commit:
            // What is deferred is checked by the commit itself.
            try transaction.run("CREATE TABLE nobody (id INTEGER PRIMARY KEY)")
            try transaction.run(
                "CREATE TABLE debt (id INTEGER REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED)"
            )
            try transaction.run(
                "CREATE TRIGGER trouble AFTER INSERT ON fix_inbox_0 BEGIN INSERT INTO debt VALUES (1); END"
            )
        }
    }

    func end(_ transaction: Transaction) throws {
        try transaction.run("DROP TRIGGER trouble")
    }
}
