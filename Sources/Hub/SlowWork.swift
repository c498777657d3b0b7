import Dispatch

/// Threads of its own for work that is slow on purpose, such as password hashing, so that nothing else waits for it.
package struct SlowWork: Sendable {
    private let queue = DispatchQueue(label: "hearth.slow", qos: .utility)

    package init() {}

    /// Runs `work` after what was asked before it.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
