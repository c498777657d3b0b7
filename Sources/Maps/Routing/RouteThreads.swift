import HTTPClient
import Synchronization
package import Work

/// Threads on which questions about ways are answered from beginning to end.
///
/// Such a question does little itself and waits for an engine: handed to the thread of a client and back again, it would
/// have two more threads woken for it.
package final class RouteThreads: Sendable {
    /// As many as an engine is asked at once.
    private let idle: Mutex<[BlockingTaskExecutor]>

    /// Threads of a workplace, which are there when they are first needed.
    package init(in workplace: Workplace) {
        idle = Mutex(
            (0..<EngineClients.clientsMax).map { _ in BlockingTaskExecutor(workplace.line("http.waiting", .ordinary)) }
        )
    }

    /// Begins `work` on a thread of its own, or beside all else where every one is taken; returns at once.
    package func run(_ work: @escaping @Sendable () async -> Void) {
        guard let thread = idle.withLock({ $0.popLast() }) else {
            Task { await work() }
            return
        }
        Task(executorPreference: thread) {
            await work()
            self.idle.withLock { $0.append(thread) }
        }
    }
}
