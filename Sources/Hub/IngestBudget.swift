import Family
import Synchronization

/// What each device may send (S30): so many requests a second for long, and a burst after a silence, so that a phone
/// that was offline can empty its queue.
final class IngestBudget: Sendable {
    private struct Bucket {
        var requests: Double
        var at: Timestamp
    }

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex(TwoGenerationCache<ID<Device>, Bucket>(capacity: 50_000))

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Takes one request from a device's budget; the seconds to wait where nothing is left.
    func secondsToWait(_ device: ID<Device>, now: Timestamp) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.value(for: device) ?? Bucket(requests: burst, at: now)
            bucket.requests = min(burst, bucket.requests + max(0, now.seconds(since: bucket.at)) * perSecond)
            bucket.at = now
            defer { buckets.set(bucket, for: device) }
            guard bucket.requests >= 1 else { return max(1, Int(((1 - bucket.requests) / perSecond).rounded(.up))) }
            bucket.requests -= 1
            return nil
        }
    }
}
