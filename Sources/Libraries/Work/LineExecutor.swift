/// Runs the tasks that prefer it on one line, which they may hold up.
package final class LineExecutor: TaskExecutor {
    private let line: any WorkLine

    package init(_ line: any WorkLine) {
        self.line = line
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
