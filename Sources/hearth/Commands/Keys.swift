extension Command {
    static let keys = Command(
        name: "keys",
        summary: "rotates the hub's keys while it runs",
        help: """
            usage: hearth keys rotate

            Gives the hub a new pepper for passwords and codes and a new key for push messages. Nobody is logged out:
            a password is hashed anew when it is next given, and a browser takes the new key when its page is next
            opened; the older keys serve until then. What seals numbers and positions stays as it is. Back the folder
            `keys` up afterwards: an older copy of it no longer opens everything.

              --data DIR   where the hub is (./hearth-data)
              --json       prints {} when it is done
            """
    ) { words in
        var rest = words[...]
        guard rest.popFirst() == "rotate" else { throw UsageError(words: "say what to do: hearth keys rotate.") }
        let (arguments, configuration) = try Configuration.read(Array(rest), flags: [], switches: ["json"])
        try arguments.noPositional()
        try show(try await perform(.rotateKeys, configuration), asJSON: arguments.switches.contains("json"))
    }
}
