package import Family
import Synchronization

/// Numbers every change that a stream may have to catch up with.
///
/// The numbers are microseconds of the hub's clock, pushed up where that stands still or goes back, so that they go on
/// rising over a restart without being stored.
package final class ChangeCounter: Sendable {
    private let last = Mutex<Int64>(0)

    package init() {}

    /// The next number, above every earlier one.
    package func next(now: Timestamp) -> Int64 {
        last.withLock { last in
            last = max(last + 1, Self.least(at: now))
            return last
        }
    }

    /// The least number that a change at this moment can have.
    static func least(at now: Timestamp) -> Int64 {
        now.milliseconds * 1_000
    }

    /// The newest number given out; 0 before the first.
    package var newest: Int64 {
        last.withLock { $0 }
    }
}
