package import Family

/// One person's day, which they live again every day: where they are at each millisecond of it.
package struct Day: Sendable {
    /// What is wrong with a timetable.
    package enum Flaw: Error, Sendable, Equatable {
        case empty
        case noSpot(Spot)
        case noWay(Mode, Spot, Spot)
        /// It begins somewhere else than the one before it ended, or the first than the last ended.
        case startsElsewhere(Spot)
        /// It begins before the one before it ends, or ends after midnight.
        case tooLate(Spot)
    }

    /// Where a person is, and how they move.
    package struct Whereabouts: Sendable, Equatable {
        package var coordinate: Coordinate
        /// Nil where they stay.
        package var mode: Mode?
        package var metresPerSecond: Double
        package var courseDegrees: Double?
        /// The last leg that ended, in milliseconds of the day; nil before the first one of the day has ended.
        package var arrivedAt: Int64?
        /// When the next leg of the day begins; nil after the last.
        package var leavesAt: Int64?
    }

    /// One going out: legs with no more than a wait for the bus between them.
    package struct Journey: Sendable, Equatable {
        /// In milliseconds of the day.
        package let from: Int64
        package let until: Int64
        /// Of the longest part.
        package let mode: Mode
        package let to: Spot
        package let destination: Coordinate
        package let line: [Coordinate]
        package let metres: Double
    }

    private static let waitMilliseconds: Int64 = 600_000

    private struct Move {
        let spot: Spot
        let mode: Mode
        let way: Way
        let from: Int64
        let until: Int64
    }

    private let moves: [Move]
    private let start: Coordinate
    private let ends: [Coordinate]

    /// Lays the legs of a day on their ways.
    package init(_ legs: [Leg], ways: WayTable) throws(Flaw) {
        guard let first = legs.first, let last = legs.last else { throw .empty }
        guard first.from == last.to else { throw .startsElsewhere(first.from) }
        var moves: [Move] = []
        var ends: [Coordinate] = []
        var spot = first.from
        for leg in legs {
            guard leg.from == spot else { throw .startsElsewhere(leg.from) }
            guard let end = ways.coordinate(leg.to) else { throw .noSpot(leg.to) }
            guard let way = ways.way(leg.mode, from: leg.from, to: leg.to) else {
                throw .noWay(leg.mode, leg.from, leg.to)
            }
            let free = moves.last?.until ?? 0
            let from = leg.departs?.milliseconds ?? free
            let until = from + leg.mode.milliseconds(for: way.lengthMetres)
            guard from >= free, until < 86_400_000 else { throw .tooLate(leg.from) }
            moves.append(Move(spot: leg.to, mode: leg.mode, way: way, from: from, until: until))
            ends.append(end)
            spot = leg.to
        }
        guard let start = ways.coordinate(first.from) else { throw .noSpot(first.from) }
        (self.moves, self.ends, self.start) = (moves, ends, start)
    }

    /// Where the person is at a millisecond of the day, and when they set out and arrived.
    package func whereabouts(at millisecond: Int64) -> Whereabouts {
        guard let index = moves.lastIndex(where: { $0.from <= millisecond }) else {
            return stay(at: start, arrivedAt: nil, leavesAt: moves.first?.from)
        }
        let move = moves[index]
        let next = index + 1 < moves.count ? moves[index + 1].from : nil
        guard millisecond < move.until else { return stay(at: ends[index], arrivedAt: move.until, leavesAt: next) }
        let share = Double(millisecond - move.from) / Double(move.until - move.from)
        let progress = move.mode.progress(share, of: move.way.lengthMetres)
        let point = move.way.point(atMetres: progress.metres)
        return Whereabouts(
            coordinate: point.coordinate,
            mode: move.mode,
            metresPerSecond: progress.metresPerSecond,
            courseDegrees: point.courseDegrees,
            arrivedAt: index > 0 ? moves[index - 1].until : nil,
            leavesAt: next
        )
    }

    /// The journeys of the day that lead somewhere else, in their order.
    package var journeys: [Journey] {
        var journeys: [Journey] = []
        var first = 0
        for last in moves.indices {
            let isOver = last + 1 == moves.count || moves[last + 1].from - moves[last].until > Day.waitMilliseconds
            guard isOver else { continue }
            let parts = moves[first...last]
            let longest = parts.max { $0.way.lengthMetres < $1.way.lengthMetres } ?? moves[last]
            let start = first == 0 ? self.start : ends[first - 1]
            first = last + 1
            guard start != ends[last] else { continue }
            journeys.append(
                Journey(
                    from: parts.first?.from ?? moves[last].from,
                    until: moves[last].until,
                    mode: longest.mode,
                    to: moves[last].spot,
                    destination: ends[last],
                    line: parts.flatMap(\.way.points),
                    metres: parts.reduce(0) { $0 + $1.way.lengthMetres }
                )
            )
        }
        return journeys
    }

    private func stay(at coordinate: Coordinate, arrivedAt: Int64?, leavesAt: Int64?) -> Whereabouts {
        Whereabouts(coordinate: coordinate, metresPerSecond: 0, arrivedAt: arrivedAt, leavesAt: leavesAt)
    }
}
