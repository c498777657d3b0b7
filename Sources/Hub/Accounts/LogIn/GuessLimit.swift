import Family

/// Slows down guessing at codes and links from one network (F48): after five wrong ones in fifteen minutes it waits.
struct GuessLimit: Sendable {
    private struct Guesses {
        var count: Int
        var since: Timestamp
    }

    private static let most = 5
    private static let milliseconds: Int64 = 15 * 60_000

    private var networks = TwoGenerationCache<[UInt8], Guesses>(capacity: 20_000)

    /// How many seconds a network has to wait; nil where it may try.
    ///
    /// An empty network, this machine's own, never waits.
    mutating func retryAfterSeconds(_ network: [UInt8], now: Timestamp) -> Int? {
        guard !network.isEmpty, let guesses = networks.value(for: network), guesses.count >= Self.most else {
            return nil
        }
        let end = guesses.since.advanced(byMilliseconds: Self.milliseconds)
        guard now < end else {
            networks.remove(network)
            return nil
        }
        return Int(end.milliseconds(since: now) + 999) / 1_000
    }

    /// Counts a wrong one.
    mutating func count(_ network: [UInt8], now: Timestamp) {
        guard !network.isEmpty else { return }
        var guesses = networks.value(for: network) ?? Guesses(count: 0, since: now)
        if now.milliseconds(since: guesses.since) >= Self.milliseconds { guesses = Guesses(count: 0, since: now) }
        guesses.count += 1
        networks.set(guesses, for: network)
    }
}
