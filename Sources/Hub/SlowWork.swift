import Dispatch
import Synchronization

/// Threads of its own for work that is slow on purpose, such as password hashing, so that nothing else waits for it.
package final class SlowWork: Sendable {
    /// Pieces of work that may wait; a password takes some 30 ms, so that nobody waits much longer than two seconds.
    package static let waitingMax = 64

    private let waiting = Mutex(0)
    private let queue = DispatchQueue(label: "hearth.slow", qos: .utility)

    package init() {}

    /// Whether no more would be taken now.
    package var isFull: Bool { waiting.withLock { $0 >= Self.waitingMax } }

    /// Runs `work` after what was asked before it; nil, at once, where too much waits already.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result? {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Self.waitingMax else { return false }
            waiting += 1
            return true
        }
        guard isTaken else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async {
                let result = work()
                self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}
