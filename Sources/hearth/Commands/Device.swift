extension Command {
    static let device = Command(
        name: "device",
        summary: "adds, lists and revokes the devices of a member",
        help: """
            usage: hearth device add --member PHONE --name NAME
                   hearth device list --member PHONE
                   hearth device revoke --member PHONE --id ID

            Adding prints the device's token, which is shown this once, and how to set up each phone app.
            A number is written as +41446681800, or as people write it where the hub is.

              --member PHONE  whose device it is
              --name NAME     what the device is called
              --id ID         which device, as list prints it
              --data DIR      where the hub is (./hearth-data)
              --json          prints {id, token, setup} as JSON
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
