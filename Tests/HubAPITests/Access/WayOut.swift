import Family
import Foundation
import Hub
import HubAPI
import SQL
import SamplePictures
import Testing
import WireClient

/// Every way by which something about somebody leaves the hub; a new one is a line here.
enum WayOut: String, CaseIterable, CustomTestStringConvertible {
    case presence = "/api/v1/presence"
    case familyView = "/api/v1/session?family=true"
    case clock = "/api/v1/clock"
    case clockJSON = "/api/v1/clock.json"
    case clockSVG = "/api/v1/clock.svg"
    case clockJSONByLink = "clock.json by link"
    case clockSVGByLink = "clock.svg by link"
    case trackJSON = "track?format=json"
    case trackGPX = "track?format=gpx"
    case trackGeoJSON = "track?format=geojson"
    case day = "day?date=2026-03-01"
    case events = "/api/v1/events"
    case connections = "/api/v1/connections"
    case shown = "/api/v1/me/shown"
    case friends = "OwnTracks friends"
    case picture = "picture"
    case views = "/api/v1/views"
    case liveView = "live link"
    case livePositions = "line of a live link"
    case liveEvents = "events of a live link"
    case wall = "map of a wall display"

    var testDescription: String { rawValue }

    /// What the way says of a subject to viewers at a level; nil where it says nothing of them at all.
    func says(at precision: Precision) -> Saying? {
        switch self {
        case .livePositions:
            precision == .exact ? Saying(["accuracyMetres", "at", "latitude", "longitude"], holdsPosition: true) : nil
        // The connection stands beside it.
        case .familyView where precision == .off: WayOut.connections.says(at: precision)
        case .presence, .familyView, .events, .liveView, .liveEvents, .wall:
            switch precision {
            case .off: nil
            case .place: Saying(["ageSeconds", "member", "place", "since", "state"])
            case .coarse:
                Saying([
                    "ageSeconds", "batteryPercent", "cell", "member", "motion", "motionSince", "place", "since",
                    "state",
                ])
            case .exact:
                Saying(
                    [
                        "ageSeconds", "batteryPercent", "cell", "fix", "member", "motion", "motionSince", "place",
                        "since", "state",
                    ],
                    holdsPosition: true
                )
            }
        case .clock, .clockJSON, .clockJSONByLink:
            precision == .off ? nil : Saying(["ageSeconds", "colour", "member", "name", "since", "slot"])
        case .clockSVG, .clockSVGByLink, .shown: precision == .off ? nil : Saying(nil)
        // A face, without a word of where it is; and who looked at me is nothing of whom I look at.
        case .picture: Saying(nil)
        case .views: nil
        // Who is connected is known at every level, the level itself is not.
        case .connections: Saying(["colour", "id", "member", "name"])
        case .trackJSON:
            precision == .exact
                ? Saying(
                    [
                        "accuracyMetres", "altitudeMetres", "at", "batteryPercent", "courseDegrees", "latitude",
                        "longitude", "motion", "receivedAt", "speedMetresPerSecond",
                    ],
                    holdsPosition: true
                ) : nil
        case .day:
            precision == .exact
                ? Saying(["from", "latitude", "longitude", "place", "to"], holdsPosition: true) : nil
        case .trackGPX, .trackGeoJSON, .friends:
            precision == .exact ? Saying(nil, holdsPosition: true) : nil
        }
    }

    /// The cases of `Route` that answer so.
    var routes: [String] {
        switch self {
        case .presence: ["presence"]
        case .familyView: ["sessionState"]
        case .clock: ["clock", "setClock"]
        case .clockJSON, .clockJSONByLink: ["clockJSON"]
        case .clockSVG, .clockSVGByLink: ["clockSVG"]
        case .trackJSON, .trackGPX, .trackGeoJSON: ["track"]
        case .day: ["day"]
        case .events: ["events"]
        case .connections: ["connections"]
        case .shown: ["shown", "setShown"]
        case .friends: ["ingest"]
        case .picture: ["picture"]
        case .views: ["looks"]
        case .liveView: ["live.view", "live.openView"]
        case .livePositions: ["live.viewPositions"]
        case .liveEvents: ["live.viewEvents"]
        case .wall: ["live.wall", "live.openWall"]
        }
    }

    /// The level that is recorded of a look this way at `exact` (F37); nil where nothing of a whereabouts leaves.
    var seen: Precision? {
        switch self {
        case .connections, .shown, .picture, .views: nil
        case .clock, .clockJSON, .clockSVG, .clockJSONByLink, .clockSVGByLink: .place
        case .presence, .familyView, .events, .trackJSON, .trackGPX, .trackGeoJSON, .day, .friends, .liveView,
            .livePositions, .liveEvents, .wall:
            .exact
        }
    }

    /// What a way out says of somebody.
    struct Saying {
        /// The fields of the object that is about them, sorted; nil where it is no JSON object.
        var fields: [String]?
        var holdsPosition: Bool

        init(_ fields: [String]?, holdsPosition: Bool = false) {
            self.fields = fields
            self.holdsPosition = holdsPosition
        }
    }

    /// Whether it is for a browser without an account, whom a link lets in.
    var isByLiveLink: Bool { [.liveView, .livePositions, .liveEvents].contains(self) }

    /// Asks as a viewer at a level does, and returns the whole text of the answer.
    func ask(
        _ test: TestService,
        _ viewer: TestMember,
        about subject: TestMember,
        at precision: Precision
    ) async throws -> TestAnswer {
        guard isByLiveLink else { return try await ask(test, viewer, about: subject) }
        // No link shows nothing.
        guard precision > .off else { return TestAnswer(status: 404, text: "", about: nil) }
        let guest = try await test.liveGuest(of: subject, precision)
        switch self {
        case .livePositions:
            test.clock.advance(seconds: 20)
            try await test.post(berlin.moved(northMetres: 4, eastMetres: 1), of: subject)
            let answer = try await guest.get("/live-view/positions")
            return TestAnswer(status: answer.status, text: answer.text, about: answer.items.first)
        case .liveEvents:
            let stream = try await guest.stream()
            let event = try await stream.presence(of: subject)
            return TestAnswer(status: stream.status, text: stream.text, about: event?.json)
        default:
            let answer = try await guest.get("/live-view")
            return TestAnswer(
                status: answer.status,
                text: answer.text,
                about: answer.json["presence"] as? [String: Any]
            )
        }
    }

    /// Asks as a member does, and returns the whole text of the answer.
    private func ask(_ test: TestService, _ viewer: TestMember, about subject: TestMember) async throws -> TestAnswer {
        switch self {
        case .events:
            let stream = try await EventReader.open(test, token: viewer.token)
            // The viewer's own state is told as well, and the heartbeat comes after both.
            _ = try await stream.presence(of: viewer)
            await test.service.sendHeartbeat()
            _ = try await stream.event { $0.isBeat }
            let event = stream.events.first { $0.name == "presence" && $0.data.contains(subject.id.text) }
            return TestAnswer(status: stream.status, text: stream.text, about: event?.json)
        case .friends:
            _ = try await test.hub.changeDevice(
                viewer.device,
                of: viewer.id,
                name: nil,
                friends: true,
                passphrase: nil
            )
            return TestAnswer(try await test.post(point(10, 20), of: viewer), subject)
        case .clockJSONByLink, .clockSVGByLink:
            let token = try await test.hub.addClockLink(for: viewer.id).token
            let form = self == .clockJSONByLink ? "json" : "svg"
            return TestAnswer(try await test.call("GET", "/api/v1/clock.\(form)?token=\(token)"), subject)
        case .wall:
            return try await askWall(test, viewer, about: subject)
        case .trackJSON, .trackGPX, .trackGeoJSON, .day:
            let path = "/api/v1/members/\(subject.id.text)/\(rawValue)"
            return TestAnswer(try await test.call("GET", path, token: viewer.token), subject)
        case .picture:
            let face = SamplePNG(width: 8, height: 8) { x, y in [UInt8(x), 9, UInt8(y), 255] }.bytes
            _ = try await test.hub.setPicture(of: subject.id, file: face)
            let path = "/api/v1/members/\(subject.id.text)/picture"
            return TestAnswer(try await test.call("GET", path, token: viewer.token), subject)
        case .shown:
            let body = #"{"kind":"member","member":"\#(subject.id.text)"}"#
            _ = try await test.call("PUT", rawValue, token: viewer.token, json: body)
            return TestAnswer(try await test.call("GET", rawValue, token: viewer.token), subject)
        default:
            return TestAnswer(try await test.call("GET", rawValue, token: viewer.token), subject)
        }
    }
}

extension WayOut {
    /// Asks as a wall display of the viewer's, whose family the subject is in and lets show them.
    private func askWall(
        _ test: TestService,
        _ viewer: TestMember,
        about subject: TestMember
    ) async throws -> TestAnswer {
        try await test.hub.database.transaction {
            try $0.run(
                """
                UPDATE member SET family = (SELECT family FROM member WHERE id = \(viewer.id.bytes))
                WHERE id = \(subject.id.bytes)
                """
            )
        }
        try await test.hub.setOnWalls(subject.id, true)
        let cookie = try await test.wallCookie(of: viewer.id)
        let answer = try await test.call("GET", "/api/v1/wall", headers: ["Cookie: \(cookie)"])
        let people = answer.json["people"] as? [[String: Any]] ?? []
        let about = people.compactMap { $0["presence"] as? [String: Any] }
            .first { $0["member"] as? String == subject.id.text }
        return TestAnswer(status: answer.status, text: answer.text, about: about)
    }
}

/// What came out by one way.
struct TestAnswer {
    let status: Int
    let text: String
    /// The object that is about the subject, where there is one.
    let about: [String: Any]?

    init(status: Int, text: String, about: [String: Any]?) {
        self.status = status
        self.text = text
        self.about = about
    }

    init(_ response: TestResponse, _ subject: TestMember) {
        status = response.status
        text = response.text
        let family = response.json["family"] as? [String: Any]
        let holders = [response.json, family, family?["connections"] as? [String: Any]].compactMap(\.self)
        let lists = holders.flatMap { holder in
            ["items", "presence", "hands", "seen"].compactMap { holder[$0] as? [[String: Any]] }
        }
        about =
            lists.flatMap { $0 }.first { $0["member"] as? String == subject.id.text }
            ?? (response.json["fixes"] as? [[String: Any]])?.first
            ?? (response.json["stays"] as? [[String: Any]])?.first
    }

    /// Every number with a fraction that stands anywhere in the text.
    var fractions: [Double] {
        text.matches(of: /-?\d+\.\d+/).compactMap { Double($0.output) }
    }
}
