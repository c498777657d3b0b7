extension Command {
    static let device = Command(
        name: "device",
        summary: "adds, lists and revokes the devices of a member",
        help: """
            usage: hearth device add --member +41446681800 --name NAME
                   hearth device list --member +41446681800
                   hearth device revoke --member +41446681800 --id ID

            Adding prints the device's token, which is shown this once, and how to set up each phone app.

              --data DIR     where the hub is (./hearth-data)
              --json         prints {id, token, setup} as JSON
            """
    ) { words in
        var rest = words[...]
        let verb = rest.popFirst() ?? ""
        let flags: Set<String> = ["member", "name", "id"]
        let (arguments, configuration) = try Configuration.read(Array(rest), flags: flags, switches: ["json"])
        let phone = try arguments.required("member")
        let command: ControlCommand
        switch verb {
        case "add":
            command = .addDevice(memberPhone: phone, name: try arguments.required("name"))
        case "list":
            command = .listDevices(memberPhone: phone)
        case "revoke":
            command = .revokeDevice(memberPhone: phone, id: try arguments.required("id"))
        default:
            throw UsageError(words: "say what to do: hearth device add, list or revoke.")
        }
        try show(try await perform(command, configuration), asJSON: arguments.switches.contains("json"))
    }
}
