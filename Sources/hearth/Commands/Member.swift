import Family
import Glibc

extension Command {
    static let member = Command(
        name: "member",
        summary: "adds, lists, disables and resets members",
        help: """
            usage: hearth member add --phone PHONE --name NAME [--password W] [--role adult|child]
                   hearth member list
                   hearth member disable --phone PHONE
                   hearth member reset --phone PHONE [--password W]

            Works on the hub that runs in the data folder, or on the one that rests there. Without a password, add
            and reset print a link by which the member sets one, once, within 24 hours; reset tells the member, and
            changes nothing by itself. A keeper sets passwords only where registration is open (--registration open).
            A password in HEARTH_PASSWORD instead of the flag cannot be seen by other users of this machine. The
            first member is the keeper.

            A number may be written as people write it where the hub is (--phone-region), or with its country code, as
            +41446681800.

              --phone PHONE   whose; of add, the number that they log in with; of the others, also the id that list shows
              --name NAME     what they are called, 1 to 80 characters
              --password W    their password; better in HEARTH_PASSWORD
              --role ROLE     adult (at first) or child
              --data DIR      where the hub is (./hearth-data)
              --json          prints the result as JSON: {id, role, name, keeper, disabled, link?}, of list a list
            """
    ) { words in
        var rest = words[...]
        let verb = rest.popFirst() ?? ""
        let flags: Set<String> = ["phone", "name", "password", "role"]
        let (arguments, configuration) = try Configuration.read(Array(rest), flags: flags, switches: ["json"])
        let asJSON = arguments.switches.contains("json")
        switch verb {
        case "add":
            let role = arguments.values["role"] ?? "adult"
            guard ["adult", "child"].contains(role) else { throw UsageError(words: "--role is adult or child.") }
            let command = ControlCommand.addMember(
                phone: try arguments.required("phone"),
                name: try arguments.required("name"),
                password: password(arguments),
                role: role
            )
            try show(try await perform(command, configuration), asJSON: asJSON)
        case "list":
            try await list(configuration, asJSON: asJSON)
        case "disable":
            let command = ControlCommand.disableMember(phone: try arguments.required("phone"))
            try show(try await perform(command, configuration), asJSON: asJSON)
        case "reset":
            let command = ControlCommand.resetPassword(
                phone: try arguments.required("phone"),
                password: password(arguments)
            )
            try show(try await perform(command, configuration), asJSON: asJSON)
        default:
            throw UsageError(words: "say what to do: hearth member add, list, disable or reset.")
        }
    }
}

/// The password on the command line, or else in the environment.
private func password(_ arguments: Arguments) -> String? {
    let variable = unsafe getenv("HEARTH_PASSWORD").map { unsafe String(cString: $0) }
    return arguments.values["password"] ?? variable
}

/// All members, page by page.
private func list(_ configuration: Configuration, asJSON: Bool) async throws {
    var members: [MemberLine] = []
    while true {
        let command = ControlCommand.listMembers(after: members.last?.id.text)
        guard case .members(let page) = try await perform(command, configuration), !page.isEmpty else { break }
        members += page
    }
    try show(.members(members), asJSON: asJSON)
}
