import Family
import Maps
import Testing

/// Journeys along the streets that they led over, matched by a real engine over the shipped extract.
@Suite(.serialized) struct StreetsTests {
    /// How a way is gone, and what the phone sends of it.
    struct Going: Sendable, CustomStringConvertible {
        var mode: TravelMode
        var metresPerSecond: Double
        var secondsApart: Double
        var errorMetres: Double

        var description: String { "\(mode), each \(secondsApart) s, \(errorMetres) m off" }
    }

    @Test(arguments: [
        Going(mode: .drive, metresPerSecond: 12, secondsApart: 5, errorMetres: 8),
        Going(mode: .drive, metresPerSecond: 12, secondsApart: 30, errorMetres: 25),
        Going(mode: .walk, metresPerSecond: 1.4, secondsApart: 10, errorMetres: 10),
        Going(mode: .cycle, metresPerSecond: 5, secondsApart: 20, errorMetres: 15),
    ])
    func `a journey with errors is drawn on its streets, and is as long as these`(_ going: Going) async throws {
        try await withValhalla { router, _, _ in
            let atlas = InstalledMaps(InstalledMaps.Sheets(router: router))
            let way = try await router.route(from: Town.vaduz, to: Town.balzers, by: going.mode)
            let timeline = Lived(along: way.line, going).timeline
            let heard = try #require(timeline.journeys.first)
            #expect(timeline.journeys.count == 1 && !heard.isOnStreets)
            let matched = await atlas.onStreets(timeline, within: .seconds(60))
            #expect(matched.isWhole)
            let journey = try #require(matched.timeline.journeys.first)
            #expect(journey.isOnStreets)
            #expect(abs(journey.distanceMetres - way.distanceMetres) < 0.02 * way.distanceMetres)
            #expect(journey.line.map(\.coordinate).farthest(from: way.line) < 60)
            #expect(journey.line.map(\.at) == journey.line.map(\.at).sorted())
            #expect(journey.line.first?.coordinate == heard.line.first?.coordinate)
            #expect(journey.line.last?.coordinate == heard.line.last?.coordinate)
            #expect(abs(journey.legs.reduce(0) { $0 + $1.distanceMetres } - journey.distanceMetres) < 0.1)
            #expect(matched.timeline.entries.count == timeline.entries.count)
        }
    }

    @Test func `a way over the fields stays as it was heard`() async throws {
        try await withValhalla { router, _, _ in
            let atlas = InstalledMaps(InstalledMaps.Sheets(router: router))
            let fields = [point(47.2000, 9.5150), point(47.1700, 9.5000)]
            let going = Going(mode: .walk, metresPerSecond: 1.4, secondsApart: 10, errorMetres: 5)
            let timeline = Lived(along: fields, going).timeline
            let matched = await atlas.onStreets(timeline, within: .seconds(60))
            #expect(matched.isWhole && matched.timeline == timeline)
            #expect(timeline.journeys.first?.isOnStreets == false)
        }
    }

    @Test func `a way elsewhere than the region, or one that is no street's, stays as it was heard`() async throws {
        try await withValhalla { router, _, _ in
            let atlas = InstalledMaps(InstalledMaps.Sheets(router: router))
            let far = [point(46.2000, 8.5150), point(46.1700, 8.5000)]
            let train = [point(47.0667, 9.5025), point(47.5, 9.5025)]
            for (line, speed) in [(far, 1.4), (train, 60)] {
                let going = Going(mode: .walk, metresPerSecond: speed, secondsApart: 10, errorMetres: 5)
                let timeline = Lived(along: line, going).timeline
                #expect(await atlas.onStreets(timeline, within: .seconds(60)).timeline == timeline)
            }
        }
    }

    @Test func `without an engine that answers, journeys stay as they were heard, at once`() async throws {
        let line = [Town.vaduz, Town.balzers]
        let going = Going(mode: .walk, metresPerSecond: 1.4, secondsApart: 10, errorMetres: 5)
        let timeline = Lived(along: line, going).timeline
        let nobody = Router(.addresses([.walk: "http://127.0.0.1:1"]))
        for atlas in [InstalledMaps(), InstalledMaps(InstalledMaps.Sheets(router: nobody))] {
            let matched = await atlas.onStreets(timeline, within: .seconds(60))
            #expect(matched.isWhole && matched.timeline == timeline)
        }
    }
}

/// Half an hour in one spot, the way along a line, and half an hour at its end, as a phone with errors tells it.
private struct Lived {
    private var seed: UInt64 = 7
    private var records: [FixRecord] = []
    private var second = 0.0

    init(along line: [Coordinate], _ going: StreetsTests.Going) {
        guard let first = line.first, let last = line.last else { return }
        for _ in 0..<60 { add(first, going, after: 30) }
        let step = going.metresPerSecond * going.secondsApart
        var rest = step
        for (from, to) in zip(line, line.dropFirst()) {
            let metres = from.distanceMetres(to: to)
            while rest <= metres {
                add(from.part(rest / metres, to: to), going, after: going.secondsApart)
                rest += step
            }
            rest -= metres
        }
        for _ in 0..<60 { add(last, going, after: 30) }
    }

    var timeline: Timeline {
        let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        return Timeline(records: records, places: .empty, period: all)
    }

    private mutating func add(_ point: Coordinate, _ going: StreetsTests.Going, after seconds: Double) {
        second += seconds
        let north = error() * going.errorMetres
        let east = error() * going.errorMetres
        let at = Timestamp(milliseconds: 1_772_406_000_000 + Int64(second * 1_000))
        var fix = Fix(coordinate: point.moved(northMetres: north, eastMetres: east), at: at)
        fix.accuracyMetres = going.errorMetres
        records.append(FixRecord(fix: fix, receivedAt: at, marks: []))
    }

    /// About what a normal error is on one axis, -1 to 1 with the middle likelier.
    private mutating func error() -> Double {
        (0..<3).reduce(0) { sum, _ in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return sum + (Double(seed >> 33) / Double(1 << 31) * 2 - 1) / 3
        } * 1.5
    }
}

private func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("the tests' points are on the globe")
    }
    return point
}

extension Timeline {
    fileprivate var journeys: [Journey] {
        entries.compactMap { if case .journey(let journey) = $0 { journey } else { nil } }
    }
}

extension Coordinate {
    fileprivate func part(_ part: Double, to other: Coordinate) -> Coordinate {
        point(latitude + (other.latitude - latitude) * part, longitude + (other.longitude - longitude) * part)
    }

    fileprivate func moved(northMetres: Double, eastMetres: Double) -> Coordinate {
        let scale = LocalScale(latitude: latitude)
        return point(
            latitude + northMetres / scale.metresPerDegreeNorth,
            longitude + eastMetres / scale.metresPerDegreeEast
        )
    }

    /// Metres to the nearest point of a line, on the plane around it.
    fileprivate func metres(toLine line: [Coordinate]) -> Double {
        let scale = LocalScale(latitude: latitude)
        let flat = line.map { other in
            (
                x: (other.longitude - longitude) * scale.metresPerDegreeEast,
                y: (other.latitude - latitude) * scale.metresPerDegreeNorth
            )
        }
        return zip(flat, flat.dropFirst()).reduce(.infinity) { best, edge in
            let (from, to) = edge
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let square = dx * dx + dy * dy
            let part = square > 0 ? min(1, max(0, -(from.x * dx + from.y * dy) / square)) : 0
            let (x, y) = (from.x + part * dx, from.y + part * dy)
            return min(best, (x * x + y * y).squareRoot())
        }
    }
}

extension [Coordinate] {
    fileprivate func farthest(from line: [Coordinate]) -> Double {
        map { $0.metres(toLine: line) }.max() ?? .infinity
    }
}
