import Family

/// Errors that wander slowly and smoothly, as those of satellites do: a pure function of the seed and the time.
struct Noise: Sendable {
    /// Which of a phone's errors and whims.
    enum Channel: UInt64 {
        case north, east, accuracy, rhythm
    }

    /// From one random value to the next.
    private static let stepMilliseconds: Int64 = 60_000

    let seed: UInt64

    /// The error at a moment, -1...1.
    func value(_ channel: Channel, at moment: Timestamp) -> Double {
        let (step, rest) = moment.milliseconds.flooredQuotientAndRemainder(dividingBy: Noise.stepMilliseconds)
        let share = Double(rest) / Double(Noise.stepMilliseconds)
        let eased = share * share * (3 - 2 * share)
        let (from, to) = (random(channel, step), random(channel, step + 1))
        return from + (to - from) * eased
    }

    /// A value for each whole step, -1...1 (the mixing function of SplitMix64).
    private func random(_ channel: Channel, _ step: Int64) -> Double {
        var bits = (seed << 2 | channel.rawValue) &* 0xD1B5_4A32_D192_ED03 &+ UInt64(bitPattern: step)
        bits = bits &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return Double(bits >> 11) / 4_503_599_627_370_496 - 1
    }
}
