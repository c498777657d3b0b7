import Foundation
import PostgresServer
import Programs
import Testing
import WireClient

/// `hearth migrate` on the hub of the demo's family.
@Suite(.serialized) struct MigrateTests {
    private static let password = "a day in the valley"

    @Test func `the demo's hub moves to PostgreSQL and back, with every row and every ledger equal`() async throws {
        try await HubFolder.run { folder in
            let demo = try await folder.demo(["--data", folder.data, "--start", "16:05", "--speed", "1"])
            demo.terminate()
            #expect(try await eventually { !demo.isRunning })
            let server = try PostgresServer.shared()
            try await server.withNamedDatabase { name in
                let before = try digest(folder.data + "/hearth.db")
                #expect(before.count > 100)
                let flags = ["--database", server.url(of: name)]
                let there = try await folder.command(["migrate", "postgres"] + flags)
                try #require(there.code == 0, "\(there.said)")
                #expect(there.out.contains("ledgers verified"))
                #expect(!FileManager.default.fileExists(atPath: folder.data + "/hearth.db"))
                let lost = try await folder.command(["ledger", "verify"])
                #expect(lost.code == 1 && lost.said.contains("--database"), "\(lost.said)")
                let back = try await folder.command(["migrate", "sqlite"] + flags)
                try #require(back.code == 0, "\(back.said)")
                let moved = [there, back].map { $0.out.split(separator: "\n").first }
                #expect(moved[0] == moved[1], "as many rows there as back")
                #expect(try digest(folder.data + "/hearth.db") == before)
                let check = try await folder.command(["ledger", "verify"])
                #expect(check.code == 0, "\(check.out) \(check.said)")
                let retired = try await folder.command(["member", "list"] + flags, data: folder.path + "/other")
                #expect(retired.code == 1, "\(retired.said)")
                let again = try await folder.command(["migrate", "postgres"] + flags)
                #expect(again.code == 1 && again.said.contains("was moved to a file"), "\(again.said)")
            }
        }
    }

    @Test func `the demo's hub goes on on PostgreSQL; a target with rows and a hub that runs are refused`()
        async throws
    {
        try await HubFolder.run { folder in
            let demo = try await folder.demo(["--data", folder.data, "--start", "16:05", "--speed", "1"])
            let server = try PostgresServer.shared()
            try await server.withNamedDatabase { name in
                let flags = ["--database", server.url(of: name)]
                let running = try await folder.command(["migrate", "postgres"] + flags)
                #expect(running.code == 1 && running.said.contains("another hub is using"), "\(running.said)")
                demo.terminate()
                #expect(try await eventually { !demo.isRunning })
                let there = try await folder.command(["migrate", "postgres"] + flags)
                try #require(there.code == 0, "\(there.said)")
                let hub = try await folder.serve(flags)
                let body = #"{"phone":"+4235550101","password":"\#(Self.password)"}"#
                let logIn = try await hub.call("POST", "/api/v1/sessions", json: body)
                let token = try #require(logIn.json["token"] as? String, "\(logIn.text)")
                let clock = try await hub.call("GET", "/api/v1/clock", token: token)
                #expect(clock.status == 200)
                hub.terminate()
                #expect(try await eventually { !hub.isRunning })
                // A second hub may not be poured onto it.
                let other = folder.path + "/other"
                let made = try await folder.command(
                    ["member", "add", "--phone", "+41446681809", "--name", "Cy"],
                    data: other
                )
                try #require(made.code == 0, "\(made.said)")
                let full = try await folder.command(["migrate", "postgres"] + flags, data: other)
                #expect(full.code == 1 && full.said.contains("has a hub already"), "\(full.said)")
                #expect(FileManager.default.fileExists(atPath: other + "/hearth.db"))
            }
        }
    }

    /// A line for each table: its name, how many rows it has, and a hash of them.
    private func digest(_ path: String) throws -> [String] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "House/database_digest.py")
        let (status, bytes) = try StartedProgram.output(of: ["python3", script.path, path])
        try #require(status == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
