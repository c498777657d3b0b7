import Family
import PhoneProtocols
import Testing

@Suite struct GPXTrackTests {
    @Test func `extensions inside a point give speed and course, not a second time`() throws {
        let track = try read(
            """
            <?xml version="1.0"?><!-- <trkpt lat="1" lon="1"> --><gpx version="1.1"><trk><trkseg>
            <trkpt lon='2.5' lat="-1.5" ><time><![CDATA[2026-03-01T08:05:00.5Z]]></time><extensions>
            <g:TrackPointExtension><g:speed>12.5</g:speed><g:course>360</g:course><g:time>1999-01-01T00:00:00Z</g:time>
            </g:TrackPointExtension></extensions></trkpt>
            <trkpt lat="1" lon="2"><time>2026-03-01T08:05:01Z</time><speed>-1</speed><accuracy>0</accuracy></trkpt>
            </trkseg><trkseg/></trk></gpx>
            """
        )
        #expect(track.isWhole && track.refused == 0 && track.fixes.count == 2)
        let first = try #require(track.fixes.first)
        #expect(first.at.text == "2026-03-01T08:05:00.500Z")
        #expect(first.speedMetresPerSecond == 12.5 && first.courseDegrees == 0)
        #expect(first.coordinate == Coordinate(latitude: -1.5, longitude: 2.5))
        #expect(track.fixes.last?.speedMetresPerSecond == nil && track.fixes.last?.accuracyMetres == nil)
    }

    @Test func `each unusable point is counted with its reason`() throws {
        let time = "<time>2026-03-01T08:05:00Z</time>"
        let track = try read(
            """
            <gpx><trk><trkseg><trkpt lat="91" lon="0">\(time)</trkpt><trkpt lat="1">\(time)</trkpt><trkpt lat="1" lon="1"/>
            <trkpt lat="nan" lon="1">\(time)</trkpt><trkpt lat="1" lon="1"><time>1970-01-01T00:00:00Z</time></trkpt>
            <trkpt lat="1" lon="1"><time>9999-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>
            """
        )
        #expect(track.fixes == [])
        #expect(track.refusals == [.offTheGlobe: 1, .noPosition: 2, .noTime: 1, .impossibleTime: 2])
    }

    @Test func `entities are neither expanded nor counted`() throws {
        let bomb = (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
        let track = try read(
            """
            <!DOCTYPE gpx [<!-- it's > --><!ENTITY a0 "1>"><!ENTITY x SYSTEM "file:///etc/hostname">\(bomb)]>
            <gpx><trkseg><trkpt lat="&a30;" lon="1"><time>&x;</time></trkpt></trkseg></gpx>
            """
        )
        #expect(track.fixes == [] && track.refusals == [.noPosition: 1] && track.isWhole)
    }

    @Test(arguments: [
        "<a>", "<trkpt lat=\"1", "<!-- ", "<![CDATA[", "</gpx></gpx>", tooDeep,
    ])
    func `a damaged file gives what stood before the damage`(_ damage: String) throws {
        let track = try read(
            "<gpx><trkseg><trkpt lat='1' lon='1'><time>2026-03-01T08:05:00Z</time></trkpt></trkseg>" + damage
        )
        #expect(track.fixes.count == 1 && !track.isWhole)
    }
}

@Suite struct RecorderTrackTests {
    @Test func `positions are read, other messages passed over, odd lines counted`() throws {
        let location = #"{"_type":"location","lat":1.5,"lon":2.5,"tst":1772352300,"vel":36,"batt":80,"acc":9}"#
        let track = try read(
            """
            2026-03-01T08:05:00Z\t*                 \t\(location)
            2026-03-01T08:05:01Z\tlwt               \t{"_type":"lwt","tst":1772352301}
            2026-03-01T08:05:02Z\t*\t\(location)\r

            garbage
            yesterday\t*\t\(location)
            2026-03-01T08:05:03Z\t*\t{"_type":"location","lat":1.5,"tst":1772352300}
            2026-03-01T08:05:03Z\t*\t{"_type":"loca
            2026-03-01T08:05:04Z\t*\t{"_type":"location","lat":1.5,"lon":2.5,"tst":86400}
            """
        )
        #expect(track.segments.map(\.count) == [2])
        #expect(track.refusals == [.unreadable: 4, .impossibleTime: 1])
        let fix = try #require(track.fixes.first)
        #expect(fix.at.text == "2026-03-01T08:05:00.000Z" && fix.speedMetresPerSecond == 10)
        #expect(fix.batteryPercent == 80 && fix.accuracyMetres == 9)
    }
}

@Suite struct GeoJSONTrackTests {
    @Test func `points carry their figures as properties`() throws {
        let track = try read(
            """
            {"features": [
            {"properties": {"timestamp": "2026-03-01T08:05:00Z", "horizontal_accuracy": 8, "speed": -1, "battery_level": 0.5},
             "geometry": {"coordinates": [2.5, 1.5, 300], "type": "Point"}},
            {"geometry": {"type": "Point", "coordinates": [2, 1]},
             "properties": {"time": 1772352301, "speedMetresPerSecond": 3, "course": 90, "batteryPercent": 40, "motion": ["walking"]}},
            {"properties": {"action": "will_terminate", "timestamp": "2026-03-01T08:05:00Z"}}, 7,
            {"geometry": {"type": "Point", "coordinates": ["x"]}, "properties": {"time": 1772352301}},
            {"geometry": {"type": "Point", "coordinates": [3, 2, "high"]}, "properties": {"time": 1772352302}}
            ], "type": "FeatureCollection"}
            """
        )
        #expect(track.isWhole && track.refusals == [.unreadable: 1, .noPosition: 1])
        #expect(track.fixes.count == 3 && track.fixes.last?.altitudeMetres == nil)
        let (first, last) = try (#require(track.fixes.first), #require(track.fixes.dropFirst().first))
        #expect(first.coordinate == Coordinate(latitude: 1.5, longitude: 2.5) && first.altitudeMetres == 300)
        #expect(first.accuracyMetres == 8 && first.speedMetresPerSecond == nil && first.batteryPercent == 50)
        #expect(last.at.text == "2026-03-01T08:05:01.000Z" && last.speedMetresPerSecond == 3)
        #expect(last.courseDegrees == 90 && last.batteryPercent == 40 && last.motion == .walking)
        #expect(track.segments.count == 1, "points one after the other are one recording")
    }

    @Test func `lines take their times from coordTimes`() throws {
        let times = (0..<4).map { "\"2026-03-01T08:05:0\($0)Z\"" }
        let line = try read(
            """
            {"type": "Feature", "properties": {"coordTimes": [\(times.prefix(2).joined(separator: ","))]},
            "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4, 5], [6, 7]]}}
            """
        )
        #expect(line.fixes.map(\.altitudeMetres) == [nil, 5] && line.refusals == [.noTime: 1])
        let lines = try read(
            """
            {"features": [{"properties": {"coordTimes": [[\(times[0]), \(times[1])], [\(times[2]), \(times[3])]]},
            "geometry": {"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}}]}
            """
        )
        #expect(lines.segments.map(\.count) == [2, 2])
        #expect(lines.fixes.last?.at.text == "2026-03-01T08:05:03.000Z")
    }

    @Test func `a file that breaks off gives what stood before`() throws {
        let feature = #"{"geometry": {"coordinates": [2, 1]}, "properties": {"time": 1772352301}}"#
        let track = try read(#"{"features": [\#(feature), {"geometry": {"#)
        #expect(track.fixes.count == 1 && !track.isWhole)
    }
}

@Suite struct CSVTrackTests {
    @Test func `columns are found by name, in any order and case`() throws {
        let track = try read(
            "Name,LON,Lat,Timestamp,acc,alt,speed,course,battery\r\n"
                + "\"a \"\"b\"\", c\n\",2.5,1.5,1772352300000,8,300,3,359.5,40\r\n\r\n"
                + "x,2,1,2026-03-01T08:05:01Z,,,,,\n" + "x,200,1,2026-03-01T08:05:01Z,,,,,\n" + "x\n"
        )
        let first = try #require(track.fixes.first)
        #expect(first.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
        #expect(first.at.text == "2026-03-01T08:05:00.000Z" && first.accuracyMetres == 8)
        #expect(first.altitudeMetres == 300 && first.speedMetresPerSecond == 3)
        #expect(first.courseDegrees == 359.5 && first.batteryPercent == 40)
        #expect(track.fixes.count == 2 && track.fixes.last?.accuracyMetres == nil)
        #expect(track.refusals == [.offTheGlobe: 1, .noPosition: 1])
    }

    @Test func `with semicolons a comma is the decimal point`() throws {
        let track = try read("time;lat;lon\n2026-03-01 08:05:00;45,25;13,5\n")
        #expect(track.fixes.map(\.coordinate) == [Coordinate(latitude: 45.25, longitude: 13.5)])
    }

    @Test func `a quotation without an end ends the file`() throws {
        let track = try read("time,lat,lon\n1772352300,1,2\n\"1772352301,1,2\n")
        #expect(track.fixes.count == 1 && !track.isWhole)
    }
}

/// Nested one deeper than is read, with every element closed.
private let tooDeep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64) + "</gpx>"

private func read(_ text: String) throws -> TrackFile {
    try #require(TrackFile(Array(text.utf8)))
}
