import Foundation
import Testing
import WireClient

/// One file of Fixtures/wire: a request of an unmodified phone app, and what it expects back.
struct PhonePayload: Sendable, CustomTestStringConvertible {
    /// A path of an app, and the exact answer on it.
    struct Door: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Int
        let answer: String

        var testDescription: String { path }
    }

    enum App: Sendable {
        case ownTracks, overland, osmAnd, gpsLogger, traccarServer

        var paths: [Door] {
            switch self {
            case .ownTracks:
                ["/in/owntracks", "/api/v1/owntracks/points"].map { Door(path: $0, status: 200, answer: "[]") }
            case .overland:
                [
                    Door(path: "/in/overland", status: 200, answer: #"{"result":"ok"}"#),
                    Door(path: "/api/v1/overland/batches", status: 201, answer: #"{"result":"ok"}"#),
                ]
            case .osmAnd: ["/in/osmand", "/api/v1/traccar/points"].map { Door(path: $0, status: 200, answer: "") }
            case .gpsLogger: [Door(path: "/in/gpslogger", status: 200, answer: "")]
            case .traccarServer: [Door(path: "/in/traccar", status: 200, answer: "")]
            }
        }
    }

    let name: String
    let app: App
    /// How many different fixes it holds.
    let fixes: Int
    /// Whether it stands in the URL.
    var isQuery = false
    var method = "POST"
    var contentType = "application/json"

    var testDescription: String { isQuery ? "\(name) by \(method)" : name }

    var paths: [Door] { app.paths }

    static let doors = [App.ownTracks, .overland, .osmAnd, .gpsLogger, .traccarServer].flatMap(\.paths)

    static let all: [PhonePayload] = [
        PhonePayload(name: "owntracks-ios-location.json", app: .ownTracks, fixes: 1),
        PhonePayload(
            name: "owntracks-android-location.json",
            app: .ownTracks,
            fixes: 1,
            contentType: "application/json; charset=utf-8"
        ),
        PhonePayload(name: "owntracks-odd-battery.json", app: .ownTracks, fixes: 1),
        PhonePayload(name: "owntracks-image.json", app: .ownTracks, fixes: 1),
        PhonePayload(name: "owntracks-transition.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "owntracks-waypoints.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "owntracks-dump.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "owntracks-lwt.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "owntracks-encrypted-short.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "owntracks-unknown.json", app: .ownTracks, fixes: 0),
        PhonePayload(name: "overland-ios.json", app: .overland, fixes: 2),
        PhonePayload(name: "overland-current.json", app: .overland, fixes: 2),
        PhonePayload(name: "overland-actions.json", app: .overland, fixes: 0),
        PhonePayload(name: "overland-android.json", app: .overland, fixes: 1),
        PhonePayload(name: "overland-gpslogger-dawarich.json", app: .overland, fixes: 2),
        PhonePayload(name: "overland-colota.json", app: .overland, fixes: 2),
        PhonePayload(name: "osmand-query.txt", app: .osmAnd, fixes: 1, isQuery: true, method: "GET"),
        PhonePayload(name: "osmand-query.txt", app: .osmAnd, fixes: 1, isQuery: true),
        PhonePayload(
            name: "osmand-query.txt",
            app: .osmAnd,
            fixes: 1,
            contentType: "application/x-www-form-urlencoded"
        ),
        PhonePayload(name: "osmand-location-pair.txt", app: .osmAnd, fixes: 1, isQuery: true),
        PhonePayload(name: "osmand-heartbeat.txt", app: .osmAnd, fixes: 0, isQuery: true),
        PhonePayload(name: "osmand-push-address.txt", app: .osmAnd, fixes: 0, isQuery: true),
        PhonePayload(name: "osmand-alarm.txt", app: .osmAnd, fixes: 1, isQuery: true),
        PhonePayload(name: "osmand-client-9.json", app: .osmAnd, fixes: 1),
        PhonePayload(name: "osmand-client-9-batch.json", app: .osmAnd, fixes: 2),
        PhonePayload(name: "gpslogger-query.txt", app: .gpsLogger, fixes: 1, isQuery: true, method: "GET"),
        PhonePayload(name: "gpslogger-all.txt", app: .gpsLogger, fixes: 1, isQuery: true, method: "GET"),
        PhonePayload(name: "gpslogger-all.txt", app: .gpsLogger, fixes: 1, contentType: "text/plain"),
        PhonePayload(name: "gpslogger-body.json", app: .gpsLogger, fixes: 1),
    ]

    func bytes() throws -> [UInt8] { try PhonePayload.file(name) }

    /// The bytes of a file of Fixtures/wire.
    static func file(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Repository.file("Tests/Fixtures/wire/\(name)")))
    }
}

/// A body that no app should ever send.
struct HostileBody: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let contentType: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String, _ contentType: String = "application/json") {
        self.init(name, Array(text.utf8), contentType)
    }

    init(_ name: String, _ bytes: [UInt8], _ contentType: String = "application/json") {
        testDescription = name
        self.contentType = contentType
        self.bytes = bytes
    }

    static let all: [HostileBody] = [
        HostileBody("nothing", ""),
        HostileBody("half an object", "{\"_type\":\"location\",\"lat\":52."),
        HostileBody("an empty array", "[]"),
        HostileBody("null", "null"),
        HostileBody("the wrong shapes", #"{"_type":7,"locations":{},"location":[[]],"lat":{},"lon":true,"tst":[]}"#),
        HostileBody("off the globe", #"{"_type":"location","lat":95,"lon":190,"tst":1772352300}"#),
        HostileBody("null island", #"{"_type":"location","lat":0,"lon":0,"tst":1772352300}"#),
        HostileBody("huge numbers", #"{"_type":"location","lat":1e999,"lon":-1e999,"tst":99999999999999999999999}"#),
        HostileBody("deep nesting", String(repeating: "[", count: 100_000)),
        HostileBody("deep objects", String(repeating: #"{"location":"#, count: 50_000)),
        HostileBody("every byte", [UInt8](0...255), "application/octet-stream"),
        HostileBody("no UTF-8", [0x22, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xFF, 0xFE, 0x22]),
        HostileBody("a broken form", "lat=%ZZ&lon=%&timestamp=&=&&&&id", "application/x-www-form-urlencoded"),
        HostileBody("NUL", [UInt8](repeating: 0, count: 4_096)),
        HostileBody("a short cipher", #"{"_type":"encrypted","data":"AA=="}"#),
    ]
}
