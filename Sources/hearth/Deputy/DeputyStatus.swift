import Deputy
import Family

/// A hub that a deputy guards, as its own command shows it: no name of a member, no number.
struct GuardedHubLine: Codable, Sendable {
    let hub: String
    let url: String
    let texts: String
    /// Absent where the hub was never heard.
    let heardSecondsAgo: Int64?
    /// Incidents that are guarded now.
    let guarded: Int
    /// Messages that were sent in the hub's place in the last two days.
    let sent: Int
    /// Whether `hearth deputy serve` runs in this folder.
    let isServing: Bool

    /// As people read it.
    var words: String {
        let heard = heardSecondsAgo.map { $0 < 120 ? "heard \($0) s ago" : "heard \($0 / 60) min ago" } ?? "never heard"
        let state = isServing ? heard : "\(heard); nothing runs here: hearth deputy serve"
        return "\(hub)  \(url)  texts: \(texts)  \(state)  guards \(guarded)  sent \(sent)"
    }
}

extension DeputyHouse {
    /// The hubs that are guarded, oldest first.
    func lines() async throws -> [GuardedHubLine] {
        let isServing = try claim() == nil
        let now = lived
        var lines: [GuardedHubLine] = []
        for hub in try await file.hubs() {
            let sent = try await file.sendings(of: hub.id).count { $0.state == .sent }
            lines.append(
                GuardedHubLine(
                    hub: hub.name,
                    url: hub.url,
                    texts: hub.texts.rawValue,
                    heardSecondsAgo: hub.heardAt.map { max(0, now - $0) / 1_000 },
                    guarded: try await file.guardedCount(of: hub.id),
                    sent: sent,
                    isServing: isServing
                )
            )
        }
        return lines
    }

    /// The one hub that is called so, by its name or address.
    func hub(_ name: String) async throws -> DeputyFile.Hub {
        let known = try await file.hubs().filter { $0.name == name || $0.url == name }
        guard known.count <= 1 else { throw CommandFailure(words: "two hubs are called \(name): give the address") }
        guard let hub = known.first else {
            throw CommandFailure(words: "no hub is called \(name): hearth deputy status")
        }
        return hub
    }
}
