import Family
import PhoneProtocols
import Testing

@Suite struct TraccarForwardTests {
    private func read(_ name: String) -> (report: PhoneReport, tracker: TraccarForward.Tracker?) {
        TraccarForward.read(Wire.bytes(name).span)
    }

    /// A forwarded position with these members, of a tracker with these.
    private func read(position: String, device: String = #""uniqueId":"collar-1""#) -> PhoneReport {
        let text = #"{"position":{"latitude":52.5,"longitude":13.4,\#(position)},"device":{\#(device)}}"#
        return TraccarForward.read(Array(text.utf8).span).report
    }

    @Test func `A13: a forwarded speed is in knots, a place in metres and degrees`() throws {
        let (report, tracker) = read("traccar-forward.json")
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Wire.at)
        #expect(abs((fix.speedMetresPerSecond ?? 0) - 5.1444444) < 1e-6)
        #expect(fix.courseDegrees == 271 && fix.altitudeMetres == 34 && fix.accuracyMetres == 12)
        #expect(fix.batteryPercent == 81, "not the volts of `battery`")
        #expect(!report.heard && report.isUsable && report.notes.isEmpty)
        #expect(tracker == TraccarForward.Tracker(uniqueID: "862095021234567", name: "Family car"))
    }

    @Test func `A13: an accuracy of 0 is unknown, a voltage is no battery, a time may be in milliseconds`() throws {
        let (report, tracker) = read("traccar-forward-collar.json")
        let fix = try #require(report.fixes.first)
        #expect(fix.at == Wire.at)
        #expect(fix.accuracyMetres == nil && fix.batteryPercent == nil)
        #expect(fix.altitudeMetres == nil && fix.courseDegrees == nil && fix.speedMetresPerSecond == 0)
        #expect(tracker == TraccarForward.Tracker(uniqueID: "collar-1", name: "Bella"))
    }

    @Test func `A13: an outdated position says only that the tracker was heard`() {
        let (report, tracker) = read("traccar-forward-outdated.json")
        #expect(report.fixes.isEmpty && report.heard && !report.isUsable)
        #expect(tracker?.uniqueID == "collar-1")
    }

    @Test func `A13: an alarm is a note beside the position`() {
        let (report, _) = read("traccar-forward-alarm.json")
        #expect(report.fixes.count == 1 && report.notes == [.alarm("sos")])
    }

    @Test(arguments: [
        (#""fixTime":"2026-03-01T08:05:00Z","valid":true"#, true),
        (#""fixTime":"2026-03-01T09:05:00.000+01:00","valid":true"#, true),
        (#""fixTime":1772352300000"#, true), (#""fixTime":"2026-03-01T08:05:00Z","valid":false"#, false),
        (#""fixTime":"2026-03-01T08:05:00Z","outdated":true"#, false), (#""valid":true"#, false),
        (#""fixTime":"yesterday""#, false), (#""fixTime":0"#, false),
    ])
    func `A13: a forwarded position without a time, or an invalid one, is refused`(_ members: String, _ isTaken: Bool) {
        let report = read(position: members)
        #expect(report.fixes.map(\.at) == (isTaken ? [Wire.at] : []))
        #expect(report.refused == (isTaken ? 0 : 1))
    }

    @Test(arguments: [
        ("", TraccarForward.Tracker?.none), (#""uniqueId":"""#, nil), (#""uniqueId":null,"name":"x""#, nil),
        (#""uniqueId":{}"#, nil), (#""uniqueId":862"#, TraccarForward.Tracker(uniqueID: "862")),
        (#""uniqueId":"a","name":7"#, TraccarForward.Tracker(uniqueID: "a")),
    ])
    func `a tracker without an identity is ignored`(_ members: String, _ tracker: TraccarForward.Tracker?) {
        let text = #"{"device":{\#(members)},"position":{}}"#
        #expect(TraccarForward.read(Array(text.utf8).span).tracker == tracker)
    }

    @Test(arguments: ["", "[]", "null", #"{"position":{"latitude":52.5,"longitude":13.4,"fixTime":1772352300000"#])
    func `an incomplete object is ignored`(_ text: String) {
        let (report, tracker) = TraccarForward.read(Array(text.utf8).span)
        #expect(report.fixes.isEmpty && report.heard && tracker == nil)
    }

    @Test func `Colota's Overland template is read as Overland, in m/s`() throws {
        let report = Overland.read(Wire.bytes("overland-colota.json").span)
        #expect(report.fixes.count == 2 && report.isUsable)
        #expect(report.fixes.first?.speedMetresPerSecond == 5.1 && report.fixes.first?.batteryPercent == 81)
    }
}
