import Family
import Foundation
import Testing

/// What an accelerometer without gravity feels over some seconds: computed, and read at any rate.
struct MotionSignal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seconds: Double
    /// When what it is about begins.
    var startSeconds = 0.0
    /// Metres per second squared along three axes at a moment; a chance that stays the same for the whole signal.
    let at: @Sendable (_ seconds: Double, _ seed: UInt64) -> (x: Double, y: Double, z: Double)

    var startsAt: Timestamp { Timestamp(milliseconds: Int64(1_000 * startSeconds)) }

    /// The samples that a phone, held in any direction, would take of it: a little late or early and a little wrong.
    func samples(perSecond rate: Double, seed: UInt64) -> [MotionSample] {
        var random = SeededRandom(seed: seed)
        let turn = Turn(random: &random)
        let phase = random.unit()
        return (0..<Int(seconds * rate)).map { index in
            let time = (Double(index) + phase) / rate
            let (x, y, z) = at(time, seed)
            let felt = turn.turned(
                x + 0.3 * random.normal(),
                y + 0.3 * random.normal(),
                z + 0.3 * random.normal()
            )
            let stamp = Int64((1_000 * time + 2 * random.unit() - 1).rounded())
            return MotionSample(at: Timestamp(milliseconds: stamp), acceleration: felt)
        }
    }
}

extension MotionSignal {
    /// A phone swung to and fro `hertz` times a second along one line, after a second of rest.
    static func swing(_ name: String, hertz: Double, strength: Double, seconds: Double) -> MotionSignal {
        MotionSignal(testDescription: name, seconds: seconds + 2, startSeconds: 1) { time, _ in
            guard time >= 1, time < 1 + seconds else { return (0, 0, 0) }
            return (strength * sin(2 * .pi * hertz * (time - 1)), 0, 0)
        }
    }

    /// Steps: an impact each, with the body's own sway; between two of them at most weightlessness.
    static func steps(
        _ name: String,
        hertz: Double,
        impact: Double,
        floor: Double,
        seconds: Double = 1_800
    ) -> MotionSignal {
        MotionSignal(testDescription: name, seconds: seconds) { time, seed in
            let step = Int(time * hertz)
            let phase = time * hertz - Double(step)
            // Each step differs by up to a fifth.
            let force = impact * (0.8 + 0.4 * chance(seed, step))
            let up = phase < 0.4 ? force * sin(.pi * phase / 0.4) : floor
            let sway = 0.35 * impact * sin(.pi * hertz * time)
            return (sway, 0.1 * impact * sin(2 * .pi * hertz * time), max(up, -9.8))
        }
    }

    /// Something short that happens again and again, two seconds apart.
    static func event(
        _ name: String,
        _ felt: @escaping @Sendable (_ seconds: Double, _ strength: Double) -> Double
    ) -> MotionSignal {
        MotionSignal(testDescription: name, seconds: 120) { time, seed in
            let number = Int(time / 2)
            return (0, 0, felt(time - 2 * Double(number), 0.8 + 0.4 * chance(seed, number)))
        }
    }

    /// A wheel on a bad road: bumps of random strength and direction, with the springs' answer.
    static let roughRoad = MotionSignal(testDescription: "rough road", seconds: 1_800) { time, seed in
        let bump = Int(time * 3)
        let age = time * 3 - Double(bump)
        let force = 22 * (chance(seed, bump) - 0.3) * exp(-4 * age) * sin(2 * .pi * 3 * age)
        return (0.3 * force, 2 * sin(9 * time), force + 3 * sin(2 * .pi * 11 * time))
    }

    /// A number from 0 to 1 that seed and number decide.
    private static func chance(_ seed: UInt64, _ number: Int) -> Double {
        var random = SeededRandom(seed: seed &+ UInt64(number) &* 0x1000_0000_1B3)
        return random.unit()
    }
}

/// A direction in which somebody holds a phone.
private struct Turn {
    private let (first, second): (Double, Double)

    init(random: inout SeededRandom) {
        first = 2 * .pi * random.unit()
        second = 2 * .pi * random.unit()
    }

    func turned(_ x: Double, _ y: Double, _ z: Double) -> Acceleration {
        let (flatX, flatY) = (x * cos(first) - y * sin(first), x * sin(first) + y * cos(first))
        return Acceleration(
            x: flatX,
            y: flatY * cos(second) - z * sin(second),
            z: flatY * sin(second) + z * cos(second)
        )
    }
}
