import Family
import PhoneProtocols
import Testing

@Suite struct RoundTripTests {
    /// How each app writes a fix, and what is lost by it.
    enum Shape: String, CaseIterable, CustomTestStringConvertible {
        case ownTracks, overland, osmAndAddress, osmAndForm, traccar9, gpsLogger

        var testDescription: String { rawValue }
        var degrees: Double { self == .ownTracks ? 0.5e-6 : 0.5e-7 }
        var metres: Double { self == .ownTracks || self == .overland ? 0.5 : 0.05 }
        var courseDegrees: Double { metres }
        var metresPerSecond: Double { self == .ownTracks ? 0.5 / 3.6 : 0.006 }
        var keepsMilliseconds: Bool { self == .traccar9 }
        var keepsMotion: Bool { self == .ownTracks || self == .overland || self == .traccar9 }
        /// Whether 0 stands for "unknown" in course, height and battery.
        var confusesZero: Bool { self == .gpsLogger }

        func sent(_ fix: Fix) -> PhoneReport {
            switch self {
            case .ownTracks:
                let body = OwnTracks.message(for: fix, user: "anna", device: "phone", trackerID: "an")
                return OwnTracks.read(body.span, receivedAt: Wire.receivedAt)
            case .overland:
                return Overland.read(Overland.batch(of: [fix], deviceID: "phone").span)
            case .osmAndAddress:
                return Wire.osmAnd(query: Wire.text(OsmAnd.form(for: fix, token: "t")))
            case .osmAndForm:
                return Wire.osmAnd(body: Wire.text(OsmAnd.form(for: fix, token: "t")))
            case .traccar9:
                return Wire.osmAnd(body: Wire.text(OsmAnd.json(for: fix, token: "t")))
            case .gpsLogger:
                return Wire.gpsLogger(query: Wire.text(GPSLogger.form(for: fix)))
            }
        }
    }

    private func randomFix(_ chance: inout Chance) throws -> Fix {
        let coordinate = Coordinate(
            latitude: .random(in: -90...90, using: &chance),
            longitude: .random(in: -180...180, using: &chance)
        )
        let at = Timestamp(milliseconds: .random(in: 1_300_000_000_000...1_900_000_000_000, using: &chance))
        var fix = Fix(coordinate: try #require(coordinate), at: at)
        func maybe(_ range: ClosedRange<Double>) -> Double? {
            Bool.random(using: &chance) ? .random(in: range, using: &chance) : nil
        }
        fix.accuracyMetres = maybe(1...5_000)
        fix.altitudeMetres = maybe(2...8_000)
        fix.speedMetresPerSecond = maybe(2...70)
        fix.courseDegrees = fix.speedMetresPerSecond == nil ? nil : maybe(1...359)
        fix.batteryPercent = maybe(1...100)
        fix.motion = Bool.random(using: &chance) ? Motion.allCases.randomElement(using: &chance) : nil
        return fix
    }

    private func expect(_ found: Double?, near sent: Double?, within error: Double) {
        #expect((found == nil) == (sent == nil))
        guard let found, let sent else { return }
        #expect(abs(found - sent) <= error * 1.000001)
    }

    @Test(arguments: Shape.allCases)
    func `a fix sent as each app sends it comes back within the app's precision`(shape: Shape) throws {
        let seed: UInt64 = 0x5EED_0001
        var chance = Chance(seed: seed)
        for _ in 0..<300 {
            let fix = try randomFix(&chance)
            let report = shape.sent(fix)
            let found = try #require(report.fixes.first, "seed \(seed)")
            #expect(report.fixes.count == 1 && report.refused == 0)
            expect(found.coordinate.latitude, near: fix.coordinate.latitude, within: shape.degrees)
            expect(found.coordinate.longitude, near: fix.coordinate.longitude, within: shape.degrees)
            let milliseconds = fix.at.milliseconds
            let whole = milliseconds - milliseconds % 1_000
            #expect(found.at.milliseconds == (shape.keepsMilliseconds ? milliseconds : whole))
            expect(found.accuracyMetres, near: fix.accuracyMetres, within: shape.metres)
            let unknownAltitude = shape.confusesZero || shape == .overland ? nil : fix.altitudeMetres
            expect(found.altitudeMetres, near: fix.altitudeMetres ?? unknownAltitude, within: shape.metres)
            let speed = fix.speedMetresPerSecond ?? (shape.confusesZero ? 0 : nil)
            expect(found.speedMetresPerSecond, near: speed, within: shape.metresPerSecond)
            expect(found.courseDegrees, near: fix.courseDegrees, within: shape.courseDegrees)
            expect(found.batteryPercent, near: fix.batteryPercent, within: 0.5)
            #expect(found.motion == (shape.keepsMotion ? fix.motion : nil))
        }
    }

    @Test func `messages are written as the apps write them`() throws {
        var fix = Fix(coordinate: try #require(Coordinate(latitude: 52.5208123, longitude: -13.4)), at: Wire.at)
        fix.speedMetresPerSecond = 10
        fix.batteryPercent = 81
        fix.motion = .automotive
        #expect(
            Wire.text(OwnTracks.message(for: fix, user: "anna", device: "phone", trackerID: "an"))
                == #"{"_type":"location","lat":52.520812,"lon":-13.4,"tst":1772352300,"vel":36,"batt":81,"#
                + #""motionactivities":["automotive"],"tid":"an","topic":"owntracks/anna/phone"}"#
        )
        #expect(
            Wire.text(OsmAnd.form(for: fix, token: "a b"))
                == "id=a%20b&timestamp=1772352300&lat=52.5208123&lon=-13.4&speed=19.44&batt=81"
        )
        #expect(
            Wire.text(GPSLogger.form(for: fix))
                == "lat=52.5208123&lon=-13.4&alt=0&acc=0&dir=0&spd=10&timestamp=1772352300&batt=81"
        )
    }

    @Test func `a batch holds its fixes in order`() throws {
        let fixes = try (0..<100).map { number in
            let place = Coordinate(latitude: 52, longitude: Double(number) / 10)
            return Fix(coordinate: try #require(place), at: Wire.at.advanced(bySeconds: Int64(number)))
        }
        #expect(Overland.read(Overland.batch(of: fixes, deviceID: "phone").span).fixes == fixes)
    }
}
