import Foundation
import Synchronization
import Testing
import WireClient

/// What a hub acknowledged is there after it was killed, or told to stop, in the middle of its work.
@Suite(.serialized) struct CrashTests {
    /// How often the hub is killed: a few times here, more by `make crash`.
    private static let kills = Int(ProcessInfo.processInfo.environment["HEARTH_KILLS"] ?? "") ?? 3
    private static let flags = [
        "--registration", "open", "--ingest-rate", "100000", "--ingest-burst", "1000000",
    ]

    @Test(arguments: RowPlace.allCases)
    func `kill -9 under load loses nothing that was acknowledged`(on place: RowPlace) async throws {
        try await HubFolder.run(on: place) { folder in
            var hub = try await folder.serve(CrashTests.flags)
            let house = try await Household(folder, hub)
            var chance = SystemRandomNumberGenerator()
            var acknowledged: [Set<String>] = []
            for kill in 1...CrashTests.kills {
                let load = Load(hub, house, start: loadStart + kill * 1_000)
                #expect(try await eventually { load.hasBegun })
                let milliseconds = Int.random(in: 0...500, using: &chance)
                try await Task.sleep(for: .milliseconds(milliseconds))
                hub.kill()
                acknowledged.append(try await load.acknowledged())
                hub = try await folder.serve(CrashTests.flags)
                try await expect(acknowledged[kill - 1], from: load, on: hub, house, "kill \(kill), \(milliseconds) ms")
            }
            let all = acknowledged.reduce(into: Set<String>()) { $0.formUnion($1) }
            #expect(all.count == acknowledged.reduce(0) { $0 + $1.count })
            let stored = try await track(hub, house, from: loadStart, to: loadStart + (CrashTests.kills + 1) * 1_000)
            #expect(all.subtracting(stored).isEmpty, "earlier kills' fixes are still there")
            #expect(Set(stored).count == stored.count, "and each of them once")
        }
    }

    @Test func `told to stop under load, a hub stores all that it acknowledged and ends well`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(CrashTests.flags)
            let house = try await Household(folder, hub)
            let load = Load(hub, house, start: loadStart)
            #expect(try await eventually { load.hasBegun })
            try await Task.sleep(for: .milliseconds(300))
            hub.terminate()
            let acknowledged = try await load.acknowledged()
            #expect(try await eventually { !hub.isRunning })
            #expect(hub.exitCode == 0)
            #expect(try hub.said().contains("stopped") && !hub.said().contains("cut off"))
            let next = try await folder.serve(CrashTests.flags)
            try await expect(acknowledged, from: load, on: next, house, "SIGTERM")
        }
    }

    @Test func `told to stop as soon as it says where it listens, a hub ends well`() async throws {
        try await HubFolder.run { folder in
            for turn in 1...20 {
                let hub = try await folder.serve()
                hub.terminate()
                #expect(try await eventually { !hub.isRunning }, "start \(turn)")
                #expect(hub.exitCode == 0)
            }
        }
    }

    private func expect(
        _ acknowledged: Set<String>,
        from load: Load,
        on hub: HubProcess,
        _ house: Household,
        _ when: String
    ) async throws {
        let stored = try await track(hub, house, from: load.start, to: load.start + 1_000)
        let lost = acknowledged.subtracting(stored)
        print("\(when): \(acknowledged.count) acknowledged, \(stored.count) stored, \(lost.count) lost")
        #expect(!acknowledged.isEmpty, "\(when): there was no load")
        #expect(lost.isEmpty, "\(when)")
        #expect(Set(stored).count == stored.count, "\(when): a fix is there twice")
        #expect(stored.count <= acknowledged.count + Load.threads, "\(when): more than was sent")
    }

    /// The times of Anna's fixes in a period, in seconds since 1970, as she reads them page by page.
    private func track(_ hub: HubProcess, _ house: Household, from: Int, to: Int) async throws -> [String] {
        var times: [String] = []
        var after = ""
        repeat {
            let path = "/api/v1/members/\(house.anna.id)/track?from=\(text(from))&to=\(text(to))\(after)"
            let page = try await hub.call("GET", path, token: house.anna.session).json
            let fixes = try #require(page["fixes"] as? [[String: Any]])
            times += fixes.compactMap { $0["at"] as? String }
            after = (page["next"] as? String).map { "&after=\($0)" } ?? ""
        } while !after.isEmpty
        return times
    }
}

/// Two days ago: recent enough to count, long enough ago that no fix lies in the future.
private let loadStart = (Int(Date().timeIntervalSince1970) - 2 * 86_400) / 1_000 * 1_000

/// A moment as the API writes it.
private func text(_ secondsSince1970: Int, milliseconds: Int = 0) -> String {
    let date = Date(timeIntervalSince1970: Double(secondsSince1970))
    let whole = date.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon)).dropLast()
    let digits = String(milliseconds + 1_000).dropFirst()
    return "\(whole).\(digits)Z"
}

/// Several phones of Anna's that send one fix after the other until the hub is gone.
private final class Load: Sendable {
    static let threads = 4

    /// The second of the first fix; each of the following thousand seconds has a thousand milliseconds for more.
    let start: Int
    private let next = Atomic(0)
    private let running = Atomic(Load.threads)
    private let times = Mutex<Set<String>>([])

    init(_ hub: HubProcess, _ house: Household, start: Int) {
        self.start = start
        let (port, token) = (hub.port, house.anna.device)
        for _ in 0..<Load.threads {
            Thread.detachNewThread {
                // Ends with the connection, which ends with the hub.
                try? self.send(port, token)
                self.running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }

    /// Whether any fix was acknowledged.
    var hasBegun: Bool { times.withLock { !$0.isEmpty } }

    /// The times of the fixes that were acknowledged, once all threads have ended.
    func acknowledged() async throws -> Set<String> {
        try #require(try await eventually { self.running.load(ordering: .acquiring) == 0 })
        return times.withLock { $0 }
    }

    private func send(_ port: UInt16, _ token: String) throws {
        let client = try TestClient(port: port)
        while true {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < 1_000_000 else { return }
            let at = text(start + number / 1_000, milliseconds: number % 1_000)
            let latitude = Household.home.latitude + Double(number % 1_000) / 1_000_000
            let body = """
                {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[\
                \(Household.home.longitude),\(latitude)]},"properties":{"timestamp":"\(at)","horizontal_accuracy":9}}]}
                """
            try client.send(
                requestBytes("POST", "/in/overland", ["Authorization: Bearer \(token)"], Array(body.utf8))
            )
            let answer = try client.response()
            guard answer.status == 200 else { return }
            times.withLock { _ = $0.insert(at) }
        }
    }
}
