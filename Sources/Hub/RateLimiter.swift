package import Family
import Synchronization

/// What each sender may do: so many requests a second for long, and a burst after a silence.
///
/// Of senders that were quiet lately it forgets the oldest; they begin anew with a whole burst.
package final class RateLimiter<Sender: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var requests: Double
        var at: Timestamp
    }

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex(TwoGenerationCache<Sender, Bucket>(capacity: 50_000))

    /// Both are greater than 0; a burst below 1 lets nothing through.
    package init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Takes one request from a sender's budget, or what is as much as several; the seconds to wait where nothing is left.
    ///
    /// What is more than is left passes once one would, and is owed.
    package func retryAfterSeconds(_ sender: Sender, now: Timestamp, asMuchAs requests: Int = 1) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.value(for: sender) ?? Bucket(requests: burst, at: now)
            bucket.requests = min(burst, bucket.requests + max(0, now.seconds(since: bucket.at)) * perSecond)
            bucket.at = now
            defer { buckets.set(bucket, for: sender) }
            guard bucket.requests >= 1 else { return max(1, Int(((1 - bucket.requests) / perSecond).rounded(.up))) }
            bucket.requests -= Double(requests)
            return nil
        }
    }
}
