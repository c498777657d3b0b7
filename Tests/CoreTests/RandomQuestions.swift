import Foundation

/// Chance that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

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

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    mutating func whole(_ range: ClosedRange<Int64>) -> Double {
        Double(Int64.random(in: range, using: &self))
    }

    /// True once in so many times.
    mutating func oneIn(_ count: UInt64) -> Bool {
        next() % count == 0
    }
}

extension Questions {
    mutating func askForDistance(_ random: inout SeededRandom) {
        let (latitude, longitude) = (random.number(-91...91), random.number(-180...180))
        // Half of them lie near, where the plane is used.
        let near = random.oneIn(2)
        let other = (
            near ? latitude + random.number(-0.9...0.9) : random.number(-90...90),
            near ? longitude + random.number(-0.9...0.9) : random.number(-180...180)
        )
        ask("distance", [latitude, longitude, other.0, other.1])
    }

    mutating func askWhetherLive(_ random: inout SeededRandom) {
        let accuracy = random.oneIn(5) ? Double.nan : random.number(-10...200)
        ask("live", [random.number(-10...400), accuracy, random.whole(0...1)])
    }

    mutating func askForHands(_ random: inout SeededRandom) {
        let slotsCount = random.whole(1...36)
        // Now and then a slot that is not on the face.
        let last = Int64(slotsCount) - (random.oneIn(20) ? 0 : 1)
        let hands = (0..<Int(random.whole(0...24))).map { _ in random.whole(0...last) }
        ask("hands", [slotsCount] + hands)
    }

    mutating func askForCountdown(_ random: inout SeededRandom) {
        let start = random.whole(1_700_000_000_000...1_900_000_000_000)
        let length = random.whole(-1_000...3_600_000)
        ask("countdown", [start, start + length, start + random.whole(-5_000...3_700_000)])
    }

    /// Some seconds of swings of any strength and pace, in pieces as events bring them.
    mutating func askForShakes(_ random: inout SeededRandom) {
        let gravity = random.whole(0...1)
        ask("new-shake", [random.whole(0...2), gravity])
        let (hertz, strength) = (random.number(1...12), random.number(5...40))
        let direction = (random.number(-1...1), random.number(-1...1), random.number(-1...1))
        let milliseconds = 1_000 / random.number(18...70)
        var time = random.number(0...1e7)
        for _ in 0..<Int(random.whole(5...25)) {
            var samples: [Double] = []
            for _ in 0..<Int(random.whole(0...20)) {
                time += milliseconds * random.number(0.8...1.2)
                if random.oneIn(400) { time += random.number(-50...500) }
                let swing = strength * sin(2 * .pi * hertz * time / 1_000)
                let felt = [direction.0, direction.1, direction.2 + (gravity == 1 ? 0.4 : 0)].map { part in
                    random.oneIn(2_000) ? Double.nan : part * swing + random.number(-0.5...0.5)
                }
                samples += [time] + felt
            }
            ask("shake", samples)
            if random.oneIn(30) { ask("cancel-shake", [time.rounded()]) }
        }
    }

    /// A day on foot and on wheels around two places, told by a phone that is often wrong.
    mutating func askForPresence(_ random: inout SeededRandom) {
        var places = [1.0, 47.14, 9.52, 100, 2, 47.16, 9.51, 60]
        ask("new-presence", places)
        var time = random.whole(1_700_000_000_000...1_900_000_000_000)
        var (latitude, longitude) = (47.14, 9.52)
        for leg in 0..<Int(random.whole(2...8)) {
            let target = random.oneIn(3) ? nil : Int(random.whole(0...1))
            let goal =
                target.map { (places[4 * $0 + 1], places[4 * $0 + 2]) }
                ?? (random.number(47.1...47.2), random.number(9.48...9.55))
            let steps = Int(random.whole(2...40))
            for step in 0..<steps {
                time += random.whole(2_000...90_000)
                if random.oneIn(40) { time += 4_000_000 }
                latitude += (goal.0 - latitude) / Double(max(1, steps - 5 - step))
                longitude += (goal.1 - longitude) / Double(max(1, steps - 5 - step))
                askToTakeFix(&random, time: time, latitude, longitude)
                if random.oneIn(3) { ask("presence", [time + random.whole(0...400_000)]) }
            }
            if random.oneIn(4) {
                places += [Double(leg + 3), latitude, longitude, random.number(10...400)]
                ask("places", [time] + places)
            }
            ask("presence", [time + random.whole(0...5_000_000)])
        }
    }

    /// A walk along a route that goes anywhere, with fixes beside it.
    mutating func askForRoute(_ random: inout SeededRandom) {
        var (latitude, longitude) = (47.14, 9.52)
        var numbers: [Double] = []
        let count = Int(random.whole(2...40))
        for _ in 0..<count {
            numbers += [latitude, longitude]
            latitude += random.number(-0.003...0.003)
            longitude += random.number(-0.003...0.003)
        }
        if !random.oneIn(4) {
            for index in stride(from: 0, to: count, by: 3) { numbers += [Double(index), random.number(0...300)] }
        }
        ask("new-route", [Double(count)] + numbers)
        var time = 1_772_352_360_000.0
        for index in 0..<count {
            time += random.whole(-1_000...60_000)
            let accuracy = random.oneIn(10) ? Double.nan : random.number(1...80)
            let (north, east) = (random.number(-0.0003...0.0003), random.number(-0.0003...0.0003))
            ask("route-fix", [numbers[2 * index] + north, numbers[2 * index + 1] + east, accuracy, time])
        }
    }

    private mutating func askToTakeFix(
        _ random: inout SeededRandom,
        time: Double,
        _ latitude: Double,
        _ longitude: Double
    ) {
        let accuracy = random.oneIn(10) ? Double.nan : random.number(3...(random.oneIn(8) ? 900 : 40))
        let jump = random.oneIn(50) ? 1.0 : 0
        ask(
            "fix",
            [
                time - (random.oneIn(15) ? random.whole(0...900_000) : 0),
                time + random.whole(0...3_000),
                latitude + random.number(-0.0002...0.0002) + jump,
                longitude + random.number(-0.0002...0.0002),
                accuracy,
                random.oneIn(2) ? Double.nan : random.number(400...900),
                random.oneIn(2) ? Double.nan : random.number(-1...40),
                random.oneIn(2) ? Double.nan : random.number(-1...400),
            ]
        )
    }
}
