/// How long two kinds of request took, asked in turns, and whether one kind takes longer than the other.
///
/// A busy machine slows some requests, of either kind. What it does alone shows when each pair is swapped or not by chance:
/// a difference that such swaps make as well says nothing of the kinds.
package struct TimedPairs: CustomStringConvertible {
    private var pairs: [(first: Duration, second: Duration)] = []

    package init() {}

    package mutating func add(_ first: Duration, _ second: Duration) {
        pairs.append((first, second))
    }

    /// How far the times that 95 of 100 requests stay below are from each other.
    package var difference: Duration { Self.difference(pairs) }

    /// What 999 of 1 000 random swaps stay below.
    package var differenceByChance: Duration {
        var chance = SeededBytes(seed: 1)
        let swaps = (0..<1_000).map { _ in
            Self.difference(pairs.map { Bool.random(using: &chance) ? ($0.second, $0.first) : $0 })
        }
        return swaps.sorted()[998]
    }

    /// Whether the kinds differ by at least `limit`, and by more than chance explains.
    package func areApart(by limit: Duration) -> Bool {
        difference >= limit && difference > differenceByChance
    }

    package var description: String { "\(pairs.count) pairs, apart by \(difference), by chance \(differenceByChance)" }

    private static func difference(_ pairs: [(first: Duration, second: Duration)]) -> Duration {
        guard !pairs.isEmpty else { return .zero }
        let rank = pairs.count * 95 / 100
        let (first, second) = (pairs.map(\.first).sorted()[rank], pairs.map(\.second).sorted()[rank])
        return max(first, second) - min(first, second)
    }
}
