import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

/// Calls for help while everybody else does all they can, on the real process.
@Suite(.serialized, .sweep) struct FloodTests {
    /// `make floods` asks for all of the statement: 12 000 connections and an import of 4 GiB.
    private static let isWhole = isSweep
    private static let drips = isWhole ? 12_000 : 2_000
    private static let importMiB = isWhole ? 4_096 : 16
    private static let calls = isWhole ? 50 : 4
    private static let pin = #"{"pin":"2580"}"#
    /// Few on purpose: the hub leaves half of them to itself, and 80 connections to all others.
    private static let descriptors = 160

    @Test(.timeLimit(.minutes(30)))
    func `F74: strangers, members, imports, exports, backups and regions at once delay no call for help`() async throws
    {
        let told = Counter()
        let provider = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            if String(decoding: request.body, as: UTF8.self).contains("may need help") { told.add() }
            responder.send(Response(200))
        }
        try await HubFolder.run { folder in
            // Where texts are sent, a log-in from anew is asked for the code in one: they come after.
            let first = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, first)
            let pins = try await first.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            let key = folder.path + "/backup.key"
            try #require(try await folder.command(["backup", "key", "--to", key]).code == 0)
            first.kill()
            let texts = "webhook:http://127.0.0.1:\(provider.port)/texts"
            let hub = try await folder.serve(
                ["--texts", texts, "--trusted-proxy", "127.0.0.1"],
                descriptors: Self.descriptors
            )
            let flood = Flood(folder, hub.port, house)
            try flood.begin(importMiB: Self.importMiB)
            try await Task.sleep(for: .seconds(1))
            var (call, slowest) = (0, Duration.zero)
            while call < Self.calls || flood.counts.drips < Self.drips || !flood.isOnceThrough {
                slowest = max(slowest, try await help(call, house, hub, told))
                call += 1
                try await Task.sleep(for: .seconds(1))
            }
            let counts = flood.counts
            await flood.end()
            #expect(told.value == call, "each is told once")
            #expect(counts.logIns > 20 && counts.refused > 20 && counts.exports > 0, "\(counts)")
            print("\(call) calls for help, \(told.value) told, \(slowest) late at the latest, beside \(counts)")
            hub.kill()
        }
    }

    /// One call, through the proxy, from an address that is known by now, or from one never seen before; and its end.
    ///
    /// Answers how long it took until it was told.
    private func help(
        _ call: Int,
        _ house: Household,
        _ hub: HubProcess,
        _ told: Counter
    ) async throws -> Duration {
        let before = told.value
        let host = [UInt8(1), 200, UInt8(201 + call % 50)][call % 3]
        let id = freshID()
        let json = #"{"id":"\#(id)","cause":"alert","startedAgoMilliseconds":0}"#
        let began = ContinuousClock.now
        let taken = try await post("/api/v1/countdowns", json, by: house.anna, hub.port, from: host)
        let answered = ContinuousClock.now - began
        #expect(taken.status == 201 && answered < .seconds(1), "call \(call): \(taken.status) \(answered)")
        #expect(try await eventually { told.value > before })
        let late = ContinuousClock.now - began
        #expect(late < .seconds(5), "call \(call): told after \(late)")
        let ended = try await post("/api/v1/countdowns/\(id)/safe", Self.pin, by: house.anna, hub.port, from: host)
        #expect(ended.status == 200, "call \(call): \(ended.text)")
        return late
    }

    private func post(
        _ path: String,
        _ json: String,
        by person: Household.Person,
        _ port: UInt16,
        from host: UInt8
    ) async throws -> TestResponse {
        var headers = ["Authorization: Bearer \(person.session)", "Content-Type: application/json"]
        if host == 1 { headers += ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https"] }
        let bytes = requestBytes("POST", path, headers, Array(json.utf8))
        return try await onThread {
            let client = try TestClient(port: port, host: host)
            try client.send(bytes)
            return try client.response()
        }
    }
}
