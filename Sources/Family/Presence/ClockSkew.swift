/// How far a device's clock runs from the hub's: the median of its last twenty moments of sending (F52).
///
/// A message that waited in a queue looks like a slow clock. So of all that comes within a minute only the one counts
/// that was under way for the shortest time, and a few moments alone say nothing.
public struct ClockSkew: Hashable, Sendable {
    private var samples: [Int64] = []
    private var newest = 0
    private var sampledAt: Timestamp?

    public init() {}

    /// Beyond this the owner should hear of it, whichever way the clock is wrong.
    public static let millisecondsMax: Int64 = 90_000
    private static let samplesMin = 5
    private static let samplesMax = 20
    private static let sampleMilliseconds: Int64 = 60_000

    /// Takes one message: the device's time on it and the hub's when it came.
    public mutating func observe(sentAt: Timestamp, receivedAt: Timestamp) {
        let ahead = sentAt.milliseconds(since: receivedAt)
        if let sampledAt, sampledAt <= receivedAt,
            receivedAt.milliseconds(since: sampledAt) < ClockSkew.sampleMilliseconds
        {
            samples[newest] = max(samples[newest], ahead)
            return
        }
        sampledAt = receivedAt
        guard samples.count == ClockSkew.samplesMax else {
            newest = samples.count
            return samples.append(ahead)
        }
        newest = (newest + 1) % ClockSkew.samplesMax
        samples[newest] = ahead
    }

    /// The median in milliseconds, positive where the device is ahead; nil before the fifth moment of sending.
    public var milliseconds: Int64? {
        guard samples.count >= ClockSkew.samplesMin else { return nil }
        return samples.sorted()[samples.count / 2]
    }

    /// Whether a clock so far off is worth telling its owner of.
    public static func isNotable(milliseconds: Int64) -> Bool {
        milliseconds > millisecondsMax || milliseconds < -millisecondsMax
    }
}
