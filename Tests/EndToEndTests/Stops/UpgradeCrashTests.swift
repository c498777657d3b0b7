import Foundation
import Testing
import WireClient

/// A hub that is killed while it brings an older program's database up to date: the real process on a family's own data.
@Suite(.serialized, .sweep) struct UpgradeCrashTests {
    private static let kills = 6
    /// The last step that the older program knew.
    private static let last = "v0021_mail"

    @Test func `wherever a hub is killed within an upgrade, the next start finishes it and the family is whole`()
        async throws
    {
        try await HubFolder.run { folder in
            let flags = ["--registration", "open"]
            let first = try await folder.serve(flags)
            let house = try await Household(folder, first)
            let now = Int(Date().timeIntervalSince1970)
            let body = location(Household.home.latitude, Household.home.longitude, secondsSince1970: now)
            let sent = try await first.call("POST", "/in/owntracks", token: house.anna.device, json: body)
            try #require(sent.status == 200)
            first.terminate()
            try #require(try await eventually { !first.isRunning })
            let whole = try await Self.steps(folder.data)
            let old = folder.path + "/old"
            try FileManager.default.moveItem(atPath: folder.data, toPath: old)
            try await Self.python(["older_database.py", old + "/hearth.db", Self.migrations, Self.last])
            let before = try await Self.steps(old)
            #expect(before < whole - 5)

            var found: [Int] = []
            for kill in 1...Self.kills {
                try? FileManager.default.removeItem(atPath: folder.data)  // The first time there is none.
                try FileManager.default.copyItem(atPath: old, toPath: folder.data)
                let words = ["serve", "--data", folder.data, "--listen", "127.0.0.1:0"]
                let hub = try Program(Program.hearth.path, words)
                try await Self.waitForLog(folder.data, longerBy: (kill - 1) * 60_000)
                hub.kill()
                found.append(try await Self.steps(folder.data))
                let listed = try await folder.command(["member", "list"])
                #expect(listed.code == 0 && listed.out.contains("Anna") && listed.out.contains("Bo"), "\(listed.said)")
                #expect(try await Self.steps(folder.data) == whole)
            }
            #expect(found.contains { $0 > before && $0 < whole }, "some were killed between two steps: \(found)")
            let hub = try await folder.serve(flags)
            let seen = try await hub.call("GET", "/api/v1/presence", token: house.bo.session).json["items"]
            let anna = ((seen as? [[String: Any]]) ?? []).first { $0["member"] as? String == house.anna.id }
            #expect((anna?["fix"] as? [String: Any])?["latitude"] != nil, "\(String(describing: anna?.keys))")
            #expect(try await hub.call("GET", "/api/v1/wallet", token: house.anna.session).status == 200)
            hub.kill()
        }
    }

    private static let migrations = Program.root.appending(path: "Sources/Storage/Migrations").path

    /// Waits until so many bytes of the database's log are written, or the hub is up.
    private static func waitForLog(_ data: String, longerBy bytes: Int) async throws {
        let path = data + "/hearth.db-wal"
        try await onThread {
            for _ in 0..<100_000 {
                // Not there yet counts as empty.
                let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
                if size > bytes { return }
                usleep(50)
            }
        }
    }

    /// How many steps a database has taken.
    private static func steps(_ data: String) async throws -> Int {
        let text = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM migration').fetchone()[0])
            """
        let ended = try await Program("/usr/bin/python3", ["-c", text, data + "/hearth.db"]).end()
        try #require(ended.status == 0, "\(ended.errors)")
        return try #require(Int(ended.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private static func python(_ words: [String]) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../House").path
        let ended = try await Program("/usr/bin/python3", ["\(folder)/\(words[0])"] + words.dropFirst()).end()
        try #require(ended.status == 0, "\(ended.errors)")
    }
}
