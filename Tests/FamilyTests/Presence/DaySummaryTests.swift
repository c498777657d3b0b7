import Family
import Foundation
import Testing
import WireClient

@Suite struct DaySummaryTests {
    /// What somebody does: stays so many minutes, or goes to a point at a speed.
    enum Leg {
        case stay(minutes: Int)
        case go(east: Double, metresPerSecond: Double)
    }

    static let places = [Scene.home, Scene.place(2, "Work", east: 6_000, radius: 150)]
    private static let day: [Leg] = [
        .stay(minutes: 90), .go(east: 1_500, metresPerSecond: 1.4), .stay(minutes: 12),
        .go(east: 6_000, metresPerSecond: 11), .stay(minutes: 200), .go(east: 3_500, metresPerSecond: 5.2),
        .stay(minutes: 30), .go(east: 0, metresPerSecond: 12), .stay(minutes: 60),
    ]

    @Test(arguments: 1...3 as ClosedRange<UInt64>, [Int64(5), 10, 30])
    func `a day comes out as it was lived, whatever the errors`(_ seed: UInt64, _ secondsApart: Int64) throws {
        let records = DaySummaryTests.lived(DaySummaryTests.day, seed: seed, secondsApart: secondsApart)
        let summary = DaySummaryTests.summary(records)
        expectWhole(summary, from: records)
        #expect(summary.stays.map(\.place?.low) == [1, nil, 2, nil, 1])
        let minutes = summary.stays.map { Int($0.to.seconds(since: $0.from) / 60) }
        for (found, lived) in zip(minutes, [90, 12, 200, 30, 60]) { #expect(abs(found - lived) <= 4) }
        #expect(summary.trips.map(\.motion) == [.walking, .automotive, .cycling, .automotive])
        for (trip, way) in zip(summary.trips, [1_500.0, 4_500, 2_500, 3_500]) {
            #expect(abs(trip.distanceMetres - way) <= 0.15 * way, "\(trip.distanceMetres) of \(way)")
        }
        for activity in summary.activities where activity.motion == .stationary {
            #expect(abs(activity.seconds - 392 * 60) <= 900)
        }
        #expect(!summary.activities.contains { $0.motion == nil })
    }

    @Test func `a gap on the move is unknown, a gap in one spot is a stay`() {
        var records = DaySummaryTests.lived([.stay(minutes: 20), .go(east: 3_000, metresPerSecond: 10)], seed: 1)
        let gone = records.count - 1
        let later = records[gone].fix.at.advanced(bySeconds: 5_400)
        records += DaySummaryTests.lived([.stay(minutes: 10)], seed: 2, from: later, east: 9_000)
        let again = records[records.count - 1].fix.at.advanced(bySeconds: 7_200)
        records += DaySummaryTests.lived([.stay(minutes: 10)], seed: 3, from: again, east: 9_000)
        let summary = DaySummaryTests.summary(records)
        expectWhole(summary, from: records)
        let unknown = summary.strip.filter { $0.motion == nil }
        #expect(unknown.count == 1 && unknown[0].from == records[gone].fix.at)
        #expect(unknown[0].to.seconds(since: unknown[0].from) == 5_400)
        #expect(summary.stays.count == 2 && summary.stays[1].to.seconds(since: summary.stays[1].from) > 8_300)
        let way = summary.activities.first { $0.motion == nil }?.distanceMetres
        #expect(way == 0, "what is not known has no length")
        #expect(summary.trips.count == 1 && summary.trips[0].motion == .automotive)
        #expect(abs((summary.trips.first?.distanceMetres ?? 0) - 3_000) < 150)
    }

    @Test func `the motion reported by the phone counts in the day summary`() {
        var records = DaySummaryTests.lived([.go(east: 2_400, metresPerSecond: 2)], seed: 4)
        for index in records.indices { records[index].fix.motion = .running }
        let summary = DaySummaryTests.summary(records)
        #expect(summary.strip.map(\.motion) == [.running])
        #expect(summary.trips.first?.motion == .running)
    }

    @Test(arguments: [0.0, 0.95], [5.0, 20, 60])
    func `standing still is no way, however much the fixes wander`(_ drift: Double, _ accuracy: Double) {
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var error = HonestError(accuracy: accuracy, drift: drift, random: &random)
            let records = (0..<3_600).map { second in
                error.step(&random)
                return DaySummaryTests.record(second: Int64(second), error.east, error.north, accuracy)
            }
            let summary = DaySummaryTests.summary(records)
            #expect(summary.strip.map(\.motion) == [.stationary])
            #expect(summary.stays.count == 1 && summary.stays[0].place == Scene.home.id && summary.trips.isEmpty)
            #expect(summary.activities.map(\.distanceMetres) == [0])
        }
    }

    @Test func `outliers, fixes of the future and what comes twice tell nothing`() {
        let records = DaySummaryTests.lived(DaySummaryTests.day, seed: 5)
        var disturbed = records
        for index in stride(from: records.count - 1, to: 0, by: -40) {
            var strange = records[index]
            strange.fix = Fix(coordinate: Scene.point(400_000, 0), at: strange.fix.at.advanced(bySeconds: 3))
            strange.marks = index % 80 == 0 ? .discarded : .future
            disturbed.insert(strange, at: index + 1)
            disturbed.insert(records[index], at: index + 1)
        }
        #expect(DaySummaryTests.summary(disturbed) == DaySummaryTests.summary(records))
    }

    @Test func `nothing is known of a day without fixes, and little of one with a single fix`() {
        for records in [[], [DaySummaryTests.record(second: 0, 0, 0, 10)]] {
            let summary = DaySummaryTests.summary(records)
            #expect(summary.stays.isEmpty && summary.trips.isEmpty)
            #expect(summary.activities.isEmpty && summary.strip.isEmpty)
        }
    }

    /// With the sum of the ways from point to point, which errors only lengthen.
    @Test(arguments: [
        ("around-visnjan-with-car.gpx", 2_734.0), ("cerknicko-jezero.gpx", 13_667), ("korita-zbevnica.gpx", 6_285),
    ])
    func `a recorded track is summed up whole`(_ file: String, _ sum: Double) throws {
        let fixes = try DaySummaryTests.recorded(file)
        let records = fixes.map { FixRecord(fix: $0, receivedAt: $0.at, marks: []) }
        let summary = DaySummaryTests.summary(records, places: .empty)
        expectWhole(summary, from: records)
        let way = summary.activities.reduce(0) { $0 + $1.distanceMetres }
        #expect((0.85 * sum...1.01 * sum).contains(way), "\(way)")
        if file.contains("car") {
            #expect(summary.strip.map(\.motion).contains(.automotive) && summary.trips.first?.motion == .automotive)
        }
    }

    /// Some seconds in a debug build.
    @Test(.enabled(if: isSweep)) func `a day of a fix each second is summed up`() {
        let legs: [Leg] = (0..<13).flatMap { hour -> [Leg] in
            [.stay(minutes: 90), .go(east: hour % 2 == 0 ? 20_000 : 0, metresPerSecond: 11)]
        }
        let records = Array(DaySummaryTests.lived(legs, seed: 6, secondsApart: 1).prefix(86_400))
        let summary = DaySummaryTests.summary(records)
        expectWhole(summary, from: records)
        #expect(summary.stays.count == 12 && summary.trips.count == 12)
    }

    /// What must hold of every summary.
    private func expectWhole(_ summary: DaySummary, from records: [FixRecord]) {
        #expect(summary.strip.first?.from == records.first?.fix.at && summary.strip.last?.to == records.last?.fix.at)
        for (before, after) in zip(summary.strip, summary.strip.dropFirst()) {
            #expect(before.to == after.from && before.motion != after.motion)
        }
        if summary.strip.count > 1 {
            for segment in summary.strip {
                let isTrip = summary.trips.contains { $0.from <= segment.from && segment.to <= $0.to }
                #expect(isTrip || segment.to.seconds(since: segment.from) >= 60)
            }
        }
        let times = (summary.stays.map { ($0.from, $0.to) } + summary.trips.map { ($0.from, $0.to) }).sorted { $0 < $1 }
        for (before, after) in zip(times, times.dropFirst()) { #expect(before.1 <= after.0) }
        for stay in summary.stays { #expect(stay.to.seconds(since: stay.from) >= (stay.place == nil ? 300 : 120)) }
        let whole = records.last.map { $0.fix.at.seconds(since: records[0].fix.at) } ?? 0
        let seconds = summary.activities.reduce(0) { $0 + $1.seconds }
        #expect(abs(Double(seconds) - whole) <= 6)
        let way = summary.activities.reduce(0) { $0 + $1.distanceMetres }
        #expect(summary.trips.reduce(0) { $0 + $1.distanceMetres } <= way + 0.1)
        for activity in summary.activities {
            #expect(activity.distanceMetres >= 0 && (activity.motion != .stationary || activity.distanceMetres == 0))
        }
    }
}

extension DaySummaryTests {
    static func summary(_ records: [FixRecord], places: PlaceSet = PlaceSet(DaySummaryTests.places)) -> DaySummary {
        let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        return DaySummary(Timeline(records: records, places: places, period: all))
    }

    static func record(
        from start: Timestamp = Scene.start,
        second: Int64,
        _ east: Double,
        _ north: Double,
        _ accuracy: Double
    ) -> FixRecord {
        var fix = Fix(coordinate: Scene.point(east, north), at: start.advanced(bySeconds: second))
        fix.accuracyMetres = accuracy
        return FixRecord(fix: fix, receivedAt: fix.at, marks: [])
    }

    /// The fixes of somebody who lives so, with the errors of an honest phone.
    static func lived(
        _ legs: [Leg],
        seed: UInt64,
        secondsApart: Int64 = 10,
        from start: Timestamp = Scene.start,
        east: Double = 0
    ) -> [FixRecord] {
        var random = SeededRandom(seed: seed)
        var (east, second) = (east, Int64(0))
        var records: [FixRecord] = []
        for leg in legs {
            let accuracy = Double.random(in: 5...20, using: &random)
            var error = HonestError(accuracy: accuracy, drift: random.unit() < 0.5 ? 0 : 0.95, random: &random)
            let begun = east
            let seconds =
                switch leg {
                case .stay(let minutes): Double(minutes * 60)
                case .go(let target, let speed): abs(target - begun) / speed
                }
            for elapsed in stride(from: 0, to: seconds, by: Double(secondsApart)) {
                if case .go(let target, let speed) = leg { east = begun + (target > begun ? 1 : -1) * speed * elapsed }
                error.step(&random)
                records.append(record(from: start, second: second, east + error.east, error.north, accuracy))
                second += secondsApart
            }
            if case .go(let target, _) = leg { east = target }
        }
        return records
    }

    /// The points of a recorded track that carry a usable time, in its order.
    static func recorded(_ name: String) throws -> [Fix] {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Fixtures/tracks/\(name)")
            .standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.components(separatedBy: "<trkpt ").dropFirst().compactMap { point -> Fix? in
            let quoted = point.components(separatedBy: "\"")
            guard let end = point.range(of: "</trkpt>"), let open = point[..<end.lowerBound].range(of: "<time>"),
                let close = point.range(of: "</time>")
            else { return nil }
            let time = try #require(Timestamp(text: String(point[open.upperBound..<close.lowerBound])))
            let isLatitudeFirst = quoted[0].contains("lat")
            let coordinate = Coordinate(
                latitude: try #require(Double(quoted[isLatitudeFirst ? 1 : 3])),
                longitude: try #require(Double(quoted[isLatitudeFirst ? 3 : 1]))
            )
            return Fix(coordinate: try #require(coordinate), at: time)
        }
    }
}
