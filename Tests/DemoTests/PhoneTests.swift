import Demo
import Family
import Testing

@Suite struct PhoneTests {
    static let people = Array(Scenario.family.people.indices)
    /// A Monday in winter, local midnight.
    static let midnight = LocalTime(day: 20_465, millisecondOfDay: 0).moment

    @Test(arguments: people)
    func `the same seed measures the same, in whatever order it is asked`(_ person: Int) throws {
        let phone = try Scenario.family.phone(of: person)
        let again = try Scenario.family.phone(of: person)
        let moments = stride(from: Int64(0), to: 86_400, by: 613).map { Self.midnight.advanced(bySeconds: $0) }
        #expect(moments.map(phone.fix) == moments.reversed().map(again.fix).reversed())
        let other = Phone(
            try Day(Scenario.family.people[person].legs, ways: .builtIn),
            Scenario.family.people[person].battery,
            seed: 1
        )
        #expect(moments.map(phone.fix) != moments.map(other.fix))
    }

    @Test(arguments: people)
    func `measured fixes stay near the real path and never jump`(_ person: Int) throws {
        let phone = try Scenario.family.phone(of: person)
        let day = try Day(Scenario.family.people[person].legs, ways: .builtIn)
        var before: Fix?
        for second in stride(from: Int64(0), to: 2 * 86_400, by: 5) {
            let moment = Self.midnight.advanced(bySeconds: second)
            guard let fix = phone.fix(at: moment) else { continue }
            let real = day.whereabouts(at: second * 1_000 % 86_400_000)
            #expect(fix.coordinate.distanceMetres(to: real.coordinate) <= 1.42 * Phone.driftMetresMax)
            let accuracy = try #require(fix.accuracyMetres)
            #expect(accuracy >= 3 && accuracy <= 18)
            if let before, fix.at.milliseconds(since: before.at) == 5_000 {
                #expect(before.coordinate.distanceMetres(to: fix.coordinate) < 5 * 20 + 2)
            }
            #expect(fix.motion == (real.mode?.motion ?? .stationary))
            before = fix
        }
    }

    @Test func `the phone that dies says nothing from 15:14 until it is charged, and dies on the bus`() throws {
        let dying = try #require(Scenario.family.people.firstIndex { $0.name.hasPrefix("Maximilian") })
        let phone = try Scenario.family.phone(of: dying)
        func fix(_ hour: Int, _ minute: Int) -> Fix? {
            phone.fix(at: Self.midnight.advanced(byMilliseconds: TimeOfDay(hour, minute).milliseconds))
        }
        #expect(fix(15, 10)?.motion == .automotive)
        #expect((14...22).allSatisfy { fix(15, 10 + $0) == nil })
        #expect((16...17).allSatisfy { fix($0, 0) == nil })
        #expect(fix(18, 31) != nil && fix(23, 59) != nil && fix(3, 0) != nil)
        for other in Self.people where other != dying {
            let phone = try Scenario.family.phone(of: other)
            for minute in Int64(0)..<1_440 {
                #expect(phone.fix(at: Self.midnight.advanced(bySeconds: minute * 60)) != nil)
            }
        }
    }

    @Test(arguments: people)
    func `a phone on the move reports every 5 s, one at rest every few minutes`(_ person: Int) throws {
        let phone = try Scenario.family.phone(of: person)
        let end = Self.midnight.advanced(bySeconds: 86_400)
        let (fixes, next) = phone.reports(from: Self.midnight, until: end, .live)
        #expect(next >= end)
        for (fix, after) in zip(fixes, fixes.dropFirst()) {
            let pause = after.at.milliseconds(since: fix.at)
            #expect(pause > 0)
            guard fix.motion == .stationary else {
                #expect(pause == 5_000 || after.batteryPercent ?? 0 < 5)
                continue
            }
            #expect(pause <= 240_000 || after.batteryPercent ?? 0 < 5)
        }
        // A departure is noticed at once, not minutes later.
        let starts = zip(fixes, fixes.dropFirst()).filter { $0.motion == .stationary && $1.motion != .stationary }
        for (_, start) in starts {
            #expect(phone.fix(at: start.at.advanced(bySeconds: -6))?.motion == .stationary)
        }
        #expect(fixes.count < 3_000 && fixes.count > 400)
    }

    @Test(arguments: people)
    func `a past day is thin, in order, and follows the way all the same`(_ person: Int) throws {
        let phone = try Scenario.family.phone(of: person)
        let day = try Day(Scenario.family.people[person].legs, ways: .builtIn)
        let end = Self.midnight.advanced(bySeconds: 86_400 - 1)
        let fixes = phone.past(from: Self.midnight, until: end)
        #expect(fixes.last?.at == end)
        #expect((200...1_500).contains(fixes.count), "\(fixes.count)")
        var faults: [String] = []
        for (fix, after) in zip(fixes, fixes.dropFirst()) {
            let pause = after.at.milliseconds(since: fix.at)
            if pause <= 0 { faults.append("out of order") }
            guard fix.motion != .stationary, after.motion != .stationary, pause <= 15_000,
                let line = Way([fix.coordinate, after.coordinate])
            else { continue }
            let middle = fix.at.advanced(byMilliseconds: pause / 2).milliseconds(since: Self.midnight)
            let real = day.whereabouts(at: middle)
            let off = (0...20).map { step in
                line.point(atMetres: line.lengthMetres * Double(step) / 20).coordinate.distanceMetres(
                    to: real.coordinate
                )
            }
            // Five seconds of a car cut the hairpins above the valley.
            if let nearest = off.min(), nearest > 80 { faults.append("\(nearest) m off the way") }
        }
        #expect(faults == [])
    }

    @Test func `a battery goes in straight lines from one known charge to the next, over midnight too`() {
        let battery = Battery([.init(6, 0, percent: 100), .init(18, 0, percent: 40)])
        #expect(battery.percent(at: TimeOfDay(6, 0).milliseconds) == 100)
        #expect(battery.percent(at: TimeOfDay(12, 0).milliseconds) == 70)
        #expect(battery.percent(at: TimeOfDay(0, 0).milliseconds) == 70)
        #expect(battery.percent(at: TimeOfDay(3, 0).milliseconds) == 85)
        #expect(Battery([.init(6, 0, percent: 55)]).percent(at: 0) == 55)
    }
}
