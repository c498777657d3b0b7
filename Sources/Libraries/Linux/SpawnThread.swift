import Dispatch
import Glibc
import Synchronization

/// The one thread that starts programs, and lives as long as the process.
///
/// The kernel ends a child with the *thread* that started it (PR_SET_PDEATHSIG(2const)), and threads of a pool come and go.
final class SpawnThread: Sendable {
    static let only = SpawnThread()

    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let bell = DispatchSemaphore(value: 0)

    private init() {
        var thread = pthread_t()
        // Balanced by nothing: the thread keeps its object for good.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<SpawnThread>.fromOpaque(context).takeUnretainedValue().work()
            },
            context
        )
        precondition(code == 0, "no memory for a thread")
        pthread_detach(thread)
    }

    /// Does something on the thread; it must not take long.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append { continuation.resume(returning: body()) } }
            bell.signal()
        }
    }

    private func work() -> Never {
        while true {
            bell.wait()
            let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            next?()
        }
    }
}
