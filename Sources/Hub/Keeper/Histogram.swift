/// How long something took, sorted by bounds that double and more, for whoever watches the hub.
package struct Histogram: Sendable {
    /// The upper bound of each bucket in seconds; what took longer stands in the sum and the count alone.
    package static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    /// How many fell into each bucket, and into none before it.
    package private(set) var counts = [Int](repeating: 0, count: Histogram.bounds.count)
    package private(set) var count = 0
    package private(set) var seconds = 0.0

    package init() {}

    /// Adds one that took so long.
    package mutating func add(_ duration: Duration) {
        let (whole, atto) = duration.components
        let taken = Double(whole) + Double(atto) / 1e18
        count += 1
        seconds += taken
        // Most are quick: the first bucket is the likeliest.
        guard let bucket = Histogram.bounds.firstIndex(where: { taken <= $0 }) else { return }
        counts[bucket] += 1
    }
}
