import Foundation
import Maps
import Testing

@Suite struct MirrorTests {
    @Test(arguments: [
        ("https://download.geofabrik.de", "https://download.geofabrik.de", "download.geofabrik.de"),
        ("https://mirror.example/osm/", "https://mirror.example/osm", "mirror.example"),
        ("https://192.168.1.4:8443", "https://192.168.1.4:8443", "192.168.1.4:8443"),
        ("http://127.0.0.1:81", "http://127.0.0.1:81", "127.0.0.1:81"),
        ("http://localhost:81/x", "http://localhost:81/x", "localhost:81"),
        ("http://[::1]:81", "http://[::1]:81", "[::1]:81"),
    ])
    func `a server over https, or on this machine, may be a mirror`(_ text: String, _ base: String, _ host: String) {
        let mirror = RegionMirror(text)
        #expect(mirror?.base == base && mirror?.host == host)
    }

    @Test(arguments: [
        "", "none", "download.geofabrik.de", "http://download.geofabrik.de", "http://127.0.0.1.evil.example",
        "http://localhost.evil.example", "https://", "https:///x", "https://me:secret@mirror.example",
        "https://mirror.example:0", "https://mirror.example:70000", "https://mirror.example/a?b", "file:///etc/passwd",
        "https://mirror.example/../x", "https://mirror.example/a//b", "https://mirror.example/%2e%2e/x",
        "https://MIRROR.example", "https://mirror.example/a b", "https://mirror.example\r\nX: y",
    ])
    func `nothing else is a mirror`(_ text: String) {
        #expect(RegionMirror(text) == nil)
    }

    @Test func `regions are found by what people call them`() throws {
        let list = try #require(RegionCatalogue(Array(Self.list.utf8)))
        #expect(list.find("liechtenstein").map(\.id) == ["liechtenstein"])
        #expect(list.find("  LIECHT ").map(\.name) == ["Liechtenstein"])
        #expect(list.find("massachusetts").first?.name == "Massachusetts")
        #expect(list.find("massachusetts").first?.within == "North America")
        #expect(list.find("york").map(\.name) == ["New York", "East Yorkshire with Hull"])
        #expect(list.find("district").first?.name == "District of Columbia")
        #expect(list.find("ile de france").map(\.id) == ["ile-de-france"])
        #expect(list.find("Île-de-France").map(\.id) == ["ile-de-france"])
        #expect(list.find("baden wurttemberg").map(\.id) == ["baden-wuerttemberg"])
        #expect(list.find("chtenstein").isEmpty && list.find("  ").isEmpty && list.find("Atlantis").isEmpty)
    }

    @Test func `of each region its file and a name for the shelf are known`() throws {
        let list = try #require(RegionCatalogue(Array(Self.list.utf8)))
        let state = try #require(list.entry("us/massachusetts"))
        #expect(state.file == "massachusetts-latest.osm.pbf" && state.regionName == "us-massachusetts")
        #expect(list.entry("liechtenstein")?.within == "Europe")
    }

    @Test func `the catalogue skips an entry with a bad id, file, path or scheme, or without an address`() throws {
        let list = try #require(RegionCatalogue(Array(Self.list.utf8)))
        for id in ["bad-file", "bad-path", "no-urls", "Bad ID", "bad-scheme", "--data"] {
            #expect(list.entry(id) == nil, "\(id)")
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"features":[]}"#, #"{"features":[{"properties":{"id":"a"}}]}"#, "<html>"])
    func `a text without a usable region gives no catalogue`(_ text: String) {
        #expect(RegionCatalogue(Array(text.utf8)) == nil)
    }

    @Test func `an event of the fetching program reads back as written, and a malformed line is not read`() {
        for event in [RegionDownload.Event.received(3, of: 9), .waiting(seconds: 60, words: "the server is away")] {
            #expect(RegionDownload.Event(line: Substring(event.line)) == event)
        }
        for line in ["received 9 3", "received x 3", "received -1 3", "waiting x y", "progress 1 1 1 the map", ""] {
            #expect(RegionDownload.Event(line: Substring(line)) == nil, "\(line)")
        }
    }

    @Test func `the bytes reserved for calls for help do not count as free room`() {
        let kept = RegionRoom.keptBytes
        #expect(RegionRoom.isEnough(kept + 3_000, for: 1_000))
        #expect(!RegionRoom.isEnough(kept + 2_999, for: 1_000))
        #expect(!RegionRoom.isEnough(0, for: 1))
    }

    private static func feature(_ id: String, _ parent: String?, _ name: String, _ url: String) -> String {
        let above = parent.map { #""parent":"\#($0)","# } ?? ""
        let urls = #""urls":{"pbf":"\#(url)","x":"y"}"#
        return #"{"type":"Feature","properties":{"id":"\#(id)",\#(above)"name":"\#(name)",\#(urls)}}"#
    }

    private static let list: String = {
        let base = "https://download.geofabrik.de/"
        let features = [
            feature("europe", nil, "Europe", base + "europe-latest.osm.pbf"),
            feature("north-america", nil, "North America", base + "north-america-latest.osm.pbf"),
            feature("liechtenstein", "europe", "Liechtenstein", base + "europe/liechtenstein-latest.osm.pbf"),
            feature("ile-de-france", "europe", "Île-de-France", base + "europe/france/ile-de-france-latest.osm.pbf"),
            feature("baden-wuerttemberg", "europe", "Baden-Württemberg", base + "europe/bw-latest.osm.pbf"),
            feature("east-yorkshire", "europe", "East Yorkshire with Hull", base + "europe/hull-latest.osm.pbf"),
            feature(
                "us/massachusetts",
                "north-america",
                "us/massachusetts",
                base + "north-america/us/massachusetts-latest.osm.pbf"
            ),
            feature("us/new-york", "north-america", "us/new-york", base + "north-america/us/new-york-latest.osm.pbf"),
            feature(
                "us/district-of-columbia",
                "north-america",
                "us/district-of-columbia",
                base + "north-america/us/dc-latest.osm.pbf"
            ),
            feature("bad-file", nil, "Bad", base + "europe/bad.zip"),
            feature("bad-path", nil, "Bad", base + "../../bad-latest.osm.pbf"),
            feature("bad-scheme", nil, "Bad", "file:///etc/bad-latest.osm.pbf"),
            feature("Bad ID", nil, "Bad", base + "bad-latest.osm.pbf"),
            feature("--data", nil, "Bad", base + "flag-latest.osm.pbf"),
            #"{"type":"Feature","properties":{"id":"no-urls","name":"Bad"}}"#,
        ]
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }()
}
