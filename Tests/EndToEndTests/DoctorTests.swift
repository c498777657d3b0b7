import Foundation
import Testing
import WireClient

@Suite struct DoctorTests {
    /// What the doctor finds in a folder, by what it looked at: its worst state, and what mends it.
    private func findings(_ folder: HubFolder, _ flags: [String] = []) async throws -> [String: [String: Any]] {
        let answer = try await folder.command(["doctor", "--json"] + flags)
        let list = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]] ?? []
        #expect(!list.isEmpty, "\(answer.said)")
        let isWeak = list.contains { $0["state"] as? String == "weak" }
        #expect(answer.code == (isWeak ? 1 : 0))
        for finding in list {
            let state = finding["state"] as? String
            #expect((finding["mend"] == nil) == (state == "good"), "what is not well says what mends it")
        }
        return Dictionary(list.map { ($0["check"] as? String ?? "", $0) }) { first, _ in first }
    }

    private func state(_ finding: [String: Any]?) -> String? { finding?["state"] as? String }

    @Test func `the doctor says what is weak in a running hub, with the settings that it runs with`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open", "--allow-http"])
            var found = try await findings(folder)
            for check in ["https", "registration", "texts"] { #expect(state(found[check]) == "weak", "\(check)") }
            #expect((found["texts"]?["words"] as? String)?.contains("unsafe beyond a trial") ?? false)
            for check in ["publicURL", "mail", "keeper", "watchdog", "region"] {
                #expect(state(found[check]) == "advice", "\(check)")
            }
            for check in ["database", "files", "disk", "version"] { #expect(state(found[check]) == "good", "\(check)") }
            #expect((found["version"]?["words"] as? String)?.contains("running") ?? false)
            let key = folder.data + "/keys"
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: key)
            found = try await findings(folder)
            #expect(state(found["files"]) == "weak")
            #expect(found["files"]?["mend"] as? String == "chmod go-rwx \(key)")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: key)
            hub.kill()
        }
    }

    @Test func `the doctor looks at a resting hub with the settings that it would start with`() async throws {
        try await HubFolder.run { folder in
            try await folder.serve().kill()
            let sound = [
                "--texts", "webhook:https://texts.example", "--mail", "smtp://mail.example?from=a@mail.example",
                "--public-url", "https://family.example", "--trusted-proxy", "127.0.0.1", "--text-countries", "LI,CH",
                "--phone-region", "LI", "--watchdog", "https://watchdog.example/ping",
            ]
            let found = try await findings(folder, sound)
            for check in ["https", "publicURL", "registration", "texts", "mail", "files", "watchdog", "region"] {
                #expect(state(found[check]) == "good", "\(check)")
            }
            #expect((found["texts"]?["words"] as? String)?.contains("CH, LI") ?? false)
            #expect((found["version"]?["words"] as? String)?.contains("at rest") ?? false)
            let words = try await folder.command(["doctor"] + sound)
            #expect(words.out.contains("good    Only invited people can register."))
        }
    }

    @Test func `the keeper's page reads what the doctor finds in its language, the command line in English`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let keeper = try await Household.person("Anna", "+41446681801", folder, hub)
            for (language, database, url) in [
                ("de-CH", "Die Datenbank antwortet.", "Starte den Hub mit --public-url https://YOUR.HOST"),
                ("en", "The database answers.", "Start it with --public-url https://YOUR.HOST"),
            ] {
                let answer = try await hub.call(
                    "GET",
                    "/api/v1/keeper",
                    token: keeper.session,
                    headers: ["Accept-Language: \(language)"]
                )
                let list = answer.json["findings"] as? [[String: Any]] ?? []
                let found = Dictionary(list.map { ($0["check"] as? String ?? "", $0) }) { first, _ in first }
                #expect(found["database"]?["words"] as? String == database)
                #expect(found["publicURL"]?["mend"] as? String == url)
            }
            let words = try await folder.command(["doctor"], environment: ["LANG": "de_CH.UTF-8"])
            #expect(words.out.contains("The database answers.") && !words.out.contains("Datenbank"))
            hub.kill()
        }
    }

    @Test func `the doctor names a provider of texts that does not answer`() async throws {
        try await HubFolder.run { folder in
            // Nobody listens at a port that only root may open.
            let flags = ["--texts", "webhook:http://127.0.0.1:1/texts", "--phone-region", "CH"]
            let hub = try await folder.serve(flags)
            let found = try await findings(folder, flags)
            #expect(state(found["textProvider"]) == "weak")
            #expect((found["textProvider"]?["words"] as? String)?.contains("the webhook") ?? false)
            hub.kill()
        }
    }

    @Test func `D5: the doctor names a node of coins that does not answer, and coins without a node are refused`()
        async throws
    {
        try await HubFolder.run { folder in
            try await folder.serve().kill()
            #expect(try await findings(folder)["coins"] == nil)
            let found = try await findings(folder, ["--coins", "monero", "--coins-node", "http://127.0.0.1:1"])
            #expect(state(found["coins"]) == "weak")
            for flags in [
                ["--coins", "monero"], ["--coins-node", "http://127.0.0.1:1"],
                ["--coins", "gold", "--coins-node", "http://127.0.0.1:1"],
                ["--coins", "monero", "--coins-node", "http://me:secret@127.0.0.1:1"],
            ] {
                let refused = try await folder.command(["serve"] + flags)
                #expect(refused.code == 2 && refused.said.contains("--coins"), "\(flags)")
            }
        }
    }

    @Test func `a folder without a hub is said to be none`() async throws {
        try await HubFolder.run { folder in
            let answer = try await folder.command(["doctor"])
            #expect(answer.code == 1 && answer.said.contains("there is no hub"))
        }
    }

    @Test func `S37: the keeper reads the security log, beside a running hub and at rest`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let phone = "+41446681801"
            folder.keepSecret(phone, "number")
            let added = try await folder.command(
                ["member", "add", "--phone", phone, "--name", "Anna", "--password", "our own long phrase", "--json"]
            )
            try #require(added.code == 0, "\(added.said)")
            let wrong = try await hub.call(
                "POST",
                "/api/v1/sessions",
                json: #"{"phone":"\#(phone)","password":"not that phrase"}"#
            )
            #expect(wrong.status == 401)
            let log = try await folder.command(["security-log"])
            let lines = log.out.split(separator: "\n").map(String.init)
            #expect(lines.count == 2 && lines[0].contains(" memberAdded member="))
            #expect(lines[1].contains(" logInRefused ") && lines[1].contains("about=wrongPassword"))
            for secret in [phone, "Anna", "127.0.0"] { #expect(!log.out.contains(secret)) }
            hub.kill()
            let json = try await folder.command(["security-log", "--member", phone, "--json"])
            let events = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]]
            #expect(events?.compactMap { $0["kind"] as? String } == ["memberAdded", "logInRefused"])
        }
    }
}
