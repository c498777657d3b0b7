import Family
import Testing
import WireClient

/// Rule 3's own test: eight hours on one spot, under every kind of honest error.
@Suite struct StandingStillTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var accuracy: Double
        var drift: Double
        var secondsApart: Int64
        var testDescription: String { "accuracy \(accuracy) m, drift \(drift), each \(secondsApart) s" }
    }

    static let cases: [Case] = [5.0, 10, 25, 50, 100, 200].flatMap { accuracy in
        [0, 0.8, 0.95, 0.99].flatMap { drift in
            [Int64(10), 60].map { Case(accuracy: accuracy, drift: drift, secondsApart: $0) }
        }
    }

    static let seeds: ClosedRange<UInt64> = isSweep ? 1...10 : 1...2
    static let radii = isSweep ? [25.0, 50, 100, 400, 1_000] : [25, 100, 400]
    /// In accuracies beyond the edge; the nearest ones are the hardest.
    static let offsets = isSweep ? [-3, -2, -1.51, 1.51, 2, 4] : [-1.51, 1.51]

    @Test(arguments: cases) func `rule 3: nothing changes beyond 1.5 times the accuracy from the edge`(_ one: Case) {
        for seed in StandingStillTests.seeds {
            for radius in StandingStillTests.radii where one.accuracy <= 2 * radius {
                for distance in StandingStillTests.offsets.map({ radius + $0 * one.accuracy }) where distance >= 0 {
                    let (arrivals, leavings) = StandingStillTests.stand(distance, radius, one, seed: seed)
                    #expect(
                        arrivals + leavings == 0,
                        "seed \(seed), radius \(radius), distance \(distance): \(arrivals) in, \(leavings) out"
                    )
                }
            }
        }
    }

    @Test(arguments: cases) func `rule 3: at most one arrival and one leaving exactly on the edge`(_ one: Case) {
        for seed in StandingStillTests.seeds {
            for radius in StandingStillTests.radii where one.accuracy <= 2 * radius {
                let (arrivals, leavings) = StandingStillTests.stand(radius, radius, one, seed: seed)
                #expect(
                    arrivals <= 1 && leavings <= 1,
                    "seed \(seed), radius \(radius): \(arrivals) in, \(leavings) out"
                )
            }
        }
    }

    @Test func `rule 3: who stands still needs stronger evidence than who is seen moving`() {
        var still = Scene.atHome()
        for _ in 0..<60 { still.fix(east: 0, accuracy: 50, after: 60) }
        for _ in 0..<10 { still.fix(east: 180, accuracy: 50) }
        #expect(still.state == .place(ID(1)))
        #expect(still.arrivalsAndLeavings.isEmpty)
        var moving = Scene.farAway()
        moving.fix(east: 0, after: 600)
        for _ in 0..<2 { moving.fix(east: 180, accuracy: 50) }
        #expect(moving.arrivalsAndLeavings.last == .left(ID(1), at: moving.now))
    }

    @Test func `rule 3: every change without a movement makes the next one harder`() {
        var scene = Scene([Scene.home])
        scene.fix(east: 170, accuracy: 25)
        for _ in 0..<40 { scene.fix(east: 100, accuracy: 25) }
        for _ in 0..<2 { scene.fix(east: 45, accuracy: 25) }
        #expect(scene.arrivalsAndLeavings == [.arrived(ID(1), at: scene.now)])
        for _ in 0..<4 { scene.fix(east: 160, accuracy: 25) }
        #expect(scene.arrivalsAndLeavings.count == 1)
        for _ in 0..<2 { scene.fix(east: 178, accuracy: 25) }
        #expect(scene.arrivalsAndLeavings.count == 2)
        for _ in 0..<4 { scene.fix(east: 45, accuracy: 25) }
        #expect(scene.arrivalsAndLeavings.count == 2)
    }

    @Test func `rule 3: repeating a poor fix for a quarter of an hour proves little, for most of an hour much`() {
        var scene = Scene.farAway([Scene.place(1, "Home", east: 0, radius: 50)])
        scene.fix(east: 0, accuracy: 60, after: 600)
        for _ in 0..<90 { scene.fix(east: 0, accuracy: 60) }
        #expect(scene.state != .place(ID(1)))
        for _ in 0..<150 { scene.fix(east: 0, accuracy: 60) }
        #expect(scene.state == .place(ID(1)))
    }

    /// Eight hours at a distance from the centre; how often the place was entered and left.
    private static func stand(_ distance: Double, _ radius: Double, _ one: Case, seed: UInt64) -> (Int, Int) {
        var random = SeededRandom(seed: seed &* 7_919 &+ UInt64(radius * 10 + distance + one.drift * 1_000))
        var scene = Scene([Scene.place(1, "Home", east: 0, radius: radius)])
        var error = HonestError(accuracy: one.accuracy, drift: one.drift, random: &random)
        for _ in 0..<(8 * 3_600 / one.secondsApart) {
            error.step(&random)
            scene.fix(
                east: distance + error.east,
                north: error.north,
                accuracy: one.accuracy,
                after: one.secondsApart
            )
        }
        var (arrivals, leavings) = (0, 0)
        for event in scene.arrivalsAndLeavings {
            if case .left = event { leavings += 1 } else { arrivals += 1 }
        }
        return (arrivals, leavings)
    }
}
