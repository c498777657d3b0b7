import Synchronization
package import Work

/// A line of its own for work that is slow, such as password hashing, so that nothing else waits for it.
///
/// One piece of work ends before the next one begins, also where it waits for the database in between.
package final class BackgroundQueue: Sendable {
    /// Passwords that may wait; one takes some 30 ms, so that nobody waits much longer than two seconds.
    package static let waitingMax = 64

    private let waitingMax: Int
    private let waiting = Mutex(0)
    private let executor: LineExecutor
    private let turns = Turns()

    /// A line for which so many pieces of work may wait.
    package init(in workplace: Workplace, waitingMax: Int = BackgroundQueue.waitingMax) {
        executor = LineExecutor(workplace.line("hearth.slow", .patient))
        self.waitingMax = waitingMax
    }

    /// Whether no more would be taken now.
    package var isFull: Bool { waiting.withLock { $0 >= waitingMax } }

    /// Runs `work` after what was asked before it, however much waits; nobody waits for it.
    package func begin(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: executor) { await self.turns.alone(work) }
    }

    /// Runs `work` after what was asked before it; nil, at once, where too much waits already.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result? {
        let isTaken = waiting.withLock { waiting in
            guard waiting < waitingMax else { return false }
            waiting += 1
            return true
        }
        guard isTaken else { return nil }
        return await withCheckedContinuation { continuation in
            begin {
                let result = await work()
                self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}
