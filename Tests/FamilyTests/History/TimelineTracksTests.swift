import Family
import Testing

/// Real tracks, read as a careful reader would.
@Suite struct TimelineTracksTests {
    @Test func `a recorded drive is one drive with a stop of two minutes`() throws {
        let timeline = try TimelineTracksTests.timeline("around-visnjan-with-car.gpx")
        let drive = try #require(timeline.journeys.first)
        #expect(timeline.journeys.count == 1)
        #expect(drive.mode == .drive)
        #expect(abs(drive.distanceMetres - 2_700) < 150)
        #expect(drive.stops.count >= 1)
        let stop = try #require(drive.stops.max { $0.to.seconds(since: $0.from) < $1.to.seconds(since: $1.from) })
        let from = try #require(Timestamp(text: "2020-12-18T06:19:39Z"))
        let to = try #require(Timestamp(text: "2020-12-18T06:21:38Z"))
        #expect(abs(stop.from.seconds(since: from)) <= 20 && abs(stop.to.seconds(since: to)) <= 20)
    }

    @Test func `a recorded hike is walked, with its three rests`() throws {
        let timeline = try TimelineTracksTests.timeline("korita-zbevnica.gpx")
        #expect(timeline.journeys.allSatisfy { $0.mode == .walk })
        let way = timeline.journeys.reduce(0) { $0 + $1.distanceMetres }
        #expect(abs(way - 6_100) < 500, "\(way)")
        // Before the start, on the way, and at noon.
        for (from, to) in [("09:36:30", "09:48:33"), ("10:57:10", "11:13:49"), ("11:32:17", "12:08:10")] {
            let from = try #require(Timestamp(text: "2010-10-03T\(from)Z"))
            let to = try #require(Timestamp(text: "2010-10-03T\(to)Z"))
            #expect(
                timeline.stays.contains {
                    $0.from <= from.advanced(bySeconds: 120) && $0.to >= to.advanced(bySeconds: -120)
                        && $0.to <= to.advanced(bySeconds: 240)
                },
                "\(from.text)"
            )
        }
        #expect(timeline.stays.count <= 5)
    }

    @Test func `a recorded afternoon at the lake is a walk, a ride with hardly a fix, and a stroll`() throws {
        let timeline = try TimelineTracksTests.timeline("cerknicko-jezero.gpx")
        #expect(timeline.journeys.first?.mode == .walk)
        #expect(timeline.journeys.contains { $0.mode == .cycle || $0.mode == .drive })
        let way = timeline.journeys.reduce(0) { $0 + $1.distanceMetres }
        #expect((11_000...13_700).contains(way), "\(way)")
        expectWhole(timeline)
    }

    private static func timeline(_ file: String) throws -> Timeline {
        let records = try DaySummaryTests.recorded(file).map { FixRecord(fix: $0, receivedAt: $0.at, marks: []) }
        let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        let timeline = Timeline(records: records, places: .empty, period: all)
        return timeline
    }
}
