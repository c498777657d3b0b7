import Family
import Foundation
import PhoneProtocols
import Testing
import WireClient

@Suite struct TrackFileTests {
    @Test func `the recorded drive has its 104 points in order`() throws {
        let track = try #require(TrackFile(fixture("around-visnjan-with-car.gpx")))
        #expect(track.format == .gpx && track.isWhole && track.refused == 0)
        #expect(track.segments.map(\.count) == [104])
        let first = try #require(track.fixes.first)
        #expect(first.coordinate == Coordinate(latitude: 45.2735188510, longitude: 13.7142099626))
        #expect(first.at.text == "2020-12-18T06:15:50.000Z")
        #expect(first.altitudeMetres == 211.15)
        #expect(track.fixes.last?.at.text == "2020-12-18T06:24:24.000Z")
    }

    @Test func `way points are no recording, and empty segments are not there`() throws {
        let walk = try #require(TrackFile(fixture("cerknicko-jezero.gpx")))
        #expect(walk.segments.map(\.count) == [173, 52, 2, 44, 2, 2, 21])
        #expect(walk.refused == 0)
    }

    @Test func `points without a time are counted, the others kept`() throws {
        let walk = try #require(TrackFile(fixture("korita-zbevnica.gpx")))
        #expect(walk.segments.map(\.count) == [176, 337])
        #expect(walk.refusals == [.noTime: 358])
    }

    @Test func `a time of 1901 is impossible`() throws {
        let hike = try #require(TrackFile(fixture("Mojstrovka.gpx")))
        #expect(hike.fixes == [] && hike.refusals == [.impossibleTime: 184] && hike.isWhole)
    }

    @Test func `the speed of GPX 1.0 is metres per second`() throws {
        let track = try #require(TrackFile(fixture("track_with_speed.gpx")))
        #expect(track.fixes.map(\.speedMetresPerSecond) == [1.2, 2.2, 3.2])
    }

    @Test(arguments: [
        "", "   \n", "hello", "<html><body/></html>", "{}", "[]", #"{"type": "FeatureCollection"}"#, "lat,lon\n1,2\n",
        "a\tb\tc\n", "\0\0\0", "<!DOCTYPE gpx>", "\u{FEFF}",
    ])
    func `a file that is not a track is not read as one`(_ text: String) {
        #expect(TrackFile(Array(text.utf8)) == nil)
    }

    @Test func `the format is told by content, after a byte order mark too`() {
        let samples: [(String, TrackFile.Format)] = [
            ("<x:gpx xmlns:x='a'/>", .gpx), (#" {"features": []}"#, .geojson), ("time,lat,lon\n", .csv),
            ("2026-03-01T08:05:00Z\t*  \t{}\n", .rec), ("\u{FEFF}Lat;Lon;Timestamp\r\n", .csv),
        ]
        for (text, format) in samples {
            #expect(TrackFile(Array(text.utf8))?.format == format, "\(text)")
        }
    }

    @Test func `any bytes are read without a trap`() {
        let seed = Seeds.of("track files")
        var random = SplitMix(state: seed)
        for name in ["track_with_speed.gpx", "geojson", "csv", "rec"] {
            let whole = name.hasSuffix(".gpx") ? fixture(name) : Array(samples[name, default: ""].utf8)
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<Int(random.next() % 8) where !bytes.isEmpty {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next() >> 13)
                }
                bytes.removeLast(Int(random.next() % UInt64(bytes.count / 2)))
                let track = TrackFile(bytes)
                #expect((track?.fixes.count ?? 0) <= 10, "seed \(seed)")
            }
        }
    }
}

private let samples = [
    "geojson": geoJSONSample,
    "csv": "time,lat,lon,acc\n2026-03-01T08:05:00Z,1,2,3\n\"2026-03-01T08:05:01Z\",1,2,\n",
    "rec":
        "2026-03-01T08:05:00Z\t*  \t{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1772352300}\n2026-03-01T08:05:00Z\tlwt\t{}\n",
]

private let geoJSONSample = """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [2, 1]},
    "properties": {"timestamp": "2026-03-01T08:05:00Z"}}]}
    """

private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

private func fixture(_ name: String) -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    // A missing file fails the test that reads it, with nothing in it.
    return (try? Data(contentsOf: folder.appending(path: "Fixtures/tracks").appending(path: name))).map(Array.init)
        ?? []
}
