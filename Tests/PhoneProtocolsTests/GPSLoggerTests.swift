import Family
import PhoneProtocols
import Testing

@Suite struct GPSLoggerTests {
    @Test(arguments: [true, false])
    func `the usual placeholders give every figure in the hub's units`(inForm: Bool) throws {
        let text = Wire.text(Wire.bytes("gpslogger-query.txt"))
        let report = inForm ? Wire.gpsLogger(body: text) : Wire.gpsLogger(query: text)
        let fix = try #require(report.fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Wire.at)
        #expect(fix.altitudeMetres == 34)
        #expect(fix.accuracyMetres == 12)
        #expect(fix.courseDegrees == 271)
        #expect(fix.speedMetresPerSecond == 5.5)
        #expect(fix.batteryPercent == 91)
    }

    @Test func `everything at once is understood, and 0.0 and nothing are unknown`() throws {
        let report = Wire.gpsLogger(body: Wire.text(Wire.bytes("gpslogger-all.txt")))
        let fix = try #require(report.fixes.first)
        #expect(fix.at == Wire.at)
        #expect(fix.accuracyMetres == nil)
        #expect(fix.courseDegrees == nil)
        #expect(fix.altitudeMetres == nil)
        #expect(fix.batteryPercent == nil)
        #expect(fix.speedMetresPerSecond == 0)
    }

    @Test func `a JSON body with names of the member's own making is understood`() throws {
        let fix = try #require(Wire.gpsLogger(body: Wire.text(Wire.bytes("gpslogger-body.json"))).fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.5208123, longitude: 13.4094192))
        #expect(fix.at == Timestamp(milliseconds: 1_772_352_300_250))
        #expect(fix.speedMetresPerSecond == 10)
        #expect(fix.courseDegrees == 271)
        #expect(fix.batteryPercent == 91)
    }

    @Test(arguments: [
        "lat=5&lon=6", "latitude=5&longitude=6", "LAT=5&LON=6", "lat=5&lng=6", "lat=5&long=6", "loc=5,6",
        "lat=+5&lon=6%20",
    ])
    func `the usual names of a place are understood`(query: String) {
        let report = Wire.gpsLogger(query: query)
        #expect(report.fixes.first?.coordinate == Coordinate(latitude: 5, longitude: 6))
        #expect(report.fixes.first?.at == Wire.receivedAt)
    }

    @Test(
        arguments: [
            ("spd=10", 10), ("speed=10", 10), ("spd_kph=36", 10), ("speed_kph=36", 10), ("kmh=36", 10), ("spd=", nil),
        ] as [(String, Double?)]
    )
    func `the name of a speed tells its unit`(parameter: String, expected: Double?) {
        #expect(Wire.gpsLogger(query: "lat=5&lon=6&\(parameter)").fixes.first?.speedMetresPerSecond == expected)
    }

    @Test(arguments: [
        ("timestamp=1772352300", 1_772_352_300_000), ("time=2026-03-01T08:05:00.000Z", 1_772_352_300_000),
        ("time=2026-03-01T09:05:00.000%2B01:00", 1_772_352_300_000),
        ("timeoffset=2026-03-01T09:05:00.000+01:00", 1_772_352_300_000),
        ("timestamp=0&time=2026-03-01T08:05:00Z", 1_772_352_300_000), ("ts=1772352300250", 1_772_352_300_250),
    ])
    func `the usual names of a time are understood`(parameter: String, milliseconds: Int64) {
        #expect(Wire.gpsLogger(query: "lat=5&lon=6&\(parameter)").fixes.first?.at.milliseconds == milliseconds)
    }

    @Test(arguments: ["timestamp=0", "time=", "timestamp=&time="])
    func `F52: a time that is named but empty is refused`(parameter: String) {
        let report = Wire.gpsLogger(query: "lat=5&lon=6&\(parameter)")
        #expect(report.fixes.isEmpty)
        #expect(report.refused == 1)
        #expect(report.heard)
    }

    @Test func `a body in OwnTracks' shape is read as such`() {
        let report = Wire.gpsLogger(body: #"{"_type":"location","lat":5,"lon":6,"tst":1772352300,"vel":36}"#)
        #expect(report.fixes.first?.speedMetresPerSecond == 10)
    }

    @Test func `nothing at all is a sign of life`() {
        #expect(Wire.gpsLogger().notes == [.empty])
        #expect(Wire.gpsLogger().heard)
        #expect(Wire.gpsLogger(body: "{\"lat\":5,").notes == [.malformed])
    }
}
