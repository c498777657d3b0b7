/// The time that is left until a deadline, out of the time that there was.
///
/// The deadline is the truth and lies with the hub; this only says how to show it. Where the reader's clock runs
/// behind, no more is left than there ever was.
public struct Countdown: Hashable, Sendable {
    public let startedAt: Timestamp
    public let deadline: Timestamp

    /// A countdown from `startedAt` to `deadline`; one that ends before it starts is done at once.
    public init(startedAt: Timestamp, deadline: Timestamp) {
        self.startedAt = startedAt
        self.deadline = deadline
    }

    /// What is left in milliseconds: from the whole length down to 0, and 0 ever after.
    public func remainingMilliseconds(now: Timestamp) -> Int64 {
        min(max(0, deadline.milliseconds(since: now)), lengthMilliseconds)
    }

    /// What is left as a part of the whole, 1 down to 0: how much of the ring is still drawn.
    public func fractionLeft(now: Timestamp) -> Double {
        lengthMilliseconds > 0 ? Double(remainingMilliseconds(now: now)) / Double(lengthMilliseconds) : 0
    }

    /// In which colour it is shown.
    public func phase(now: Timestamp) -> CountdownPhase {
        let remaining = remainingMilliseconds(now: now)
        // As parts of the length, so that a length that no 3 divides has its borders where the ring has them.
        let part = Double(remaining) / Double(max(1, lengthMilliseconds))
        if remaining == 0 { return .done }
        return part > 1.0 / 3 ? .hearth : part > 1.0 / 6 ? .caution : .danger
    }

    private var lengthMilliseconds: Int64 {
        max(0, deadline.milliseconds(since: startedAt))
    }
}

/// How urgent a countdown looks: calm for two thirds, then through caution to danger in the last third.
public enum CountdownPhase: UInt8, CaseIterable, Sendable {
    /// More than a third is left.
    case hearth = 0
    /// The first half of the last third.
    case caution = 1
    /// The last sixth.
    case danger = 2
    /// The deadline is reached.
    case done = 3
}
