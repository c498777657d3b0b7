import Glibc

/// The command line: finds the command, runs it, and turns what went wrong into words and an exit code.
@main
struct Hearth {
    /// 0 done, 1 failed, 2 used wrongly.
    static func main() async {
        // A phone that hangs up is not a reason to stop.
        signal(SIGPIPE, SIG_IGN)
        var words = CommandLine.arguments.dropFirst()
        let name = words.popFirst() ?? "help"
        do {
            if ["help", "--help", "-h"].contains(name) {
                guard let asked = words.first, !asked.hasPrefix("-") else { return result(Command.overview) }
                return result(try Command.named(asked).help)
            }
            let command = try Command.named(name)
            if words.contains("--help") { return result(command.help) }
            try await command.run(Array(words))
        } catch let error as UsageError {
            say("hearth: \(error.words)")
            exit(2)
        } catch {
            say("hearth: \(wordsFor(error))")
            exit(1)
        }
    }
}

/// One word after `hearth`, and what it does.
struct Command: Sendable {
    let name: String
    let summary: String
    let help: String
    let run: @Sendable ([String]) async throws -> Void

    static let all: [Command] = [
        .setup, .serve, .demo, .member, .device, .import, .export, .outbox, .securityLog, .ledger, .keys, .backup,
        .restore, .migrate, .doctor, .deputy, .region, .replay, .bench, .openAPI, .completion, .manual, .version,
    ]

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

extension String {
    /// The text with spaces behind it up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
