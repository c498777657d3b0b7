import Foundation
import Testing
import WireClient

/// A call for help outlives the hub that took it: the real process, killed in the middle of a countdown.
@Suite(.serialized, .sweep) struct SafetyCrashTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["HEARTH_KILLS"] ?? "") ?? 3
    /// The suite waits for some seconds before a start, `make crash` for up to two minutes.
    private static let downMillisecondsMax = kills > 3 ? 120_000 : 4_000
    private static let pin = #"{"pin":"2580"}"#

    @Test(arguments: RowPlace.allCases)
    func `F1, F3, F81: kill -9 during a countdown loses no alarm, and texts each companion once`(
        on place: RowPlace
    ) async throws {
        try await HubFolder.run(on: place) { folder in
            var hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let pins = try await hub.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            var latest = Duration.zero
            for kill in 1...Self.kills {
                let id = freshID()
                let help = #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":0}"#
                let taken = try await hub.call("POST", "/api/v1/countdowns", token: house.anna.session, json: help)
                try #require(taken.status == 201)
                // The first one at once: what was answered is on disk.
                if kill > 1 { try await Task.sleep(for: .milliseconds(Int.random(in: 1...5_200))) }
                hub.kill()
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...Self.downMillisecondsMax)))
                hub = try await folder.serve(["--registration", "open"])
                let began = ContinuousClock.now
                let texts = try await alarmTexts(about: kill, to: house.bo.phone, folder)
                let late = ContinuousClock.now - began
                #expect(late < .seconds(10), "kill \(kill)")
                latest = max(latest, late)
                // The outbox is the provider here: no answer of it is ever lost.
                #expect(texts == 1, "kill \(kill): \(texts) texts")
                let listed = try await hub.call("GET", "/api/v1/alarms", token: house.bo.session).json["items"]
                let alarms = (listed as? [[String: Any]]) ?? []
                #expect(alarms.count { $0["state"] as? String == "calling" } == 1, "kill \(kill)")
                #expect(alarms.contains { $0["id"] as? String == id }, "kill \(kill)")
                let path = "/api/v1/countdowns/\(id)/safe"
                let safe = try await hub.call("POST", path, token: house.anna.session, json: Self.pin)
                try #require(safe.status == 200)
            }
            let told = try await deliveries(folder)
            #expect(told == Self.kills, "counted again at the end: one text an alarm")
            print("\(Self.kills) kills, as many alarms due, \(told) texts, the latest \(latest) after a start")
        }
    }

    /// How many texts of alarms the outbox holds in the end, whomever they are for.
    private func deliveries(_ folder: HubFolder) async throws -> Int {
        let outbox = try await folder.command(["outbox", "--reveal", "--json"])
        let read = try JSONSerialization.jsonObject(with: Data(outbox.out.utf8)) as? [[String: Any]]
        return (read ?? []).compactMap { $0["text"] as? String }.count { $0.contains("Anna may need help") }
    }

    /// How many texts there are beyond those of earlier alarms, once there is one.
    private func alarmTexts(about number: Int, to phone: String, _ folder: HubFolder) async throws -> Int {
        for _ in 0..<200 {
            let outbox = try await folder.command(["outbox", "--reveal", "--json"])
            let read = try JSONSerialization.jsonObject(with: Data(outbox.out.utf8)) as? [[String: Any]]
            let items = (read ?? []).filter { $0["to"] as? String == phone }.compactMap { $0["text"] as? String }
            // What came since the last all-clear.
            let since = items.lastIndex { $0.hasPrefix("Anna is safe") }.map { $0 + 1 } ?? 0
            let texts = items[since...].count { $0.hasPrefix("ALARM: Anna may need help") }
            if texts > 0 { return texts }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("no text of alarm \(number) came within ten seconds")
        return 0
    }
}
