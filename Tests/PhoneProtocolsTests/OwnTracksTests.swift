import Family
import PhoneProtocols
import Testing

@Suite struct OwnTracksTests {
    @Test func `a location of the iOS app gives every figure in the hub's units`() throws {
        let report = Wire.ownTracks("owntracks-ios-location.json")
        let fix = try #require(report.fixes.first)
        #expect(report.fixes.count == 1)
        #expect(fix.coordinate == Coordinate(latitude: 52.520812, longitude: 13.409419))
        #expect(fix.at == Wire.at)
        #expect(fix.accuracyMetres == 12)
        #expect(fix.altitudeMetres == 34)
        #expect(abs((fix.speedMetresPerSecond ?? 0) - 43 / 3.6) < 1e-9)
        #expect(fix.courseDegrees == 271)
        #expect(fix.batteryPercent == 81)
        #expect(fix.motion == .automotive)
        #expect(report.currentRegionNames == ["Home", "Café"])
        #expect(report.currentRegionIDs == ["a1b2c3", "d4e5f6"])
        #expect(report.deviceTime == Timestamp(milliseconds: 1_772_352_546_000))
        #expect(!report.heard)
        #expect(report.refused == 0)
        #expect(report.notes.isEmpty)
    }

    @Test func `a location of the Android app may have whole degrees and stand still`() throws {
        let report = Wire.ownTracks("owntracks-android-location.json")
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 37, longitude: -122.084))
        #expect(fix.speedMetresPerSecond == 0)
        #expect(fix.batteryPercent == 76)
        #expect(fix.motion == nil)
        #expect(report.currentRegionNames == nil)
    }

    @Test(arguments: ["null", "true", "\"full\"", "{}", "[]", "[[{\"a\":[1]}]]", "\"\"", "1e999", "NaN", "-1", "101"])
    func `a battery that is no number from 0 to 100 never loses the position`(battery: String) {
        let report = Wire.location("\"batt\":\(battery),\"acc\":7")
        #expect(report.fixes.count == 1)
        #expect(report.fixes.first?.batteryPercent == nil)
        #expect(report.fixes.first?.accuracyMetres == 7)
    }

    @Test func `numbers written as text count as numbers`() throws {
        let report = Wire.ownTracks("owntracks-odd-battery.json")
        let fix = try #require(report.fixes.first)
        #expect(fix.at == Wire.at)
        #expect(fix.accuracyMetres == 25)
        #expect(fix.altitudeMetres == 142.40000000000001)
        #expect(fix.speedMetresPerSecond == nil)
        #expect(fix.courseDegrees == nil)
        #expect(Wire.location("\"batt\":\"75\"").fixes.first?.batteryPercent == 75)
    }

    @Test(arguments: ["-1", "0", "null", "\"\"", "\"?\"", "-0.0"])
    func `an accuracy of zero or less is unknown`(accuracy: String) {
        let report = Wire.location("\"acc\":\(accuracy)")
        #expect(report.fixes.count == 1)
        #expect(report.fixes.first?.accuracyMetres == nil)
    }

    @Test(arguments: [("-1", nil), ("0", 0.0), ("36", 10.0), ("\"3.6\"", 1.0)] as [(String, Double?)])
    func `speed comes in km per hour and -1 is unknown`(sent: String, expected: Double?) {
        #expect(Wire.location("\"vel\":\(sent)").fixes.first?.speedMetresPerSecond == expected)
    }

    @Test(
        arguments: [
            ("\"cog\":0", nil), ("\"cog\":0,\"vel\":0", nil), ("\"cog\":0,\"vel\":20", 0),
            ("\"cog\":360,\"vel\":20", 0),
            ("\"cog\":-1,\"vel\":20", nil), ("\"cog\":361", nil), ("\"cog\":359.5", 359.5),
        ] as [(String, Double?)]
    )
    func `course 0 is north only for a phone that moves`(members: String, expected: Double?) {
        #expect(Wire.location(members).fixes.first?.courseDegrees == expected)
    }

    @Test(arguments: [
        #""lat":0,"lon":0,"tst":1772352300"#, #""lat":0.0,"lon":-0.0,"tst":1772352300,"acc":0"#,
        #""lat":0,"lon":0,"tst":1772352300,"acc":-1"#, #""lat":90.001,"lon":0,"tst":1772352300,"acc":5"#,
        #""lat":5,"lon":180.5,"tst":1772352300,"acc":5"#, #""lat":NaN,"lon":5,"tst":1772352300"#,
        #""lat":1e400,"lon":5,"tst":1772352300"#, #""lat":"nan","lon":5,"tst":1772352300"#,
        #""lat":5,"tst":1772352300"#, #""lat":null,"lon":5,"tst":1772352300"#, #""lat":5,"lon":5"#,
        #""lat":5,"lon":5,"tst":0"#, #""lat":5,"lon":5,"tst":-5"#, #""lat":5,"lon":5,"tst":null"#,
        #""lat":5,"lon":5,"tst":"soon""#, #""lat":5,"lon":5,"tst":1e300"#, #""lat":[5],"lon":5,"tst":1772352300"#,
    ])
    func `F52: a point off the globe, at 0,0 without accuracy or without time is refused and counted`(members: String) {
        let report = Wire.ownTracks(text: "{\"_type\":\"location\",\(members)}")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
        #expect(report.heard)
    }

    @Test func `F52: 0,0 with an accuracy is a place in the Gulf of Guinea`() {
        let report = Wire.ownTracks(text: #"{"_type":"location","lat":0,"lon":0,"acc":5,"tst":1772352300}"#)
        #expect(report.fixes.count == 1)
    }

    @Test(arguments: [
        ("1772352300123", 1_772_352_300_123), ("1772352300", 1_772_352_300_000), ("1.7723523e9", 1_772_352_300_000),
    ])
    func `times in milliseconds are told from seconds`(sent: String, milliseconds: Int64) {
        let report = Wire.ownTracks(text: "{\"_type\":\"location\",\"lat\":5,\"lon\":5,\"tst\":\(sent)}")
        #expect(report.fixes.first?.at == Timestamp(milliseconds: milliseconds))
    }

    @Test func `figures beyond belief are unknown, and no accuracy is worse than half the globe`() throws {
        let report = Wire.location(#""alt":1e300,"vel":1e300,"batt":1e300,"cog":1e300,"acc":1e300"#)
        var fix = Fix(coordinate: try #require(Coordinate(latitude: 52.5, longitude: 13.4)), at: Wire.at)
        fix.accuracyMetres = 20_000_000
        #expect(report.fixes == [fix])
    }

    @Test func `of a member that is there twice the last counts`() {
        let report = Wire.location(#""lat":1,"lat":48.1,"acc":5,"acc":null"#)
        #expect(report.fixes.first?.coordinate.latitude == 48.1)
        #expect(report.fixes.first?.accuracyMetres == nil)
    }

    @Test func `escaped names are the same names`() {
        let report = Wire.ownTracks(text: #"{"\u005ftype":"loc\u0061tion","l\u0061t":5,"lon":6,"\u0074st":1772352300}"#)
        #expect(report.fixes.first?.coordinate == Coordinate(latitude: 5, longitude: 6))
    }

    @Test func `a transition names its region, its time and the place where it was seen`() throws {
        let report = Wire.ownTracks("owntracks-transition.json")
        let transition = try #require(report.transitions.first)
        #expect(transition.event == .enter)
        #expect(transition.at == Wire.at)
        #expect(transition.name == "Home")
        #expect(transition.regionID == "a1b2c3")
        #expect(transition.regionMadeAt == Timestamp(milliseconds: 1_700_000_000_000))
        #expect(transition.coordinate == Coordinate(latitude: 52.5208, longitude: 13.4094))
        #expect(transition.accuracyMetres == 20)
        #expect(report.fixes.isEmpty)
        #expect(report.heard)
    }

    @Test func `a beacon's transition has no place and loses its numbers from its name`() throws {
        let transition = try #require(Wire.ownTracks("owntracks-beacon-transition.json").transitions.first)
        #expect(transition.event == .leave)
        #expect(transition.name == "Kitchen")
        #expect(transition.coordinate == nil)
        #expect(transition.accuracyMetres == nil)
    }

    @Test(arguments: [#""tst":1772352300"#, #""event":"hover","tst":1772352300"#, #""event":"enter""#])
    func `a transition without event or time is refused`(members: String) {
        let report = Wire.ownTracks(text: "{\"_type\":\"transition\",\(members)}")
        #expect(report.transitions.isEmpty)
        #expect(report.refused == 1)
        #expect(report.heard)
    }

    @Test func `waypoints are the regions that the phone watches`() {
        let report = Wire.ownTracks("owntracks-waypoints.json")
        #expect(report.watchedRegions.map(\.name) == ["School", "Kitchen", "Gone"])
        #expect(report.watchedRegions.map(\.radiusMetres) == [120, nil, 150])
        #expect(report.watchedRegions.map { $0.centre != nil } == [true, false, false])
        #expect(report.watchedRegions.last?.regionID == "g")
        #expect(report.deviceTime == nil)
    }

    @Test func `a waypoint's time may come in milliseconds and says nothing of the phone's clock`() {
        let report = Wire.ownTracks("owntracks-waypoint.json")
        #expect(report.watchedRegions.first?.madeAt == Timestamp(milliseconds: 1_505_910_709_000))
        #expect(report.deviceTime == nil)
        #expect(report.heard)
    }

    @Test(
        arguments: [
            ("owntracks-lwt.json", []),
            ("owntracks-status.json", []),
            ("owntracks-beacon.json", [.beacon]),
            ("owntracks-card.json", [.card(name: "Anna", hasFace: true)]),
            ("owntracks-request.json", [.tourRequest("tour")]),
            ("owntracks-cmd.json", [.unsupported(type: "cmd")]),
            ("owntracks-unknown.json", [.unsupported(type: "hologram")]),
            (
                "owntracks-steps.json",
                [.steps(4_321, from: Timestamp(milliseconds: 1_772_300_000_000), to: Wire.at)]
            ),
            ("owntracks-encrypted.json", [.undecryptable]),
            ("owntracks-encrypted-short.json", [.undecryptable]),
        ] as [(String, [PhoneReport.Note])]
    )
    func `every other type is a sign of life with its note`(name: String, notes: [PhoneReport.Note]) {
        let report = Wire.ownTracks(name)
        #expect(report.notes == notes)
        #expect(report.heard)
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 0)
    }

    @Test(arguments: ["owntracks-dump.json", "owntracks-configuration.json"])
    func `S23: nothing of a message with the phone's secrets is kept`(name: String) {
        let report = Wire.ownTracks(name)
        #expect(report.notes == [.secretsDropped])
        #expect(report.watchedRegions.isEmpty)
        #expect(!"\(report)".contains("sesame") && !"\(report)".contains("hush"))
    }

    @Test func `S23: network names and pictures are never kept`() {
        #expect(!"\(Wire.ownTracks("owntracks-ios-location.json"))".contains("b0:f2"))
        let report = Wire.ownTracks("owntracks-image.json")
        #expect(report.fixes.count == 1)
        #expect(!"\(report)".contains("/9j/"))
    }

    @Test func `an empty body is a sign of life, because the app sends one when a friend is removed`() {
        let report = Wire.ownTracks(text: "")
        #expect(report.heard)
        #expect(report.notes == [.empty])
    }

    @Test(arguments: [
        "{", "[]", "\"location\"", "{\"_type\":\"location\",\"lat\":52.5,\"lon\":13.4,\"tst\":1772352300",
        "{\"_type\":\"location\",\"lat\":52.5,\"lon\":13.4,\"tst\":1772352300,\"x", "lat=5", "   ", "{\"a\" 5}",
    ])
    func `a message that breaks off gives no position and is noted`(text: String) {
        let report = Wire.ownTracks(text: text)
        #expect(report.fixes.isEmpty)
        #expect(report.notes == [.malformed])
        #expect(report.heard)
    }

    @Test func `nesting beyond 64 ends the reading without a crash`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(Wire.location("\"x\":\(deep)").notes == [.malformed])
        let allowed = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(Wire.location("\"x\":\(allowed)").fixes.count == 1)
        let waypoints = String(repeating: "{\"waypoints\":[", count: 50_000)
        #expect(Wire.ownTracks(text: waypoints).notes == [.malformed])
    }

    @Test func `Overland's own OwnTracks mode, whose seconds count from 2001, is refused and named`() {
        let report = Wire.ownTracks("owntracks-from-overland.json")
        #expect(report.notes == [.overlandOwnTracksMode])
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
        #expect(report.deviceTime == nil)
    }

    @Test func `an old track is no Overland in OwnTracks mode`() {
        let report = Wire.ownTracks(text: #"{"_type":"location","lat":5,"lon":5,"tst":1224730384}"#)
        #expect(report.fixes.count == 1)
        #expect(report.notes.isEmpty)
    }
}
