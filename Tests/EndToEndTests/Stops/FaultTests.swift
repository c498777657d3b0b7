import Foundation
import Testing
import WireClient

/// What goes wrong on real machines, and what the keeper is told to do about it.
@Suite(.serialized) struct FaultTests {
    /// What a hub says that cannot start here.
    private func refusal(_ folder: HubFolder, _ flags: [String] = ["--listen", "127.0.0.1:0"]) async throws -> String {
        let answer = try await folder.command(["serve"] + flags)
        #expect(answer.code == 1 && answer.out.isEmpty, "\(answer.out)")
        #expect(answer.said.split(separator: "\n").last?.hasPrefix("hearth: ") ?? false, "\(answer.said)")
        return answer.said
    }

    /// What the doctor finds, by what it looked at.
    private func findings(_ folder: HubFolder) async throws -> [String: [String: String]] {
        let answer = try await folder.command(["doctor", "--json"])
        #expect(answer.code == 1, "\(answer.out)")
        let list = try JSONDecoder().decode([[String: String]].self, from: Data(answer.out.utf8))
        return Dictionary(list.map { ($0["check"] ?? "", $0) }) { first, _ in first }
    }

    @Test func `a port that is taken is named, with how to see by what`() async throws {
        try await HubFolder.run { folder in
            try await HubFolder.run { other in
                let hub = try await other.serve()
                let said = try await refusal(folder, ["--listen", "127.0.0.1:\(hub.port)"])
                #expect(said.contains("something else listens on 127.0.0.1:\(hub.port) already"))
                #expect(said.contains("ss -ltnp") && said.contains("--listen"))
            }
        }
    }

    @Test func `a hub without its keys does not start, makes no others, and says where they come from`() async throws {
        try await HubFolder.run { folder in
            try await folder.serve().kill()
            let key = folder.data + "/keys/hub.key"
            let kept = try Data(contentsOf: URL(filePath: key))
            try FileManager.default.removeItem(atPath: key)
            let said = try await refusal(folder)
            #expect(said.contains("hub.key is missing; put it back from a backup"))
            #expect(!FileManager.default.fileExists(atPath: key))
            let found = try await findings(folder)
            #expect(found["start"]?["state"] == "weak")
            #expect(found["start"]?["words"]?.contains("put it back from a backup") ?? false)
            #expect(found["disk"] != nil && found["files"] != nil, "what can be looked at is")
            #expect(
                FileManager.default.createFile(
                    atPath: key,
                    contents: kept,
                    attributes: [.posixPermissions: 0o600]
                )
            )
            try await folder.serve().kill()
        }
    }

    @Test func `a database that a newer Hearth changed is left alone, and the way back is named`() async throws {
        try await HubFolder.run { folder in
            try await folder.serve().kill()
            try await change(folder, "INSERT INTO migration VALUES ('v9999_of_tomorrow', 'x')")
            let said = try await refusal(folder)
            #expect(said.contains("v9999_of_tomorrow") && said.contains("A newer Hearth has changed this database"))
            #expect(said.contains("restore a backup from before the upgrade"))
            #expect(try await findings(folder)["start"]?["words"]?.contains("newer Hearth") ?? false)
        }
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"), arguments: ["", "/hearth.db"])
    func `a database that cannot be written is said to be so, with what to look at`(part: String) async throws {
        try await HubFolder.run { folder in
            try await folder.serve().kill()
            let path = folder.data + part
            let enter = """
                mount --bind "\(path)" "\(path)" && mount -o remount,ro,bind "\(path)" || exit 9
                exec "\(HubFolder.binary)" serve --data "\(folder.data)" --listen 127.0.0.1:0
                """
            let ended = try await Program("unshare", ["--mount", "sh", "-c", enter]).end()
            #expect(ended.status == 1, "\(ended.errors)")
            #expect(ended.errors.contains("mounted for reading alone"), "\(ended.errors)")
            #expect(ended.errors.contains("findmnt -T"), "\(ended.errors)")
        }
    }

    @Test func `a clock that was set back before the start moves no time back, and the doctor says so`() async throws {
        try await HubFolder.run { folder in
            let stamp = folder.data + "/clock"
            try await folder.serve().kill()
            // The start before was another one of the machine: within one, time goes on by what has elapsed.
            try await change(folder, "UPDATE machine_boot SET name = 'another'")
            let ahead = Int64(Date().timeIntervalSince1970 * 1_000) + 366 * 86_400_000
            try Data("\(ahead)".utf8).write(to: URL(filePath: stamp))
            #expect(try await findings(folder)["clock"]?["words"]?.contains("365 days behind") ?? false)
            let hub = try await folder.serve()
            let answer = try await hub.call("GET", "/api/v1/me", token: "nobody")
            #expect(answer.status == 401)
            let clock = try await findings(folder)["clock"]
            #expect(clock?["state"] == "weak" && clock?["words"]?.contains("behind the hub's own time") ?? false)
            #expect(clock?["mend"]?.contains("timedatectl") ?? false)
            #expect(try hub.said().contains("the hub goes by its own time"))
            hub.kill()
            let text = String(decoding: try Data(contentsOf: URL(filePath: stamp)), as: UTF8.self)
            let written = text.split(separator: " ").first.flatMap { Int64($0) }
            #expect((written ?? 0) >= ahead, "\(text)")
        }
    }

    /// Changes the database of a hub that does not run.
    private func change(_ folder: HubFolder, _ statement: String) async throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as database:
                database.execute(sys.argv[2])
            """
        let ended = try await Program("python3", ["-c", script, folder.data + "/hearth.db", statement]).end()
        try #require(ended.status == 0, "\(ended.errors)")
    }
}
