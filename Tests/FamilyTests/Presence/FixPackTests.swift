import Family
import Testing

/// Fixes of past days, packed.
@Suite struct FixPackTests {
    /// A walk as a phone tells it once a second, with the noise that positions have.
    private func walk(_ count: Int, seed: UInt64, everyMilliseconds step: Int64 = 1_000) -> [FixRecord] {
        var random = SeededRandom(seed: seed)
        var (north, east) = (0.0, 0.0)
        return (0..<count).map { index in
            north += 1.3 + random.normal() * 0.4
            east += random.normal() * 0.4
            let at = Scene.start.advanced(byMilliseconds: Int64(index) * step)
            var fix = Fix(coordinate: Scene.origin.moved(northMetres: north, eastMetres: east), at: at)
            fix.accuracyMetres = 4 + (random.unit() * 4).rounded()
            fix.altitudeMetres = 430 + random.normal()
            fix.speedMetresPerSecond = max(0, 1.3 + random.normal() * 0.2)
            fix.courseDegrees = min(max(0, 20 + random.normal() * 5), 359)
            fix.batteryPercent = Double(90 - index / 600)
            fix.motion = .walking
            let delay = 200 + Int64(random.unit() * 300)
            return FixRecord(fix: fix, receivedAt: at.advanced(byMilliseconds: delay), marks: [])
        }
    }

    private func anything(_ count: Int, seed: UInt64) -> [FixRecord] {
        var random = SeededRandom(seed: seed)
        let records = (0..<count).map { _ in
            let coordinate =
                Coordinate(latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180) ?? Scene.origin
            var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: Int64(random.unit() * 4e12) - 1_000_000))
            if random.unit() < 0.5 { fix.accuracyMetres = random.unit() * 300 + 0.1 }
            if random.unit() < 0.5 { fix.altitudeMetres = random.unit() * 9_000 - 400 }
            if random.unit() < 0.5 { fix.speedMetresPerSecond = random.unit() * 60 }
            if random.unit() < 0.5 { fix.courseDegrees = random.unit() * 359.99 }
            if random.unit() < 0.5 { fix.batteryPercent = random.unit() * 100 }
            fix.motion = Motion(rawValue: UInt8(random.unit() * 6))
            return FixRecord(
                fix: fix,
                receivedAt: fix.at.advanced(byMilliseconds: Int64(random.normal() * 1e10)),
                marks: FixMarks(rawValue: UInt8(random.unit() * 32))
            )
        }
        return records.sorted { $0.fix.at < $1.fix.at }
    }

    @Test(arguments: 0...20 as ClosedRange<UInt64>) func `packed fixes are unpacked unchanged`(seed: UInt64) {
        for records in [anything(Int(seed) * 13, seed: seed), walk(Int(seed) * 31, seed: seed)] {
            #expect(FixPack.records(bytes: FixPack.bytes(of: records)) == records, "seed \(seed)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func `of a part of the time the same fixes come as of the whole`(
        seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        let records = (anything(Int(seed) * 20, seed: seed) + walk(300, seed: seed)).sorted { $0.fix.at < $1.fix.at }
        let bytes = FixPack.bytes(of: records)
        let times = records.map(\.fix.at)
        for _ in 0..<20 {
            let ends = [times.randomElement(using: &random), times.randomElement(using: &random)].compactMap(\.self)
            let part = ends.min().flatMap { first in ends.max().map { first...$0 } }
            guard let part else { continue }
            var found = Array(records.prefix(3))
            #expect(FixPack.append(bytes, within: part, to: &found))
            #expect(found == records.prefix(3) + records.filter { part.contains($0.fix.at) }, "seed \(seed)")
        }
    }

    @Test func `bytes that are no pack leave what was there as it was`() {
        var random = SeededRandom(seed: 9)
        let (before, bytes) = (walk(50, seed: 9), FixPack.bytes(of: anything(30, seed: 9)))
        for _ in 0..<300 {
            var damaged = bytes
            damaged[Int(random.unit() * Double(bytes.count))] = UInt8.random(in: 0...255, using: &random)
            var found = before
            let isPack = FixPack.append(damaged, to: &found)
            #expect(isPack || found.count == before.count)
            #expect(Array(found.prefix(50)) == before)
        }
    }

    @Test(arguments: firstPacks) func `a pack of the first version reads as it did`(count: Int, text: String) {
        let bytes = stride(from: 0, to: text.count, by: 2).compactMap { place in
            UInt8(text.dropFirst(place).prefix(2), radix: 16)
        }
        let found = FixPack.records(bytes: bytes)
        #expect(found?.count == count && found == steady(count))
        for length in 0..<bytes.count { #expect(FixPack.records(bytes: Array(bytes[..<length])) == nil) }
        var random = SeededRandom(seed: 6)
        for _ in 0..<500 {
            var damaged = bytes
            damaged[Int(random.unit() * Double(bytes.count))] = UInt8.random(in: 0...255, using: &random)
            _ = FixPack.records(bytes: damaged)
        }
    }

    @Test func `a whole number among changes makes no column wide`() {
        #expect(FixPack.bytes(of: walk(10_000, seed: 2)).count < 125_000)
        // What does not change takes no bytes at all.
        let steady = steady(1).flatMap { [FixRecord](repeating: $0, count: 5_000) }
        #expect(FixPack.bytes(of: steady).count < 100)
    }

    @Test func `the ends of the globe and of time come through`() {
        let ends: [(Double, Double, Int64)] = [(-90, -180, .min), (90, 180, 0), (0, 0, .max)]
        let records = ends.compactMap { latitude, longitude, at in
            Coordinate(latitude: latitude, longitude: longitude).map {
                FixRecord(
                    fix: Fix(coordinate: $0, at: Timestamp(milliseconds: at)),
                    receivedAt: Timestamp(milliseconds: 0),
                    marks: []
                )
            }
        }
        // The receipt of a fix that old or that far ahead is as near as its distance can be told.
        let read = FixPack.records(bytes: FixPack.bytes(of: records))
        #expect(read?.map(\.fix) == records.map(\.fix))
    }

    @Test func `a truncated or lengthened pack is refused, and a damaged pack does not crash the reader`() {
        var random = SeededRandom(seed: 4)
        let bytes = FixPack.bytes(of: anything(40, seed: 3))
        for count in 0..<bytes.count { #expect(FixPack.records(bytes: Array(bytes[..<count])) == nil) }
        #expect(FixPack.records(bytes: bytes + [0]) == nil)
        for _ in 0..<2_000 {
            var damaged = bytes
            damaged[Int(random.unit() * Double(bytes.count))] = UInt8.random(in: 0...255, using: &random)
            _ = FixPack.records(bytes: damaged)
        }
        // A count that no bytes follow takes no memory.
        #expect(FixPack.records(bytes: [1, 0xFF, 0x7F]) == nil)
    }
}

/// Fixes that the packs of the first version were made of.
private func steady(_ count: Int) -> [FixRecord] {
    (0..<count).compactMap { index in
        let north = 47.14 + Double(index * index) * 1e-5
        guard let coordinate = Coordinate(latitude: north, longitude: 9.52 - Double(index) * 2e-5) else { return nil }
        var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: 1_772_323_200_000 + Int64(index) * 5_000))
        if index % 3 != 0 { fix.accuracyMetres = Double(5 + index * 7 % 11) }
        fix.altitudeMetres = 455 + Double(index) / 10
        if index % 2 == 0 { fix.speedMetresPerSecond = Double(index) / 2 }
        fix.courseDegrees = Double(index * 40 % 360)
        fix.batteryPercent = 90
        fix.motion = index < 12 ? .walking : nil
        let receivedAt = fix.at.advanced(byMilliseconds: 300 + Int64(index * 37 % 100))
        return FixRecord(fix: fix, receivedAt: receivedAt, marks: FixMarks(rawValue: 1))
    }
}

/// Packs as the first version wrote them, and how many fixes they hold.
private let firstPacks: [(count: Int, text: String)] = [
    (
        1,
        "01010600b8634d390302580201020480fc3138040046590b01bc0001028c230100010001020807"
    ),
    (
        2,
        "0102160010b82763004d003900030012584a02001102001480c8fc003100380014008f460159000b0011bc050101f002"
            + "128c022300010002020040001f021208000700"
    ),
    (
        3,
        "010316001010b827276300004d000039000003000022580d00020200110200001480c858fc000231000038000014008f"
            + "8f4601015900000b000011bc05080211f04f03128c0202230000020100c80322004000001f000312080000070000"
    ),
    (
        20,
        "01142600ef000000000000000000000000000000000000b8900000000000000000000000000000000000006363000000"
            + "0000000000000000000000000000004d4d00000000000000000000000000000000000039390000000000000000000000"
            + "00000000000000030300000000000000000000000000000000000022580d00c7c800c7c800c7c8c7c800c7c800c7c8c7"
            + "02020000000000000000000000000000000000001102000000000000000000000000000000000000002480b790909090"
            + "9090909090909090909090909090fcfb0101010101010101010101010101010101013131000000000000000000000000"
            + "000000000000383800000000000000000000000000000000000024008f00000000000000000000000000000000000046"
            + "4700000000000000000000000000000000000059590000000000000000000000000000000000000b0b00000000000000"
            + "000000000000000000000011bc0508090a07060508090a07790508090a0706050d11f04f3c4f3c4f3c4f3c8c9f8c9f14"
            + "228c8900000000000000000000000000000000000023230000000000000000000000000000000000000a2100c8000000"
            + "000000000014230040000000000000003f40000000000000003f40001f00000000000000191900000000000000191900"
            + "000000000000000001010000000000000001011412080000000000000000000000000000000000000007000000000000"
            + "00000000000000000000000000"
    ),
]
