import Family
import Foundation
import Testing
import WireClient

@Suite struct ShakeDetectorTests {
    @Test(arguments: try ShakeVector.all(), [60.0, 50, 20])
    func `a shipped signal gets its verdict at every rate`(vector: ShakeVector, rate: Double) throws {
        var detector = ShakeDetector()
        let samples = vector.samples(perSecond: rate)
        let fired = samples.first { detector.observe($0) }
        #expect((fired != nil) == vector.expect)
        if rate == vector.fs, let fired, let seconds = vector.trigger_s {
            #expect(abs(fired.at.seconds(since: Timestamp(milliseconds: 0)) - seconds) < 0.02)
        }
    }

    @Test(arguments: try ShakeVector.all(), [60.0, 50, 20])
    func `gravity that the phone leaves in changes no verdict`(vector: ShakeVector, rate: Double) throws {
        var detector = ShakeDetector()
        let fired = vector.samples(perSecond: rate).map { sample in
            let felt = sample.acceleration
            let heavy = Acceleration(x: felt.x + 3, y: felt.y - 5, z: felt.z + 7.9)
            return detector.observe(MotionSample(at: sample.at, acceleration: heavy, includesGravity: true))
        }
        #expect(fired.contains(true) == vector.expect)
    }

    @Test(arguments: Made.shakes, [60.0, 50, 20])
    func `a shake in any direction fires in time`(signal: (MotionSignal, withinSeconds: Double), rate: Double) {
        var lateSeeds: [UInt64] = []
        for seed in 0..<200 as Range<UInt64> {
            var detector = ShakeDetector()
            let fired = signal.0.samples(perSecond: rate, seed: seed).filter { detector.observe($0) }
            #expect(fired.count == 1, "seed \(seed)")
            let after = fired.first.map { $0.at.milliseconds(since: signal.0.startsAt) } ?? .max
            if after > Int64(1_000 * signal.withinSeconds) { lateSeeds.append(seed) }
        }
        // At 20 samples a second a half-swing may fall between two of them, and two may seem 49 ms apart.
        #expect(lateSeeds.count <= (rate < 50 ? 20 : 0), "seeds \(lateSeeds)")
    }

    @Test(arguments: Made.others, [60.0, 50, 20])
    func `nothing else fires`(signal: MotionSignal, rate: Double) {
        for seed in 0..<(isSweep ? 20 : 1) as Range<UInt64> {
            var detector = ShakeDetector()
            let fired = signal.samples(perSecond: rate, seed: seed).filter { detector.observe($0) }
            #expect(fired.isEmpty, "seed \(seed)")
        }
    }

    @Test func `continued shaking sets off the detector once in five seconds`() {
        let fired = ShakeDetectorTests.fired(shaking: 20) { _, _ in }
        #expect(fired.count == 4)
        for (earlier, later) in zip(fired, fired.dropFirst()) {
            #expect((5_000...5_700).contains(later.milliseconds(since: earlier)))
        }
    }

    @Test func `F25: after a shake was called off nothing is told for a minute`() {
        let fired = ShakeDetectorTests.fired(shaking: 70) { detector, at in detector.cancel(at: at) }
        #expect(fired.count == 2)
        #expect((60_000...60_700).contains(fired[1].milliseconds(since: fired[0])))
    }

    @Test func `a gentle detector hears what a normal one does not, a hard one the least`() {
        for (strength, heard) in [(13.0, 1), (16, 2), (22, 3), (11, 0)] {
            let signal = MotionSignal.swing("4 Hz", hertz: 4, strength: strength, seconds: 2)
            let told = ShakeSensitivity.allCases.filter { sensitivity in
                var detector = ShakeDetector(sensitivity: sensitivity)
                return signal.samples(perSecond: 60, seed: 7).contains { detector.observe($0) }
            }
            #expect(told == Array(ShakeSensitivity.allCases.prefix(heard)), "\(strength)")
        }
    }

    @Test func `a pause in the samples restarts the shake count`() {
        let samples = MotionSignal.swing("4 Hz", hertz: 4, strength: 22, seconds: 2).samples(perSecond: 60, seed: 1)
        var detector = ShakeDetector()
        let halves = samples.map { sample in
            var sample = sample
            // After half a second of shaking the page is hidden for a second, then it goes on for half a second.
            if sample.at.milliseconds > 1_500 { sample.at = sample.at.advanced(bySeconds: 1) }
            return sample
        }
        let fired = halves.filter { $0.at.milliseconds < 3_000 }.filter { detector.observe($0) }
        #expect(fired.isEmpty)
    }

    @Test func `samples that are no numbers, or not newer, are passed over`() {
        let samples = MotionSignal.swing("4 Hz", hertz: 4, strength: 22, seconds: 2).samples(perSecond: 60, seed: 1)
        var detector = ShakeDetector()
        var fired: [Timestamp] = []
        for sample in samples {
            for number in [Double.nan, .infinity, -.infinity, 1e300] {
                let acceleration = Acceleration(x: 0, y: number, z: 0)
                let odd = detector.observe(MotionSample(at: sample.at, acceleration: acceleration))
                #expect(!odd)
            }
            if detector.observe(sample) { fired.append(sample.at) }
            let again = detector.observe(sample)
            #expect(!again)
        }
        #expect(fired.count == 1)
    }

    @Test func `a detector kept as bytes after every sample goes on as one that was not`() throws {
        for signal in [Made.shakes[0].0, Made.others[2]] {
            var whole = ShakeDetector(sensitivity: .gentle)
            var kept = whole
            for sample in signal.samples(perSecond: 50, seed: 3).prefix(2_000) {
                var sample = sample
                sample.includesGravity = true
                let (left, right) = (whole.observe(sample), kept.observe(sample))
                #expect(left == right)
                #expect(kept.bytes.count < 256)
                kept = try #require(ShakeDetector(bytes: kept.bytes))
                #expect(kept == whole)
            }
        }
    }

    @Test func `damaged bytes are no detector`() throws {
        var detector = ShakeDetector()
        for sample in Made.shakes[0].0.samples(perSecond: 60, seed: 1).prefix(90) { _ = detector.observe(sample) }
        let bytes = detector.bytes
        for length in bytes.indices { #expect(ShakeDetector(bytes: Array(bytes.prefix(length))) == nil) }
        #expect(ShakeDetector(bytes: bytes + [0]) == nil)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x55
            if var read = ShakeDetector(bytes: damaged) {
                _ = read.observe(
                    MotionSample(at: Timestamp(milliseconds: 5), acceleration: Acceleration(x: 20, y: 0, z: 0))
                )
            }
        }
    }

    /// When a detector fires while somebody goes on shaking.
    private static func fired(
        shaking seconds: Double,
        then react: (inout ShakeDetector, Timestamp) -> Void
    ) -> [Timestamp] {
        var detector = ShakeDetector()
        var fired: [Timestamp] = []
        let signal = MotionSignal.swing("5 Hz", hertz: 5, strength: 30, seconds: seconds)
        for sample in signal.samples(perSecond: 60, seed: 1) where detector.observe(sample) {
            fired.append(sample.at)
            react(&detector, sample.at)
        }
        return fired
    }
}

/// A signal of Tests/Fixtures/shake.
struct ShakeVector: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let fs: Double
    let expect: Bool
    let trigger_s: Double?
    let samples: [[Double]]

    var testDescription: String { name }

    static func all() throws -> [ShakeVector] {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Fixtures/shake/shake_vectors.json").standardized
        return try JSONDecoder().decode([ShakeVector].self, from: Data(contentsOf: file))
    }

    /// The samples at another rate, on the straight line between two neighbours.
    func samples(perSecond rate: Double) -> [MotionSample] {
        (0..<Int(Double(samples.count - 1) / fs * rate)).map { index in
            let position = Double(index) / rate * fs
            let (before, part) = (Int(position), position - position.rounded(.down))
            let felt = (0..<3).map { samples[before][$0] * (1 - part) + samples[before + 1][$0] * part }
            return MotionSample(
                at: Timestamp(milliseconds: Int64((1_000 * Double(index) / rate).rounded())),
                acceleration: Acceleration(x: felt[0], y: felt[1], z: felt[2])
            )
        }
    }
}

/// The signals of the safety document, computed.
private enum Made {
    static let shakes: [(MotionSignal, withinSeconds: Double)] = [
        (.swing("5 Hz 30", hertz: 5, strength: 30, seconds: 2), 0.7),
        (.swing("4 Hz 22", hertz: 4, strength: 22, seconds: 2), 0.7),
        (.swing("4.5 Hz 24", hertz: 4.5, strength: 24, seconds: 2), 0.7),
        (.swing("3 Hz 16", hertz: 3, strength: 16, seconds: 2.5), 1),
    ]
    static let others: [MotionSignal] = [
        .steps("walk", hertz: 1.9, impact: 6, floor: -3, seconds: 60),
        .steps("stairs", hertz: 2.2, impact: 9, floor: -4, seconds: 60),
        .steps("jog", hertz: 2.7, impact: 26, floor: -9.8),
        .steps("sprint", hertz: 3.2, impact: 35, floor: -9.8),
        .steps("rope", hertz: 2.2, impact: 40, floor: -9.8),
        .roughRoad,
        .event("knock") { time, strength in 25 * strength * exp(-40 * time) * cos(2 * .pi * 40 * time) },
        .event("drop and bounces") { time, strength in
            guard time > 0.45 else { return -9.8 }
            let bounce = (time - 0.45).truncatingRemainder(dividingBy: 0.2)
            return time < 1.2 && bounce < 0.02 ? 49 * strength : time < 1.05 ? -9.8 : 0
        },
        .event("pull from pocket") { time, strength in time < 0.7 ? 16 * strength * sin(2 * .pi * time / 0.7) : 0 },
        .event("two flicks") { time, strength in time < 0.4 ? 22 * strength * sin(2 * .pi * 5 * time) : 0 },
        .swing("round", hertz: 1.6, strength: 12, seconds: 60),
        .swing("stir", hertz: 6, strength: 10, seconds: 60),
    ]
}
