import Foundation
import Testing
import WireClient

/// F80 on the real process, whose clock is set while it runs.
@Suite(.serialized) struct ClockStepTests {
    private static let pin = #"{"pin":"2580"}"#

    @Test(arguments: [7 * 3_600, -3_600, 86_400])
    func `F80: the clock is set, SOS is pressed, the hub is killed: the companion is told in time`(
        _ step: Int
    ) async throws {
        try await HubFolder.run { folder in
            let clock = try await SetClock(in: folder)
            var hub = try await folder.serve(["--registration", "open"], environment: clock.environment)
            let house = try await Household(folder, hub)
            let pins = try await hub.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            try clock.stand()
            try clock.set(aheadSeconds: step)
            let help = #"{"id":"\#(freshID())","cause":"sos","startedAgoMilliseconds":0}"#
            let taken = try await hub.call("POST", "/api/v1/countdowns", token: house.anna.session, json: help)
            try #require(taken.status == 201)
            hub.kill()
            hub = try await folder.serve(["--registration", "open"], environment: clock.environment)
            // Five seconds of elapsed time after the press.
            try await clock.pass(seconds: 4, hub)
            #expect(try await !isTold(house, hub), "before its time")
            try await clock.pass(seconds: 2, hub)
            #expect(try await isTold(house, hub), "in the first round after its time")
            #expect(try await asked { try hub.said().contains("the hub goes by its own time") }, "its clock was set")
            let again = try await hub.call("POST", "/api/v1/countdowns", token: house.anna.session, json: help)
            #expect(again.json["state"] as? String == "fired")
            let outbox = try await folder.command(["outbox", "--reveal", "--json"]).out
            let read = try JSONSerialization.jsonObject(with: Data(outbox.utf8)) as? [[String: Any]] ?? []
            let texts = read.filter { $0["to"] as? String == house.bo.phone }.compactMap { $0["text"] as? String }
            #expect(texts.count { $0.contains("Anna may need help") } == 1, "\(outbox)")
        }
    }

    private func isTold(_ house: Household, _ hub: HubProcess) async throws -> Bool {
        let alarms = try await hub.call("GET", "/api/v1/alarms", token: house.bo.session).json["items"]
        return try !#require(alarms as? [[String: Any]]).isEmpty
    }
}
