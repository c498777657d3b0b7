import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

@Suite struct FirstRunTests {
    @Test func `S39: the claim code of the console and the outbox's text make the keeper, once`() async throws {
        try await HubFolder.run { folder in
            var hub = try await folder.serve()
            let claim = try #require(try await claimCode(hub))
            folder.keepSecret("+41446681801", "number")
            let asked = try await hub.call(
                "POST",
                "/api/v1/verifications",
                json: #"{"phone":"+41446681801","purpose":"register","claim":"\#(claim)"}"#
            )
            try #require(asked.status == 202)
            let id = try #require(asked.json["id"] as? String)
            let text = try #require(try await outbox(folder).last)
            #expect(Set(text.keys) == ["id", "channel", "to", "text", "createdAt"])
            #expect(text["channel"] == "text" && text["to"] == "+41446681801")
            let code = String(try #require(text["text"]).suffix(6))
            folder.keepSecret(" \(code) ", "code")
            let joined = try await hub.call(
                "POST",
                "/api/v1/members",
                json: #"{"verification":"\#(id)","code":"\#(code)","name":"Anna","password":"our own long phrase"}"#
            )
            try #require(joined.status == 201, "\(joined.text)")
            let token = try #require(joined.json["token"] as? String)
            folder.keepSecret(token, "session")
            let me = try await hub.call("GET", "/api/v1/me", token: token)
            #expect(me.json["keeper"] as? Bool == true)

            hub.kill()
            hub = try await folder.serve()
            #expect(try await claimCode(hub) == nil, "a hub with a keeper has no claim code")
            #expect(try await outbox(folder).count == 1, "what is kept outlives a crash")
        }
    }

    @Test func `S2: a hub as it is built refuses each password of a list of more than 100 000`() async throws {
        let file = Program.root.appending(path: ".build/passwords.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 100_000)
        // Letters alone: nothing to escape in JSON, and no other rule that a long one breaks.
        let long = try #require(
            lines.first { line in line.utf8.count >= 15 && line.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
        ).lowercased()
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            for password in [long, long.uppercased(), "Password1!"] {
                let body = #"{"new":"\#(password)"}"#
                let answer = try await hub.call("PUT", "/api/v1/me/password", token: house.anna.session, json: body)
                let broken = answer.json["broken"] as? [String]
                #expect(answer.status == 422 && broken?.contains("notCommon") == true, "\(password): \(answer.text)")
            }
            hub.kill()
        }
    }

    @Test func `senders are set by flags, and their secrets by files of their owner alone`() async throws {
        try await HubFolder.run { folder in
            let wrong: [([String], String)] = [
                (["--texts", "pigeon"], "--texts is"), (["--texts", "twilio:AC1"], "--texts is"),
                (["--texts", "gateway:http://10.0.0.2:8080/message"], "--texts is"),
                (["--texts", "gateway:http://"], "--texts is"), (["--texts", "gammu:here"], "--texts is"),
                (["--texts", "webhook:ftp://x"], "--texts is"), (["--mail", "mail.example"], "--mail is"),
                (["--mail", "smtp://mail.example:587"], "--mail is"), (["--codes-per-day", "0"], "codes-per-day"),
            ]
            for (flags, words) in wrong {
                let answer = try await folder.command(["serve", "--listen", "127.0.0.1:0"] + flags)
                #expect(answer.code == 2 && answer.said.contains(words), "\(flags)")
            }
            let bare = ["serve", "--listen", "127.0.0.1:0", "--texts", "twilio:AC1:+15550100"]
            let missing = try await folder.command(bare)
            #expect(missing.code == 1 && missing.said.contains("HEARTH_TEXTS_SECRET"))
            let keys = folder.data + "/keys"
            try FileManager.default.createDirectory(atPath: keys, withIntermediateDirectories: true)
            try Data("secret\n".utf8).write(to: URL(filePath: keys + "/texts"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys + "/texts")
            let open = try await folder.command(bare)
            #expect(open.code == 1 && open.said.contains("open to others"))
        }
    }

    @Test func `S33: a running hub takes new keys and another secret of its sender without a stop`() async throws {
        let bearers = Bearers()
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            bearers.seen.withLock { $0.append(request.headers["Authorization"] ?? "") }
            responder.send(Response(200, [], body: []))
        }
        try await HubFolder.run { folder in
            let keys = folder.data + "/keys"
            for number in 1...2 {
                _ = try await folder.command(["member", "add", "--phone", "+4144668180\(number)", "--name", "Anna"])
            }
            try keepSecret("the first secret", keys)
            let hub = try await folder.serve([
                "--texts", "webhook:http://127.0.0.1:\(server.port)/texts", "--phone-region", "CH",
            ])
            let rotated = try await folder.command(["keys", "rotate"])
            #expect(rotated.code == 0, "\(rotated.said)")
            for (turn, secret) in ["the first secret", "another secret"].enumerated() {
                try keepSecret(secret, keys)
                let body = #"{"phone":"+4144668180\#(turn + 1)","purpose":"login"}"#
                let answer = try await hub.call("POST", "/api/v1/verifications", json: body)
                #expect(answer.status == 202)
                #expect(try await eventually { bearers.seen.withLock { $0.last } == "Bearer \(secret)" })
            }
            hub.kill()
        }
        await server.stop(within: .seconds(5))
    }

    /// Puts the secret of the sender of texts where its owner alone reads it.
    private func keepSecret(_ secret: String, _ keys: String) throws {
        try Data("\(secret)\n".utf8).write(to: URL(filePath: keys + "/texts"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys + "/texts")
    }

    private final class Bearers: Sendable {
        let seen = Mutex<[String]>([])
    }

    /// The claim code that a hub printed; nil where it printed none.
    private func claimCode(_ hub: HubProcess) async throws -> String? {
        // What a hub prints after it listens comes at once; of what does not come, only time can tell.
        for _ in 0..<300 {
            let lines = try hub.output().split(separator: "\n")
            if let line = lines.first(where: { $0.hasPrefix("claim code") }) {
                return line.split(separator: " ").last.map(String.init)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    /// What the keeper reads of the outbox of the hub that runs.
    private func outbox(_ folder: HubFolder) async throws -> [[String: String]] {
        var items: [[String: String]] = []
        for _ in 0..<100 where items.isEmpty {
            let answer = try await folder.command(["outbox", "--json"])
            try #require(answer.code == 0, "\(answer.said)")
            items = try JSONDecoder().decode([[String: String]].self, from: Data(answer.out.utf8))
        }
        return items
    }
}
