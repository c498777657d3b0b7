/// How far a device's clock runs from the hub's, from its last twenty messages (F52).
///
/// Feed it only messages that were sent when they were made: a queue's delay looks like a slow clock.
public struct ClockSkew: Hashable, Sendable {
    private var samples: [Int64] = []
    private var next = 0

    public init() {}

    /// Takes one message: the device's time on it and the hub's when it came.
    public mutating func observe(sentAt: Timestamp, receivedAt: Timestamp) {
        let skew = sentAt.milliseconds(since: receivedAt)
        if samples.count < 20 { samples.append(skew) } else { samples[next] = skew }
        next = (next + 1) % 20
    }

    /// The median in milliseconds, positive where the device is ahead; nil before the first message.
    public var milliseconds: Int64? {
        guard !samples.isEmpty else { return nil }
        return samples.sorted()[samples.count / 2]
    }

    /// Whether the owner should hear of it: over 90 seconds either way.
    public var isNotable: Bool {
        guard let milliseconds else { return false }
        return milliseconds > 90_000 || milliseconds < -90_000
    }
}
