import Foundation
import Testing
import WireClient

/// `hearth setup` in an empty root: what it writes, what it leaves alone, and a hub that starts from it.
@Suite struct SetupTests {
    private struct Step: Decodable {
        let path: String
        let state: String
        let words: String
    }

    private struct Report: Decodable {
        let steps: [Step]
        let next: [String]
    }

    private func setUp(_ root: String, _ flags: [String] = []) async throws -> (report: Report, steps: [String: Step]) {
        let words = ["setup", "hub.example.org", "--root", root, "--json"] + flags
        let ended = try await Program.hearth(words)
        try #require(ended.status == 0, "\(ended.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
        let steps = report.steps.map { (String($0.path.dropFirst(root.count)), $0) }
        return (report, Dictionary(steps) { _, last in last })
    }

    /// Runs it at a terminal, where the line is typed as soon as it asks for the hub's country or has ended.
    private func setUp(_ root: String, typing line: String) async throws -> Program.Ending {
        let terminal = try Terminal()
        let words = ["setup", "hub.example.org", "--root", root]
        let program = try Program(Program.hearth.path, words, terminal: terminal)
        try await until("it asks or ends") { program.output.contains(Self.question) || !program.isRunning }
        try terminal.enter(line)
        return await program.end()
    }

    private static let question = "In which country is the hub? Two letters, such as CH;"

    private func withRoot(_ body: (String) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer {
            // A folder that stays in the temporary one is no reason to fail.
            try? FileManager.default.removeItem(atPath: root)
        }
        try await body(root)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `in an empty root everything that a hub needs is written once, with the right modes`() async throws {
        try await withRoot { root in
            let dry = try await setUp(root, ["--dry-run"])
            #expect(dry.steps.count >= 7)
            #expect(dry.report.next.contains { $0.contains("in which country the hub is: phone-region") })
            #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty, "a dry run writes nothing")
            let (report, steps) = try await setUp(root, ["--phone-region", "LI"])
            #expect(steps.values.allSatisfy { $0.state == "wrote" })
            let settings = try text(root + "/etc/hearth/hearth.toml")
            for line in [
                #"public-url = "https://hub.example.org""#, #"listen = "127.0.0.1:8080""#, #"phone-region = "LI""#,
                #"trusted-proxy = "127.0.0.1/32""#,
            ] { #expect(settings.split(separator: "\n").contains { $0 == line }, "\(line)") }
            let site = try text(root + "/etc/caddy/hearth.caddy")
            #expect(site.contains("\nhub.example.org {") && site.contains("\nhttp://hub.example.org {"))
            #expect(try text(root + "/etc/caddy/Caddyfile") == "import /etc/caddy/hearth.caddy\n")
            let unit = try text(root + "/etc/systemd/system/hearth.service")
            #expect(unit.contains("Type=notify") && unit.contains("WatchdogSec="))
            #expect(unit.contains("ExecStart=\(Program.hearth.resolvingSymlinksInPath().path) serve"))
            for (path, wanted) in [
                ("/var/lib/hearth", 0o700), ("/var/lib/hearth/keys", 0o700), ("/var/lib/hearth/keys/hub.key", 0o600),
                ("/var/lib/hearth/keys/metrics", 0o600), ("/etc/hearth/hearth.toml", 0o644),
            ] { #expect(try mode(root + path) == wanted, "\(path)") }
            #expect(report.next.contains { $0.contains("adduser") } && report.next.contains { $0.contains("caddy") })
            #expect(!report.next.contains { $0.contains("phone-region") })
            let key = try text(root + "/var/lib/hearth/keys/hub.key")
            let again = try await setUp(root, ["--phone-region", "LI"])
            #expect(again.steps.values.allSatisfy { $0.state == "asItWas" })
            let later = try await setUp(root)
            #expect(!later.report.next.contains { $0.contains("phone-region") }, "the settings say it already")
            #expect(try text(root + "/var/lib/hearth/keys/hub.key") == key)
        }
    }

    @Test func `at a terminal the hub's country is asked for until the settings say it, and no wrong one is taken`()
        async throws
    {
        try await withRoot { root in
            let settings = root + "/etc/hearth/hearth.toml"
            func regions() throws -> [String] {
                try text(settings).split(separator: "\n").map(String.init).filter { $0.hasPrefix("phone-region") }
            }
            let wrong = try await setUp(root, typing: "XX")
            #expect(wrong.output.contains(Self.question))
            #expect(wrong.status == 2)
            #expect(wrong.errors == "hearth: --phone-region is a country's two letters, such as CH.\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty, "nothing is written for it")

            let none = try await setUp(root, typing: "")
            #expect(none.status == 0 && none.output.contains(Self.question), "\(none.errors)")
            #expect(none.output.contains("Say in which country the hub is: phone-region in /etc/hearth/hearth.toml."))
            #expect(try regions() == [], "the first keeper's number says it")

            let right = try await setUp(root, typing: " li ")
            #expect(right.status == 0 && right.output.contains(Self.question), "\(right.errors)")
            #expect(!right.output.contains("Say in which country the hub is"))
            #expect(try regions() == [#"phone-region = "LI""#])

            let later = try await setUp(root, typing: "CH")
            #expect(later.status == 0 && !later.output.contains(Self.question), "\(later.errors)")
            #expect(try regions() == [#"phone-region = "LI""#], "nobody was asked, and nothing was taken")
        }
    }

    @Test func `a file changed by the keeper is kept and named, or with --replace saved beside the new one`()
        async throws
    {
        try await withRoot { root in
            _ = try await setUp(root)
            let (settings, caddyfile) = (root + "/etc/hearth/hearth.toml", root + "/etc/caddy/Caddyfile")
            let mine =
                try text(settings)
                .replacingOccurrences(of: "https://hub.example.org", with: "https://mine.example.org")
                + "lost-after-minutes = \"90\"\n"
            try Data(mine.utf8).write(to: URL(filePath: settings))
            try Data("other.example.org {\n}\n".utf8).write(to: URL(filePath: caddyfile))
            let site = root + "/etc/caddy/hearth.caddy"
            try Data("mine\n".utf8).write(to: URL(filePath: site))
            let kept = try await setUp(root)
            #expect(kept.steps["/etc/hearth/hearth.toml"]?.state == "kept")
            #expect(kept.steps["/etc/hearth/hearth.toml"]?.words.contains("public-url") ?? false)
            #expect(kept.steps["/etc/caddy/hearth.caddy"]?.state == "kept")
            let line = "import /etc/caddy/hearth.caddy\n"
            #expect(try text(caddyfile) == "other.example.org {\n}\n" + line, "a line more, and said so")
            #expect(kept.steps["/etc/caddy/Caddyfile"]?.words.contains("one line more") ?? false)
            #expect(try text(settings) == mine && text(site) == "mine\n")
            let replaced = try await setUp(root, ["--replace"])
            #expect(replaced.steps["/etc/caddy/hearth.caddy"]?.state == "replaced")
            #expect(replaced.steps["/etc/caddy/Caddyfile"]?.state == "asItWas")
            #expect(try text(site + ".old") == "mine\n" && text(site).contains("reverse_proxy"))
            let new = try text(settings)
            #expect(new.contains("https://hub.example.org") && new.contains("lost-after-minutes = \"90\""))
        }
    }

    @Test func `with a certificate of one's own the hub serves HTTPS itself`() async throws {
        try await withRoot { root in
            let (report, steps) = try await setUp(root, ["--certificate", "/etc/hub.pem", "--key", "/etc/hub.key"])
            let settings = try text(root + "/etc/hearth/hearth.toml")
            #expect(settings.contains(#"listen = "0.0.0.0:443""#) && settings.contains(#"tls-key = "/etc/hub.key""#))
            #expect(steps["/etc/caddy/Caddyfile"] == nil && !report.next.contains { $0.contains("caddy") })
        }
    }

    @Test func `a hub starts from what was set up, and lets its figures be read with the token`() async throws {
        try await HubFolder.run { folder in
            _ = try await setUp(folder.path)
            let data = folder.path + "/var/lib/hearth"
            let hub = try await folder.serve(["--data", data])
            let token = try text(data + "/keys/metrics").trimmingCharacters(in: .newlines)
            #expect(try await hub.call("GET", "/metrics", token: token).status == 200)
            hub.kill()
        }
    }

    @Test func `a command on the hub that rests there goes by its settings, unless it is told otherwise`() async throws
    {
        try await HubFolder.run { folder in
            _ = try await setUp(folder.path)
            let data = folder.path + "/var/lib/hearth"
            func link(_ number: Int, _ words: [String] = []) async throws -> String {
                let add = ["member", "add", "--phone", "+4144668180\(number)", "--name", "Anna"]
                let added = try await folder.command(add + words, data: data)
                try #require(added.code == 0, "\(added.said)")
                return added.out
            }
            #expect(try await link(1).contains("https://hub.example.org/set-password#link="))
            let told = ["--public-url", "https://told.example.org"]
            #expect(try await link(2, told).contains("https://told.example.org/set-password#link="))
            let environment = ["HEARTH_PUBLIC_URL": "https://said.example.org", "HEARTH_DATA": data]
            let add = ["member", "add", "--phone", "+41446681803", "--name", "Anna"]
            let said = try await Program.hearth(add, environment: environment)
            #expect(said.output.contains("https://said.example.org/set-password#link="), "\(said.errors)")
            let found = try await Program.hearth(
                add.map { $0 == "+41446681803" ? "+41446681804" : $0 },
                environment: ["HEARTH_DATA": data]
            )
            #expect(found.output.contains("https://hub.example.org/set-password#link="), "\(found.errors)")
            // As of the service, the file of the folder that it works in comes first.
            let own = Data("public-url = \"https://own.example.org\"\n".utf8)
            try own.write(to: URL(filePath: folder.path + "/hearth.toml"))
            #expect(try await link(5).contains("https://own.example.org/set-password#link="))
            try FileManager.default.removeItem(atPath: folder.path + "/hearth.toml")
            // What is wrong in it is said with its whole path.
            let settings = folder.path + "/etc/hearth/hearth.toml"
            try Data("no-setting = \"1\"\n".utf8).write(to: URL(filePath: settings))
            let wrong = try await folder.command(["member", "list"], data: data)
            #expect(wrong.code == 2 && wrong.said.contains("etc/hearth/hearth.toml, line 1"), "\(wrong.said)")
        }
    }

    @Test(arguments: [
        [], ["hub"], ["https://hub.example.org"], ["a.b", "c.d"], ["a.b", "--key", "/k"],
        ["a.b", "--phone-region", "XX"],
    ])
    func `setup with invalid arguments is refused before anything is written`(words: [String]) async throws {
        try await withRoot { root in
            let ended = try await Program.hearth(["setup", "--root", root] + words)
            #expect(ended.status == 2 && ended.errors.hasPrefix("hearth: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
        }
    }
}
