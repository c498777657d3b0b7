import API
import Family

extension Command {
    static let securityLog = Command(
        name: "security-log",
        summary: "shows the security log",
        help: """
            usage: hearth security-log [--member PHONE]

            Shows the security log of the last ninety days, oldest first, in UTC. Members and networks stand in it as
            keyed hashes, which tell that two lines are about the same one and not about whom. Works on the hub that
            runs in the data folder, or on the one that rests there.

              --data DIR       where the hub is (./hearth-data)
              --member PHONE   shows what is about one member
              --json           prints [{id, at, kind, member, network, about}]
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(words, flags: ["member"], switches: ["json"])
        try arguments.noPositional()
        let lines = try await securityLines(of: arguments.values["member"], configuration)
        if arguments.switches.contains("json") { return try json(lines) }
        for line in lines {
            let facts = [("member", line.member), ("network", line.network), ("about", line.about)]
            let said = facts.compactMap { name, value in value.map { "\(name)=\($0)" } }
            result(([line.at.text, line.kind] + said).joined(separator: " "))
        }
    }
}

/// All lines of the log, page by page.
private func securityLines(of phone: String?, _ configuration: Configuration) async throws -> [SecurityLine] {
    var lines: [SecurityLine] = []
    while true {
        let command = ControlCommand.securityLog(after: lines.last?.id ?? 0, memberPhone: phone)
        guard case .securityLog(let page) = try await perform(command, configuration), !page.isEmpty else {
            return lines
        }
        lines += page
    }
}
