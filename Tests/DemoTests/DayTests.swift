import Demo
import Family
import Testing

@Suite struct DayTests {
    static let people = Array(Scenario.family.people.indices)

    @Test(arguments: people)
    func `a person never jumps, and never moves farther than the reported speed allows`(_ person: Int) throws {
        let day = try Day(Scenario.family.people[person].legs, ways: .builtIn)
        var before = day.whereabouts(at: 0)
        var stays = 0
        var faults: [String] = []
        for second in 1..<86_400 {
            let now = day.whereabouts(at: Int64(second) * 1_000)
            let gone = before.coordinate.distanceMetres(to: now.coordinate)
            let fastest = [before.mode, now.mode].compactMap { $0?.metresPerSecondMax }.max() ?? 0
            // A corner cuts the way short, never long.
            let told = (before.metresPerSecond + now.metresPerSecond) / 2 + 0.2
            let isOnTheWay = before.mode != nil && now.mode != nil
            if gone > fastest + 0.01 || isOnTheWay && gone > told { faults.append("\(gone) m in second \(second)") }
            if before.mode != nil, now.mode == nil { stays += 1 }
            before = now
        }
        #expect(faults == [])
        #expect(stays >= 3, "somebody who goes nowhere shows nothing")
        let (first, last) = (day.whereabouts(at: 0), day.whereabouts(at: 86_399_999))
        #expect(first.coordinate == last.coordinate, "the day begins where it ended")
        #expect(first.mode == nil && last.mode == nil)
    }

    @Test(arguments: people)
    func `each leg ends at the spot where the next stay is`(_ person: Int) throws {
        let legs = Scenario.family.people[person].legs
        let day = try Day(legs, ways: .builtIn)
        var visited: [Coordinate] = []
        for minute in 0..<1_440 {
            let here = day.whereabouts(at: Int64(minute) * 60_000)
            if here.mode == nil, visited.last != here.coordinate { visited.append(here.coordinate) }
        }
        let spots = legs.map(\.to).compactMap { WayTable.builtIn.coordinate($0) }
        #expect(visited.allSatisfy { here in spots.contains(here) })
    }

    @Test(arguments: Mode.allCases)
    func `a mode goes as fast as people do`(_ mode: Mode) {
        let usual: ClosedRange<Double> =
            switch mode {
            case .walking: 1...2
            case .running: 2.3...4
            case .cycling: 3.5...7
            case .car: 8...20
            case .bus: 6...16
            }
        #expect(usual.contains(mode.usualMetresPerSecond))
        #expect(mode.metresPerSecondMax < 20)
        #expect(mode.progress(0, of: 5_000).metres == 0)
        #expect(abs(mode.progress(1, of: 5_000).metres - 5_000) < 0.001)
        let steps = (0...1_000).map { mode.progress(Double($0) / 1_000, of: 5_000) }
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.metres <= $1.metres }, "nobody goes backwards")
        #expect(steps.allSatisfy { $0.metresPerSecond >= 0 && $0.metresPerSecond <= mode.metresPerSecondMax + 0.001 })
    }

    @Test func `no person moves in the hours that a change of the clocks repeats or skips`() throws {
        for persona in Scenario.family.people {
            let day = try Day(persona.legs, ways: .builtIn)
            let before = day.whereabouts(at: TimeOfDay(1, 59).milliseconds)
            let after = day.whereabouts(at: TimeOfDay(3, 1).milliseconds)
            #expect(before.mode == nil && before.coordinate == after.coordinate)
        }
    }

    @Test func `by day a person is on the way at least every 40 minutes, and at night now and then`() throws {
        let days = try Scenario.family.people.map { try Day($0.legs, ways: .builtIn) }
        let busy = (0..<1_440).filter { minute in
            days.contains { $0.whereabouts(at: Int64(minute) * 60_000).mode != nil }
        }
        let pauses = zip(busy, busy.dropFirst()).filter { $0 >= 6 * 60 && $1 - $0 > 40 }
        #expect(pauses.isEmpty, "\(pauses)")
        #expect(busy.contains { $0 < 60 } && busy.contains { (180..<360).contains($0) } && busy.contains { $0 > 1_380 })
    }

    @Test func `a timetable that cannot be lived is refused`() {
        func flaw(_ legs: [Leg]) -> Day.Flaw? {
            #expect(throws: Day.Flaw.self) { _ = try Day(legs, ways: .builtIn) }
        }
        let there = Leg.at(8, 0, .walking, .home, .primarySchool)
        #expect(flaw([]) == .empty)
        #expect(flaw([there]) == .startsElsewhere(.home))
        #expect(flaw([there, .at(8, 5, .walking, .primarySchool, .home)]) == .tooLate(.primarySchool))
        #expect(flaw([there, .at(23, 50, .walking, .primarySchool, .home)]) == .tooLate(.primarySchool))
        #expect(flaw([there, .at(9, 0, .walking, .library, .home)]) == .startsElsewhere(.library))
        #expect(
            flaw([there, .at(9, 0, .bus, .primarySchool, .home)]) == .noWay(.bus, .primarySchool, .home)
        )
    }
}
