import Foundation
import Testing
import WireClient

/// What the commands say of themselves: the help, the manual and what shells complete are one text.
@Suite struct HelpTests {
    /// Commands that print no facts, or print them in a form of their own.
    private static let withoutJSON: Set<String> = [
        "serve", "demo",  // Print where they listen, and run on.
        "export",  // Has formats.
        "openapi", "completion", "manual",  // Print a document.
    ]

    private func commands() throws -> [String] {
        let overview = try hearth(["help"])
        let names = overview.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^ {2}([a-z-]+) {2,}\S/).map { String($0.1) }
        }
        try #require(names.count > 15)
        return names
    }

    private func hearth(_ words: [String]) throws -> String {
        String(decoding: try output(of: HubFolder.binary, words), as: UTF8.self)
    }

    @Test func `every command says how it is used, what it does and what each flag means`() throws {
        for name in try commands() {
            let help = try hearth([name, "--help"])
            #expect(try hearth(["help", name]) == help)
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(lines[0].hasPrefix("usage: hearth \(name)"), "\(name)")
            #expect(lines.filter { $0.count > 120 } == [], "\(name)")
            let usage = lines.prefix { !$0.isEmpty }
            let words = lines.dropFirst(usage.count).filter { !$0.isEmpty && !$0.hasPrefix(" ") }
            #expect(words.joined(separator: " ").contains { $0 == "." }, "\(name) says in a sentence what it does")
            let rows = lines.filter { $0.hasPrefix("  --") }
            for row in rows {
                #expect(row.firstMatch(of: /^ +--[a-z-]+( \S+)? {2,}\S/) != nil, "\(name): \(row)")
            }
            for flag in usage.joined(separator: " ").matches(of: /--([a-z-]+)/).map({ String($0.1) }) {
                #expect(rows.contains { $0.contains("--\(flag) ") }, "\(name) does not say what --\(flag) means")
            }
            #expect(Self.withoutJSON.contains(name) || rows.contains { $0.contains("--json ") }, "\(name)")
        }
    }

    @Test(.sweep) func `the manual has every command, and no reader of manuals objects`() throws {
        let page = try hearth(["manual"])
        for name in try commands() {
            #expect(page.contains(".SS hearth \(name.replacing("-", with: "\\-"))\n"), "\(name)")
        }
        let bytes = Array(page.utf8)
        let warnings = try output(of: "sh", ["-c", "man --warnings=all -l - 2>&1 >/dev/null; exit 0"], input: bytes)
        #expect(String(decoding: warnings, as: UTF8.self) == "")
        let lint = try output(of: "sh", ["-c", "mandoc -T lint -W warning; exit 0"], input: bytes)
        #expect(String(decoding: lint, as: UTF8.self) == "")
    }

    @Test func `bash completes commands, parts, flags and their values`() throws {
        func completed(_ words: String...) throws -> [String] {
            let list = words.map { "'\($0)'" }.joined(separator: " ")
            let script = """
                source <('\(HubFolder.binary)' completion bash)
                COMP_WORDS=(hearth \(list)); COMP_CWORD=\(words.count); _hearth; printf '%s\\n' "${COMPREPLY[@]}"
                """
            let lines = String(decoding: try output(of: "bash", ["-euc", script]), as: UTF8.self)
            return lines.split(separator: "\n").map(String.init)
        }
        #expect(Set(try completed("")).isSuperset(of: try commands()))
        #expect(try completed("mem") == ["member"])
        #expect(Set(try completed("member", "")).isSuperset(of: ["add", "list", "disable", "reset", "--phone"]))
        #expect(try completed("member", "add", "--ro") == ["--role"])
        #expect(try completed("member", "add", "--role", "") == ["adult", "child"])
        #expect(try completed("export", "--format", "g") == ["gpx", "geojson"])
    }

    @Test(.sweep) func `fish completes the same`() throws {
        func completed(_ line: String) throws -> [String] {
            let script = "'\(HubFolder.binary)' completion fish | source; complete -C '\(line)'"
            let lines = String(decoding: try output(of: "fish", ["--no-config", "-c", script]), as: UTF8.self)
            return lines.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try completed("hearth mem") == ["member"])
        #expect(Set(try completed("hearth member ")).isSuperset(of: ["add", "list", "disable", "reset"]))
        #expect(try completed("hearth member add --ro") == ["--role"])
        #expect(Set(try completed("hearth member add --role ")) == ["adult", "child"])
        // `import` is a command, and a part of another one.
        #expect(!(try completed("hearth region import --ke")).contains("--keep"))
    }

    @Test(.sweep) func `zsh takes its script, and is told of every flag`() throws {
        let script = """
            autoload -Uz compinit; compinit -D
            eval "$('\(HubFolder.binary)' completion zsh)"
            _describe() { print -rl -- ${(P)2} }
            _arguments() { print -rl -- "$@" }
            words=(hearth ''); CURRENT=2; _hearth
            words=(hearth member add ''); CURRENT=4; _hearth
            """
        let said = String(decoding: try output(of: "zsh", ["-fc", script]), as: UTF8.self).split(separator: "\n")
        for name in try commands() { #expect(said.contains { $0.hasPrefix(name + ":") }, "\(name)") }
        #expect(said.contains("1:verb:(add list disable reset)"))
        #expect(said.contains { $0.hasPrefix("--role[") && $0.hasSuffix(":role:(adult child)") })
    }

    @Test func `a command that reads from a hub prints JSON with --json`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let readings = [
                ["member", "list"], ["device", "list", "--member", house.anna.phone], ["outbox"], ["security-log"],
                ["ledger", "verify"], ["ledger", "head"], ["doctor"], ["region", "list"], ["keys", "rotate"],
                ["member", "reset", "--phone", house.bo.phone], ["member", "disable", "--phone", house.bo.phone],
            ]
            for words in readings {
                let answer = try await folder.command(words + ["--json"])
                let value = try? JSONSerialization.jsonObject(with: Data(answer.out.utf8))  // None is expected not.
                #expect(value != nil, "\(words): \(answer.out) \(answer.said)")
            }
            let version = try output(of: HubFolder.binary, ["version", "--json"])
            #expect(try JSONDecoder().decode([String: String].self, from: Data(version))["version"] != nil)
        }
    }
}
