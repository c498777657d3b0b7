/// Finds how somebody travelled between points, by their speeds and what the phone itself said.
///
/// A chain of modes with the least cost (Viterbi): each mode has speeds that suit it, and a change costs as much as a
/// minute of clear evidence for it.
struct ModeFinder {
    let points: [HistoryPoint]

    /// More than this between two fixes, and what was done is a guess.
    private let gapSeconds: Double
    private static let modes: [JourneyMode] = [.walk, .run, .cycle, .drive, .train, .fly]
    private static let changeCost = 7.0
    private static let secondsPerUnit = 10.0

    init(points: [HistoryPoint], isSparse: Bool) {
        self.points = points
        gapSeconds = isSparse ? 1_200 : 600
    }

    /// The mode of each interval of a stretch, named by its later point; the first one's is that of the second.
    func modes(_ range: ClosedRange<Int>) -> [JourneyMode] {
        guard range.count > 1 else { return range.map { _ in .unknown } }
        let modes = ModeFinder.modes
        var costs = [Double](repeating: 0, count: modes.count)
        var origins: [[Int]] = []
        for index in range.dropFirst() {
            let speed = speed(index, in: range)
            let weight = min(points[index - 1].seconds(to: points[index]), 60) / ModeFinder.secondsPerUnit
            let best = cheapest(costs)
            var next = costs
            var origin = Array(modes.indices)
            for mode in modes.indices {
                if costs[best] + ModeFinder.changeCost < costs[mode] {
                    next[mode] = costs[best] + ModeFinder.changeCost
                    origin[mode] = best
                }
                next[mode] += weight * cost(modes[mode], speed, points[index].motion)
            }
            costs = next
            origins.append(origin)
        }
        var found = [JourneyMode](repeating: .unknown, count: range.count)
        var mode = cheapest(costs)
        for step in origins.indices.reversed() {
            found[step + 1] = modes[mode]
            mode = origins[step][mode]
        }
        for index in range.dropFirst() where points[index - 1].seconds(to: points[index]) > gapSeconds {
            found[index - range.lowerBound] = guess(index)
        }
        found[0] = found[1]
        return found
    }

    /// Whether nothing tells what was done before a point: a long silence, and then not so far away that it was a ride.
    func isUnknown(before index: Int) -> Bool {
        let (before, after) = (points[index - 1], points[index])
        return before.seconds(to: after) > gapSeconds && guess(index) == .unknown
    }

    /// Over a silence the speed is that of the straight line, and what is slow may be anything.
    private func guess(_ index: Int) -> JourneyMode {
        let (before, after) = (points[index - 1], points[index])
        let speed = before.metres(to: after) / before.seconds(to: after)
        return speed >= 75 ? .fly : speed >= 4 ? .drive : .unknown
    }

    private func cheapest(_ costs: [Double]) -> Int {
        var best = 0
        for index in costs.indices where costs[index] < costs[best] { best = index }
        return best
    }

    /// The speed around an interval in metres per second, over so long that errors matter little.
    private func speed(_ index: Int, in range: ClosedRange<Int>) -> Double {
        if let before = points[index - 1].speedMetresPerSecond, let after = points[index].speedMetresPerSecond,
            points[index - 1].seconds(to: points[index]) <= 60
        {
            return (before + after) / 2
        }
        let window = min(max(20, 2 * max(points[index - 1].accuracy, points[index].accuracy)), 90)
        var (first, last) = (index - 1, index)
        while points[first].seconds(to: points[last]) < window {
            let canBegin = first > range.lowerBound
            let canEnd = last < range.upperBound
            guard canBegin || canEnd else { break }
            if canEnd { last += 1 }
            if canBegin { first -= 1 }
        }
        let (start, end) = (points[first], points[last])
        let metres = start.metres(to: end)
        let errors = start.accuracy + end.accuracy
        let sure = max(0, metres * metres - errors * errors / 2).squareRoot()
        return sure / max(start.seconds(to: end), 1)
    }

    /// How ill a mode suits a speed, 0 to 4, for ten seconds of it.
    private func cost(_ mode: JourneyMode, _ speed: Double, _ motion: Motion?) -> Double {
        let speeds = SuitableSpeeds(mode)
        var cost = speeds.cost
        if speed < speeds.low {
            // A car waits at lights, and creeps; what is slow for long is no drive.
            let short = (speeds.low - speed) / speeds.lowWidth
            cost += short * short
        }
        if speed > speeds.high {
            let over = (speed - speeds.high) / speeds.highWidth
            cost += over * over
        }
        if let motion, motion != .stationary, !mode.suits(motion) { cost += 1.5 }
        return min(cost, 4)
    }
}

/// The speeds of a mode in metres per second, and how quickly slower and faster ones become unlikely.
private struct SuitableSpeeds {
    /// What the mode costs at any speed: of two that suit, the usual one is meant.
    let cost: Double
    let low: Double
    let lowWidth: Double
    let high: Double
    let highWidth: Double

    init(_ cost: Double, _ low: Double, _ lowWidth: Double, _ high: Double, _ highWidth: Double) {
        (self.cost, self.low, self.lowWidth, self.high, self.highWidth) = (cost, low, lowWidth, high, highWidth)
    }

    init(_ mode: JourneyMode) {
        switch mode {
        case .walk: self.init(0, 0, 1, 2.1, 0.5)
        case .run: self.init(0.2, 2.3, 0.6, 4.4, 0.8)
        case .cycle: self.init(0.15, 3.5, 1.3, 8.5, 2)
        case .drive: self.init(0.1, 7, 5, 42, 5)
        case .train: self.init(0.5, 40, 25, 95, 8)
        case .fly, .unknown: self.init(0.6, 95, 30, 350, 50)
        }
    }
}

extension JourneyMode {
    fileprivate func suits(_ motion: Motion) -> Bool {
        switch motion {
        case .stationary: true
        case .walking: self == .walk
        case .running: self == .run
        case .cycling: self == .cycle
        case .automotive: self == .drive || self == .train
        }
    }
}
