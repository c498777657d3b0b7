import Family
import PhoneProtocols
import Replay
import Testing

@Suite struct ReplayedAppTests {
    @Test(arguments: ReplayedApp.allCases)
    func `a fix that a replayed app posts is read as the same fix`(app: ReplayedApp) throws {
        var fix = try #require(try track(from: 1_600_000_000, count: 1).first)
        fix.accuracyMetres = 12
        fix.speedMetresPerSecond = 5
        let body = app.request(for: [fix], token: "token-of-a-device").body
        let query: [UInt8] = []
        let report: PhoneReport =
            switch app {
            case .owntracks: OwnTracks.read(body.span, receivedAt: start, decrypt: nil)
            case .overland: Overland.read(body.span)
            case .traccar, .traccar9: OsmAnd.read(query: query.span, body: body.span, receivedAt: start)
            case .gpslogger: GPSLogger.read(query: query.span, body: body.span, receivedAt: start)
            }
        let read = try #require(report.fixes.first)
        #expect(read.at == fix.at)
        #expect(abs(read.coordinate.latitude - fix.coordinate.latitude) < 1e-6)
        #expect(read.accuracyMetres == 12)
        #expect(abs((read.speedMetresPerSecond ?? 0) - 5) < 0.01)
    }

    @Test(
        arguments: [
            (.owntracks, "/in/owntracks", .basic(user: "hearth", password: "secret")),
            (.overland, "/in/overland", .bearer("secret")),
            (.traccar, "/in/osmand", .none),
            (.traccar9, "/in/osmand", .none),
            (.gpslogger, "/in/gpslogger", .basic(user: "hearth", password: "secret")),
        ] as [(ReplayedApp, String, PhoneRequest.Authorization)]
    )
    func `each app knocks at its own door with its own key`(
        app: ReplayedApp,
        path: String,
        authorization: PhoneRequest.Authorization
    ) throws {
        let request = app.request(for: try track(from: 9, count: 1)[...], token: "secret")
        #expect(request.path == path)
        #expect(request.authorization == authorization)
        let isInBody = String(decoding: request.body, as: UTF8.self).contains("secret")
        #expect(isInBody == (authorization == .none))
    }

    @Test func `an answer that the app would refuse is not taken for a hub's`() {
        #expect(ReplayedApp.owntracks.accepts(answer: Array("[]".utf8)))
        #expect(!ReplayedApp.owntracks.accepts(answer: Array("<html>".utf8)))
        #expect(!ReplayedApp.owntracks.accepts(answer: []))
        #expect(ReplayedApp.overland.accepts(answer: Array(#"{"result":"ok"}"#.utf8)))
        #expect(!ReplayedApp.overland.accepts(answer: Array("[]".utf8)))
        #expect(ReplayedApp.gpslogger.accepts(answer: []))
    }
}

@Suite struct ProgressLineTests {
    @Test func `the bar fills, counts, and says what is left`() {
        let half = ProgressLine(done: 52, total: 104, leftMilliseconds: 4_290)
        let bar = String(repeating: "█", count: 15) + String(repeating: "░", count: 15)
        #expect(half.bar == bar + " 52 of 104, 4.2 s left")
        #expect(ProgressLine(done: 4, total: 4, leftMilliseconds: -20).bar.hasSuffix(" 4 of 4, 0.0 s left"))
    }

    @Test func `a log gets a line for each tenth`() {
        let lines = (1...104).compactMap {
            ProgressLine(done: $0, total: 104, leftMilliseconds: 0).plain(before: $0 - 1)
        }
        #expect(lines.count == 10)
        #expect(lines.last == "sent 104 of 104")
        #expect(ProgressLine(done: 200, total: 513, leftMilliseconds: 0).plain(before: 0) == "sent 200 of 513")
    }

    @Test(arguments: [(8_649, "8.6 s"), (-5, "0.0 s"), (185_000, "3:05"), (3_723_000, "1:02:03")] as [(Int64, String)])
    func `a length of time is read at a glance`(milliseconds: Int64, text: String) {
        #expect(durationText(milliseconds) == text)
    }
}
