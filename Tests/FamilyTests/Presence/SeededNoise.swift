import Foundation

/// Chance that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    private var spare: Double?

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func unit() -> Double {
        (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992
    }

    /// A normal deviate of mean 0 and variance 1 (Box and Muller).
    mutating func normal() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        let radius = (-2 * log(unit())).squareRoot()
        let angle = 2 * Double.pi * unit()
        spare = radius * sin(angle)
        return radius * cos(angle)
    }
}

/// The error of a phone whose stated accuracy is an honest 68 % radius.
///
/// `drift` is how much of an error is left in the next fix: 0 for independent ones, near 1 for slow wandering.
struct HonestError {
    private let sigma: Double
    private let drift: Double
    private(set) var north: Double
    private(set) var east: Double

    init(accuracy: Double, drift: Double, random: inout SeededRandom) {
        // In two dimensions 68 % lie within 1.5096 standard deviations.
        sigma = accuracy / 1.5096
        self.drift = drift
        north = random.normal() * sigma
        east = random.normal() * sigma
    }

    mutating func step(_ random: inout SeededRandom) {
        let fresh = (1 - drift * drift).squareRoot() * sigma
        north = north * drift + fresh * random.normal()
        east = east * drift + fresh * random.normal()
    }
}
