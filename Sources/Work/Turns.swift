import Synchronization

/// Lets one task through at a time, in the order in which they came.
package final class Turns: Sendable {
    private struct State {
        var isTaken = false
        /// Those that go first, then the others.
        var first: [CheckedContinuation<Void, Never>] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Turns that are all free.
    package init() {}

    /// How many wait for their turn.
    package var waitingCount: Int { state.withLock { $0.first.count + $0.waiting.count } }

    /// Does something alone, with `isFirst` before all that wait without it.
    package func alone<Answer: Sendable, Failure: Error>(
        isFirst: Bool = false,
        _ work: () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        await enter(isFirst)
        defer { leave() }
        return try await work()
    }

    private func enter(_ isFirst: Bool) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                if isFirst { state.first.append(continuation) } else { state.waiting.append(continuation) }
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.first.isEmpty { return state.first.removeFirst() }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
