import Glibc

/// One word after `hearth`, and what it does.
package struct Command: Sendable {
    let name: String
    let summary: String
    let help: String
    let run: @Sendable ([String]) async throws -> Void

    static let all: [Command] = [
        .setup, .serve, .demo, .member, .device, .import, .export, .outbox, .securityLog, .ledger, .keys, .backup,
        .restore, .migrate, .doctor, .deputy, .region, .replay, .openAPI, .completion, .manual, .version,
    ]

    /// Runs what was typed after `hearth`.
    package static func run(_ words: [String]) async {
        await runProgram("hearth") {
            var words = words[...]
            let name = words.popFirst() ?? "help"
            if ["help", "--help", "-h"].contains(name) {
                guard let asked = words.first, !asked.hasPrefix("-") else { return result(Command.overview) }
                return result(try Command.named(asked).help)
            }
            let command = try Command.named(name)
            if words.contains("--help") { return result(command.help) }
            try await command.run(Array(words))
        }
    }

    /// The command of a name; a usage error where there is none.
    static func named(_ name: String) throws(UsageError) -> Command {
        guard let command = (all + [.portrait]).first(where: { $0.name == name }) else {
            throw UsageError(words: "There is no command \(name). `hearth help` lists them.")
        }
        return command
    }

    /// What `hearth help` prints.
    static var overview: String {
        let width = all.map(\.name.count).max() ?? 0
        let lines = all.map { "  \($0.name.padded(to: width))  \($0.summary)" }
        return """
            Hearth: a family's own hub on the family's own machine.

            usage: hearth COMMAND …

            \(lines.joined(separator: "\n"))

            `hearth COMMAND --help` and `man hearth` say more.
            """
    }
}

/// Runs a program to its end, and turns what went wrong into words and an exit code: 1 failed, 2 used wrongly.
package func runProgram(_ name: String, _ body: () async throws -> Void) async {
    // A phone that hangs up is not a reason to stop.
    signal(SIGPIPE, SIG_IGN)
    do {
        try await body()
    } catch let error as UsageError {
        say("\(name): \(error.words)")
        exit(2)
    } catch {
        say("\(name): \(wordsFor(error))")
        exit(1)
    }
}

extension String {
    /// The text with spaces behind it up to a width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
