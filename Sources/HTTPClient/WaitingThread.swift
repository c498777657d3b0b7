import Dispatch

/// A thread that may wait: an ``HTTPClient`` asked on it waits for the answer right there, not on its own thread.
///
/// A task that prefers it runs on it from its first line to its last, so that no other thread need be woken when a
/// question leaves and when its answer comes.
package final class WaitingThread: TaskExecutor {
    private static let mark = DispatchSpecificKey<Bool>()

    private let queue = DispatchQueue(label: "http.waiting")

    /// A thread for one task at a time: whatever else prefers it waits as long as that does.
    package init() {
        queue.setSpecific(key: Self.mark, value: true)
    }

    /// Whether this is one.
    static var isHere: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
