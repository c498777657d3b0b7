/// The points of one journey on their way to an entry.
struct JourneyReading {
    private let points: [HistoryPoint]
    private let range: ClosedRange<Int>
    private let from: Timestamp
    private let modes: [JourneyMode]
    private let stops: [StayFinder.DwellPeriod]
    /// Metres gone at each point.
    private let way: [Double]
    private let line: [Timeline.LinePoint]
    private let trace: [Timeline.TracePoint]

    private static let lineMetres = 10.0

    /// The points of a range as a journey.
    ///
    /// - Parameters:
    ///   - reading: what the points belong to.
    ///   - range: which points.
    ///   - from: when it began, which may be after the first point.
    ///   - start: where, as the stay before knows it better.
    ///   - end: where to, as the stay after knows it better.
    ///   - stops: spells on the way, of any length.
    init(
        _ reading: TimelineReading,
        _ range: ClosedRange<Int>,
        from: Timestamp,
        start: Spot?,
        end: Spot?,
        stops: [StayFinder.DwellPeriod]
    ) {
        (points, self.range, self.from) = (reading.points, range, from)
        modes = reading.modes.modes(range)
        let finder = reading.finder
        self.stops = stops.filter { spell in
            let isWithin = spell.last > spell.first
            return isWithin && finder.duration(spell) >= StayFinder.stopMilliseconds
        }
        let spots = JourneyReading.spots(points, range, start: start, end: end, stops: self.stops)
        way = JourneyReading.way(spots, points, range)
        let line = zip(range, spots).compactMap { index, spot in
            spot.coordinate.map { Timeline.LinePoint(at: max(reading.points[index].at, from), coordinate: $0) }
        }
        self.line = line.simplified(metres: JourneyReading.lineMetres)
        // Where somebody stayed is beside a street, not on it.
        let inner = range.lowerBound + (start == nil ? 0 : 1)..<range.upperBound + (end == nil ? 1 : 0)
        trace = JourneyReading.trace(inner.map { ($0, spots[$0 - range.lowerBound]) }, points, from: from)
    }

    /// The journey; nil where it is too short for one.
    var entry: UncutEntry? {
        guard let metres = way.last, metres >= TimelineReading.journeyMetresMin, let last = points[range].last else {
            return nil
        }
        let legs = legs
        var totals = [Double](repeating: 0, count: JourneyMode.allCases.count)
        for leg in legs { totals[Int(leg.mode.rawValue)] += leg.distanceMetres }
        var most = 0
        for index in totals.indices where totals[index] > totals[most] { most = index }
        let journey = Timeline.Journey(
            from: from,
            to: last.at,
            mode: JourneyMode(rawValue: UInt8(most)) ?? .unknown,
            distanceMetres: metres,
            legs: legs,
            stops: stops.compactMap { stop in
                guard let coordinate = stop.spot.coordinate else { return nil }
                return Timeline.Stop(from: points[stop.first].at, to: points[stop.last].at, coordinate: coordinate)
            },
            line: line,
            trace: trace
        )
        let marks = range.map { (at: max(points[$0].at, from), metres: way[$0 - range.lowerBound]) }
        return UncutEntry(entry: .journey(journey), way: marks)
    }

    /// Intervals of one mode together; what is under a minute goes with what is beside it.
    private var legs: [Timeline.Leg] {
        var legs: [Timeline.Leg] = []
        for index in range.dropFirst() {
            let offset = index - range.lowerBound
            let metres = way[offset] - way[offset - 1]
            if let before = legs.last, before.mode == modes[offset] {
                legs[legs.count - 1].to = points[index].at
                legs[legs.count - 1].distanceMetres += metres
            } else {
                let start = max(points[index - 1].at, from)
                legs.append(
                    Timeline.Leg(from: start, to: points[index].at, mode: modes[offset], distanceMetres: metres)
                )
            }
        }
        return legs.withoutShort
    }

    /// Where each point was as far as those around it tell, and as the stays before and after know it better.
    private static func spots(
        _ points: [HistoryPoint],
        _ range: ClosedRange<Int>,
        start: Spot?,
        end: Spot?,
        stops: [StayFinder.DwellPeriod]
    ) -> [Spot] {
        var spots = range.map { smoothed(points, $0, range) }
        for stop in stops {
            for index in stop.first...stop.last { spots[index - range.lowerBound] = stop.spot }
        }
        if let start { spots[0] = start }
        if let end { spots[spots.count - 1] = end }
        return spots
    }

    /// The way along the points: as far as they are clearly apart, so that errors do not add up.
    private static func way(_ spots: [Spot], _ points: [HistoryPoint], _ range: ClosedRange<Int>) -> [Double] {
        var way = [Double](repeating: 0, count: range.count)
        var anchor = points[range.lowerBound].waypoint
        anchor.spot = spots[0]
        for index in range.dropFirst() {
            let offset = index - range.lowerBound
            way[offset] = way[offset - 1]
            var here = points[index].waypoint
            here.spot = spots[offset]
            let metres = anchor.metres(to: here, scale: points[index].scale)
            guard index == range.upperBound || metres >= max(15, 3 * points[index].accuracy) else { continue }
            way[offset] += metres
            anchor = here
        }
        return way
    }

    /// Points so far apart that no error turns the way from one to the next around.
    private static func trace(
        _ spots: [(index: Int, spot: Spot)],
        _ points: [HistoryPoint],
        from: Timestamp
    ) -> [Timeline.TracePoint] {
        var trace: [Timeline.TracePoint] = []
        var last: Waypoint?
        for (index, spot) in spots {
            let point = points[index]
            var here = point.waypoint
            here.spot = spot
            if let last, last.metres(to: here, scale: point.scale) < max(50, 6 * point.accuracy) { continue }
            guard let coordinate = spot.coordinate else { continue }
            trace.append(
                Timeline.TracePoint(
                    at: max(point.at, from),
                    coordinate: coordinate,
                    accuracyMetres: Float(point.accuracy)
                )
            )
            last = here
        }
        return trace
    }

    /// A point in the middle of those around it: of so many seconds as the way takes that an error is long.
    private static func smoothed(_ points: [HistoryPoint], _ index: Int, _ range: ClosedRange<Int>) -> Spot {
        let point = points[index]
        guard index > range.lowerBound, index < range.upperBound else { return point.spot }
        let (before, after) = (points[index - 1], points[index + 1])
        let around = before.metres(to: after) / max(before.seconds(to: after), 1)
        let seconds = min(20, point.accuracy / max(around, 1))
        let scale = point.scale
        var sum = Offset(north: 0, east: 0)
        var count = 1.0
        for step in [-1, 1] {
            var other = index + step
            while range.contains(other), abs(point.seconds(to: points[other])) <= seconds {
                let way = point.spot.metres(to: points[other].spot, scale: scale)
                sum = Offset(north: sum.north + way.north, east: sum.east + way.east)
                count += 1
                other += step
            }
        }
        let mean = Offset(north: sum.north / count, east: sum.east / count)
        return point.spot.moved(by: mean, scale: scale)
    }
}

extension [Timeline.Leg] {
    private static let legSeconds = 60.0

    /// Legs of a minute and more; a shorter one joins its longer neighbour.
    fileprivate var withoutShort: [Timeline.Leg] {
        var legs = self
        while legs.count > 1, let short = legs.shortest {
            let isFirst = short == 0
            let isBefore =
                !isFirst
                && (short == legs.count - 1 || legs[short - 1].seconds >= legs[short + 1].seconds)
            let into = isBefore ? short - 1 : short + 1
            legs[into].distanceMetres += legs[short].distanceMetres
            if isBefore { legs[into].to = legs[short].to } else { legs[into].from = legs[short].from }
            legs.remove(at: short)
            legs.joinNeighbours()
        }
        return legs
    }

    private var shortest: Int? {
        var shortest: Int?
        for index in indices where self[index].seconds < [Timeline.Leg].legSeconds {
            if shortest.map({ self[index].seconds < self[$0].seconds }) ?? true { shortest = index }
        }
        return shortest
    }

    private mutating func joinNeighbours() {
        var index = 1
        while index < count {
            guard self[index].mode == self[index - 1].mode else {
                index += 1
                continue
            }
            self[index - 1].to = self[index].to
            self[index - 1].distanceMetres += self[index].distanceMetres
            remove(at: index)
        }
    }
}

extension Timeline.Leg {
    fileprivate var seconds: Double { to.seconds(since: from) }
}
