import Family
import PhoneProtocols
import Testing

@Suite struct OsmAndTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func query(_ name: String) -> String {
        Wire.text(Wire.bytes(name))
    }

    @Test(arguments: [true, false])
    func `parameters in the address and in a form say the same, in knots`(inForm: Bool) throws {
        let text = query("osmand-query.txt")
        let report = inForm ? Wire.osmAnd(body: text) : Wire.osmAnd(query: text)
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Wire.at)
        #expect(abs((fix.speedMetresPerSecond ?? 0) - 5.1444444) < 1e-6)
        #expect(fix.courseDegrees == 271)
        #expect(fix.altitudeMetres == 34)
        #expect(fix.accuracyMetres == 12)
        #expect(fix.batteryPercent == 81)
        #expect(!report.heard)
        #expect(report.notes.isEmpty)
        #expect(!"\(report)".contains(OsmAndTests.token))
    }

    @Test func `a place may come as a pair, a time in milliseconds, a course as heading`() throws {
        let fix = try #require(Wire.osmAnd(query: query("osmand-location-pair.txt")).fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Timestamp(milliseconds: 1_772_352_300_123))
        #expect(fix.courseDegrees == 90)
        #expect(fix.accuracyMetres == nil)
    }

    @Test(arguments: ["", "52.5", "52.5,", ",13.4", "52.5,13.4,7", "52.5;13.4", "a,b", "95,13.4", "0,0"])
    func `F52: a pair that is no place is refused`(pair: String) {
        let report = Wire.osmAnd(query: "id=x&timestamp=1772352300&location=\(pair)")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
        #expect(report.heard)
    }

    @Test(arguments: [
        ("1772352300", 1_772_352_300_000), ("2147483647", 2_147_483_647_000), ("2147483648", 2_147_483_648),
        ("1772352300250", 1_772_352_300_250), ("2026-03-01T08:05:00Z", 1_772_352_300_000),
        ("2026-03-01T08:05:00.250Z", 1_772_352_300_250), ("2026-03-01T09%3A05%3A00%2B01%3A00", 1_772_352_300_000),
        ("2026-03-01T09:05:00+01:00", 1_772_352_300_000), ("2026-03-01+08:05:00", 1_772_352_300_000),
        ("2026-03-01%2008:05:00", 1_772_352_300_000),
    ])
    func `times come in seconds, milliseconds, ISO 8601 and plain text`(sent: String, milliseconds: Int64) {
        let report = Wire.osmAnd(query: "id=x&lat=52.5&lon=13.4&timestamp=\(sent)")
        #expect(report.fixes.first?.at == Timestamp(milliseconds: milliseconds))
    }

    @Test func `a position without a time happened when it was received`() {
        #expect(Wire.osmAnd(query: "id=x&lat=52.5&lon=13.4").fixes.first?.at == Wire.receivedAt)
    }

    @Test(arguments: ["0", "", "-1", "soon", "2026-13-01 08:05:00"])
    func `F52: a time that is named but unusable is refused`(time: String) {
        let report = Wire.osmAnd(query: "id=x&lat=52.5&lon=13.4&timestamp=\(time)")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
    }

    @Test func `a heartbeat without a place is a sign of life, not a refusal`() {
        let report = Wire.osmAnd(body: query("osmand-heartbeat.txt"))
        #expect(report.heard)
        #expect(report.refused == 0)
        #expect(report.deviceTime == Wire.at)
        #expect(report.fixes.isEmpty)
    }

    @Test func `an alarm is noted beside its position`() {
        let report = Wire.osmAnd(query: query("osmand-alarm.txt"))
        #expect(report.notes == [.alarm("sos")])
        #expect(report.fixes.first?.at == Wire.at)
    }

    @Test func `S23: the address for push messages is noted and not kept`() {
        let report = Wire.osmAnd(body: query("osmand-push-address.txt"))
        #expect(report.notes == [.pushAddressOffered])
        #expect(report.heard)
        #expect(!"\(report)".contains("secret"))
    }

    @Test(arguments: ["false", "0", "False"])
    func `a position that the phone calls invalid is refused`(valid: String) {
        #expect(Wire.osmAnd(query: "lat=52.5&lon=13.4&valid=\(valid)").refused == 1)
        #expect(Wire.osmAnd(query: "lat=52.5&lon=13.4&valid=true").fixes.count == 1)
    }

    @Test(arguments: [
        "speed=&bearing=&altitude=&accuracy=&batt=", "speed=-1&accuracy=0&batt=-1&bearing=-1", "%&=&&a&%zz=%4",
    ])
    func `empty and broken parameters never lose the position`(parameters: String) throws {
        let report = Wire.osmAnd(query: "\(parameters)&lat=52.5&lon=13.4&timestamp=1772352300")
        #expect(
            report.fixes == [Fix(coordinate: try #require(Coordinate(latitude: 52.5, longitude: 13.4)), at: Wire.at)]
        )
    }

    @Test func `Traccar Client 9 sends metres per second and a fraction of the battery`() throws {
        let report = Wire.osmAnd(body: query("osmand-client-9.json"))
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Timestamp(milliseconds: 1_772_352_300_250))
        #expect(fix.accuracyMetres == 12.3)
        #expect(fix.speedMetresPerSecond == 5.5)
        #expect(fix.courseDegrees == 271.5)
        #expect(fix.altitudeMetres == 34.1)
        #expect(fix.batteryPercent == 81)
        #expect(fix.motion == .cycling)
    }

    @Test func `Traccar Client 9 may send several positions at once`() {
        let report = Wire.osmAnd(body: query("osmand-client-9-batch.json"))
        #expect(report.fixes.map(\.coordinate.latitude) == [52.52, 52.53])
        #expect(report.fixes.map(\.motion) == [nil, .stationary])
        #expect(report.fixes.first?.batteryPercent == nil)
        #expect(report.fixes.first?.speedMetresPerSecond == nil)
        let list = Wire.osmAnd(body: "[\(query("osmand-client-9.json")),null,\(query("osmand-client-9.json"))]")
        #expect(list.fixes.count == 2)
    }

    @Test func `Traccar Client 9 may send a location without coordinates`() {
        let report = Wire.osmAnd(body: #"{"location":{"timestamp":"2026-03-01T08:05:00Z","event":"providerchange"}}"#)
        #expect(report.heard)
        #expect(report.refused == 0)
        #expect(report.deviceTime == Wire.at)
    }

    @Test(
        arguments: [
            ("osmand-query.txt", "0123456789abcdef0123456789abcdef"),
            ("osmand-location-pair.txt", "0123456789abcdef0123456789abcdef"),
            ("osmand-client-9.json", "0123456789abcdef0123456789abcdef"),
            ("osmand-client-9-batch.json", "fedcba9876543210fedcba9876543210"),
            ("gpslogger-query.txt", nil), ("overland-ios.json", nil),
        ] as [(String, String?)]
    )
    func `S29: the token is found in each shape`(name: String, token: String?) {
        let text = query(name)
        #expect(Wire.osmAndToken(body: text) == token)
        guard name.hasSuffix(".txt") else { return }
        #expect(Wire.osmAndToken(query: text) == token)
    }

    @Test func `the token in the address counts before the one in the body`() {
        #expect(Wire.osmAndToken(query: "id=a%2Bb", body: "id=c") == "a+b")
        #expect(Wire.osmAndToken(query: "id=", body: #"[{"location":[],"device_id":7}]"#) == "7")
        #expect(Wire.osmAndToken() == nil)
    }
}
