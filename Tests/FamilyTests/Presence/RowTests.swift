import Family
import Testing

/// The compact rows of fixes and presences.
@Suite struct RowTests {
    private static func fix(_ random: inout SeededRandom) -> Fix {
        let coordinate =
            Coordinate(latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180) ?? Scene.origin
        var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: Int64(random.unit() * 4e12)))
        if random.unit() < 0.7 { fix.accuracyMetres = random.unit() * 300 + 0.1 }
        if random.unit() < 0.7 { fix.altitudeMetres = random.unit() * 9_000 - 400 }
        if random.unit() < 0.7 { fix.speedMetresPerSecond = random.unit() * 60 }
        if random.unit() < 0.7 { fix.courseDegrees = random.unit() * 359.99 }
        if random.unit() < 0.7 { fix.batteryPercent = random.unit() * 100 }
        fix.motion = Motion(rawValue: UInt8(random.unit() * 6))
        return fix
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `a fix reads back as exact as promised`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let fix = RowTests.fix(&random)
            let record = FixRecord(
                fix: fix,
                receivedAt: fix.at.advanced(byMilliseconds: Int64(random.unit() * 60_000)),
                marks: FixMarks(rawValue: UInt8(random.unit() * 32))
            )
            let bytes = record.bytes
            #expect(bytes.count <= 32)
            let read = try #require(FixRecord(bytes: bytes))
            #expect(read == record, "seed \(seed)")
            #expect(read.fix.at == fix.at)
            #expect(abs(read.fix.coordinate.latitude - fix.coordinate.latitude) <= 0.51e-7)
            #expect(abs(read.fix.coordinate.longitude - fix.coordinate.longitude) <= 0.51e-7)
            #expect(Fix(bytes: fix.bytes) == fix.rounded)
        }
    }

    @Test func `cut, lengthened and damaged fix rows read as nothing or as a valid fix`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<60 {
            let fix = RowTests.fix(&random)
            let bytes = FixRecord(fix: fix, receivedAt: fix.at, marks: []).bytes
            for count in 0..<bytes.count { #expect(FixRecord(bytes: Array(bytes[..<count])) == nil) }
            #expect(FixRecord(bytes: bytes + [0]) == nil)
            for _ in 0..<20 {
                var damaged = bytes
                damaged[Int(random.unit() * Double(bytes.count))] = UInt8.random(in: 0...255, using: &random)
                if let read = FixRecord(bytes: damaged) { #expect(FixRecord(bytes: read.bytes) == read) }
            }
        }
        #expect(FixRecord(bytes: [UInt8](repeating: 0xFF, count: 40)) == nil)
    }

    /// Presences as days of wandering leave them, with every part in use somewhere.
    private static func presences(seed: UInt64) -> [Presence] {
        var random = SeededRandom(seed: seed)
        var scene = Scene([
            Scene.home, Scene.place(2, "Town", east: 0, radius: 900), Scene.place(3, "Work", east: 2_000, radius: 150),
        ])
        var presences = [Presence()]
        var east = 0.0
        for step in 0..<150 {
            east += random.normal() * (step % 30 < 15 ? 20 : 300)
            scene.fix(
                east: random.unit() < 0.02 ? 90_000 : east,
                accuracy: random.unit() < 0.2 ? nil : 5 + random.unit() * 80,
                after: Int64.random(in: 5...120, using: &random),
                motion: Motion(rawValue: UInt8(random.unit() * 12))
            )
            if random.unit() < 0.1 {
                var transition = RegionTransition(event: random.unit() < 0.5 ? .enter : .leave, at: scene.now)
                transition.name = "Home"
                _ = scene.presence.apply(transition, receivedAt: scene.now, places: scene.places)
            }
            if random.unit() < 0.2 {
                let names = ["Home", "Town", "Work"].filter { _ in random.unit() < 0.5 }
                scene.fix(east: east, regions: PhoneRegions(phone: ID(high: 1, low: 1), names: names, ids: []))
            }
            presences.append(scene.presence)
        }
        return presences
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a presence reads back the same and stays under 400 bytes`(seed: UInt64) {
        for presence in RowTests.presences(seed: seed) {
            #expect(presence.bytes.count < 400)
            #expect(Presence(bytes: presence.bytes) == presence, "seed \(seed)")
        }
    }

    @Test func `cut, lengthened and damaged presence rows never read as something they cannot be`() {
        var random = SeededRandom(seed: 9)
        for presence in RowTests.presences(seed: 3).suffix(30) {
            let bytes = presence.bytes
            for count in 0..<bytes.count { #expect(Presence(bytes: Array(bytes[..<count])) == nil) }
            #expect(Presence(bytes: bytes + [0]) == nil)
            for _ in 0..<100 {
                var damaged = bytes
                damaged[Int(random.unit() * Double(bytes.count))] = UInt8.random(in: 0...255, using: &random)
                guard var read = Presence(bytes: damaged) else { continue }
                // A damaged figure may survive, a crash may not.
                let now = Scene.start.advanced(bySeconds: 90_000)
                _ = read.apply(Fix(coordinate: Scene.origin, at: now), receivedAt: now, places: .empty)
            }
        }
    }
}
