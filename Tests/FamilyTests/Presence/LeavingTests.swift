import Family
import Testing

/// The hand moves when one leaves: far jumps, and walks.
@Suite struct LeavingTests {
    @Test(arguments: [5.0, 30, 90]) func `a jump of 16 km leaves home with its second fix`(accuracy: Double) {
        var scene = Scene.atHome()
        #expect(scene.fix(east: 16_000, accuracy: accuracy, after: 60).standing == .suspicious)
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 16_004, accuracy: accuracy, after: 4)
        #expect(scene.state == .unknown)
        #expect(scene.arrivalsAndLeavings == [.left(ID(1), at: scene.now)])
    }

    @Test func `a jump of 16 km is believed against the phone's own word once two fixes tell it`() {
        var scene = Scene.atHome()
        var entering = RegionTransition(event: .enter, at: scene.now)
        entering.name = "Home"
        _ = scene.presence.apply(entering, receivedAt: scene.now, places: scene.places)
        scene.fix(east: 16_000, after: 60)
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 16_000, after: 4)
        #expect(scene.state == .unknown)
    }

    @Test func `a glitch of a second or two moves no hand, however often it is said`() {
        var scene = Scene.atHome()
        for _ in 0..<2 { scene.fix(east: 16_000, after: 1) }
        #expect(scene.state == .place(ID(1)))
        scene.fix(east: 0, after: 1)
        scene.fix(east: 0, after: 30)
        #expect(scene.state == .place(ID(1)))
        #expect(scene.arrivalsAndLeavings.isEmpty)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `single bad fixes in eight hours at home move no hand`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var scene = Scene.atHome()
        var error = HonestError(accuracy: 15, drift: 0.9, random: &random)
        for _ in 0..<960 {
            error.step(&random)
            let isBad = random.unit() < 0.02
            scene.fix(
                east: isBad ? 16_000 + random.unit() * 90_000 : error.east,
                north: error.north,
                accuracy: 15,
                after: 30
            )
            // A page asks for a second fix after each that jumped.
            if isBad { scene.fix(east: error.east, north: error.north, accuracy: 15, after: 4) }
            #expect(scene.state == .place(ID(1)), "seed \(seed)")
        }
        #expect(scene.events.isEmpty, "seed \(seed)")
    }

    @Test func `a small place is left by a poor fix that lies far beyond any error`() {
        var scene = Scene([Scene.place(1, "Bench", east: 0, radius: 10)])
        for _ in 0..<30 { scene.fix(east: 0, accuracy: 8, after: 60) }
        #expect(scene.state == .place(ID(1)))
        for _ in 0..<2 { scene.fix(east: 200, accuracy: 30, after: 60) }
        #expect(scene.state == .place(ID(1)))
        for _ in 0..<2 { scene.fix(east: 400, accuracy: 30, after: 60) }
        #expect(scene.state != .place(ID(1)))
    }

    struct Walk: Sendable, CustomTestStringConvertible {
        var speed: Double
        var accuracy: Double
        var secondsApart: Int64
        var testDescription: String { "\(speed) m/s, accuracy \(accuracy) m, each \(secondsApart) s" }
    }

    static let walks: [Walk] = [1.2, 1.4, 1.7].flatMap { speed in
        [5.0, 10].flatMap { accuracy in
            [Int64(10), 30].map { Walk(speed: speed, accuracy: accuracy, secondsApart: $0) }
        }
    }

    /// With waits at crossings, then a stop for good.
    @Test(arguments: walks)
    func `a walk is travelling within two and a half minutes, once, until it ends`(_ walk: Walk) {
        for seed in 1...8 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed &* 977)
            var scene = Scene([])
            var error = HonestError(accuracy: walk.accuracy, drift: seed % 2 == 0 ? 0.95 : 0, random: &random)
            var (east, elapsed, seen, flips) = (0.0, 0 as Int64, nil as Int64?, 0)
            func send() {
                let before = scene.state
                error.step(&random)
                scene.fix(
                    east: east + error.east,
                    north: error.north,
                    accuracy: walk.accuracy,
                    after: walk.secondsApart
                )
                guard scene.state != before else { return }
                flips += 1
                seen = seen ?? elapsed
            }
            for _ in 0..<(600 / walk.secondsApart) { send() }
            #expect(flips == 0, "seed \(seed): stands")
            while elapsed < 1_200 {
                elapsed += walk.secondsApart
                if elapsed % 300 <= 260 { east += walk.speed * Double(walk.secondsApart) }
                send()
            }
            #expect(flips == 1 && scene.state == .travelling, "seed \(seed): \(flips) changes")
            #expect((seen ?? .max) <= 150, "seed \(seed): seen after \(seen ?? -1) s")
            for _ in 0..<(600 / walk.secondsApart) { send() }
            #expect(flips == 2 && scene.state == .unknown, "seed \(seed): ends")
        }
    }

    @Test func `a walk told by the phone is travelling after a minute outside, and never inside a place`() {
        var scene = Scene.atHome()
        for step in 0..<12 { scene.fix(east: Double(step) * 7, speed: 0.7, motion: .walking) }
        #expect(scene.state == .place(ID(1)))
        for step in 0..<20 { scene.fix(east: 84 + Double(step) * 14, speed: 1.4, motion: .walking) }
        #expect(scene.state == .travelling)
    }

    @Test func `a waking phone's walk on the spot is no travelling`() {
        var scene = Scene([])
        for _ in 0..<60 { scene.fix(east: 0, after: 60) }
        for _ in 0..<30 { scene.fix(east: 2, speed: 1, motion: .walking) }
        #expect(scene.state == .unknown)
    }
}
