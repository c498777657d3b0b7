import Family
import PhoneProtocols
import Testing

@Suite struct OverlandTests {
    private func report(_ name: String) -> PhoneReport {
        Overland.read(Wire.bytes(name).span)
    }

    private func report(properties: String, geometry: String = #"{"type":"Point","coordinates":[13.4,52.5]}"#)
        -> PhoneReport
    {
        let feature = #"{"type":"Feature","geometry":\#(geometry),"properties":{\#(properties)}}"#
        return Overland.read(Array(#"{"locations":[\#(feature)]}"#.utf8).span)
    }

    @Test func `a batch of the iOS app gives every figure in the hub's units`() throws {
        let report = report("overland-ios.json")
        #expect(report.fixes.count == 2)
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Wire.at)
        #expect(fix.speedMetresPerSecond == 12.4)
        #expect(fix.courseDegrees == 271)
        #expect(fix.altitudeMetres == 34)
        #expect(fix.accuracyMetres == 12)
        #expect(fix.batteryPercent == 81)
        #expect(fix.motion == .automotive)
        #expect(report.deviceTime == Timestamp(milliseconds: 1_772_352_360_000))
        #expect(!report.heard)
        #expect(!"\(report)".contains("home"))
    }

    @Test func `-1 is unknown in every figure, and an offset without a colon is a time`() throws {
        let fix = try #require(report("overland-ios.json").fixes.last)
        #expect(fix.at == Timestamp(milliseconds: 1_772_352_360_000))
        var bare = Fix(coordinate: try #require(Coordinate(latitude: 52.52, longitude: 13.41)), at: fix.at)
        #expect(fix == bare)
        bare.altitudeMetres = -1
        #expect(fix != bare)
    }

    @Test func `the current position comes last though the message names it first`() {
        let report = report("overland-current.json")
        #expect(report.fixes.map(\.coordinate.latitude) == [52.5, 52.6])
        #expect(report.notes == [.tripRunning(mode: "bicycle")])
    }

    @Test func `events of the app and ends of trips are notes, not points`() throws {
        let report = report("overland-actions.json")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 0)
        #expect(report.heard)
        #expect(report.notes.count == 3)
        #expect(report.notes.first == .action("will_terminate"))
        let arrival = Timestamp(milliseconds: 1_772_348_400_000)
        let place = Coordinate(latitude: 52.5, longitude: 13.4)
        #expect(report.notes.dropFirst().first == .visit(arrival: arrival, departure: nil, at: place))
        var trip = PhoneReport.TripSummary()
        trip.mode = "bicycle"
        trip.start = Timestamp(milliseconds: 1_772_350_200_000)
        trip.end = Timestamp(milliseconds: 1_772_352_420_000)
        trip.distanceMetres = 9_876.5
        trip.durationSeconds = 2_220
        #expect(report.notes.last == .tripEnded(trip))
        #expect(report.deviceTime == Timestamp(milliseconds: 1_772_352_420_000))
    }

    @Test func `the Android app's numbers as text, booleans and trip as text lose nothing`() throws {
        let report = report("overland-android.json")
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Timestamp(milliseconds: 1_772_352_300_250))
        #expect(fix.altitudeMetres == 34.5)
        #expect(fix.speedMetresPerSecond == 1.5)
        #expect(fix.motion == .walking)
        #expect(fix.batteryPercent == 40)
        #expect(report.notes.isEmpty)
    }

    @Test func `GPSLogger's Dawarich target means per cent, also at 1`() {
        let report = report("overland-gpslogger-dawarich.json")
        #expect(report.fixes.map(\.batteryPercent) == [1, 91])
        #expect(report.fixes.map(\.at.milliseconds) == [1_772_352_300_123, 1_772_352_360_000])
    }

    @Test(
        arguments: [
            ("0", 0), ("0.5", 50), ("1", 100), ("1.5", 1.5), ("55", 55), ("100", 100), ("101", nil), ("-1", nil),
            ("null", nil),
        ] as [(String, Double?)]
    )
    func `a battery above 1 is per cent, below it a fraction`(level: String, percent: Double?) {
        let report = report(properties: #""timestamp":"2026-03-01T08:05:00Z","battery_level":\#(level)"#)
        #expect(report.fixes.count == 1)
        #expect(report.fixes.first?.batteryPercent == percent)
    }

    @Test(
        arguments: [
            (#"["driving","stationary"]"#, .automotive), (#"["stationary"]"#, .stationary),
            (#"["still"]"#, .stationary),
            (#"["walking","running"]"#, .running), (#"["in_vehicle"]"#, .automotive), (#"["cycling"]"#, .cycling),
            (#""walking""#, .walking), ("[]", nil), (#"["unknown"]"#, nil), (#"[1,null,["walking"]]"#, nil), ("7", nil),
        ] as [(String, Motion?)]
    )
    func `of several motions the fastest counts`(words: String, motion: Motion?) {
        let report = report(properties: #""motion":\#(words),"timestamp":"2026-03-01T08:05:00Z""#)
        #expect(report.fixes.count == 1)
        #expect(report.fixes.first?.motion == motion)
    }

    @Test(arguments: [
        ("\"2026-03-01T08:05:00Z\"", 1_772_352_300_000), ("\"2026-03-01T08:05:00.250Z\"", 1_772_352_300_250),
        ("\"2026-03-01T00:05:00-0800\"", 1_772_352_300_000),
        ("\"2026-03-01T09:05:00.123456+01:00\"", 1_772_352_300_123),
        ("1772352300", 1_772_352_300_000), ("\"1772352300\"", 1_772_352_300_000), ("1772352300250", 1_772_352_300_250),
    ])
    func `times come in every form of ISO 8601, and as numbers`(sent: String, milliseconds: Int64) {
        #expect(report(properties: "\"timestamp\":\(sent)").fixes.first?.at.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "\"\"", "null", "\"2026-02-30T08:05:00Z\"", "\"1970-01-01T00:00:00Z\"", "0", "\"2026-03-01T24:05:00Z\"",
        "\"now\"",
    ])
    func `F52: a point without a usable time is refused and counted`(time: String) {
        let report = report(properties: "\"timestamp\":\(time)")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
        #expect(report.heard)
    }

    @Test(arguments: [
        "null", "{}", #"{"coordinates":null}"#, #"{"coordinates":[]}"#, #"{"coordinates":[13.4]}"#,
        #"{"coordinates":[0,0]}"#, #"{"coordinates":[13.4,95]}"#, #"{"coordinates":[{},[]]}"#, "[13.4,52.5]",
    ])
    func `F52: a point without a usable place is refused, and its neighbours stay`(geometry: String) {
        let good = #"{"geometry":{"coordinates":[13.4,52.5,34]},"properties":{"timestamp":"2026-03-01T08:05:00Z"}}"#
        let bad = #"{"geometry":\#(geometry),"properties":{"timestamp":"2026-03-01T08:05:00Z"}}"#
        let report = Overland.read(Array(#"{"locations":[\#(good),\#(bad),null,7,\#(good)]}"#.utf8).span)
        #expect(report.fixes.count == 2)
        #expect(report.refused == 1)
    }

    @Test func `a complete fix in a batch that breaks off is kept`() {
        let whole = Wire.bytes("overland-ios.json")
        let report = Overland.read(whole.span.extracting(0..<whole.count - 40))
        #expect(report.fixes.count == 1)
        #expect(report.notes == [.malformed])
    }

    @Test(arguments: ["", "[]", "{", "null", "hello"])
    func `a body that is no object is a sign of life`(body: String) {
        let report = Overland.read(Array(body.utf8).span)
        #expect(report.heard)
        #expect(report.notes == [body.isEmpty ? .empty : .malformed])
    }
}

@Suite struct OverlandOwnTracksModeTests {
    @Test(
        arguments: [
            ("Basic 0123abcd:", "0123abcd"), ("Basic MDEyMzphYmNk", nil), ("Basic :", nil), ("Basic a:b:", nil),
            ("Bearer 0123abcd:", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `the credentials of Overland's own OwnTracks mode are known by their colon`(header: String, token: String?) {
        #expect(Overland.tokenOfOwnTracksMode(authorization: header) == token)
    }
}
