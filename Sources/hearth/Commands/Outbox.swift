import API
import Family

extension Command {
    static let outbox = Command(
        name: "outbox",
        summary: "shows what would have been texted, pushed and mailed",
        help: """
            usage: hearth outbox [--follow]

            Shows the messages that the hub keeps because nothing sends them (--texts outbox, no --mail), for a day
            each. Works on the hub that runs in the data folder, or on the one that rests there.

              --data DIR     where the hub is (./hearth-data)
              --follow       shows what comes from now on as well, until Ctrl-C
              --json         prints [{id, channel, to, text, createdAt}]; with --follow, one object a line
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(words, flags: [], switches: ["follow", "json"])
        try arguments.noPositional()
        let asJSON = arguments.switches.contains("json")
        guard arguments.switches.contains("follow") else {
            let items = try await messages(after: nil, configuration)
            if asJSON { return try json(items) }
            for item in items { show(item) }
            return
        }
        // What comes within the same millisecond sorts by chance, so that no place in the list is one to go on from.
        var shown: Set<String> = []
        while true {
            let items = try await messages(after: nil, configuration)
            for item in items where !shown.contains(item.id) {
                if asJSON { try json(item) } else { show(item) }
            }
            shown = Set(items.map(\.id))
            try await Task.sleep(for: .seconds(1))
        }
    }
}

/// The messages that came after one, page by page.
private func messages(after first: String?, _ configuration: Configuration) async throws -> [OutboxItemBody] {
    var items: [OutboxItemBody] = []
    var last = first
    while true {
        guard case .outbox(let page) = try await perform(.outbox(after: last), configuration), !page.isEmpty else {
            return items
        }
        items += page
        last = page.last?.id
    }
}

private func show(_ item: OutboxItemBody) {
    result("\(item.createdAt.text)  \(item.channel) to \(item.to)")
    for line in item.text.split(separator: "\n", omittingEmptySubsequences: false) { result("    \(line)") }
}
