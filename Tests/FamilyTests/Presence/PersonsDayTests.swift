import Family
import Testing

/// Seeded days of one person with noise: home, a walk, the bus, work, an errand, home.
@Suite struct PersonsDayTests {
    private static let places = [
        Scene.home, Scene.place(2, "Work", east: 6_000, radius: 150), Scene.place(3, "Market", east: 4_000, radius: 80),
    ]

    /// What somebody does: stays so many minutes, or goes to a point at a speed.
    private enum Leg {
        case stay(minutes: Int)
        case go(east: Double, metresPerSecond: Double)
    }

    private static let day: [Leg] = [
        .stay(minutes: 120), .go(east: 500, metresPerSecond: 1.4), .stay(minutes: 6),
        .go(east: 5_600, metresPerSecond: 11), .go(east: 6_000, metresPerSecond: 1.4), .stay(minutes: 240),
        .go(east: 4_000, metresPerSecond: 9), .stay(minutes: 25), .go(east: 0, metresPerSecond: 12),
        .stay(minutes: 90),
    ]

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [Int64(10), 30])
    func `a day's stays come out as it was lived`(seed: UInt64, secondsApart: Int64) {
        var random = SeededRandom(seed: seed)
        var scene = Scene(PersonsDayTests.places)
        var east = 0.0
        for leg in PersonsDayTests.day {
            let accuracy = Double.random(in: 5...25, using: &random)
            var error = HonestError(accuracy: accuracy, drift: random.unit() < 0.5 ? 0 : 0.95, random: &random)
            let start = east
            let seconds =
                switch leg {
                case .stay(let minutes): Double(minutes * 60)
                case .go(let target, let speed): abs(target - start) / speed
                }
            for elapsed in stride(from: 0, to: seconds, by: Double(secondsApart)) {
                if case .go(let target, let speed) = leg {
                    east = start + (target > start ? 1 : -1) * speed * elapsed
                }
                error.step(&random)
                scene.fix(east: east + error.east, north: error.north, accuracy: accuracy, after: secondsApart)
            }
            if case .go(let target, _) = leg { east = target }
        }
        let stays = scene.arrivalsAndLeavings.compactMap { event in
            switch event {
            case .arrived(let place, _): place.low
            case .left(let place, _): place.low + 100
            case .passed, .moved, .motionChanged: nil
            }
        }
        #expect(stays == [101, 2, 102, 3, 103, 1], "seed \(seed)")
        let travels = scene.events.filter { event in
            if case .moved(_, .travelling, _) = event { true } else { false }
        }
        // The walk to the stop, the bus with the walk behind it, and the two ways of the afternoon.
        #expect(travels.count == 4, "seed \(seed)")
        #expect(scene.state == .place(ID(1)), "seed \(seed)")
        #expect(scene.presence.motion == .stationary, "seed \(seed)")
    }
}
