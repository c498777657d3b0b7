import Foundation
import Testing
import WireClient

/// Whether something comes true within half a minute.
func soon(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(100))
    }
    return false
}

/// Anna and Bo on a hub, and a deputy that both let guard them; its texts are kept in a file.
final class DeputyPair: Sendable {
    static let pin = "2580"

    let house: Household
    let hub: HubProcess
    let deputy: HubProcess
    let data: String
    let code: String
    /// The wire between both, where a test may cut it.
    let link: CutLink?
    private let folder: HubFolder
    private let flags: [String]

    init(_ folder: HubFolder, port: Int, hasLink: Bool = false) async throws {
        self.folder = folder
        data = folder.path + "/deputy"
        // The same address after a restart; below the ports that the system gives to clients.
        flags = ["--registration", "open", "--listen", "127.0.0.1:\(port)"]
        hub = try await folder.serve(flags)
        house = try await Household(folder, hub)
        for person in [house.anna, house.bo] {
            let body = #"{"pin":"\#(Self.pin)"}"#
            let pins = try await hub.call("PUT", "/api/v1/me/pins", token: person.session, json: body)
            try #require(pins.status == 200)
        }
        link = try hasLink ? CutLink(to: hub.port) : nil
        code = try await DeputyPair.join(folder, link.map { "http://127.0.0.1:\($0.port)" } ?? hub.address, data)
        deputy = try await folder.start(Self.serving(data), until: "guarding 1 hub")
        try await choose(hub)
    }

    /// Pairs both again.
    func pair(_ folder: HubFolder) async throws {
        _ = try await DeputyPair.join(folder, hub.address, data)
    }

    func restart() async throws -> HubProcess { try await folder.serve(flags) }

    /// Starts the deputy again, on what it had.
    func serveDeputy() async throws {
        try await folder.start(Self.serving(data), until: "guarding 1 hub")
    }

    private static func serving(_ data: String) -> [String] { ["deputy", "serve", "--data", data] }

    /// Anna sets out, and is due in four seconds; two minutes to answer, the fewest there are, end at the deadline.
    func setOut() async throws -> (trip: String, deadline: Date) {
        let trip = freshID()
        // In whole seconds, as the body says it: a deadline with a fraction would lie after the hub's own.
        let due = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down) + 4)
        let body = """
            {"id":"\(trip)","mode":"walk","companions":["\(house.bo.id)"],"graceMinutes":5,"answerMinutes":2,
            "destination":{"name":"The station","latitude":52.58,"longitude":13.49},
            "origin":{"latitude":52.56,"longitude":13.47},"dueAt":"\(due.formatted(.iso8601))"}
            """
        let started = try await hub.call("POST", "/api/v1/trips", token: house.anna.session, json: body)
        try #require(started.status == 201, "\(started.text)")
        return (trip, due.addingTimeInterval(120))
    }

    private static func join(_ folder: HubFolder, _ address: String, _ data: String) async throws -> String {
        let shown = try await folder.command(["deputy", "pair", "--hub-name", "The Millers", "--json"])
        try #require(shown.code == 0, "\(shown.said)")
        let read = try JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [String: Any]
        let code = try #require(read?["code"] as? String)
        folder.keepSecret(code, "code of the deputy")
        let joined = try await folder.command(
            ["deputy", "join", address, "--name", "Grandma's house"],
            data: data,
            environment: ["HEARTH_DEPUTY_CODE": code]
        )
        try #require(joined.code == 0, "\(joined.said)")
        return code
    }

    /// Both read what the operator can read, and say yes.
    private func choose(_ hub: HubProcess) async throws {
        for person in [house.anna, house.bo] {
            let items = try await hub.call("GET", "/api/v1/me/deputies", token: person.session).json["items"]
            let id = try #require((items as? [[String: Any]])?.first?["id"] as? String)
            let chosen = try await hub.call("PUT", "/api/v1/me/deputies/\(id)", token: person.session)
            try #require(chosen.status == 204)
        }
    }

    /// Whether Anna's page says within some seconds that the deputy holds her trip.
    func isConfirmed() async throws -> Bool {
        try await soon {
            let mine = try await self.hub.call("GET", "/api/v1/me/safety", token: self.house.anna.session).json
            let protection = (mine["trip"] as? [String: Any])?["protection"] as? [String: Any]
            return (protection?["deputies"] as? [[String: Any]])?.first?["confirmedAt"] != nil
        }
    }

    struct Kept: Decodable {
        let to: String
        let text: String
    }

    /// What the deputy sent.
    func kept() throws -> [Kept] {
        let path = data + "/deputy-outbox.jsonl"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Kept.self, from: $0)
        }
    }

    func texts(atLeast count: Int, within limit: Duration) async throws -> [Kept] {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            let kept = try kept()
            if kept.count >= count { return kept }
            try await Task.sleep(for: .milliseconds(200))
        }
        return try kept()
    }

    /// Texts of alarms that the hub itself wrote to Bo.
    func hubAlarms(_ hub: HubProcess) async throws -> Int {
        try await hubTexts().count { $0.hasPrefix("ALARM: Anna may need help") }
    }

    /// The texts that the hub itself wrote to Bo.
    func hubTexts() async throws -> [String] {
        let outbox = try await folder.command(["outbox", "--reveal", "--json"])
        let read = try JSONSerialization.jsonObject(with: Data(outbox.out.utf8)) as? [[String: Any]]
        return (read ?? []).filter { $0["to"] as? String == house.bo.phone }.compactMap { $0["text"] as? String }
    }
}
