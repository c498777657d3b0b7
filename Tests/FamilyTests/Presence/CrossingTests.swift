import Family
import Testing
import WireClient

/// The other half of rule 3: who really crosses the edge is seen to.
@Suite struct CrossingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var speed: Double
        var accuracy: Double
        var isInward: Bool
        var testDescription: String { "\(speed) m/s, accuracy \(accuracy) m, \(isInward ? "in" : "out")" }
    }

    static let cases: [Case] = [1.0, 1.4, 5, 14, 30].flatMap { speed in
        [5.0, 10, 20, 30].flatMap { accuracy in
            [true, false].map { Case(speed: speed, accuracy: accuracy, isInward: $0) }
        }
    }

    @Test(arguments: cases) func `rule 3: a real crossing is seen within two good fixes or 60 seconds`(_ one: Case) {
        for seed in 1...(isSweep ? 40 : 6) as ClosedRange<UInt64> {
            for drift in [0, 0.9] {
                for radius in [100.0, 300] {
                    let seen = CrossingTests.cross(one, radius: radius, drift: drift, seed: seed)
                    #expect(
                        seen.isSeen && (seen.goodFixes <= 2 || seen.seconds <= 60),
                        "seed \(seed), radius \(radius), drift \(drift): \(seen)"
                    )
                }
            }
        }
    }

    /// How many fixes clearly beyond the edge, and seconds since the first of them, it took.
    private static func cross(
        _ one: Case,
        radius: Double,
        drift: Double,
        seed: UInt64
    ) -> (isSeen: Bool, goodFixes: Int, seconds: Double) {
        var random = SeededRandom(seed: seed &* 104_729 &+ UInt64(one.speed * 100 + one.accuracy + radius))
        var scene = Scene([Scene.place(1, "Home", east: 0, radius: radius)])
        var error = HonestError(accuracy: one.accuracy, drift: drift, random: &random)
        let far = radius + 4 * one.accuracy + 300 + one.speed * 30 * random.unit()
        let standing = 1_200.0
        var (goodFixes, firstGood, elapsed) = (0, nil as Double?, 0.0)
        while elapsed < standing + far / one.speed + 300 {
            let way = min(max(0, (elapsed - standing) * one.speed), far)
            error.step(&random)
            let east = (one.isInward ? far - way : way) + error.east
            let outcome = scene.fix(east: east, north: error.north, accuracy: one.accuracy)
            let distance = (east * east + error.north * error.north).squareRoot()
            let isGood =
                one.isInward
                ? distance + one.accuracy <= radius
                : distance - one.accuracy > radius + max(25, 0.15 * radius)
            if isGood {
                goodFixes += 1
                firstGood = firstGood ?? elapsed
            }
            let isSeen = outcome.events.contains { event in
                switch event {
                case .arrived: one.isInward
                case .left: !one.isInward
                case .passed, .moved, .motionChanged: false
                }
            }
            if isSeen { return (true, goodFixes, elapsed - (firstGood ?? elapsed)) }
            elapsed += 10
        }
        return (false, goodFixes, elapsed)
    }
}
