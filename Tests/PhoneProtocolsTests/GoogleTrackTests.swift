import Family
import PhoneProtocols
import Testing

/// Files of Google's location history, and a hub's own export.
@Suite struct GoogleTrackTests {
    @Test func `Records.json: sevenths of a degree, two ways of telling time, a turn too many`() throws {
        let track = try read(
            """
            {"locations":[
            {"latitudeE7":525208123,"longitudeE7":134094192,"accuracy":14,"altitude":36,"velocity":3,"heading":270,
             "activity":[{"activity":[{"type":"WALKING","confidence":80}],"timestamp":"2019-05-01T00:00:00Z"}],
             "source":"WIFI","deviceTag":-5,"timestamp":"2019-05-01T08:05:00.123Z"},
            {"timestampMs":"1556697960000","latitudeE7":-338688000,"longitudeE7":1512093000,"accuracy":20},
            {"timestampMs":"1556698020000","latitudeE7":"-10","longitudeE7":4283967296,"accuracy":20},
            {"timestamp":"2019-05-01T08:08:00Z","latitudeE7":525208123},
            {"latitudeE7":525208123,"longitudeE7":134094192}
            ]}
            """
        )
        #expect(track.format == .google && track.isWhole)
        #expect(track.refusals == [.noPosition: 1, .noTime: 1])
        #expect(track.fixes.count == 3)
        let first = try #require(track.fixes.first)
        #expect(first.at.text == "2019-05-01T08:05:00.123Z" && first.accuracyMetres == 14)
        #expect(first.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(first.speedMetresPerSecond == 3 && first.courseDegrees == 270 && first.altitudeMetres == 36)
        #expect(track.fixes[1].coordinate == Coordinate(latitude: -33.8688, longitude: 151.2093))
        #expect(abs(track.fixes[2].coordinate.longitude + 1.1) < 1e-6)
    }

    @Test func `Timeline.json of one kind of phone: paths, visits, activities and raw signals`() throws {
        let track = try read(
            """
            {"semanticSegments":[
            {"startTime":"2024-06-01T08:00:00.000+02:00","endTime":"2024-06-01T10:00:00.000+02:00",
             "timelinePath":[{"point":"47.1410000°, 9.5209000°","time":"2024-06-01T08:05:00.000+02:00"},
                             {"point":"nowhere","time":"2024-06-01T08:06:00.000+02:00"}]},
            {"visit":{"hierarchyLevel":0,"topCandidate":{"placeId":"x","placeLocation":{"latLng":"47.15°, -9.53°"}}},
             "startTime":"2024-06-01T09:00:00Z","endTime":"2024-06-01T10:30:00Z"},
            {"startTime":"2024-06-01T10:30:00Z","endTime":"2024-06-01T10:45:00Z",
             "activity":{"start":{"latLng":"47.15°, 9.53°"},"end":{"latLng":"47.16°, 9.54°"},"distanceMeters":1300.5,
                         "topCandidate":{"type":"WALKING"}}}],
            "rawSignals":[{"position":{"LatLng":"47.1410°, 9.5209°","accuracyMeters":13,"altitudeMeters":457.1,
             "source":"WIFI","timestamp":"2024-06-01T08:00:31.000+02:00","speedMetersPerSecond":0.5}},
             {"activityRecord":{"timestamp":"2024-06-01T06:00:31Z"}},{"wifiScan":{"devicesRecords":[]}}],
            "userLocationProfile":{"frequentPlaces":[]}}
            """
        )
        #expect(track.format == .google && track.isWhole && track.refusals == [.noPosition: 1])
        #expect(
            track.fixes.map(\.at.text) == [
                "2024-06-01T06:05:00.000Z", "2024-06-01T09:00:00.000Z", "2024-06-01T10:30:00.000Z",
                "2024-06-01T10:30:00.000Z", "2024-06-01T10:45:00.000Z", "2024-06-01T06:00:31.000Z",
            ]
        )
        #expect(track.fixes[1].coordinate == Coordinate(latitude: 47.15, longitude: -9.53))
        #expect(track.fixes[5].accuracyMetres == 13 && track.fixes[5].speedMetresPerSecond == 0.5)
    }

    @Test func `Timeline.json of the other kind of phone: an array, places as geo links, times as minutes`() throws {
        let track = try read(
            """
            [{"endTime":"2024-06-01T10:00:00.000+02:00","startTime":"2024-06-01T08:00:00.000+02:00",
              "timelinePath":[{"point":"geo:47.141,9.5209","durationMinutesOffsetFromStartTime":"12"}]},
             {"endTime":"2024-06-01T12:00:00Z","startTime":"2024-06-01T10:00:00Z",
              "visit":{"topCandidate":{"placeLocation":"geo:47.15,9.53","probability":"0.9"}}},
             {"endTime":"2024-06-01T12:20:00Z","startTime":"2024-06-01T12:00:00Z",
              "activity":{"start":"geo:47.15,9.53","end":"geo:47.16,9.54","distanceMeters":"1300.5"}}]
            """
        )
        #expect(track.format == .google && track.isWhole && track.refused == 0)
        #expect(track.fixes.count == 5)
        #expect(track.fixes[0].at.text == "2024-06-01T06:12:00.000Z")
        #expect(track.fixes[4].coordinate == Coordinate(latitude: 47.16, longitude: 9.54))
    }

    @Test func `a fix that this hub exported is read back with its values`() throws {
        let track = try read(
            """
            {"fixes":[
            {"at":"2026-03-01T08:05:00.250Z","receivedAt":"2026-03-01T08:05:01.000Z","latitude":52.5208123,
             "longitude":13.4094192,"accuracyMetres":12.5,"altitudeMetres":-3,"speedMetresPerSecond":1.25,
             "courseDegrees":90,"batteryPercent":0.5,"motion":"walking"}
            ]}
            """
        )
        let fix = try #require(track.fixes.first)
        #expect(track.format == .hearth && track.fixes.count == 1 && track.refused == 0)
        #expect(fix.at.text == "2026-03-01T08:05:00.250Z" && fix.accuracyMetres == 12.5 && fix.motion == .walking)
        #expect(fix.speedMetresPerSecond == 1.25 && fix.courseDegrees == 90 && fix.altitudeMetres == -3)
    }

    @Test(arguments: ["[1,2]", "[]", #"[{"name":"x"}]"#, "{}", #"{"name":"locations"}"#])
    func `other JSON is no track`(_ text: String) {
        #expect(TrackFile(Array(text.utf8)) == nil)
    }

    @Test func `a long track is read in batches, and reading stops when the consumer asks it to`() throws {
        let lines = (0..<25).map {
            #"{"timestampMs":"\#(1_556_697_960_000 + $0 * 1_000)","latitudeE7":1,"longitudeE7":\#($0)}"#
        }
        let bytes = Array((#"{"locations":["# + lines.joined(separator: ",") + "]}").utf8)
        var sizes: [Int] = []
        var positions: [Int] = []
        let whole = TrackStream(bytes.span, batchSize: 10) { fixes, stream in
            sizes.append(fixes.count)
            positions.append(stream.position)
            return true
        }
        #expect(whole?.isWhole == true && sizes == [10, 10, 5])
        #expect(positions == positions.sorted() && (positions.last ?? 0) <= bytes.count && positions[0] > 0)
        sizes = []
        _ = TrackStream(bytes.span, batchSize: 10) { fixes, _ in
            sizes.append(fixes.count)
            return false
        }
        #expect(sizes == [10])
        #expect(TrackStream([UInt8]("nothing".utf8).span, batchSize: 10) { _, _ in true } == nil)
    }

    private func read(_ text: String) throws -> TrackFile {
        try #require(TrackFile(Array(text.utf8)))
    }
}
