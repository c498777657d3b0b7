/// How long to wait before something that failed is tried again.
///
/// Each wait is twice as long as the one before, up to a limit, and takes some chance: phones that lost the same hub
/// must not come back all at once.
public struct Backoff: Hashable, Sendable {
    public var first: Duration
    public var longest: Duration

    public init(first: Duration = .milliseconds(500), longest: Duration = .seconds(30)) {
        self.first = first
        self.longest = longest
    }

    /// The wait after this many failures in a row, counted from 1.
    ///
    /// No wait is shorter than the hub asked for, of which at most an hour counts. Chance is any 64 random bits.
    public func wait(after failures: Int, asked: Duration? = nil, random: UInt64) -> Duration {
        precondition(failures > 0)
        let share = Double(random >> 11) / Double(1 << 53)
        if let asked, asked > .zero {
            return min(asked, .seconds(3_600)) * (1 + share / 4)
        }
        let doubled = first * (1 << min(failures - 1, 16))
        return min(doubled, longest) * (0.5 + share / 2)
    }
}
