import Family
import PhoneProtocols
import Testing

@Suite struct TotalityTests {
    private struct Promise {
        var seed: UInt64
        var name: String

        /// What holds for every report, whatever the bytes were.
        func check(_ report: PhoneReport) {
            #expect(report.heard == report.fixes.isEmpty, "seed \(seed), \(name)")
            for fix in report.fixes {
                let point = fix.coordinate
                let isOnGlobe = Coordinate(latitude: point.latitude, longitude: point.longitude) != nil
                let figures = [
                    fix.accuracyMetres ?? 1, fix.speedMetresPerSecond ?? 0, fix.courseDegrees ?? 0,
                    fix.batteryPercent ?? 0,
                ]
                guard isOnGlobe, fix.at.milliseconds > 0, figures[0] > 0, figures.allSatisfy({ $0 >= 0 && $0.isFinite })
                else {
                    Issue.record("an invalid fix: seed \(seed), \(name)")
                    continue
                }
            }
        }
    }

    /// Every reader over the same bytes.
    private func readAll(_ bytes: [UInt8], _ promise: Promise) {
        let nothing: [UInt8] = []
        promise.check(OwnTracks.read(bytes.span, receivedAt: Wire.receivedAt) { Array($0.dropFirst(40)) })
        promise.check(Overland.read(bytes.span))
        promise.check(OsmAnd.read(query: nothing.span, body: bytes.span, receivedAt: Wire.receivedAt))
        promise.check(OsmAnd.read(query: bytes.span, body: nothing.span, receivedAt: Wire.receivedAt))
        promise.check(GPSLogger.read(query: bytes.span, body: bytes.span, receivedAt: Wire.receivedAt))
        promise.check(TraccarForward.read(bytes.span).report)
        _ = OsmAnd.token(query: bytes.span, body: bytes.span)
        _ = OsmAnd.token(query: nothing.span, body: bytes.span)
        var output: [UInt8] = []
        var condenser = JSONCondenser()
        condenser.condense(bytes.span, into: &output)
        #expect(output.count <= bytes.count)
    }

    private func mutated(_ bytes: [UInt8], _ chance: inout Chance) -> [UInt8] {
        var bytes = bytes
        let snippets = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1e999", "-", "\"_type\"", "%", "&", "=", "\\ud800",
        ]
        for _ in 0..<Int.random(in: 1...6, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<5, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: place)
            case 2: bytes.removeSubrange(place..<min(place + 20, bytes.count))
            case 3: bytes.insert(contentsOf: Array((snippets.randomElement(using: &chance) ?? "").utf8), at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(place + 30, bytes.count)], at: place)
            }
        }
        return bytes
    }

    @Test(arguments: Wire.names)
    func `every payload is read by every reader, cut off at every third byte`(name: String) {
        let bytes = Wire.bytes(name)
        #expect(!bytes.isEmpty)
        for end in stride(from: 0, through: bytes.count, by: 3) {
            readAll(Array(bytes[..<end]), Promise(seed: 0, name: name))
        }
    }

    @Test(arguments: Wire.names)
    func `F52: any change to any payload gives valid fixes or none, for a quarter of a second each`(name: String) {
        let bytes = Wire.bytes(name)
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(250)
        var seed: UInt64 = 0x5EED_0003
        while clock.now < end {
            seed += 1
            var chance = Chance(seed: seed)
            readAll(mutated(bytes, &chance), Promise(seed: seed, name: name))
        }
    }

    @Test func `time grows in proportion to length, also for hostile bytes`() {
        let patterns = [
            "[", "{\"a\":", "\"", "\\", "9", "{\"lat\":1,", "[[],", "a=%", "&", "\"waypoints\":[{", "-", ",",
        ]
        for pattern in patterns {
            let bytes = Array(String(repeating: pattern, count: 100_000 / pattern.utf8.count).utf8)
            let start = ContinuousClock.now
            for prefix in [
                "", "{\"_type\":\"location\",\"x\":", "{\"locations\":[",
                "{\"locations\":[{\"properties\":{\"timestamp\":",
            ] {
                readAll(Array(prefix.utf8) + bytes, Promise(seed: 0, name: pattern))
            }
            // Quadratic time over 100 000 bytes would take minutes.
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }
}
