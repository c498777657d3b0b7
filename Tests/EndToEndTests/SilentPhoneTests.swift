import Foundation
import Testing
import WireClient

/// A phone that is off on the way: the real process, by the machine's own clock and the shortest times of a trip.
@Suite(.sweep) struct SilentPhoneTests {
    private static let pin = #"{"pin":"2580"}"#
    /// What a trip may be set to at least, and what the hub may be late by.
    private static let (silenceSeconds, answerSeconds, lateSeconds) = (120.0, 120.0, 5.0)

    @Test(.timeLimit(.minutes(5)))
    func `F12: a phone that is off is missed, and overdue without it, on the real process`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let pins = try await hub.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            let due = Date().addingTimeInterval(20)
            let trip = freshID()
            let place = #""destination":{"name":"The station","latitude":52.55,"longitude":13.41}"#
            let times = #""graceMinutes":5,"answerMinutes":2,"silenceMinutes":2"#
            let body =
                #"{"id":"\#(trip)",\#(place),"mode":"walk","companions":["\#(house.bo.id)"],"dueAt":"\#(text(due))",\#(times)}"#
            let started = try await hub.call("POST", "/api/v1/trips", token: house.anna.session, json: body)
            try #require(started.status == 201, "\(started.text)")
            let heard = Date()
            let fix = location(
                Household.home.latitude,
                Household.home.longitude,
                secondsSince1970: Int(heard.timeIntervalSince1970)
            )
            try #require(
                try await hub.call("POST", "/in/owntracks", token: house.anna.device, json: fix).status == 200
            )

            // From here on nobody but the hub does anything.
            let lost = try await moment(upTo: heard + Self.silenceSeconds + 20) {
                let watched = try await hub.call("GET", "/api/v1/companion-trips/\(trip)", token: house.bo.session)
                let news = watched.json["news"] as? [[String: Any]] ?? []
                return news.contains { $0["kind"] as? String == "signalLost" }
            }
            let silent = try #require(lost).timeIntervalSince(heard) - Self.silenceSeconds
            #expect(abs(silent) < Self.lateSeconds, "missed \(silent) s after its time")
            let told = try await moment(upTo: due + Self.answerSeconds + 20) {
                let alarms = try await hub.call("GET", "/api/v1/alarms", token: house.bo.session).json["items"]
                let facts = (alarms as? [[String: Any]] ?? []).flatMap { $0["facts"] as? [[String: Any]] ?? [] }
                return facts.contains { $0["cause"] as? String == "overdue" }
            }
            let overdue = try #require(told).timeIntervalSince(due) - Self.answerSeconds
            #expect(abs(overdue) < Self.lateSeconds, "overdue \(overdue) s after its time")
            let outbox = try await folder.command(["outbox", "--reveal", "--json"])
            #expect(outbox.out.contains("Anna is overdue and did not reply."))
        }
    }

    /// When something came to be, looked for twice a second; nil where it did not before the end.
    private func moment(upTo end: Date, _ isThere: () async throws -> Bool) async throws -> Date? {
        while Date() < end {
            if try await isThere() { return Date() }
            try await Task.sleep(for: .milliseconds(500))
        }
        return nil
    }

    private func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
