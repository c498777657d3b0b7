import API
import Family
import Foundation
import Testing
import WireClient

/// `hearth replay`, the real binary against a real hub.
@Suite struct ReplayTests {
    static let drive = "around-visnjan-with-car.gpx"

    @Test func `the drive at 60 times its speed: a watcher's stream shows travelling and the two stops`() async throws {
        let house = try await ReplayHouse()
        let states = try await watchedStates(house)
        #expect(states == ["unknown", "travelling", "unknown", "travelling", "unknown"])
    }

    @Test func `the same drive between two places: the stream names them`() async throws {
        let house = try await ReplayHouse()
        try await house.addPlace("Home", 45.27333, 13.71405)
        try await house.addPlace("Shop", 45.27632, 13.71980)
        let states = try await watchedStates(house)
        #expect(states == ["Home", "travelling", "Shop", "travelling", "Home"])
    }

    @Test(arguments: ["owntracks", "overland", "traccar", "traccar9", "gpslogger"])
    func `as each phone app, every fix is stored`(app: String) async throws {
        let house = try await ReplayHouse()
        let begun = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let replay = try await Program.hearth(
            house.replay(Self.drive, flags: ["--speed", "max", "--as", app, "--json"])
        )
        #expect(replay.status == 0, "\(replay.errors)")
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(replay.output.utf8))
        #expect(outcome.sent == 104 && outcome.fixes == 104 && outcome.retries == 0)
        #expect(outcome.requests == (app == "overland" ? 1 : 104))
        let track = try await house.track()
        #expect(track.count == 104)
        let recorded = try recordedPoints()
        for (stored, point) in zip(track, recorded) {
            #expect(abs(stored.latitude - point.latitude) < 2e-6 && abs(stored.longitude - point.longitude) < 2e-6)
        }
        let last = try #require(track.last)
        // Some apps send whole seconds.
        #expect(
            last.at.seconds(since: begun) > -1 && last.receivedAt >= last.at,
            "the track ends in the present: \(last.at.seconds(since: begun)) s after the start"
        )
    }

    @Test func `points left out by the reader are counted with the reason`() async throws {
        let house = try await ReplayHouse()
        let flags = ["--speed", "0", "--as", "overland"]
        let replay = try await Program.hearth(house.replay("korita-zbevnica.gpx", Self.drive, flags: flags))
        #expect(replay.status == 0)
        #expect(
            replay.output.hasPrefix(
                "sent     617 of 617 fixes; 4 requests stored\nleft out 358 without a time\ntimes: "
            )
        )
        #expect(replay.errors.hasSuffix("\nsent 617 of 617\n"), "plain lines where no terminal is")
        #expect(!replay.errors.contains("\r"))
        #expect(!(replay.output + replay.errors).contains(house.deviceToken))
        #expect(try await house.track().count == 617)
    }

    @Test func `on a terminal a bar fills, on standard error alone`() async throws {
        let house = try await ReplayHouse()
        let flags = ["--speed", "1000", "--now"]
        let words = ([Program.hearth.path] + house.replay(Self.drive, flags: flags)).map { "'\($0)'" }
        // script(1) gives its program a terminal, to which standard error goes here, and standard output to a file.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        // A file that stays in the temporary folder is no reason to fail.
        defer { try? FileManager.default.removeItem(at: file) }
        let line = words.joined(separator: " ") + " >'\(file.path)'"
        let screen = try await Program("script", ["-qec", line, "/dev/null"]).end()
        #expect(screen.status == 0, "\(screen.output)")
        #expect(screen.output.contains("\r█"))
        #expect(screen.output.contains(String(repeating: "█", count: 30) + " 104 of 104"))
        #expect(!screen.output.contains("\nsent "), "no lines beside the bar")
        let result = try String(contentsOf: file, encoding: .utf8)
        #expect(result.contains("squeezed; the oldest is 4:00 old when sent"))
        #expect(!result.contains("█"))
    }

    @Test(.sweep) func `a hub that dies in the middle gets everything in the end`() async throws {
        let house = try await ReplayHouse()
        let replay = try Program(Program.hearth.path, house.replay(Self.drive, flags: ["--speed", "150", "--json"]))
        try await until("some are sent") { replay.errors.contains("sent 2") }
        let next = try await house.replaceHub()
        let ending = await replay.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("trying again in 1 s"))
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(ending.output.utf8))
        #expect(outcome.sent == 104 && outcome.retries > 0)
        #expect(try await house.track().count == 104)
        withExtendedLifetime(next) {}
    }

    private struct Outcome: Decodable {
        let fixes: Int
        let sent: Int
        let requests: Int
        let retries: Int
    }

    /// Replays the drive and answers what Ben's stream said Anna does, repetitions apart.
    private func watchedStates(_ house: ReplayHouse) async throws -> [String] {
        let stream = try house.watch()
        try await until("the stream has begun") { stream.output.contains("event: presence") }
        let replay = try await Program.hearth(house.replay(Self.drive, flags: ["--speed", "60"]))
        #expect(replay.status == 0, "\(replay.errors)")
        let ends = try recordedPoints().last
        let words = try #require(ends.map { "\"latitude\":\(Int(($0.latitude * 1e6).rounded()))" })
        let digits = words.replacing("\"latitude\":45", with: "\"latitude\":45.")
        try await until("the last fix is told") { stream.output.contains(digits) }
        return try stream.output.components(separatedBy: "\n\n").compactMap { frame -> PresenceBody? in
            let lines = frame.components(separatedBy: "\n")
            guard lines.contains("event: presence"), let data = lines.first(where: { $0.hasPrefix("data: ") }) else {
                return nil
            }
            return try JSONDecoder().decode(PresenceBody.self, from: Data(data.dropFirst(6).utf8))
        }
        // Before the first fix nothing is known.
        .filter { $0.fix != nil }
        .map { $0.place ?? $0.state.rawValue }
        .reduce(into: []) { states, state in if states.last != state { states.append(state) } }
    }

    private func recordedPoints() throws -> [(latitude: Double, longitude: Double)] {
        let file = Program.root.appendingPathComponent("Tests/Fixtures/tracks/\(Self.drive)")
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.components(separatedBy: "<trkpt ").dropFirst().map { point in
            let quoted = point.components(separatedBy: "\"")
            return (try #require(Double(quoted[1])), try #require(Double(quoted[3])))
        }
    }
}
