import Glibc
package import Work

/// A line that may wait: an ``HTTPClient`` asked on it waits for the answer right there, not on its own thread.
///
/// A task that prefers it runs on it from its first line to its last, so that no other thread need be woken when a
/// question leaves and when its answer comes.
package final class BlockingTaskExecutor: TaskExecutor {
    /// What a thread has set while it runs such a task.
    private static let mark: pthread_key_t = {
        var key = pthread_key_t()
        let code = unsafe pthread_key_create(&key, nil)
        precondition(code == 0, "no key for a thread's own value")
        return key
    }()

    private let line: any WorkLine

    /// For one task at a time: whatever else prefers it waits as long as that does.
    package init(_ line: any WorkLine) {
        self.line = line
    }

    /// Whether the caller runs on one.
    static var isHere: Bool { unsafe pthread_getspecific(mark) != nil }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.add {
            _ = unsafe pthread_setspecific(Self.mark, UnsafeRawPointer(bitPattern: 1))
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            _ = pthread_setspecific(Self.mark, nil)
        }
    }
}
