import Foundation
import Testing
import WireClient

/// A phone that is off on the way: the real process and the shortest times of a trip, by a clock that the test sets.
@Suite struct SilentPhoneTests {
    private static let pin = #"{"pin":"2580"}"#

    @Test func `F12: a phone that is off is missed, and overdue without it, on the real process`() async throws {
        try await HubFolder.run { folder in
            let clock = try await SetClock(in: folder)
            let hub = try await folder.serve(["--registration", "open"], environment: clock.environment)
            let house = try await Household(folder, hub)
            let pins = try await hub.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            // The trip is due in 20 s, missed after 120 s of silence, and overdue 120 s after it is due.
            try clock.stand()
            let trip = freshID()
            let place = #""destination":{"name":"The station","latitude":52.55,"longitude":13.41}"#
            let times = #""graceMinutes":5,"answerMinutes":2,"silenceMinutes":2"#
            let due = text(clock.now.addingTimeInterval(20))
            let body =
                #"{"id":"\#(trip)",\#(place),"mode":"walk","companions":["\#(house.bo.id)"],"dueAt":"\#(due)",\#(times)}"#
            let started = try await hub.call("POST", "/api/v1/trips", token: house.anna.session, json: body)
            try #require(started.status == 201, "\(started.text)")
            let fix = location(
                Household.home.latitude,
                Household.home.longitude,
                secondsSince1970: Int(clock.now.timeIntervalSince1970)
            )
            let reported = try await hub.call("POST", "/in/owntracks", token: house.anna.device, json: fix)
            try #require(reported.status == 200)

            // From here on only the hub does anything. It asks her when the trip is due, and she has 120 s from then.
            try await clock.pass(seconds: 21, hub)
            try await clock.pass(seconds: 97, hub)
            #expect(try await !isMissed(trip, house, hub), "before its time")
            try await clock.pass(seconds: 3, hub)
            #expect(try await isMissed(trip, house, hub), "in the first round after its time")
            try await clock.pass(seconds: 17, hub)
            #expect(try await !isOverdue(house, hub), "before its time")
            try await clock.pass(seconds: 4, hub)
            #expect(try await isOverdue(house, hub), "in the first round after its time")
            let outbox = try await folder.command(["outbox", "--reveal", "--json"])
            #expect(outbox.out.contains("Anna is overdue and did not reply."))
        }
    }

    private func isMissed(_ trip: String, _ house: Household, _ hub: HubProcess) async throws -> Bool {
        let watched = try await hub.call("GET", "/api/v1/companion-trips/\(trip)", token: house.bo.session)
        try #require(watched.status == 200)
        let news = watched.json["news"] as? [[String: Any]] ?? []
        return news.contains { $0["kind"] as? String == "signalLost" }
    }

    private func isOverdue(_ house: Household, _ hub: HubProcess) async throws -> Bool {
        let answer = try await hub.call("GET", "/api/v1/alarms", token: house.bo.session)
        let alarms = try #require(answer.json["items"] as? [[String: Any]])
        let facts = alarms.flatMap { $0["facts"] as? [[String: Any]] ?? [] }
        return facts.contains { $0["cause"] as? String == "overdue" }
    }

    private func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
