import Family
import PhoneProtocols

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The payloads in Tests/Fixtures/wire.
enum Wire {
    /// When the hub receives them: a minute after most were made.
    static let receivedAt = Timestamp(milliseconds: 1_772_352_360_000)
    /// 2026-03-01T08:05:00Z, the time that most of them carry.
    static let at = Timestamp(milliseconds: 1_772_352_300_000)

    static let names = [
        "owntracks-ios-location.json", "owntracks-android-location.json", "owntracks-odd-battery.json",
        "owntracks-image.json", "owntracks-transition.json", "owntracks-beacon-transition.json",
        "owntracks-waypoint.json", "owntracks-waypoints.json", "owntracks-lwt.json", "owntracks-card.json",
        "owntracks-steps.json", "owntracks-beacon.json", "owntracks-status.json", "owntracks-configuration.json",
        "owntracks-dump.json", "owntracks-request.json", "owntracks-cmd.json", "owntracks-encrypted.json",
        "owntracks-encrypted-short.json", "owntracks-unknown.json", "owntracks-from-overland.json",
        "overland-ios.json", "overland-current.json", "overland-actions.json", "overland-android.json",
        "overland-gpslogger-dawarich.json", "osmand-query.txt", "osmand-location-pair.txt", "osmand-heartbeat.txt",
        "osmand-push-address.txt", "osmand-alarm.txt", "osmand-client-9.json", "osmand-client-9-batch.json",
        "gpslogger-query.txt", "gpslogger-all.txt", "gpslogger-body.json", "overland-colota.json",
        "traccar-forward.json", "traccar-forward-collar.json", "traccar-forward-outdated.json",
        "traccar-forward-alarm.json",
    ]

    /// The bytes of one file; empty where it is missing, which no test expects.
    static func bytes(_ name: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        guard let file = fopen("/\(folder)/Fixtures/wire/\(name)", "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    static func ownTracks(_ name: String) -> PhoneReport {
        OwnTracks.read(bytes(name).span, receivedAt: receivedAt)
    }

    static func ownTracks(text: String) -> PhoneReport {
        OwnTracks.read(Array(text.utf8).span, receivedAt: receivedAt)
    }

    /// A location with other members put in.
    static func location(_ members: String) -> PhoneReport {
        ownTracks(text: #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1772352300,\#(members)}"#)
    }

    static func osmAnd(query: String = "", body: String = "") -> PhoneReport {
        OsmAnd.read(query: Array(query.utf8).span, body: Array(body.utf8).span, receivedAt: receivedAt)
    }

    static func osmAndToken(query: String = "", body: String = "") -> String? {
        OsmAnd.token(query: Array(query.utf8).span, body: Array(body.utf8).span)
    }

    static func gpsLogger(query: String = "", body: String = "") -> PhoneReport {
        GPSLogger.read(query: Array(query.utf8).span, body: Array(body.utf8).span, receivedAt: receivedAt)
    }

    static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
