import Dispatch
import Synchronization

/// A thread of its own for work that is slow, such as password hashing, so that nothing else waits for it.
package final class SlowWork: Sendable {
    /// Passwords that may wait; one takes some 30 ms, so that nobody waits much longer than two seconds.
    package static let waitingMax = 64

    private let waitingMax: Int
    private let waiting = Mutex(0)
    private let queue = DispatchQueue(label: "hearth.slow", qos: .utility)

    /// A thread for which so many pieces of work may wait.
    package init(waitingMax: Int = SlowWork.waitingMax) {
        self.waitingMax = waitingMax
    }

    /// Whether no more would be taken now.
    package var isFull: Bool { waiting.withLock { $0 >= waitingMax } }

    /// Runs `work` after what was asked before it, however much waits; nobody waits for it.
    package func begin(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs `work` after what was asked before it; nil, at once, where too much waits already.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result? {
        let isTaken = waiting.withLock { waiting in
            guard waiting < waitingMax else { return false }
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
