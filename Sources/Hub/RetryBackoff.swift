import Family
import Synchronization

/// Those for whom something failed, each until it is tried again: after half a minute, then twice as long each time, an
/// hour at most.
final class RetryBackoff<Subject>: Sendable {
    private static var firstMilliseconds: Int64 { 30_000 }
    private static var longestMilliseconds: Int64 { 3_600_000 }

    private let troubled = Mutex<[ID<Subject>: (count: Int, until: Timestamp)]>([:])

    /// Those who are not to be tried yet.
    func names(now: Timestamp) -> Set<ID<Subject>> {
        troubled.withLock { Set($0.filter { $0.value.until > now }.keys) }
    }

    /// Notes that it failed for one; answers how often it has in a row.
    func recordFailure(_ one: ID<Subject>, now: Timestamp) -> Int {
        troubled.withLock { troubled in
            let count = (troubled[one]?.count ?? 0) + 1
            let doubled = Self.firstMilliseconds << Int64(min(count - 1, 10))
            troubled[one] = (count, now.advanced(byMilliseconds: min(doubled, Self.longestMilliseconds)))
            return count
        }
    }

    /// Notes that it worked.
    func recordSuccess(_ one: ID<Subject>) {
        troubled.withLock { $0[one] = nil }
    }
}
