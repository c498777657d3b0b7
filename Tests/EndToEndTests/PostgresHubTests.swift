import Foundation
import PostgresServer
import Synchronization
import Testing
import WireClient

/// The real process with its rows on a PostgreSQL server, which goes away and comes back.
@Suite(.serialized) struct PostgresHubTests {
    private static let flags = ["--registration", "open", "--ingest-rate", "100000", "--ingest-burst", "1000000"]

    @Test func `a server that is killed is answered 503, and the hub goes on once it is back, with nothing lost`()
        async throws
    {
        let server = try PostgresServer()
        try await server.withNamedDatabase { name in
            try await HubFolder.run(database: server.url(of: name)) { folder in
                let hub = try await folder.serve(Self.flags)
                let house = try await Household(folder, hub)
                let load = PatientLoad(hub, house)
                #expect(try await eventually { load.count > 50 })
                for _ in 1...2 {
                    try server.kill()
                    #expect(try await eventually { load.isRefused })
                    let away = try await hub.call("GET", "/api/v1/me", token: house.anna.session)
                    #expect(away.status == 503)
                    #expect(away.json["code"] as? String == "databaseAway")
                    #expect(away["retry-after"] != nil)
                    let before = load.count
                    try server.start()
                    #expect(try await eventually { load.count > before + 50 })
                }
                #expect(hub.isRunning)
                let acknowledged = try await load.end()
                let stored = try await load.stored(on: hub, house)
                print("\(acknowledged.count) acknowledged, \(stored.count) stored")
                #expect(acknowledged.subtracting(stored).isEmpty)
                #expect(Set(stored).count == stored.count, "and each of them once")
                let metrics = try await folder.command(["doctor", "--json"])
                #expect(metrics.out.contains("The database answers."))
            }
        }
    }

    @Test func `a second machine waits for the database, takes over, and the first one ends once it is back`()
        async throws
    {
        let server = try PostgresServer.shared()
        try await server.withNamedDatabase { name in
            try await HubFolder.run(database: server.url(of: name)) { folder in
                let first = try await folder.serve(Self.flags)
                let house = try await Household(folder, first)
                let other = folder.path + "/other"
                try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
                let keys = (folder.data + "/keys", other + "/keys")
                try FileManager.default.copyItem(atPath: keys.0, toPath: keys.1)
                let words = ["serve", "--data", other, "--database", server.url(of: name), "--listen", "127.0.0.1:0"]
                async let second = folder.start(words + Self.flags, until: "listening on ")
                try await Task.sleep(for: .seconds(3))
                #expect(try folder.printed().contains("takes over when that one ends"))
                // The first machine pauses, and the server gives its connections up.
                Foundation.kill(first.pid, SIGSTOP)
                let all = "SELECT count(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity"
                try server.run("\(all) WHERE datname = '\(name)' AND wait_event_type = 'Client'")
                let taken = try await second
                let output = try taken.output()
                #expect(output.hasPrefix("listening on "))
                // It still has old facts in memory, and must not write them.
                Foundation.kill(first.pid, SIGCONT)
                // It may be asked to save something, or look at its deadlines by itself.
                #expect(try await eventually { !first.isRunning })
                #expect(first.exitCode == 1)
                #expect(try first.said().contains("another hub has taken the database since"))
                let listed = try await folder.command(["member", "list", "--json"], data: other)
                #expect(listed.out.contains("Anna") && listed.out.contains("Bo"), "\(listed.said)")
                _ = house
            }
        }
    }

    @Test func `bad settings are refused in words, and no password is ever printed`() async throws {
        let server = try PostgresServer.shared()
        try await HubFolder.run { folder in
            func refusal(_ url: String, _ words: [String] = ["serve"]) async throws -> String {
                let ended = try await folder.command(words + ["--database", url])
                #expect(ended.code != 0)
                return ended.said
            }
            folder.keepSecret("hunter2hunter2", "the database's password")
            #expect(try await refusal("mysql://a").contains("--database is postgres://"))
            #expect(try await refusal("postgres://a@b/c?nonsense=1").contains("cannot be read"))
            #expect(try await refusal("postgres://a:hunter2hunter2@b/c").contains("DATA/keys/database"))
            let closed = try await refusal("postgres://hearth@127.0.0.1:1/hearth")
            #expect(closed.contains("127.0.0.1"), "\(closed)")
            let missing = try await refusal(server.url(of: "nowhere"))
            #expect(missing.contains("\"nowhere\" does not exist"), "\(missing)")
            try server.run("CREATE DATABASE spoken TEMPLATE template0 LOCALE 'C.UTF-8'")
            #expect(try await refusal(server.url(of: "spoken")).contains("LOCALE 'C'"))
            try server.run("DROP DATABASE spoken")
        }
        try await server.withNamedDatabase { name in
            try await HubFolder.run(database: server.url(of: name)) { folder in
                let hub = try await folder.serve(Self.flags)
                _ = try await Household.person("Anna", "+41446681801", folder, hub)
                let backup = try await folder.command(["backup"])
                #expect(backup.code == 1 && backup.said.contains("pg_dump"), "\(backup.said)")
                let doctor = try await folder.command(["doctor"])
                #expect(doctor.out.contains("The rows are in PostgreSQL"), "\(doctor.out)")
                hub.terminate()
                #expect(try await eventually { !hub.isRunning })
                // Keys of another hub open nothing here.
                let other = folder.path + "/other"
                let wrong = try await folder.command(["member", "list"], data: other)
                #expect(wrong.code == 1 && wrong.said.contains("there is no hub in"), "\(wrong.said)")
                try FileManager.default.removeItem(atPath: folder.data + "/keys")
                let keyless = try await folder.command(["member", "list"])
                #expect(keyless.code == 1 && keyless.said.contains("copy that folder"), "\(keyless.said)")
            }
        }
    }
}

extension PostgresHubTests {
    @Test func `S50: keys of a hub do not make one of tables without a member`() async throws {
        let server = try PostgresServer.shared()
        try await server.withNamedDatabase { name in
            try await HubFolder.run(database: server.url(of: name)) { folder in
                for _ in 1...2 {
                    let hub = try await folder.serve()
                    hub.terminate()
                    try #require(try await eventually { !hub.isRunning })
                }
                // As on a machine that got a copy of the keys and waits while a move fills the tables.
                try FileManager.default.removeItem(atPath: folder.data + "/on-a-server")
                let refused = try await folder.command(["serve", "--listen", "127.0.0.1:0"])
                #expect(refused.code == 1 && refused.said.contains("has the keys of a hub"), "\(refused.said)")
            }
        }
    }
}

/// Phones of Anna's that send one fix after the other, and each again until it is taken.
private final class PatientLoad: Sendable {
    private static let threads = 3
    private let start = (Int(Date().timeIntervalSince1970) - 86_400) / 1_000 * 1_000
    private let next = Atomic(0)
    private let running = Atomic(PatientLoad.threads)
    private let isOver = Atomic(false)
    private let refusals = Atomic(0)
    private let times = Mutex<Set<String>>([])

    init(_ hub: HubProcess, _ house: Household) {
        let (port, token) = (hub.port, house.anna.device)
        for _ in 0..<Self.threads {
            Thread.detachNewThread {
                while !self.isOver.load(ordering: .acquiring) { self.send(port, token) }
                self.running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }

    /// How many were acknowledged.
    var count: Int { times.withLock { $0.count } }
    /// Whether one was answered 503 since this was last asked.
    var isRefused: Bool { refusals.exchange(0, ordering: .acquiringAndReleasing) > 0 }

    /// The times of those that were acknowledged, once all threads have ended.
    func end() async throws -> Set<String> {
        isOver.store(true, ordering: .releasing)
        try #require(try await eventually { self.running.load(ordering: .acquiring) == 0 })
        return times.withLock { $0 }
    }

    /// The times of Anna's fixes, as she reads them page by page.
    func stored(on hub: HubProcess, _ house: Household) async throws -> [String] {
        var times: [String] = []
        var after = ""
        repeat {
            let period = "from=\(text(0))&to=\(text(next.load(ordering: .relaxed) + 1))"
            let path = "/api/v1/members/\(house.anna.id)/track?\(period)\(after)"
            let page = try await hub.call("GET", path, token: house.anna.session).json
            let fixes = try #require(page["fixes"] as? [[String: Any]])
            times += fixes.compactMap { $0["at"] as? String }
            after = (page["next"] as? String).map { "&after=\($0)" } ?? ""
        } while !after.isEmpty
        return times
    }

    private func text(_ second: Int) -> String {
        let date = Date(timeIntervalSince1970: Double(start + second))
        return date.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon)).dropLast() + ".000Z"
    }

    private func send(_ port: UInt16, _ token: String) {
        let at = text(next.wrappingAdd(1, ordering: .relaxed).oldValue)
        let latitude = Household.home.latitude
        let body = """
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[\
            \(Household.home.longitude),\(latitude)]},"properties":{"timestamp":"\(at)","horizontal_accuracy":9}}]}
            """
        let request = requestBytes("POST", "/in/overland", ["Authorization: Bearer \(token)"], Array(body.utf8))
        while !isOver.load(ordering: .acquiring) {
            // A hub that does not answer is asked again, as one that refuses is.
            let status: Int
            do {
                let client = try TestClient(port: port)
                try client.send(request)
                status = try client.response().status
            } catch { continue }
            if status == 200 { return times.withLock { _ = $0.insert(at) } }
            if status == 503 { refusals.wrappingAdd(1, ordering: .relaxed) }
            usleep(20_000)
        }
    }
}
