import API
import Deputy
import Family
import Glibc

extension Command {
    static let deputy = Command(
        name: "deputy",
        summary: "notifies people from a second machine when the hub is silent",
        help: """
            usage: hearth deputy pair [--hub-name NAME] [--deputy-texts none|needed|all]
                   hearth deputy list
                   hearth deputy unpair --deputy NAME
                   hearth deputy join URL --name NAME
                   hearth deputy serve
                   hearth deputy status
                   hearth deputy unpair --hub NAME

            A deputy is a second machine elsewhere that holds sealed messages for running trips and alarms. Where the hub
            is silent past a deadline, it sends them. pair, list and unpair --deputy run beside the hub; join, serve, status
            and unpair --hub on the other machine. join asks for the code that pair shows, or takes it from
            HEARTH_DEPUTY_CODE. serve sends by --texts, --second-texts, --mail and --push-service as hearth serve does, with
            their secrets in the folder keys of its own data. Each member decides on their page whether a deputy guards them.

              --hub-name NAME  what the hub is called in a deputy's messages, 1 to 60 characters (Hearth)
              --deputy-texts none|needed|all  who gets texts and mails, which the operator can read (needed)
              --deputy NAME    which deputy, by name or id
              --name NAME      what this machine is called: recipients are told, such as "Grandma's house"
              --hub NAME       which hub, by name or address
              --data DIR       where the hub is (./hearth-data); on the other machine, its own (./hearth-deputy)
              --json           prints the result as JSON
            """
    ) { words in
        var rest = words[...]
        let verb = rest.popFirst() ?? ""
        let (arguments, read) = try Configuration.read(
            Array(rest),
            flags: ["hub-name", "deputy-texts", "deputy", "name", "hub"],
            switches: ["json"]
        )
        var configuration = read
        let asJSON = arguments.switches.contains("json")
        if verb != "join" { try arguments.noPositional() }
        let isElsewhere = ["join", "serve", "status"].contains(verb) || arguments.values["hub"] != nil
        if isElsewhere, configuration.dataFolder == Configuration.ownData {
            configuration.dataFolder = DeputyHouse.ownData
        }
        switch verb {
        case "pair":
            let command = ControlCommand.makeDeputyCode(
                hubName: arguments.values["hub-name"] ?? "Hearth",
                texts: arguments.values["deputy-texts"] ?? "needed"
            )
            try show(try await perform(command, configuration), asJSON: asJSON)
        case "list": try show(try await perform(.listDeputies, configuration), asJSON: asJSON)
        case "unpair":
            if let hub = arguments.values["hub"] { return try await leave(hub, configuration, asJSON: asJSON) }
            guard let name = arguments.values["deputy"] else {
                throw UsageError(words: "say which: --deputy NAME beside the hub, or --hub NAME on the other machine.")
            }
            try show(try await perform(.unpairDeputy(name), configuration), asJSON: asJSON)
        case "join": try await join(arguments, configuration, asJSON: asJSON)
        case "serve":
            beginLog()
            try await runDeputy(configuration)
        case "status":
            let house = try await DeputyHouse.open(configuration.dataFolder, mayCreate: false)
            let lines = try await house.lines()
            await house.close()
            if asJSON { return try json(lines) }
            for line in lines { result(line.words) }
        default: throw UsageError(words: "say what to do: hearth deputy pair, list, join, serve, status or unpair.")
        }
    }
}

/// Pairs this machine with a hub by the code that its keeper reads there.
private func join(_ arguments: Arguments, _ configuration: Configuration, asJSON: Bool) async throws {
    guard arguments.positional.count == 1 else {
        throw UsageError(words: "say which hub: hearth deputy join https://HUB --name NAME")
    }
    let url = try hubAddress(arguments.positional[0])
    let name = try arguments.required("name")
    let code = try typedCode()
    let house = try await DeputyHouse.open(configuration.dataFolder, mayCreate: true)
    do {
        let world = try configuration.deputyWorld(of: house)
        let hub = try await house.file.join(url, typed: code, name: name, world: world)
        await house.close()
        if asJSON { return try json(["hub": hub.name, "url": hub.url, "texts": hub.texts.rawValue]) }
        say("paired with \(hub.name); hearth deputy serve guards it")
    } catch let error as DeputyJoinRefusal {
        await house.close()
        throw CommandFailure(words: error.words)
    } catch {
        await house.close()
        throw error
    }
}

/// HTTPS, or plain HTTP on this machine.
private func hubAddress(_ text: String) throws(UsageError) -> String {
    let isHere = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { start in
        text == start || text.hasPrefix(start + ":") || text.hasPrefix(start + "/")
    }
    guard text.hasPrefix("https://") || isHere, !text.contains(where: \.isWhitespace) else {
        throw UsageError(words: "The hub's address begins with https://.")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
}

private func typedCode() throws -> String {
    if let code = unsafe getenv("HEARTH_DEPUTY_CODE").map({ unsafe String(cString: $0) }), !code.isEmpty { return code }
    say("Code that `hearth deputy pair` shows at the hub:")
    guard let line = readLine() else { throw CommandFailure(words: "no code was typed") }
    return line
}

/// Gives a hub up, and tells it where it can be reached.
private func leave(_ name: String, _ configuration: Configuration, asJSON: Bool) async throws {
    let house = try await DeputyHouse.open(configuration.dataFolder, mayCreate: false)
    do {
        let hub = try await house.hub(name)
        let agent = try await DeputyAgent(hub, file: house.file, world: try configuration.deputyWorld(of: house))
        let isKnown = try await agent.leave()
        await house.close()
        if asJSON { return try json(["hubKnows": isKnown]) }
        say(isKnown ? "done" : "done here; the hub was not reached: unpair there too")
    } catch {
        await house.close()
        throw error
    }
}
