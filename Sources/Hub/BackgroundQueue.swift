package import Family
import Synchronization
package import Work

/// A line of its own for work that is slow, such as password hashing, so that nothing else waits for it.
///
/// One piece of work ends before the next one begins, also where it waits for the database in between.
package final class BackgroundQueue: Sendable {
    /// Passwords that may wait; one takes some 30 ms, so that nobody waits much longer than two seconds.
    package static let waitingMax = 64

    private let waitingMax: Int
    /// Of one member at most so much waits, where it is asked for one.
    private static let shareMax = 4
    private let waiting = Mutex((count: 0, shares: [ID<Member>: Int]()))
    private let executor: LineExecutor
    private let turns = Turns()

    /// A line for which so many pieces of work may wait.
    package init(in workplace: Workplace, waitingMax: Int = BackgroundQueue.waitingMax) {
        executor = LineExecutor(workplace.line("hearth.slow", .patient))
        self.waitingMax = waitingMax
    }

    /// Whether no more would be taken now, in all or for one member.
    package func isFull(for member: ID<Member>? = nil) -> Bool {
        waiting.withLock { waiting in
            waiting.count >= waitingMax || member.map { waiting.shares[$0, default: 0] >= Self.shareMax } ?? false
        }
    }

    /// Runs `work` after what was asked before it, however much waits; nobody waits for it.
    package func begin(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: executor) { await self.turns.alone(work) }
    }

    /// Runs `work` after what was asked before it; nil, at once, where too much waits already, in all or for that member.
    package func run<Result: Sendable>(
        for member: ID<Member>? = nil,
        _ work: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < waitingMax else { return false }
            if let member {
                guard waiting.shares[member, default: 0] < Self.shareMax else { return false }
                waiting.shares[member, default: 0] += 1
            }
            waiting.count += 1
            return true
        }
        guard isTaken else { return nil }
        return await withCheckedContinuation { continuation in
            begin {
                let result = await work()
                self.waiting.withLock { waiting in
                    waiting.count -= 1
                    guard let member, let share = waiting.shares[member] else { return }
                    waiting.shares[member] = share > 1 ? share - 1 : nil
                }
                continuation.resume(returning: result)
            }
        }
    }
}
