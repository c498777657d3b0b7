// Not public yet: `ExecutorTests` of this program show that this Swift does what is built on here.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import Work

/// Runs tasks as the world's steps.
///
/// As the default executor it has all tasks that prefer no other one, which are the hub's.
final class WorldExecutor: TaskExecutor, SchedulingExecutor {
    static let hub = WorldExecutor(.hub)
    static let outside = WorldExecutor(.outside)

    private let origin: World.Origin

    private init(_ origin: World.Origin) {
        self.origin = origin
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(UnownedJob(job), after: .zero)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        guard let delay = delay as? Duration else { preconditionFailure("a clock with times of its own") }
        add(UnownedJob(job), after: delay)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        at instant: C.Instant,
        tolerance: C.Duration?,
        clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }

    private func add(_ job: UnownedJob, after delay: Duration) {
        World.only.add(origin, after: delay) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The executor of the main actor, of which nothing here has use.
final class WorldMain: MainExecutor {
    static let only = WorldMain()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        World.only.add(.hub) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func run() throws {
        while World.only.step() {}
    }

    func stop() {}
}

struct WorldExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { WorldMain.only }
    static var defaultExecutor: any TaskExecutor { WorldExecutor.hub }

    /// Before the first task.
    static func take() {
        _createExecutors(factory: WorldExecutors.self)
    }
}

extension Workplace {
    /// Lines whose steps are the world's: a kill may come between any two.
    static let seeded = Workplace { name, _ in SeededLine(name) }
}

/// A line whose pieces of work are steps of the world, one piece after the other.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
private final class SeededLine: WorkLine {
    private let name: StaticString
    private nonisolated(unsafe) var waiting: [@Sendable () -> Bool] = []  // one thread

    init(_ name: StaticString) {
        self.name = name
    }

    func addSteps(_ step: @escaping @Sendable () -> Bool) {
        waiting.append(step)
        if waiting.count == 1 { next() }
    }

    private func next() {
        World.only.add(.hub) {
            if !self.waiting[0]() { self.waiting.removeFirst() }
            if !self.waiting.isEmpty { self.next() }
        }
    }
}
