import Family
import Foundation
import Testing
import WireClient

/// Progress along routes, on made-up ones that turn back, cross themselves and go in circles.
@Suite struct RouteProgressTests {
    private static let home = here(0, 0)

    @Test func `along a straight way what is left falls with each fix`() throws {
        let path = try #require(RoutePath(line: [here(0, 0), here(0, 1_000)], legs: legs((0, 700))))
        var progress = RouteProgress(path)
        #expect(abs(path.metres - 1_000) < 1)
        for step in 0...10 {
            let reading = progress.observe(here(3, Double(100 * step)), accuracyMetres: 5, at: seconds(70 * step))
            #expect(abs(reading.remainingMetres - Double(1_000 - 100 * step)) < 2)
            #expect(abs((reading.remainingSeconds ?? -1) - Double(700 - 70 * step)) < 2)
            #expect(abs(reading.offRouteMetres - 3) < 0.5)
            #expect(reading.hasArrived == (step == 10))
        }
    }

    @Test func `time is what the legs say, not the way alone`() throws {
        // A slow hundred metres, then a fast kilometre.
        let line = [here(0, 0), here(0, 100), here(0, 1_100)]
        let path = try #require(RoutePath(line: line, legs: legs((0, 300), (1, 100))))
        var progress = RouteProgress(path)
        let first = progress.observe(here(0, 50), accuracyMetres: 5, at: seconds(150))
        #expect(abs((first.remainingSeconds ?? 0) - 250) < 2)
        let second = progress.observe(here(0, 600), accuracyMetres: 5, at: seconds(350))
        #expect(abs((second.remainingSeconds ?? 0) - 50) < 2)
    }

    @Test func `F56: without times none are made up, and a reading is as old as its fix`() throws {
        let path = try #require(RoutePath(line: [here(0, 0), here(0, 1_000)], legs: []))
        var progress = RouteProgress(path)
        let reading = progress.observe(here(0, 400), accuracyMetres: 5, at: seconds(60))
        #expect(reading.remainingSeconds == nil && reading.at == seconds(60))
        // One that comes late changes nothing.
        let late = progress.observe(here(0, 100), accuracyMetres: 5, at: seconds(30))
        #expect(abs(late.travelledMetres - 400) < 2)
    }

    @Test func `a round trip has not arrived where it begins`() throws {
        let circle = (0...72).map { index in
            let angle = Double(index) / 72 * 2 * .pi
            return here(300 * sin(angle), 300 - 300 * cos(angle))
        }
        let path = try #require(RoutePath(line: circle, legs: legs((0, lengthOf(circle) / 1.4))))
        var progress = RouteProgress(path)
        let first = progress.observe(circle[0], accuracyMetres: 10, at: seconds(0))
        #expect(!first.hasArrived && first.remainingMetres > 1_800)
        var last = first
        for index in 1...72 { last = progress.observe(circle[index], accuracyMetres: 10, at: seconds(index * 19)) }
        #expect(last.hasArrived && last.remainingMetres < 5)
    }

    @Test func `out and back on the same street knows which way it goes`() throws {
        let line = [here(0, 0), here(0, 500), here(0, 0)]
        let path = try #require(RoutePath(line: line, legs: legs((0, 714))))
        var progress = RouteProgress(path)
        for metres in stride(from: 0.0, through: 1_000, by: 20) {
            let east = metres <= 500 ? metres : 1_000 - metres
            let reading = progress.observe(here(2, east), accuracyMetres: 10, at: seconds(Int(metres / 1.4)))
            #expect(abs(reading.travelledMetres - metres) < 60, "at \(metres)")
        }
    }

    @Test func `a traveller who takes a short cut is found again, and one who leaves is seen off the route`() throws {
        // Round three sides of a square of 400 m.
        let line = [here(0, 0), here(400, 0), here(400, 400), here(0, 400)]
        let path = try #require(RoutePath(line: line, legs: legs((0, 857))))
        var progress = RouteProgress(path)
        _ = progress.observe(here(0, 0), accuracyMetres: 5, at: seconds(0))
        // Straight across the open side.
        let away = progress.observe(here(-5, 200), accuracyMetres: 5, at: seconds(140))
        #expect(away.offRouteMetres > 150)
        var reading = away
        for step in 1...5 {
            reading = progress.observe(here(Double(20 * step), 402), accuracyMetres: 5, at: seconds(280 + 15 * step))
        }
        #expect(abs(reading.remainingMetres - 100) < 10 && reading.offRouteMetres < 5)
    }

    @Test func `an earlier reading goes on from what was remembered`() throws {
        let path = try #require(RoutePath(line: [here(0, 0), here(0, 500), here(0, 0)], legs: legs((0, 714))))
        var progress = RouteProgress(path)
        for step in 0...35 {
            let east = step <= 25 ? 20 * step : 1_000 - 20 * step
            _ = progress.observe(here(0, Double(east)), accuracyMetres: 5, at: seconds(14 * step))
        }
        var restored = RouteProgress(path)
        #expect((1...8).contains(progress.answersCount))
        for index in 0..<progress.answersCount {
            let (along, cost) = progress.answer(index)
            let isTaken = restored.restore(
                alongMetres: along,
                cost: cost,
                lastAtMilliseconds: progress.lastAtMilliseconds
            )
            #expect(isTaken)
        }
        let one = progress.observe(here(0, 280), accuracyMetres: 5, at: seconds(14 * 36))
        #expect(restored.observe(here(0, 280), accuracyMetres: 5, at: seconds(14 * 36)) == one)
        #expect(abs(one.travelledMetres - 720) < 30)
        for (along, cost) in [(-5, 0), (5_000, 0), (5, -1), (5, 1_000), (.nan, 0), (5, .nan)] as [(Double, Double)] {
            var fresh = RouteProgress(path)
            let isTaken = fresh.restore(alongMetres: along, cost: cost, lastAtMilliseconds: 0)
            #expect(!isTaken && fresh.answersCount == 0)
        }
    }

    @Test func `an end that is there twice, as engines write it, is arrived at`() throws {
        let path = try #require(RoutePath(line: [here(0, 0), here(0, 0), here(0, 900), here(0, 900)], legs: []))
        var progress = RouteProgress(path)
        #expect(!progress.observe(here(0, 400), accuracyMetres: 5, at: seconds(0)).hasArrived)
        #expect(progress.observe(here(0, 900), accuracyMetres: 5, at: seconds(400)).hasArrived)
        // Beyond the end is off the route, and the end is the nearest of it.
        let beyond = progress.observe(here(0, 950), accuracyMetres: 5, at: seconds(500))
        #expect(beyond.remainingMetres < 1 && abs(beyond.offRouteMetres - 50) < 1)
    }

    @Test func `a line of one point is no path, and points on one spot are no harm`() throws {
        #expect(RoutePath(line: [Self.home], legs: []) == nil)
        let path = try #require(RoutePath(line: [Self.home, Self.home], legs: legs((0, 0))))
        var progress = RouteProgress(path)
        let reading = progress.observe(Self.home, accuracyMetres: nil, at: seconds(0))
        #expect(reading.hasArrived && reading.remainingMetres == 0 && reading.remainingSeconds == 0)
    }

    @Test(arguments: 1...(isSweep ? 2_000 : 60))
    func `walked with errors, a tangled route is followed to its end`(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let line = tangle(&random)
        let metres = lengthOf(line)
        let pace = 1 + 12 * random.unit()
        let path = try #require(RoutePath(line: line, legs: legs((0, metres / pace))))
        let accuracy = 5 + 15 * random.unit()
        var error = HonestError(accuracy: accuracy, drift: 0.7, random: &random)
        var progress = RouteProgress(path)
        var (travelled, time, worst) = (0.0, 0, 0.0)
        var (readings, far) = (0, 0)
        var last: RouteProgress.Reading?
        while travelled < metres {
            let truth = point(line, at: travelled)
            let fix = truth.moved(northMetres: error.north, eastMetres: error.east)
            let reading = progress.observe(fix, accuracyMetres: accuracy, at: seconds(time))
            let miss = abs(reading.travelledMetres - travelled)
            worst = max(worst, miss)
            readings += 1
            if miss > 4 * accuracy + 20 { far += 1 }
            #expect(abs(reading.travelledMetres + reading.remainingMetres - path.metres) < 1)
            if metres - travelled > 100 + 3 * accuracy { #expect(!reading.hasArrived || miss > 100) }
            last = reading
            travelled += pace * 5 * (0.7 + 0.6 * random.unit())
            time += 5
            error.step(&random)
        }
        let end = progress.observe(line[line.count - 1], accuracyMetres: accuracy, at: seconds(time))
        #expect(end.hasArrived, "seed \(seed): \(end.remainingMetres) m left of \(metres)")
        // Where a route meets itself a few fixes may mislead; they are found out.
        #expect(Double(far) <= 0.1 * Double(readings) + 3, "seed \(seed): \(far) of \(readings), worst \(worst) m")
        _ = last
    }
}

/// Parts of a way: where each begins, and its seconds.
private func legs(_ parts: (Int, Double)...) -> [RoutePath.Leg] {
    parts.map { RoutePath.Leg(pointIndex: $0.0, seconds: $0.1) }
}

private let origin = Coordinate(latitude: 47.14, longitude: 9.52)

/// So many metres north and east of a point in Vaduz.
private func here(_ north: Double, _ east: Double) -> Coordinate {
    guard let origin else { preconditionFailure("Vaduz is on the globe") }
    return origin.moved(northMetres: north, eastMetres: east)
}

private func seconds(_ count: Int) -> Timestamp {
    Timestamp(milliseconds: 1_772_352_360_000 + Int64(count) * 1_000)
}

private func lengthOf(_ line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
}

/// The point so far along a line.
private func point(_ line: [Coordinate], at metres: Double) -> Coordinate {
    var left = metres
    for (start, end) in zip(line, line.dropFirst()) {
        let length = start.distanceMetres(to: end)
        if left <= length, length > 0 {
            let share = left / length
            return Coordinate(
                latitude: start.latitude + share * (end.latitude - start.latitude),
                longitude: start.longitude + share * (end.longitude - start.longitude)
            ) ?? start
        }
        left -= length
    }
    return line[line.count - 1]
}

/// A route of 10 to 40 streets of 80 to 400 m on a grid, which crosses itself and doubles back as chance has it.
private func tangle(_ random: inout SeededRandom) -> [Coordinate] {
    var (north, east, heading) = (0.0, 0.0, 0)
    var line = [here(0, 0)]
    for _ in 0..<(10 + Int(30 * random.unit())) {
        let turn = random.unit()
        heading = (heading + (turn < 0.4 ? 1 : turn < 0.8 ? 3 : 0)) % 4
        let length = 80 * (1 + 4 * random.unit()).rounded()
        switch heading {
        case 0: north += length
        case 1: east += length
        case 2: north -= length
        default: east -= length
        }
        line.append(here(north, east))
    }
    return line
}
