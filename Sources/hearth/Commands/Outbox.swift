import API
import Family

extension Command {
    static let outbox = Command(
        name: "outbox",
        summary: "shows the outbox: texts, pushes and mails",
        help: """
            usage: hearth outbox [--follow] [--reveal]

            Shows the messages that the hub keeps because nothing sends them (--texts outbox, no --mail), for a day
            each. Texts of trips and alarms are blacked out. Works on the hub that runs in the data folder, or on the
            one that rests there.

              --data DIR     where the hub is (./hearth-data)
              --follow       shows what comes from now on as well, until Ctrl-C
              --reveal       shows texts of trips and alarms, and tells whoever they are about
              --json         prints [{id, channel, to, text, createdAt}]; with --follow, one object a line
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(
            words,
            flags: [],
            switches: ["follow", "json", "reveal"]
        )
        try arguments.noPositional()
        let asJSON = arguments.switches.contains("json")
        let reveals = arguments.switches.contains("reveal")
        guard arguments.switches.contains("follow") else {
            let items = try await messages(reveals: reveals, configuration)
            if asJSON { return try json(items) }
            for item in items { show(item) }
            return
        }
        // What comes within the same millisecond sorts by chance, so that no place in the list is one to go on from.
        var shown: Set<String> = []
        while true {
            let items = try await messages(reveals: reveals, configuration)
            for item in items where !shown.contains(item.id) {
                if asJSON { try json(item) } else { show(item) }
            }
            shown = Set(items.map(\.id))
            try await Task.sleep(for: .seconds(1))
        }
    }
}

/// All messages, page by page.
private func messages(reveals: Bool, _ configuration: Configuration) async throws -> [OutboxItemBody] {
    var items: [OutboxItemBody] = []
    var last: String?
    while true {
        let answer = try await perform(.outbox(after: last, reveals: reveals), configuration)
        guard case .outbox(let page) = answer, !page.isEmpty else { return items }
        items += page
        last = page.last?.id
    }
}

private func show(_ item: OutboxItemBody) {
    result("\(item.createdAt.text)  \(item.channel) to \(item.to)")
    for line in item.text.split(separator: "\n", omittingEmptySubsequences: false) { result("    \(line)") }
}
