import Family
import Foundation
import Hub
import HubAPI
import SamplePictures
import Testing
import WireClient

/// Every way by which something about somebody leaves the hub; a new one is a line here.
enum WayOut: String, CaseIterable, CustomTestStringConvertible {
    case presence = "/api/v1/presence"
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

    var testDescription: String { rawValue }

    /// What the way says of a subject to viewers at a level; nil where it says nothing of them at all.
    func says(at precision: Precision) -> Saying? {
        switch self {
        case .presence, .events:
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
        }
    }

    /// The level that is recorded of a look this way at `exact` (F37); nil where nothing of a whereabouts leaves.
    var seen: Precision? {
        switch self {
        case .connections, .shown, .picture, .views: nil
        case .clock, .clockJSON, .clockSVG, .clockJSONByLink, .clockSVGByLink: .place
        case .presence, .events, .trackJSON, .trackGPX, .trackGeoJSON, .day, .friends: .exact
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

    /// Asks as a viewer does, and returns the whole text of the answer.
    func ask(_ test: TestService, _ viewer: TestMember, about subject: TestMember) async throws -> TestAnswer {
        switch self {
        case .events:
            let stream = try await EventReader.open(test, token: viewer.token)
            // The viewer's own state is told as well, and the heartbeat comes after both.
            _ = try await stream.presence(of: viewer)
            await test.service.beat()
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
            let link = try await test.call("POST", "/api/v1/clock/links", token: viewer.token).json
            let path = try pathOfLink(link[self == .clockJSONByLink ? "json" : "svg"])
            return TestAnswer(try await test.call("GET", path), subject)
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
        let lists = ["items", "hands", "seen"].compactMap { response.json[$0] as? [[String: Any]] }
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
